"""Reads what seats know from a save, and checks it: the histories of unknown cards, and what those cards carry."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from artrules.compile.references import SLOTS
from artrules.run.feasibility.card_state import Carried
from artrules.run.feasibility.references import CELL, RECORD, WATCH
from artrules.run.knowledge import Knowledge, PhaseStart, SeatKnowledge
from artrules.run.proof.position import check_watches, is_definition, pairs
from artrules.run.proof.values import is_card, is_value
from artrules.run.save_document import damaged, whole
from artrules.run.state import frozen
from artrules.run.update_knowledge import STACKS, sight

if TYPE_CHECKING:
    from artrules.run.state import State

SEATS = "what seats know in it can't be"


def restore_knowledge(S: State, saved: dict[str, Any]) -> Knowledge:
    """What seats know, from the data of a save, in a position that has been checked. Raises SaveRefused."""
    if saved.keys() != {"seats", "latest", "begun"}:
        raise damaged(SEATS)
    seats, latest, begun = (frozen(saved[part]) for part in ("seats", "latest", "begun"))
    if not isinstance(latest, tuple) or len(latest) != 1 + S.runtime.players or not all(whole(n, 0) for n in latest):
        raise damaged(SEATS)
    if begun is None and S.began is not None:
        raise damaged(SEATS)
    then = None if begun is None else _phase_start(S, begun, latest)
    return Knowledge(_seats(S, seats, latest, now=True), latest, then)


def _phase_start(S: State, begun: Any, latest: tuple[int, ...]) -> PhaseStart:
    if not isinstance(begun, tuple) or len(begun) != 3 or not isinstance(begun[0], tuple):
        raise damaged(SEATS)
    uses = tuple(pairs(begun[0], "uses counted"))
    if not all(whole(times, 1) for _, times in uses):
        raise damaged(SEATS)
    return PhaseStart(uses, check_watches(S, begun[1]), _seats(S, begun[2], latest, now=False))


def _seats(S: State, seats: Any, latest: tuple[int, ...], *, now: bool) -> tuple[SeatKnowledge, ...]:
    if not isinstance(seats, tuple) or len(seats) != S.runtime.players:
        raise damaged(SEATS)
    return tuple(_seat(S, seat, known, latest, now) for seat, known in enumerate(seats))


def _seat(S: State, seat: int, known: Any, latest: tuple[int, ...], now: bool) -> SeatKnowledge:
    if not isinstance(known, tuple) or len(known) != 2 or not all(isinstance(part, tuple) for part in known):
        raise damaged(SEATS)
    histories, carried = dict(pairs(known[0], "paths")), dict(pairs(known[1], "what cards carry"))
    for card, history in histories.items():
        if not is_card(S, card) or (now and sight(S, card) >> seat & 1) or not _is_history(history, latest):
            raise damaged(SEATS)
    if not all(card in histories for card in carried):
        raise damaged(SEATS)
    return SeatKnowledge(histories, {card: _carried(S, card, what) for card, what in carried.items()})


def _is_history(history: Any, latest: tuple[int, ...]) -> bool:
    """Whether a value is a history: numbers of shuffle groups in order, each of a stack that has made as many."""
    if not isinstance(history, tuple) or not history or not all(whole(group, STACKS) for group in history):
        return False
    if any(a >= b for a, b in pairwise(history)):
        return False
    return all(m % STACKS < len(latest) and m // STACKS <= max(latest) for m in history)


def _carried(S: State, card: int, what: Any) -> Carried:
    if not isinstance(what, tuple) or len(what) != 4 or not all(isinstance(part, tuple) for part in what):
        raise damaged(SEATS)
    carried = Carried(*what)
    kind = S.runtime.program.model.kinds[S.runtime.kind_of[card]]
    types = {S.runtime.layout.attribute_cell(a): a.type for a in kind.attributes.values() if not a.printed}
    attributes = pairs(carried.attributes, "what cards carry")
    good = (
        all(offset in types and is_value(S, value, types[offset]) for offset, value in attributes)
        and all(is_definition(S, definition) for definition in carried.gained)
        and all(_numbers(use, 3) and use[1] < SLOTS for use in carried.uses)
        and all(_is_place(place) for place in carried.places)
    )
    if not good:
        raise damaged(SEATS)
    return carried


def _numbers(value: Any, count: int) -> bool:
    return isinstance(value, tuple) and len(value) == count and all(whole(number, 0) for number in value)


def _is_place(place: Any) -> bool:
    return isinstance(place, tuple) and place[:1] in ((RECORD,), (WATCH,), (CELL,)) and _numbers(place, len(place))
