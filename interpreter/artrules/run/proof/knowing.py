"""Takes what seats know from a save, and looks at it: paths of cards that a seat doesn't see, and what these carry."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from artrules.run.carried import Carried
from artrules.run.knowledge import Begun, Knowledge, Learned
from artrules.run.learning import STACKS, sight
from artrules.run.powers import SLOTS
from artrules.run.proof.position import is_definition, pairs, see_watches
from artrules.run.proof.values import is_card, is_value
from artrules.run.references import CELL, RECORD, WATCH
from artrules.run.saving import damaged, whole
from artrules.run.state import frozen

if TYPE_CHECKING:
    from artrules.run.state import State

SEATS = "what seats know in it can't be"


def take_knowledge(S: State, saved: dict[str, Any]) -> Knowledge:
    """What seats know in a position that was looked at. Raises SaveRefused."""
    if saved.keys() != {"seats", "latest", "begun"}:
        raise damaged(SEATS)
    seats, latest, begun = (frozen(saved[part]) for part in ("seats", "latest", "begun"))
    if not isinstance(latest, tuple) or len(latest) != 1 + S.runtime.players or not all(whole(n, 0) for n in latest):
        raise damaged(SEATS)
    if begun is None and S.began is not None:
        raise damaged(SEATS)
    then = None if begun is None else _begun(S, begun, latest)
    return Knowledge(_seats(S, seats, latest, now=True), latest, then)


def _begun(S: State, begun: Any, latest: tuple[int, ...]) -> Begun:
    if not isinstance(begun, tuple) or len(begun) != 3 or not isinstance(begun[0], tuple):
        raise damaged(SEATS)
    uses = tuple(pairs(begun[0], "uses counted"))
    if not all(whole(times, 1) for _, times in uses):
        raise damaged(SEATS)
    return Begun(uses, see_watches(S, begun[1]), _seats(S, begun[2], latest, now=False))


def _seats(S: State, seats: Any, latest: tuple[int, ...], *, now: bool) -> tuple[Learned, ...]:
    if not isinstance(seats, tuple) or len(seats) != S.runtime.players:
        raise damaged(SEATS)
    return tuple(_learned(S, seat, learned, latest, now) for seat, learned in enumerate(seats))


def _learned(S: State, seat: int, learned: Any, latest: tuple[int, ...], now: bool) -> Learned:
    if not isinstance(learned, tuple) or len(learned) != 2 or not all(isinstance(part, tuple) for part in learned):
        raise damaged(SEATS)
    paths, carried = dict(pairs(learned[0], "paths")), dict(pairs(learned[1], "what cards carry"))
    for card, path in paths.items():
        if not is_card(S, card) or (now and sight(S, card) >> seat & 1) or not _is_path(path, latest):
            raise damaged(SEATS)
    if not all(card in paths for card in carried):
        raise damaged(SEATS)
    return Learned(paths, {card: _carried(S, card, what) for card, what in carried.items()})


def _is_path(path: Any, latest: tuple[int, ...]) -> bool:
    """Whether something is mixings, one after another, each of a stack that has come so far."""
    if not isinstance(path, tuple) or not path or not all(whole(mixing, STACKS) for mixing in path):
        return False
    if any(a >= b for a, b in pairwise(path)):
        return False
    return all(m % STACKS < len(latest) and m // STACKS <= max(latest) for m in path)


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
