"""Faults that *hides* must find on the rulesets that are shipped: an engine that tells too much, in one way after the
other, each on every ruleset in which that tells anything.

Where a fault isn't planted, it tells nothing that all can't know there: in Vintage and Bioutifoul nothing can be
declined, in Art Decko only what lies open; in Vintage whoever has something hidden to choose from has two different
cards; only in Avant Carde do all play at once, and there the hand from which it follows what could be played, and which
powers used, is laid open with the choices themselves (a card that lies concealed is the one exception). What is told of
declining is planted in `test_hides_breaks.py`, in a game where something hidden can be declined.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace
from typing import Any

import pytest

import artrules
from artrules.catalogue.shipped import shipped_folder, shipped_rulesets
from artrules.conformance import secrecy
from artrules.conformance.random_play import Counts
from artrules.conformance.table import table
from artrules.conformance.violation import Violation
from artrules.run import game as game_module
from artrules.run.advance import Candidate
from artrules.run.decision import Decision, Option
from artrules.run.game import Game
from artrules.run.log import Log, LogEntry
from artrules.run.moves import may_see
from artrules.run.state import Frame, State
from artrules.run.why_not import observed_position
from properties.rulesets import loaded

GAMES = 40
"""In so many games each fault must be found; most are in the first."""
HELD = ("art_decko", "bioutifoul")
"""Where it depends on cards that stay hidden whether there is a choice."""
ALL = ("avant_carde", "art_decko", "bioutifoul", "vintage")
Plant = Callable[[pytest.MonkeyPatch], None]


def unseen(S: State, seat: int) -> list[int]:
    """The cards that a seat can't see, place by place."""
    return [card for zone in S.zones for card in zone if not may_see(S, seat, card)]


def first_unseen(S: State, seat: int) -> int:
    return next(iter(unseen(S, seat)), 0)


# -- what is told of a single option


