"""Leaks that *hides* must find, one for each way in which a seat could learn what it can't know: of content, and of an
engine that is made to tell too much."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import artrules
from artrules.author.conformance import secrecy
from artrules.author.conformance.random_play import Counts, Table
from artrules.play import ruleset as ruleset_module
from artrules.play.explain.text import Words
from artrules.play.explain.why_not import observed_position
from artrules.play.game import step, view
from artrules.play.game.decision import Option
from artrules.play.game.game import Game
from artrules.play.game.log import LogEntry
from artrules.play.game.moment import Moment
from artrules.play.game.offers import Asked
from artrules.play.game.runtime import Runtime
from author.properties.rulesets import broken
from play.game.tiny import tiny

PIECES = "[[1, red, 4], [2, red, 4], [3, red, 2], [1, blue, 4], [2, blue, 4], [3, blue, 2]]"
DEAL = """
      for p in players:
          move those(c in pool where c.n in [1, 2, 3]) to heap
      shuffle heap
      for p in players:
          move top 5 of heap to p.hand
"""
TURN = """
repeat 3 times:
    choose "keep {mine}" for mine in my hand
    move mine to my deck
    as left(me):
        OTHER
"""
FAIR = 'choose "keep {c}" for c in my hand\nmove c to my deck'


def seats(folder: Path, turn: str, **more: Any) -> artrules.Ruleset:
    """Tiny, where five cards are dealt to each; player 1 keeps one, then the other does something, three times."""
    edits = [("\n      skip\n", DEAL.rstrip() + "\n"), *more.pop("edits", [])]
    act = TURN.replace("OTHER", "\n        ".join(turn.splitlines()))
    return tiny(folder, act, pieces=PIECES, edits=edits, **more)


def check(ruleset: artrules.Ruleset, table: Table, counts: Counts) -> None:
    secrecy.check_secrecy(ruleset, table, counts, one_in=1)


WORDS = """choose one:
    "keep {c}" for c in tile if c in my hand else "the other holds {list(d for d in left(me).hand)}":
        move c to my deck"""


def test_words_of_a_condition_tell_nothing_hidden(tmp_path: Path) -> None:
    """They read what only another player sees."""
    assert broken(check, seats(tmp_path, WORDS)) == ""


def test_words_that_tell_what_is_hidden_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observed_position._Observer, "_sees", lambda *_: True)
    assert "answers" in broken(check, seats(tmp_path, WORDS))


def test_it_holds_without_a_leak(tmp_path: Path) -> None:
    ruleset = seats(tmp_path, FAIR + '\nsay "{me} keeps {c}"')
    assert broken(check, ruleset) == ""
    counts = Counts()
    check(ruleset, Table(3, {}, 1), counts)
    assert counts["deals"] >= 12 and counts["cards elsewhere"] > 50
    assert counts["labels told"] > 10 and counts["choices told"] > 1


CONTENT = {
    "an option that is there": (
        """
        choose one:
            "pass": skip
            "hope": skip
            "gloat" if any(c in left(me).hand where c.n = 3):
                skip
        """,
        "seat 2 can tell when what it can't know is dealt anew: decisions.0.options has",
    ),
    "the order of options": (
        'choose "guess {n}" for n in list(c.n for c in left(me).hand)',
        "seat 2 can tell when what it can't know is dealt anew: decisions.0.options.",
    ),
    "what can be completed": (
        """
        choose one:
            "bet":
                require any(c in left(me).hand where c.n = 3)
            "pass": skip
            "wait": skip
        """,
        "seat 2 can tell when what it can't know is dealt anew: decisions.0.options.0.0 is",
    ),
    "whether one is asked at all": (
        "choose n in 1..2 where n = 1 or any(c in left(me).hand where c.n = 3)",
        "seat 2 can tell when what it can't know is dealt anew: decisions.0.options has 2 or 1 entries",
    ),
    "what is said": (
        FAIR + '\nlet high = c.n > 1\nsay "{me} keeps a high one: {high}"',
        "seat 1 would read `said: player 2 keeps a high one:",
    ),
}


@pytest.mark.parametrize("name", CONTENT)
def test_content_that_leaks(name: str, tmp_path: Path) -> None:
    turn, found = CONTENT[name]
    assert found in broken(check, seats(tmp_path, dedent(turn).strip()))


def test_a_view_that_shows_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = seats(tmp_path, FAIR)
    monkeypatch.setattr(
        view.Table, "_cards", lambda table, zone: [table._card(c, zone) for c in table._scene.cards_in(zone)]
    )
    account = broken(check, ruleset)
    assert account.startswith("seat 1 can tell when what it can't know is dealt anew: view.zones.heap.")


BLIND = 'choose "take {c}" for c in left(me).hand\nmove c to my hand\nmove my hand[1] to left(me).hand'


@pytest.mark.parametrize(
    ("what", "found"), [("labels", "decisions.0.options.0.1 is 'take "), ("ids", "decisions.0.options.0.0 is '2:")]
)
def test_options_that_tell_which_hidden_cards_they_are_about(
    what: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = seats(tmp_path, BLIND)
    assert broken(check, ruleset) == ""
    if what == "labels":
        whole = Moment.label

        def openly(moment: Moment, asked: Asked, index: int, seats: int | None) -> str:
            return whole(moment, asked, index, None)

        monkeypatch.setattr(Moment, "label", openly)
    else:
        tell = property(lambda option: f"{option.decision.player}:{option.candidate}")
        monkeypatch.setattr(Option, "id", tell)
    assert found in broken(check, ruleset)


def test_how_many_hidden_cards_are_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {"is_free": "def is_free(card, me):\n    return not happened[card]"}
    monkeypatch.setattr(ruleset_module, "Runtime", partial(Runtime, replacements=seen))
    ruleset = seats(tmp_path, BLIND)
    account = broken(check, ruleset)
    assert "decisions.0.options has" in account or "decisions.0.options.2.0 is" in account


def test_a_story_that_tells_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = seats(tmp_path, FAIR + '\nsay "{me} keeps {c}"')

    def openly(runtime: Runtime, tokens: list[int], first: int, end: int, me: int | None) -> tuple[str, str, str]:
        text = runtime.words.joined(tokens, first, end, None, [])
        return text, text, text

    monkeypatch.setattr(step, "_said", openly)
    assert "seat 1 would read `said: player 2 keeps " in broken(check, ruleset)


def test_a_label_that_others_read_too_much_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = seats(tmp_path, FAIR)
    whole = Words.parts

    def openly(
        words: Words, tokens: list[int], place: int, end: int, seats: int | None, hidden: list[int]
    ) -> list[str]:
        return whole(words, tokens, place, end, None, hidden)

    monkeypatch.setattr(Words, "parts", openly)
    assert " would read `keep " in broken(check, ruleset)


STORY = """
layout:
  story:
    "keep {mine}": "{me} kept {mine} of {size(my hand)}"
    "keep {c}": "{me} kept {c}, {'a high' if c.n > 2 else 'a low'} one"
