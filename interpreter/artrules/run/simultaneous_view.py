"""The position as a seat may know it in a phase played all at once: the others have done nothing yet.

In such a phase a player changes only what is theirs. So the position can be put together from two: the things of the
seat as they are now, the things of the others as they were when the phase began.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from artrules.diagnostics.kinds import runtime as kinds
from artrules.ir.types import Player
from artrules.run.flow import ENTER
from artrules.run.knowledge import Knowledge, PhaseStart, SeatKnowledge
from artrules.run.signals import Fault

if TYPE_CHECKING:
    from artrules.run.state import State


def rewind_others(S: State, seat: int) -> State:
    """A copy in which all but one seat (counted from 0) stand at the beginning of a phase played all at once. Outside
    such a phase nothing changes.

    Raises Fault when players have changed each other's things in the phase.
    """
    T, known = S.copy(), S.knowledge
    if S.began is None or known is None or known.phase_start is None:
        return T
    runtime, start = S.runtime, known.phase_start
    cells, zones, gained = S.began
    others = {p + 1 for p in range(runtime.players) if p != seat}
    away = [runtime.zone_player[zone] in others for zone in S.cells[: runtime.face_cell]]
    if away != [runtime.zone_player[zone] in others for zone in cells[: runtime.face_cell]]:
        raise Fault(kinds.NOT_APART, "players who play at once have touched each other's things")
    T.zones = [z if runtime.zone_player[i] in others else T.zones[i] for i, z in enumerate(zones)]
    for cell in _cells_of(S, others, away):
        T.cells[cell] = cells[cell]
    T.gained = {c: g for c, g in S.gained.items() if not away[c]} | {c: g for c, g in gained if away[c]}
    T.uses = {use: n for use, n in S.uses.items() if _user(use) == seat}
    T.uses |= {use: n for use, n in start.uses if _user(use) != seat}
    watches = [w for w in S.watches if w[0] == seat] + [w for w in start.watches if w[0] != seat]
    T.watches = tuple(sorted(watches, key=lambda w: w[:2]))
    phase = S.stacks[0][-1][1]
    for p in range(runtime.players):
        if p != seat:
            T.stacks[1 + p][:] = [(ENTER, phase, p)]
    T.knowledge = _joined(known, start, away)
    return T


def _cells_of(S: State, owners: set[int], away: list[bool]) -> Iterator[int]:
    """The cells that belong to some players (counted from 1): those of the cards in their zones (`away` says which),
    their variables, their watches' serial numbers, and their streams of chance."""
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


def _joined(known: Knowledge, start: PhaseStart, away: list[bool]) -> Knowledge:
    """What seats know now, but of others' cards (`away`) what they knew when the phase began."""
    seats = []
    for now, then in zip(known.seats, start.seats, strict=True):
        histories = {c: p for c, p in now.histories.items() if not away[c]} | {
            c: p for c, p in then.histories.items() if away[c]
        }
        carried = {c: w for c, w in now.carried.items() if not away[c]}
        seats.append(SeatKnowledge(histories, carried | {c: w for c, w in then.carried.items() if away[c]}))
    return replace(known, seats=tuple(seats))
