"""Pauses: the game as each seat sees it at a moment between two decisions (`docs/write/statements.md`, Pauses)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

import artrules
from artrules.author.conformance.secrecy import Exchanges
from artrules.engine.chance import Stream
from artrules.play.game.inspection.determinization import exchange_hidden_cards
from artrules.play.presentation import shown_to
from play.game.tiny import choose, offered, tiny

LAY = """
move those(c in pool) to my hand
choose "lay {c}" for c in my hand
move c to my row
x_of_me()
pause "what {me} has laid"
move those(d in my row) to my hand
pause "the hand again"
may "go on": skip
"""
PROCEDURES = """
x_of_me: |
  my x += 1
"""


def laid(folder: Path, **more: Any) -> artrules.Game:
    game = tiny(folder, LAY, procedures=PROCEDURES).new_game(seed=1, **more)
    choose(game, "lay red 2")
    return game


def row(game: artrules.Game, seat: int) -> list[str]:
    return [card["card"] for card in game.view(seat)["players"][1]["row"]]


@pytest.fixture(params=["cpython", "wasm"])
def executor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("ARTRULES_EXECUTOR", request.param)
    return str(request.param)


def test_each_seat_sees_the_table_as_it_was_at_the_moment(tmp_path: Path, executor: str) -> None:
    game = laid(tmp_path)
    assert row(game, 2) == []
    first, second = game.pauses
    for seat in (1, 2):
        assert row(first, seat) == ["red 2"] and row(second, seat) == []
        assert first.view(seat)["players"][1]["x"] == 1
        assert first.view(seat)["log"][-2:] == ["lay red 2", "what player 1 has laid"]
        assert second.view(seat)["log"][-1] == "the hand again"
    assert [card["unseen"] for card in first.view(2)["players"][1]["hand"]] == [True] * 4
    assert first.log[-1].kind == "paused" and first.log[-1].how.sort == "pause"
    assert not first.decisions and not first.finished and first.option_count == 0


def test_looking_leaves_the_game_as_it_is(tmp_path: Path, executor: str) -> None:
    game, other = laid(tmp_path), laid(tmp_path)
    before = game.digest(), offered(game), list(game.log)
    assert [paused.digest() for paused in game.pauses] == [paused.digest() for paused in game.copy().pauses]
    assert (game.digest(), offered(game), list(game.log)) == before
    choose(game, "go on")
    choose(other, "go on")
    assert game.digest() == other.digest() and game.to_json() == other.to_json()
    assert not game.pauses


def test_a_pause_is_no_place_to_go_on_from(tmp_path: Path) -> None:
    paused = laid(tmp_path).pauses[0]
    with pytest.raises(artrules.IllegalChoice):
        paused.choose(0)
    with pytest.raises(artrules.CannotSave):
        paused.to_json()


def test_a_game_without_a_log_takes_no_notice(tmp_path: Path) -> None:
    game, silent = laid(tmp_path), laid(tmp_path, log=False)
    assert silent.digest() == game.digest() and not silent.pauses
    knowing = laid(tmp_path, log=False, knowledge=True)
    assert knowing.digest() == game.digest() and not knowing.pauses


def test_saves_know_nothing_of_pauses(tmp_path: Path, executor: str) -> None:
    ruleset = tiny(tmp_path, LAY, procedures=PROCEDURES)
    game = ruleset.new_game(seed=1)
    choose(game, "lay red 2")
    again = ruleset.resume(game.to_json())
    assert [paused.digest() for paused in again.pauses] == [paused.digest() for paused in game.pauses]
    assert again.log == game.log


def test_an_observer_changes_nothing(tmp_path: Path) -> None:
    forced = 'choose "look at {e}" for e in my hand where e.shade is blue\npause "a third"\nmay "go on": skip'
    ruleset = tiny(tmp_path, LAY, procedures=PROCEDURES, edits=[('may "go on": skip', indent(forced, "    ").lstrip())])
    game, watched = ruleset.new_game(seed=1), ruleset.new_game(seed=1)
    options: list[str] = []

    def look(option: artrules.Option) -> None:
        options.append(option.label)
        watched.copy().view(2)

    watched.inspect.observe(look)
    for each in (game, watched):
        choose(each, "lay red 2")
    assert options == ["lay red 2", "look at blue 2"]
    assert [p.digest() for p in watched.pauses] == [p.digest() for p in game.pauses]
    assert len(game.pauses) == 3


def test_the_setup_the_final_steps_and_watches_pause(tmp_path: Path, executor: str) -> None:
    act = """
    watch rung as r until game ends:
        pause "rung {r.n}"
    may "ring": announce rung(n: 3, by: me)
    """
    edits = [
        ("      skip\n", '      pause "the beginning"\n'),
        ("  score:", '  final:\n    last: |\n      pause "the end"\n  score:'),
    ]
    game = tiny(tmp_path, act, edits=edits).new_game(seed=1)
    assert [p.log[-1].text for p in game.pauses] == ["the beginning"]
    assert game.pauses[0].phase == "setup"
    choose(game, "ring")
    assert game.finished
    assert [p.log[-1].text for p in game.pauses] == ["rung 3", "the end"]
    assert [p.finished for p in game.pauses] == [False, False]


def test_of_very_many_pauses_the_last_are_shown(tmp_path: Path) -> None:
    game = tiny(tmp_path, 'for n in 1..99:\n    pause "{n}"\nmay "x": skip').new_game(seed=1)
    assert [p.log[-1].text for p in game.pauses] == [str(n) for n in range(80, 100)]


def test_where_all_act_at_once_nothing_pauses(tmp_path: Path) -> None:
    """Of a power the check may not know where it is used: then there is no pause either."""
    phases = """
    - name: together
      who: all_at_once
      do: |
        for c in my row, w in c.powers:
            may use w
    - name: after
      who: nobody
      do: |
        pause "all are done"
    """
    gifts = {1: '- when: now\n  do: |\n    my x += 1\n    pause "a gift"'}
    game = tiny(tmp_path, "move those(c in pool where c.n = 1) to my row", phases=phases, gifts=gifts).new_game(seed=1)
    while game.decisions:
        choose(game, next(label for label in offered(game) if label != "don't use it"))
    assert game.view(1)["players"][1]["x"] == 3
    assert [p.log[-1].text for p in game.pauses] == ["all are done"]
    assert [entry.text for entry in game.log if entry.kind == "paused"] == ["all are done"]


def sent_in_two_worlds(game: artrules.Game, seat: int, label: str) -> Iterator[tuple[str, str]]:
    """What a seat is sent at the pauses after a choice, in this game and in one that it can't tell from it."""
    other = exchange_hidden_cards(game, seat, Exchanges(seat, Stream(5, seat, "exchanges")).of_all)
    other.ask()
    assert other.game.digest() != game.digest()
    both = game.copy(), other.game
    for each in both:
        choose(each, label)
    for here, there in zip(*(each.pauses for each in both), strict=True):
        yield shown_to(here, seat).message([]), shown_to(there, seat).message([])


