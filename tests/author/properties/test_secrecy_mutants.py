"""Faults that *hides* must find on the rulesets that are shipped: an engine that tells too much, in one way after the
other, each on every ruleset in which that tells anything.

Where a fault isn't planted, it tells nothing that all can't know there: in Vintage and Bioutifoul nothing can be
declined, in Art Decko only what lies open; in Vintage whoever has something hidden to choose from has two different
cards; only in Avant Carde do all play at once, and there the hand from which it follows what could be played, and which
powers used, is laid open with the choices themselves (a card that lies concealed is the one exception). What is told of
declining is planted in `test_hides_breaks.py`, in a game where something hidden can be declined.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import artrules
from artrules.author.conformance import secrecy
from artrules.author.conformance.random_play import Counts, Violation, table
from artrules.engine.machine.memory import ALL_AT_ONCE
from artrules.engine.machine.numbers import FACE_DOWN
from artrules.model.catalogue.locations import shipped_folder, shipped_rulesets
from artrules.play.explain.why_not import observed_position
from artrules.play.game import step
from artrules.play.game import step as entries
from artrules.play.game.decision import Option
from artrules.play.game.game import Game
from artrules.play.game.log import Log, LogEntry
from artrules.play.game.offers import Asked, Offers
from artrules.play.game.runtime import Runtime
from artrules.play.position.codec import SceneReader
from author.properties.rulesets import ONE_DEAL, loaded

GAMES = 40
"""In so many games each fault must be found; most are in the first."""
HELD = ("art_decko", "bioutifoul")
"""Where it depends on cards that stay hidden whether there is a choice."""
ALL = ("avant_carde", "art_decko", "bioutifoul", "crazy_eights", "hearts", "vintage")
REPRESENTED = {
    "bridge": "hearts",
    "cribbage": "hearts",
    "dou_dizhu": "crazy_eights",
    "euchre": "hearts",
    "gin_rummy": "crazy_eights",
    "go_fish": "crazy_eights",
    "goofspiel": "hearts",
    "klondike": "crazy_eights",
    "oh_hell": "hearts",
    "spades": "hearts",
    "texas_holdem": "hearts",
}
"""By shipped game: another one of playing cards that stands for it."""
Plant = Callable[[pytest.MonkeyPatch], None]


def may_see(runtime: Runtime | Offers, seat: int, card: int) -> bool:
    """Whether a seat (counted from 0) sees a card in the position in memory."""
    region = runtime.instance.region
    zone = region("zone_of")[card]
    if region("open_places")[zone] and region("first_in_zone")[zone] != card:
        return False
    seats = region("seen_down_by" if region("face_of")[card] == FACE_DOWN else "seen_by")[zone]
    return bool(seats >> seat & 1)


def cards_in(runtime: Runtime | Offers, zone: int) -> tuple[int, ...]:
    return SceneReader(runtime.program, runtime.instance).cards_in(zone)


def first_unseen(runtime: Runtime | Offers, seat: int) -> int:
    """The first card in memory that a seat can't see."""
    cards = (card for zone in range(len(runtime.program.layout.zone_places)) for card in cards_in(runtime, zone))
    return next((card for card in cards if not may_see(runtime, seat, card)), 0)


# -- what is told of a single option