def kinds(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(LogEntry, "as_others_read", lambda e: replace(e, text=e.public, own=e.public))


def brackets(patch: pytest.MonkeyPatch) -> None:
    def bracketed(e: LogEntry) -> LogEntry:
        text = f"({e.public})" if e.kind == "took" else e.public
        return replace(e, kind="chose" if e.kind == "took" else e.kind, text=text, own=text)

    patch.setattr(LogEntry, "as_others_read", bracketed)


def no_entry(patch: pytest.MonkeyPatch) -> None:
    whole = Log.seen_by
    patch.setattr(Log, "seen_by", lambda log, seat: [e for e in whole(log, seat) if not _of_another(log, e, seat)])


def _of_another(log: Log, entry: LogEntry, seat: int) -> bool:
    """Whether something that another had to do reads so."""
    taken = {(e.round, e.player, e.public) for e in log.entries if e.kind == "took" and e.player != seat}
    return (entry.round, entry.player, entry.text) in taken


def choices_counted(patch: pytest.MonkeyPatch) -> None:
    whole = Game.view
    patch.setattr(Game, "view", lambda game, seat: {**whole(game, seat), "choices": game._chosen})


# -- while all play at once


def others_while_it_runs(patch: pytest.MonkeyPatch) -> None:
    def at_once(log: Log, seat: int) -> list[LogEntry]:
        return [e if e.player == seat else e.as_others_read() for e in log.entries if e.player == seat or e.public]

    patch.setattr(Log, "seen_by", at_once)


def held_when_it_has_ended(patch: pytest.MonkeyPatch) -> None:
    whole = Decision._public

    def telling(decision: Decision, candidate: Candidate, redaction: Container[int]) -> str:
        S, public = decision._game._state, whole(decision, candidate, redaction)
        if S.began is None or not public:
            return public
        others = [p for p in range(S.runtime.players) if p != decision.player - 1]
        mine = [z for z, owner in enumerate(S.runtime.zone_player) if owner == decision.player]
        held = [c for z in mine for c in S.zones[z] if not any(may_see(S, p, c) for p in others)]
        return f"{public}, holding {S.runtime.card_label(S.runtime.blank, held[0])}" if held else public

    patch.setattr(Decision, "_public", telling)


# -- answers


def places_answered(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(observed_position, "may_see", lambda S, seat, card: True)


def answers(patch: pytest.MonkeyPatch) -> None:
    whole = Game.why_not

    def telling(game: Game, player: int, text: str) -> Any:
        return replace(whole(game, player, text), reason=f"{first_unseen(game._state, player - 1)} is in the way")

    patch.setattr(Game, "why_not", telling)


# -- one card


def rare(patch: pytest.MonkeyPatch) -> None:
    """A seat is told whether another holds one certain card, where that is hidden from it."""
    whole = Game.view

    def telling(game: Game, seat: int) -> dict[str, Any]:
        S = game._state
        card = RARE[game._runtime.program.model.name]
        owner = S.runtime.zone_player[S.cells[card]]
        held = owner not in (0, seat) and may_see(S, owner - 1, card) and not may_see(S, seat - 1, card)
        return {**whole(game, seat), "rare": held and S.began is None}

    patch.setattr(Game, "view", telling)


RARE = {"avant_carde": 73, "art_decko": 34, "bioutifoul": 42, "vintage": 13}
"""One card of each game, that is hidden more often than not."""


# -- options


def order(patch: pytest.MonkeyPatch) -> None:
    whole = game_module.options

    def turned(S: State, frame: Frame) -> list[Candidate]:
        found = whole(S, frame)
        at = first_unseen(S, S.runtime.deciders[frame[0]](S, *frame[1:])) % max(1, len(found))
        return found[at:] + found[:at]

    patch.setattr(game_module, "options", turned)


def ids(patch: pytest.MonkeyPatch) -> None:
    whole = Option.id.fget  # type: ignore[attr-defined]

    def telling(option: Option) -> str:
        return f"{whole(option)}/{first_unseen(option.decision._game._state, option.decision.player - 1)}"

    patch.setattr(Option, "id", property(telling))


# -- numbers of entries


def one_more_entry(patch: pytest.MonkeyPatch) -> None:
    whole = Game._take

    def twice(game: Game, S: State, kind: str, decision: Decision, candidate: Candidate) -> None:
        others = [p for p in range(S.runtime.players) if p != decision.player - 1]
        if game._log is not None and others and first_unseen(S, others[0]) % 2:
            game._log.add(S, "said", decision.player - 1, "goes on")
        whole(game, S, kind, decision, candidate)

    patch.setattr(Game, "_take", twice)


FAULTS: dict[Plant, tuple[str, ...]] = {
    kinds: HELD,
    brackets: ("avant_carde", *HELD),
    no_entry: HELD,
    choices_counted: ("avant_carde", *HELD),
    others_while_it_runs: ("avant_carde",),
    held_when_it_has_ended: ("avant_carde",),
    places_answered: ("avant_carde", "art_decko"),
    answers: ALL,
    rare: ALL,
    order: ALL,
    ids: ALL,
    one_more_entry: ALL,
}
FIRST = {(kinds, "bioutifoul"): 7, (no_entry, "bioutifoul"): 7}
"""Where the first games have nothing to tell, so as not to play them: a hand of four cards of one artist is rare."""
PLANTED = [(plant, name) for plant, names in FAULTS.items() for name in names]


def found(ruleset: artrules.Ruleset, first: int) -> str:
    """How the property breaks within some games; nothing if it doesn't."""
    for index in range(first, first + GAMES):
        try:
            secrecy.check(ruleset, table(ruleset, "hides", 0, index), Counts())
        except Violation as broken:
            return broken.account
    return ""


@pytest.mark.parametrize(("plant", "name"), PLANTED, ids=[f"{plant.__name__} {name}" for plant, name in PLANTED])
def test_a_planted_fault_is_found(plant: Plant, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = loaded(shipped_folder() / name)
    plant(monkeypatch)
    account = found(ruleset, FIRST.get((plant, name), 0))
    assert "would read" in account or "can tell" in account


def test_all_that_is_shipped_is_tried() -> None:
    assert set(ALL) == set(shipped_rulesets())
