"""Others don't learn how many options a player had (`docs/write/hidden.md`, What others learn)."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.play.presentation.log_lines import render_log_section
from artrules.table.session.session import UndoRefused
from artrules.text.plain_text import Style
from play.game.tiny import choose, tiny
from table.session.table_of import by_label, table_of

MUST = 'move those(c in pool) to my hand\nchoose "show {c}" for c in my hand where c.n = 1\nmove c to my row'
PIECES = "[[1, red, 1], [1, blue, 1], [2, red, 1], [3, blue, 1]]"


def read(game: artrules.Game, seat: int) -> list[tuple[str, str]]:
    return [(e.kind, e.text) for e in game.log.read_by(seat) if e.player == 1 and e.kind != "turn"]


def told(game: artrules.Game, seat: int) -> str:
    return "\n".join(render_log_section(game.log.read_by(seat), Style()))


def forced(folder: Path, pieces: str) -> artrules.Game:
    game = tiny(folder, MUST, pieces=pieces).new_game(seed=1)
    choose(game, *(["show red 1"] if game.decisions else []))
    return game


def test_what_was_the_only_option_reads_to_others_as_chosen(tmp_path: Path) -> None:
    free, only = forced(tmp_path / "a", PIECES), forced(tmp_path / "b", PIECES.replace("[1, blue, 1], ", ""))
    assert [[e.kind for e in game.log if e.player == 1] for game in (free, only)] == [
        ["turn", "chose"],
        ["turn", "took"],
    ]
    assert read(free, 2) == read(only, 2) == [("chose", "show red 1")]
    assert read(only, 1) == [("took", "show red 1")]
    assert told(free, 2) == told(only, 2)
    assert "(show red 1)" in told(only, 1)


MAY = {
    "a may": ('may "hide {c}" for c in my hand where c.n = 1: move c to my deck', "don't"),
    "may choose": ("may choose c in my hand where c.n = 1:\n    move c to my deck", "none of these"),
    "may use": ("for c in my hand, w in c.powers where w.when is now:\n    may use w", "don't use it"),
}


@pytest.mark.parametrize("form", MAY)
def test_that_something_was_declined_is_not_told_to_others(form: str, tmp_path: Path) -> None:
    act, decline = MAY[form]
    deal = "move those(c in pool where c.n <= 3) to my deck\nshuffle my deck\nmove top 3 of my deck to my hand"
    act = f'{deal}\n{act}\nmay "end": skip'
    gifts = {1: "- {when: now, do: my x += 0}"}
    something = tiny(tmp_path / "a", act, pieces="[[1, red, 1], [2, red, 2]]", gifts=gifts).new_game(seed=1)
    nothing = tiny(tmp_path / "b", act, pieces="[[2, red, 3]]", gifts=gifts).new_game(seed=1)
    choose(something, decline)
    assert ("declined", decline) in read(something, 1)
    assert f"({decline})" in told(something, 1)
    assert [d.prompt for d in something.decisions] == [d.prompt for d in nothing.decisions]
    assert something.log.read_by(2) == nothing.log.read_by(2) and read(nothing, 2) == []
    assert something.view(2) == nothing.view(2)
    choose(something, "end")
    choose(nothing, "end")
    assert read(something, 2) == read(nothing, 2) == [("chose", "end")]


def test_a_copy_in_which_the_unknown_is_dealt_anew_reads_the_same_to_its_seat(tmp_path: Path) -> None:
    """In a phase played all at once too, after something was declined that isn't told."""
    phases = '\n- name: together\n  who: all_at_once\n  do: |\n    repeat 2 times:\n        may "wait": my x += 1\n'
    game = tiny(tmp_path, 'may "begin": skip', phases=phases).new_game(seed=1)
    choose(game, "don't")
    for label in ("wait", "don't", "wait", "wait"):
        for seat in (1, 2):
            assert game.think.resample(seat, 3).log.read_by(seat) == game.log.read_by(seat)
        decision = game.decisions[0]
        game.choose(next(o for o in decision.options if o.label == label))
    assert [e.text for e in game.log if e.player == 1 and e.is_choice] == ["don't", "wait", "don't"]
    assert read(game, 2) == [("chose", "wait")]


THEN = """
- name: after
  who: in_turn
  from: players[1]
  do: |
    may "pay":
        my x += 1
    as left(me):
        ASKED
    may "pay more":
        my x += 1
"""
ASKED = {
    "something to decline": ('may "thank": skip', ["don't"], None),
    "nothing to decline": ('may "thank" if my x > 5: skip', [], None),
    "a choice": ('choose n in 1..2\n        say "{me} says {n}"', ["2"], "player 2"),
    "no choice": ('choose n in 2..2\n        say "{me} says {n}"', [], "player 2"),
}


@pytest.mark.parametrize("name", ASKED)
def test_taking_back_does_not_tell_whether_another_had_a_choice(name: str, tmp_path: Path) -> None:
    asked, answer, against = ASKED[name]
    table = table_of(tiny(tmp_path, "skip", phases=THEN.replace("ASKED", asked)), people=(1, 2))
    by_label(table, "pay", *answer)
    assert [o.label for o in table.decisions[0].options] == ["pay more", "don't"]
    if against is None:
        table.undo(1)
        assert table.game.choices == []
        assert [e.text for e in table.game.log.read_by(2) if e.kind in ("chose", "undone")] == ["takes back: pay"]
    else:
        with pytest.raises(UndoRefused, match=f"you have read what {against} chose after it"):
            table.undo(1)


def test_that_declining_was_taken_back_is_not_told_to_others(tmp_path: Path) -> None:
    table = table_of(tiny(tmp_path, 'may "pay": my x += 1\nmay "go on": skip'), people=(1, 2))
    by_label(table, "don't")
    entry = table.undo(1)
    assert (entry.own, entry.public) == ("takes back: don't", "")
    assert [e.kind for e in table.game.log.read_by(2) if e.player == 1] == ["turn"]
