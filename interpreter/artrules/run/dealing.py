"""Deals anew what a seat doesn't know, from a stream of chance: which card lies at each place that it can't tell.

Each mixing that the seat's unknown cards went through (`knowledge.py`) is gone through again, in order: the cards that
came to it leave it in any order, each as likely. What comes of it is a map from the card that really lies at a place to
the card that lies there now.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from artrules.run.carried import NOTHING, Carrying
from artrules.run.moving import may_see
from artrules.run.references import refer_anew, references

if TYPE_CHECKING:
    from artrules.run.chance import Stream
    from artrules.run.knowledge import Learned, Path
    from artrules.run.state import State


@dataclass(frozen=True, slots=True)
class Deal:
    """`lies` has for each card that isn't known the card that lies in its place now; `paths` how each came there;
    `set_there` what was set since the last mixing on the card at a place (which stays with the place)."""

    lies: dict[int, int]
    paths: dict[int, Path]
    set_there: dict[int, dict[int, object]]

    def __getitem__(self, card: int) -> int:
        return self.lies.get(card, card)


def deal(S: State, learned: Learned, stream: Stream, settled: Iterable[int] = ()) -> Deal:
    """Deal anew what is unknown. Cards that one of the `settled` seats sees stay where they are."""
    set_there = _set_there(S, learned)
    unknown = {
        card: path
        for card, path in learned.paths.items()
        if card in set_there and not any(may_see(S, seat, card) for seat in settled)
    }
    # Code that waits with a card may have tested its kind already.
    waited_for = {card for _, card, _ in references(S)}
    for by_kind in (False, True):
        lies, paths = _mixed(S, unknown, stream, by_kind)
        if all(_may_lie(S, there, card, there in waited_for) for there, card in lies.items()):
            return Deal(lies, paths, {c: what for c, what in set_there.items() if c in unknown and what})
    raise AssertionError("a card of the same kind may lie where one lies")


def exchangeable(S: State, learned: Learned) -> dict[int, frozenset[int]]:
    """The cards that can lie elsewhere as far as is known, each with the mixings that it has gone through: two that
    have gone through the same one may each lie where the other does, if that place holds such."""
    return {card: frozenset(learned.paths[card]) for card in _set_there(S, learned) if card in learned.paths}


def exchanged(S: State, learned: Learned, pairs: Iterable[tuple[int, int]]) -> Deal:
    """The deal in which cards have changed places in pairs, and all others lie where they are. No card may be in two
    pairs; a pair whose cards can't lie so is left out."""
    set_there = _set_there(S, learned)
    waited_for = {card for _, card, _ in references(S)}
    lies = {card: card for card in set_there if card in learned.paths}
    paths = {card: learned.paths[card] for card in lies}
    for one, other in pairs:
        common = set(learned.paths[one]) & set(learned.paths[other])
        if common and all(_may_lie(S, a, b, a in waited_for) for a, b in ((one, other), (other, one))):
            lies[one], lies[other] = other, one
            paths[one], paths[other] = (
                _crossed(learned.paths[a], learned.paths[b], max(common)) for a, b in ((one, other), (other, one))
            )
    return Deal(lies, paths, {c: what for c, what in set_there.items() if c in lies and what})


def _crossed(path: Path, other: Path, mixing: int) -> Path:
    """The way of a card that has left a mixing where another really did."""
    return path[: path.index(mixing)] + other[other.index(mixing) :]


def _mixed(S: State, unknown: dict[int, Path], stream: Stream, by_kind: bool) -> tuple[dict[int, int], dict[int, Path]]:
    through: dict[int, list[int]] = {}
    for card in sorted(unknown):
        for mixing in unknown[card]:
            through.setdefault(mixing, []).append(card)
    lies = {card: card for card in unknown}
    paths: dict[int, Path] = dict.fromkeys(unknown, ())
    for mixing in sorted(through):
        groups: dict[str, list[int]] = {}
        for there in through[mixing]:
            groups.setdefault(S.runtime.kind_of[lies[there]] if by_kind else "", []).append(there)
        for places in groups.values():
            cards = [lies[there] for there in places]
            for i in range(len(cards) - 1, 0, -1):
                j = stream.below(i + 1)
                cards[i], cards[j] = cards[j], cards[i]
            for there, card in zip(places, cards, strict=True):
                lies[there] = card
                paths[card] = (*paths[card], mixing)
    return lies, paths


def _may_lie(S: State, there: int, card: int, same_kind: bool) -> bool:
    if same_kind and S.runtime.kind_of[card] != S.runtime.kind_of[there]:
        return False
    return S.runtime.kind_of[card] in S.runtime.layout.zone_owner[S.cells[there]][0].kinds


def _set_there(S: State, learned: Learned) -> dict[int, dict[int, object]]:
    """For each unknown card that can lie elsewhere: what was set on it since its last mixing. Left out are cards to
    which more has happened than can lie with a place: these stay where they are."""
    carrying = Carrying(S)
    referring = {cell for cell, _ in S.runtime.card_cells}
    found: dict[int, dict[int, object]] = {}
    for card in learned.paths:
        then, now = learned.carried.get(card, NOTHING), carrying.by(card)
        if then.gained != now.gained or then.uses != now.uses:
            continue
        if card in carrying.by_power or any(offset + card in referring for offset, _ in now.attributes):
            continue
        if then.attributes == now.attributes:
            found[card] = {}
        elif not then.attributes:
            found[card] = dict(now.attributes)
    return found


def put(S: State, dealt: Deal, learned: Learned) -> None:
    """Lay the cards of a position as dealt: the one in which it was dealt, or one before it."""
    before = S.cells[:]
    S.zones = [tuple(dealt[card] for card in zone) for zone in S.zones]
    runtime = S.runtime
    for there, card in dealt.lies.items():
        S.cells[card] = before[there]
        S.cells[runtime.face_cell + card] = before[runtime.face_cell + there]
        set_there = dealt.set_there.get(there, {})
        carried = dict(learned.carried.get(card, NOTHING).attributes)
        for offset in runtime.changing[runtime.kind_of[card]]:
            value = carried.get(offset, runtime.blank.cells[offset + card])
            if runtime.kind_of[card] == runtime.kind_of[there] and set_there.get(offset) == before[offset + there]:
                value = set_there.get(offset, value)
            S.cells[offset + card] = value

    def refers(place: tuple[int, ...], card: int) -> int:
        return card if place in learned.carried.get(card, NOTHING).places else dealt[card]

    refer_anew(S, refers)