"""
TOLD = [("\nflow:\n", f"{STORY}flow:\n")]


def test_the_story_holds_without_a_leak(tmp_path: Path) -> None:
    ruleset = seats(tmp_path, FAIR, edits=TOLD)
    assert ruleset.new_game(players=2, seed=1).description
    assert broken(check, ruleset) == ""


def test_a_sentence_that_names_cards_to_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = seats(tmp_path, FAIR, edits=TOLD)

    def openly(runtime: Runtime, tokens: list[int], first: int, end: int, *_: Any) -> tuple[Any, ...]:
        text = runtime.words.joined(tokens, first, end, None, [])
        return text, text, text, ()

    monkeypatch.setattr(step, "_texts_of_option", openly)
    assert "seat 2 would read `chose: player 1 kept red 2 of 3`, but `" in broken(check, ruleset)


def test_a_seat_that_reads_the_label_beside_the_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = seats(tmp_path, FAIR, edits=TOLD)
    monkeypatch.setattr(LogEntry, "as_read_by", lambda entry, _: replace(entry, text=f"{entry.public} ({entry.label})"))
    assert re.search(r"kept a card of \d \(keep red 2\)", broken(check, ruleset))


def test_an_outsider_who_sees_what_the_first_seat_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view.Table, "_is_public", lambda table, card, _: bool(table._sights[card] & 1))
    assert "from outside." in broken(check, seats(tmp_path, FAIR))


MUST = 'choose "keep {c}" for c in my hand where c.n = 3 or c is my hand[1]\nmove c to my deck'
MAY = """
if any(c in my hand where c.n = 3):
    may "keep {c}" for c in my hand where c.n = 3:
        move c to my deck
choose "wait {n}" for n in 1..2
"""


def test_that_somebody_had_no_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player on turn. Others, for whom nobody is on turn, are asked even if there is one option."""
    ruleset = seats(
        tmp_path, FAIR, edits=[("for mine in my hand", "for mine in my hand where mine.n = 3 or mine is my hand[1]")]
    )
    assert broken(check, ruleset) == ""
    monkeypatch.setattr(LogEntry, "as_read_by", lambda e, _: replace(e, text=e.public, own=e.public))
    assert "`took: keep a card`" in broken(check, ruleset)


def test_how_often_others_had_a_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = seats(tmp_path, MUST)
    whole = Game.view
    monkeypatch.setattr(Game, "view", lambda game, seat: {**whole(game, seat), "choices": game.playing.moment.chosen})
    assert "view.choices is " in broken(check, ruleset)


def test_that_something_was_declined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is offered only to one who holds certain cards."""
    ruleset = seats(tmp_path, MAY)
    assert broken(check, ruleset) == ""
    whole = step._texts_of_option

    def openly(runtime: Runtime, tokens: list[int], first: int, end: int, player: int, _: bool) -> step.Texts:
        return whole(runtime, tokens, first, end, player, False)

    monkeypatch.setattr(step, "_texts_of_option", openly)
    assert "don't" in broken(check, ruleset)


OPENED = 'choose "open {c}" for c in my hand\nmove c to my row\npause "the card"\nmove c to my deck'


def test_a_pause_that_all_see_like_the_player_who_acts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = seats(tmp_path, OPENED)
    assert broken(check, ruleset) == ""
    whole = Game.view

    def like_the_player(game: Game, seat: int) -> dict[str, Any]:
        paused = game.log and game.log[-1].kind == "paused"
        return whole(game, game.log[-1].player or seat) if paused else whole(game, seat)

    monkeypatch.setattr(Game, "view", like_the_player)
    assert "can tell when what it can't know is dealt anew: view.log.4 is 'open " in broken(check, ruleset)