def kinds(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(LogEntry, "as_read_by", lambda e, _: replace(e, text=e.public, own=e.public))


def brackets(patch: pytest.MonkeyPatch) -> None:
    def bracketed(e: LogEntry, _: int) -> LogEntry:
        text = f"({e.public})" if e.kind == "took" else e.public
        return replace(e, kind="chose" if e.kind == "took" else e.kind, text=text, own=text)

    patch.setattr(LogEntry, "as_read_by", bracketed)


def no_entry(patch: pytest.MonkeyPatch) -> None:
    whole = Log.read_by
    patch.setattr(Log, "read_by", lambda log, seat: [e for e in whole(log, seat) if not _of_another(log, e, seat)])


def _of_another(log: Log, entry: LogEntry, seat: int) -> bool:
    """Whether something that another had to do reads so."""
    taken = {(e.round, e.player, e.public) for e in log.entries if e.kind == "took" and e.player != seat}
    return (entry.round, entry.player, entry.text) in taken


def choices_counted(patch: pytest.MonkeyPatch) -> None:
    whole = Game.view
    patch.setattr(Game, "view", lambda game, seat: {**whole(game, seat), "choices": game.playing.moment.chosen})


# -- while all play at once


def others_while_it_runs(patch: pytest.MonkeyPatch) -> None:
    def at_once(log: Log, seat: int) -> list[LogEntry]:
        return [e if e.player == seat else e.as_read_by(seat) for e in log.entries if e.player == seat or e.public]

    patch.setattr(Log, "read_by", at_once)


def held_when_it_has_ended(patch: pytest.MonkeyPatch) -> None:
    whole = entries._taken

    def telling(
        runtime: Runtime, tokens: list[int], first: int, end: int, player: int, declines: bool
    ) -> tuple[object, ...]:
        text, own, public, apart, label = whole(runtime, tokens, first, end, player, declines)
        region = runtime.instance.region
        if not region("clock")[ALL_AT_ONCE] or not public:
            return text, own, public, apart, label
        others = [p for p in range(runtime.players) if p != player]
        mine = [zone for zone, owner in enumerate(region("player_of_zone")) if owner == player + 1]
        held = [c for zone in mine for c in cards_in(runtime, zone) if not any(may_see(runtime, p, c) for p in others)]
        told = f"{public}, holding {region('look_of')[held[0]]}" if held else public
        return text, own, told, apart, label

    patch.setattr(entries, "_taken", telling)


# -- answers


def places_answered(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(observed_position._Observer, "_sees", lambda *_: True)


def answers(patch: pytest.MonkeyPatch) -> None:
    whole = Game.why_not

    def telling(game: Game, player: int, text: str) -> Any:
        return replace(
            whole(game, player, text), reason=f"{first_unseen(game.playing.moment.load(), player - 1)} is in the way"
        )

    patch.setattr(Game, "why_not", telling)


# -- one card


def rare(patch: pytest.MonkeyPatch) -> None:
    """A seat is told whether another holds one certain card, where that is hidden from it."""
    whole = Game.view

    def telling(game: Game, seat: int | None) -> dict[str, Any]:
        shown, runtime, card = whole(game, seat), game.playing.moment.load(), RARE[game.inspect.model.name]
        if seat is None:
            return shown
        owner = runtime.instance.region("player_of_zone")[runtime.instance.region("zone_of")[card]]
        held = owner not in (0, seat) and may_see(runtime, owner - 1, card) and not may_see(runtime, seat - 1, card)
        return {**shown, "rare": held and not game.simultaneous}

    patch.setattr(Game, "view", telling)


RARE = {"avant_carde": 73, "art_decko": 34, "bioutifoul": 42, "crazy_eights": 20, "vintage": 13}
"""One card of each game, that is hidden more often than not."""


# -- options


def order(patch: pytest.MonkeyPatch) -> None:
    whole = Offers.read

    def turned(offers: Offers, stack: int) -> Asked:
        asked = whole(offers, stack)
        at = first_unseen(offers, asked.player) % asked.count
        words = at * asked.width
        asked.rows = asked.rows[words:] + asked.rows[:words]
        if asked.lists is not None:
            asked.lists = asked.lists[at:] + asked.lists[:at]
        return asked

    patch.setattr(Offers, "read", turned)


def ids(patch: pytest.MonkeyPatch) -> None:
    whole = Option.id.fget  # type: ignore[attr-defined]

    def telling(option: Option) -> str:
        return f"{whole(option)}/{first_unseen(option.decision.moment.load(), option.decision.player - 1)}"

    patch.setattr(Option, "id", property(telling))


# -- numbers of entries


def one_more_entry(patch: pytest.MonkeyPatch) -> None:
    whole = step.extended

    def longer(log: Log, tokens: list[int], runtime: Runtime, told: int = 0) -> Log:
        new = whole(log, tokens, runtime, told)
        entry = next((e for e in reversed(new.entries[log.length :]) if e.kind in ("chose", "took")), None)
        if entry is None or entry.player is None:
            return new
        other = next((p for p in range(runtime.players) if p != entry.player - 1), None)
        if other is None or first_unseen(runtime, other) % 2 == 0:
            return new
        return new.plus([replace(entry, kind="said", text="goes on", own="goes on", public="goes on")])

    patch.setattr(step, "extended", longer)


FAULTS: dict[Plant, tuple[str, ...]] = {
    kinds: HELD,
    brackets: ("avant_carde", *HELD),
    no_entry: HELD,
    choices_counted: ("avant_carde", *HELD),
    others_while_it_runs: ("avant_carde",),
    held_when_it_has_ended: ("avant_carde",),
    places_answered: ("avant_carde", "art_decko"),
    answers: ALL,
    rare: tuple(name for name in ALL if name != "hearts"),  # all cards are dealt there: others hold what one lacks
    order: ALL,
    ids: ALL,
    one_more_entry: ALL,
}
FIRST = {
    (kinds, "bioutifoul"): 7,
    (no_entry, "bioutifoul"): 7,
    (rare, "avant_carde"): 39,
    (one_more_entry, "vintage"): 31,
}
"""Where the first games have nothing to tell, so as not to play them: a hand of four cards of one artist is rare."""
PLANTED = [(plant, name) for plant, names in FAULTS.items() for name in names]


def found(ruleset: artrules.Ruleset, first: int) -> str:
    """How the property breaks within some games; nothing if it doesn't."""
    for index in range(first, first + GAMES):
        try:
            secrecy.check_secrecy(ruleset, table(ruleset, "hides", 0, index), Counts())
        except Violation as broken:
            return broken.account
    return ""


@pytest.mark.parametrize(("plant", "name"), PLANTED, ids=[f"{plant.__name__} {name}" for plant, name in PLANTED])
def test_a_planted_fault_is_found(plant: Plant, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = loaded(shipped_folder() / name)
    plant(monkeypatch)
    account = found(ruleset, FIRST.get((plant, name), 0))
    assert "would read" in account or "can tell" in account


def test_all_that_is_shipped_is_tried_or_represented() -> None:
    assert {*ALL, *REPRESENTED} == {*shipped_rulesets()} - ONE_DEAL
    assert {*REPRESENTED.values()} <= {*ALL}
