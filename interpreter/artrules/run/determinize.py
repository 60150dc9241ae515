"""Determinization of cards: assigns the cards that a seat doesn't know to the places where they may lie.

Each shuffle group (`knowledge.py`) that the unknown cards went through is shuffled again, in order of time. The result
maps the card that really lies at a place to the card that lies there in the determinization.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from artrules.run.feasibility.card_state import NOTHING, Carrying
from artrules.run.feasibility.references import refer_anew, references
from artrules.run.moves import may_see

if TYPE_CHECKING:
    from artrules.run.chance import Stream
    from artrules.run.knowledge import History, SeatKnowledge
    from artrules.run.state import State


@dataclass(frozen=True, slots=True)
class Assignment:
    """Which card lies in the place of which. `assignment[card]` is the card that lies where `card` really lies."""

    card_at: dict[int, int]
    """By unknown card: the card that lies in its place."""
    histories: dict[int, History]
    """By card: how it came to where it lies now."""
    set_there: dict[int, dict[int, object]]
    """By unknown card: what was set on it since its last shuffle group, by attribute cell. It stays with the place."""

    def __getitem__(self, card: int) -> int:
        return self.card_at.get(card, card)


def sample_assignment(S: State, known: SeatKnowledge, stream: Stream, settled: Iterable[int] = ()) -> Assignment:
    """A random assignment of the cards that a seat doesn't know; all that the seat can't tell apart are as likely as
    shuffling makes them. Cards that one of the `settled` seats (counted from 0) sees stay where they are."""
    set_there = _set_there(S, known)
    unknown = {
        card: history
        for card, history in known.histories.items()
        if card in set_there and not any(may_see(S, seat, card) for seat in settled)
    }
    # Code that waits with a card may have tested the card's kind already.
    waited_for = {card for _, card, _ in references(S)}
    for by_kind in (False, True):
        card_at, histories = _shuffled(S, unknown, stream, by_kind)
        if all(_may_lie(S, there, card, there in waited_for) for there, card in card_at.items()):
            return Assignment(card_at, histories, {c: what for c, what in set_there.items() if c in unknown and what})
    raise AssertionError("a card of the same kind may lie where one lies")


def exchangeable_cards(S: State, known: SeatKnowledge) -> dict[int, frozenset[int]]:
    """The unknown cards that may lie elsewhere, each with its shuffle groups. Two cards with a common group may each
    lie where the other does, if that zone holds cards of the kind."""
    return {card: frozenset(known.histories[card]) for card in _set_there(S, known) if card in known.histories}


def exchange_pairs(S: State, known: SeatKnowledge, pairs: Iterable[tuple[int, int]]) -> Assignment:
    """The assignment in which pairs of cards have changed places and all other cards stay. No card may be in two pairs.
    A pair whose cards can't lie so is left out."""
    set_there = _set_there(S, known)
    waited_for = {card for _, card, _ in references(S)}
    card_at = {card: card for card in set_there if card in known.histories}
    histories = {card: known.histories[card] for card in card_at}
    for one, other in pairs:
        common = set(known.histories[one]) & set(known.histories[other])
        if common and all(_may_lie(S, a, b, a in waited_for) for a, b in ((one, other), (other, one))):
            card_at[one], card_at[other] = other, one
            histories[one], histories[other] = (
                _crossed(known.histories[a], known.histories[b], max(common)) for a, b in ((one, other), (other, one))
            )
    return Assignment(card_at, histories, {c: what for c, what in set_there.items() if c in card_at and what})


def _crossed(history: History, other: History, group: int) -> History:
    """The history of a card that left a shuffle group where another card really left it."""
    return history[: history.index(group)] + other[other.index(group) :]


def _shuffled(
    S: State, unknown: dict[int, History], stream: Stream, by_kind: bool
) -> tuple[dict[int, int], dict[int, History]]:
    """Shuffle all groups of the unknown cards again, with `by_kind` each kind by itself: the card at each card's place,
    and each card's new history."""
    through: dict[int, list[int]] = {}
    for card in sorted(unknown):
        for group in unknown[card]:
            through.setdefault(group, []).append(card)
    card_at = {card: card for card in unknown}
    histories: dict[int, History] = dict.fromkeys(unknown, ())
    for group in sorted(through):
        parts: dict[str, list[int]] = {}
        for there in through[group]:
            parts.setdefault(S.runtime.kind_of[card_at[there]] if by_kind else "", []).append(there)
        for places in parts.values():
            cards = [card_at[there] for there in places]
            stream.shuffle(cards)
            for there, card in zip(places, cards, strict=True):
                card_at[there] = card
                histories[card] = (*histories[card], group)
    return card_at, histories


def _may_lie(S: State, there: int, card: int, same_kind: bool) -> bool:
    """Whether a card may lie in the place of another."""
    if same_kind and S.runtime.kind_of[card] != S.runtime.kind_of[there]:
        return False
    return S.runtime.kind_of[card] in S.runtime.layout.zone_owner[S.cells[there]][0].kinds


def _set_there(S: State, known: SeatKnowledge) -> dict[int, dict[int, object]]:
    """For each unknown card that may lie elsewhere: what was set on it since its last shuffle group, by attribute cell.
    Left out are the cards to which more has happened than a place can keep: they stay where they are."""
    carrying = Carrying(S)
    referring = {cell for cell, _ in S.runtime.card_cells}
    found: dict[int, dict[int, object]] = {}
    for card in known.histories:
        then, now = known.carried.get(card, NOTHING), carrying.by(card)
        if then.gained != now.gained or then.uses != now.uses:
            continue
        if card in carrying.by_power or any(offset + card in referring for offset, _ in now.attributes):
            continue
        if then.attributes == now.attributes:
            found[card] = {}
        elif not then.attributes:
            found[card] = dict(now.attributes)
    return found


def put_cards(S: State, assignment: Assignment, known: SeatKnowledge) -> None:
    """Lay the cards of a position as assigned: the position for which the assignment was made, or an earlier one."""
    before = S.cells[:]
    S.zones = [tuple(assignment[card] for card in zone) for zone in S.zones]
    runtime = S.runtime
    for there, card in assignment.card_at.items():
        S.cells[card] = before[there]
        S.cells[runtime.face_cell + card] = before[runtime.face_cell + there]
        set_there = assignment.set_there.get(there, {})
        carried = dict(known.carried.get(card, NOTHING).attributes)
        for offset in runtime.changing[runtime.kind_of[card]]:
            value = carried.get(offset, runtime.blank.cells[offset + card])
            if runtime.kind_of[card] == runtime.kind_of[there] and set_there.get(offset) == before[offset + there]:
                value = set_there.get(offset, value)
            S.cells[offset + card] = value

    def refers(place: tuple[int, ...], card: int) -> int:
        return card if place in known.carried.get(card, NOTHING).places else assignment[card]

    refer_anew(S, refers)
