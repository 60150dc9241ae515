"""Offers only one of several candidates that nothing tells apart.

Two cards in one zone without order are alike when they were printed alike, everything that can change on them is equal,
and nothing refers to one of them. The first of them stands for the others. Cards that the chooser can't see are all
offered: the chooser must not learn how many of them are alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from artrules.compile.references import SLOTS
from artrules.run.feasibility.safety import RUN_WATCHES
from artrules.run.moves import may_see
from artrules.run.powers import ID_MASK

if TYPE_CHECKING:
    from artrules.compile.references import Shape
    from artrules.run.state import State

Candidate = tuple[Any, ...]
Place = tuple[int, int]
"""The index of a card or a power in a candidate, and the number to divide it by to get the card."""


def distinct(S: State, candidates: list[Candidate], where: dict[int, tuple[Place, ...]], me: int) -> list[Candidate]:
    """The candidates without those that are like an earlier one, for the player who chooses (counted from 0). `where`
    gives by branch the indices of the cards and powers in its candidates."""
    runtime, cells = S.runtime, S.cells
    loose, look = runtime.loose, runtime.look
    first_of: dict[Any, int] = {}
    alike: dict[Any, list[int]] = {}
    for number, candidate in enumerate(candidates):
        places = where.get(candidate[0])
        if places is None:
            continue
        key: Any = candidate
        for index, divisor in places:
            item = candidate[index]
            if item is not None:
                card = item // divisor
                zone = cells[card]
                if loose[zone]:
                    key = (*key[:index], (zone, look[card], item % divisor), *key[index + 1 :])
        first = first_of.setdefault(key, number)
        if first != number:
            alike.setdefault(key, [first]).append(number)
    if not alike:
        return candidates
    S.steps += 20 * len(candidates) + len(S.uses)
    referred, uses = _referred(S), _uses(S)
    gone: set[int] = set()
    for numbers in alike.values():
        seen: set[tuple[Any, ...]] = set()
        for number in numbers:
            candidate = candidates[number]
            likeness = _likeness(S, candidate, where[candidate[0]], referred, uses, me)
            if likeness in seen:
                gone.add(number)
            seen.add(likeness)
    return [candidate for number, candidate in enumerate(candidates) if number not in gone]


def _likeness(
    S: State, candidate: Candidate, places: tuple[Place, ...], referred: set[int], uses: dict[int, list[Any]], me: int
) -> tuple[Any, ...]:
    """A key that is equal for candidates which nothing tells apart. Candidates also differ in which of their cards are
    the same card."""
    runtime, cells = S.runtime, S.cells
    key = list(candidate)
    met: list[int] = []
    for index, divisor in places:
        if candidate[index] is None:
            continue
        card, slot = divmod(candidate[index], divisor)
        if not runtime.loose[cells[card]] or card in referred or not may_see(S, me, card):
            continue
        if card not in met:
            met.append(card)
        changing = tuple(cells[offset + card] for offset in runtime.changing[runtime.kind_of[card]])
        face, gained, used = cells[runtime.face_cell + card], S.gained.get(card), tuple(sorted(uses.get(card, ())))
        key[index] = (cells[card], runtime.look[card], face, changing, gained, used, slot, met.index(card))
    return tuple(key)


def _uses(S: State) -> dict[int, list[Any]]:
    """By card: the uses counted for its powers, as (limit and player, index of the power, times)."""
    found: dict[int, list[Any]] = {}
    for key, times in S.uses.items():
        if S.runtime.limit_per_card[key >> 48]:
            card, slot = divmod(key & ID_MASK, SLOTS)
            found.setdefault(card, []).append((key >> 40, slot, times))
    return found


def _referred(S: State) -> set[int]:
    """The cards that something else in the position refers to: frames, records, watches, variables, attributes."""
    runtime = S.runtime
    met: list[int] = []
    slots = runtime.program.card_slots
    watches = {(w[0], w[1]): w[2] for w in S.watches}
    for frame in S.stack:
        for place, shape in slots.get(frame[0], ()):
            met.extend(_cards(frame[place], shape))
        if frame[0] == RUN_WATCHES and frame[2] and (number := watches.get(frame[2][0])) is not None:
            event = runtime.watch_events[number]
            if not runtime.event_kept[event]:
                met.extend(_cards(frame[1], runtime.program.event_shapes[event]))
    for record in S.records.values():
        met.extend(_cards(record[2:], runtime.program.event_shapes[record[0]]))
    for watch in S.watches:
        met.extend(_cards(watch[4], runtime.program.watches[watch[2]].captured))
    for cell, shape in runtime.card_cells:
        met.extend(_cards(S.cells[cell], shape))
    S.steps += len(runtime.card_cells) + len(S.records) + 4 * len(met)
    return set(met)


def _cards(value: Any, shape: Shape) -> Iterator[int]:
    """The cards that a value refers to."""
    if value is None or shape is None:
        return
    if isinstance(shape, int):
        yield value // shape
    elif shape[0] == "each":
        for item in value:
            yield from _cards(item, shape[1])
    else:
        for item, inner in zip(value, shape[1], strict=True):
            yield from _cards(item, inner)
