"""The position as a seat may know it in a phase played all at once: others have done nothing yet.

A player's part of such a phase changes only what is theirs, so the position can be put together from both: what is the
seat's own as it is now, what is others' as it was when the phase began.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from artrules.kernel.type import Player
from artrules.run.flow import ENTER
from artrules.run.knowledge import Begun, Knowledge, Learned
from artrules.run.signals import Fault

if TYPE_CHECKING:
    from artrules.run.state import State


def known_to(S: State, seat: int) -> State:
    """A copy in which others stand at the beginning of their part; outside such a phase all is as it is.

    Raises Fault when the phase has not kept players apart.
    """
    T, known = S.copy(), S.knowledge
    if S.began is None or known is None or known.begun is None:
        return T
    runtime, begun = S.runtime, known.begun
    cells, zones, gained = S.began
    others = {p + 1 for p in range(runtime.players) if p != seat}
    away = [runtime.zone_player[zone] in others for zone in S.cells[: runtime.face_cell]]
    if away != [runtime.zone_player[zone] in others for zone in cells[: runtime.face_cell]]:
        raise Fault("NOT_APART", "players who play at once have touched each other's things")
    T.zones = [z if runtime.zone_player[i] in others else T.zones[i] for i, z in enumerate(zones)]
    for cell in _cells_of(S, others, away):
        T.cells[cell] = cells[cell]
    T.gained = {c: g for c, g in S.gained.items() if not away[c]} | {c: g for c, g in gained if away[c]}
    T.uses = {use: n for use, n in S.uses.items() if _user(use) == seat}
    T.uses |= {use: n for use, n in begun.uses if _user(use) != seat}
    watches = [w for w in S.watches if w[0] == seat] + [w for w in begun.watches if w[0] != seat]
    T.watches = tuple(sorted(watches, key=lambda w: w[:2]))
    phase = S.stacks[0][-1][1]
    for p in range(runtime.players):
        if p != seat:
            T.stacks[1 + p][:] = [(ENTER, phase, p)]
    T.knowledge = _joined(known, begun, away)
    return T


def _cells_of(S: State, owners: set[int], away: list[bool]) -> Iterator[int]:
    """The cells that are some players' (counted from 1): of the cards with them, their variables, their streams of
    chance."""
    runtime, layout = S.runtime, S.runtime.layout
    for card, is_away in enumerate(away):
        if is_away:
            yield from (o + card for o in (0, runtime.face_cell, *runtime.changing[runtime.kind_of[card]]))
    for variable in layout.model.variables.values():
        first = layout.variables.get(variable.key)
        if first is not None and isinstance(variable.of, Player):
            yield from (first + owner - 1 for owner in owners)
    for owner in owners:
        yield runtime.first_serial + owner - 1
        yield from (runtime.first_counter + stream + owner for stream in layout.streams.values())


def _user(use: int) -> int:
    return use >> 40 & 0xFF


def _joined(known: Knowledge, begun: Begun, away: list[bool]) -> Knowledge:
    """What was known of others' cards when the phase began, and what is known of the rest now."""
    seats = []
    for now, then in zip(known.seats, begun.seats, strict=True):
        paths = {c: p for c, p in now.paths.items() if not away[c]} | {c: p for c, p in then.paths.items() if away[c]}
        carried = {c: w for c, w in now.carried.items() if not away[c]}
        seats.append(Learned(paths, carried | {c: w for c, w in then.carried.items() if away[c]}))
    return replace(known, seats=tuple(seats))