def test_hidden_stays_hidden(tmp_path: Path, executor: str) -> None:
    act = """
    move those(c in pool) to my deck
    shuffle my deck
    move top 3 of my deck to my hand
    move top 2 of my deck to left(me).hand
    may "look": skip
    pause "before"
    move those(c in my hand) to top of my deck
    pause "{size(my hand)} left"
    """
    layout = "layout:\n  figures:\n    reds: {title: red cards, is: count(c in my hand where c.shade is red)}\n"
    pieces = "[[1, red, 1], [1, blue, 1], [2, red, 1], [2, blue, 1], [3, red, 1], [3, blue, 1]]"
    game = tiny(tmp_path, act, pieces=pieces, more=layout).new_game(seed=1)
    sent = list(sent_in_two_worlds(game, 2, "look"))
    assert len(sent) == 2
    for here, there in sent:
        assert here == there


SHOWN = """
move those(c in pool) to my deck
shuffle my deck
move top 3 of my deck to my hand
choose "hold {c}" for c in my hand
move top 1 of my deck to left(me).hand
show c to left(me)
MOMENT
move c to my deck
shuffle my deck
MOMENT
may "go on": skip
"""
ASKED = """
choose one:
    "yes": skip
    "no": skip
"""


def test_a_seat_sees_what_it_would_see_if_somebody_were_asked(tmp_path: Path) -> None:
    pieces = "[[1, red, 1], [1, blue, 1], [2, red, 1], [2, blue, 1], [3, red, 1], [3, blue, 1]]"
    first, second = (SHOWN.replace("MOMENT", text) for text in ('pause "look"', ASKED))
    pausing = tiny(tmp_path / "pausing", first, pieces=pieces).new_game(seed=4)
    asking = tiny(tmp_path / "asking", second, pieces=pieces).new_game(seed=4)
    label = offered(asking)[0]
    choose(pausing, label)
    choose(asking, label)
    first_pause, second_pause = pausing.pauses
    for seat in (1, 2):
        assert first_pause.log.read_by(seat)[:-1] == asking.log.read_by(seat)
    both = [game.playing.moment.knowledge for game in (first_pause, asking)]
    assert len({knowledge.data for knowledge in both if knowledge is not None}) == 1
    for paused in (first_pause, second_pause):
        for seat in (1, 2):
            here, there = paused.view(seat), asking.view(seat)
            assert here.pop("log")[-1] == "look"
            del there["log"]
            assert here == there
        choose(asking, "yes")
