"""Things that nothing tells apart are offered once.

Two cards in one loose zone are alike when they were printed alike, all that can change on them is the same, and
nothing refers to one of them. The card that stands for its like is the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from artrules.run.state import State

Candidate = tuple[Any, ...]


def distinct(S: State, candidates: list[Candidate], places: tuple[tuple[int, int], ...]) -> list[Candidate]:
    """Candidates without those that are like an earlier one. `places` are (branch, index) of the cards in them."""
    runtime, cells = S.runtime, S.cells
    loose, look = runtime.loose, runtime.look
    where: dict[int, tuple[int, ...]] = {}
    for branch, index in places:
        where[branch] = (*where.get(branch, ()), index)
    quick = set()
    for candidate in candidates:
        key = list(candidate)
        for index in where.get(candidate[0], ()):
            card = candidate[index]
            if card is not None and loose[cells[card]]:
                key[index] = (cells[card], look[card])
        quick.add(tuple(key))
    if len(quick) == len(candidates):
        return candidates
    referred = _referred(S)
    seen: set[tuple[Any, ...]] = set()
    out = []
    for candidate in candidates:
        key = list(candidate)
        for index in where.get(candidate[0], ()):
            key[index] = _likeness(S, candidate[index], referred)
        if tuple(key) not in seen:
            seen.add(tuple(key))
            out.append(candidate)
    return out


def _likeness(S: State, card: int | None, referred: set[int]) -> Any:
    runtime, cells = S.runtime, S.cells
    if card is None or not runtime.loose[cells[card]] or card in referred:
        return card
    changing = tuple(cells[offset + card] for offset in runtime.changing[runtime.kind_of[card]])
    return (cells[card], runtime.look[card], cells[runtime.face_cell + card], changing)


def _referred(S: State) -> set[int]:
    """Cards that something else in the position refers to: frames, records, watches, uses, gained powers, variables."""
    runtime = S.runtime
    found: set[int] = set(S.gained)
    for key in S.uses:
        if runtime.limit_per_card[key >> 48]:
            found.add((key & ((1 << 40) - 1)) >> 8)
    slots = runtime.program.card_slots
    for frame in S.stack:
        for place in slots.get(frame[0], ()):
            _add(found, frame[place])
    for record in S.records.values():
        _add(found, record[2:])
    for watch in S.watches:
        _add(found, watch[4])
    for cell in runtime.card_variables:
        _add(found, S.cells[cell])
    return found


def _add(found: set[int], value: Any) -> None:
    if isinstance(value, tuple):
        for item in value:
            _add(found, item)
    elif isinstance(value, int):
        found.add(value)
