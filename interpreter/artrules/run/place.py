"""Where in the content a position is: for faults that no single place in the code has caused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.compile.program import FIRST_BLOCK, Program
from artrules.diagnostics.span import Span

if TYPE_CHECKING:
    from artrules.run.state import State


def place_of(S: State, number: int) -> Span | None:
    """The place of a decision or block, given by number. For any other number: the place of the code that waits on top
    of the active stack, or else of the phase, or else of the ruleset's name."""
    program: Program = S.runtime.program
    waiting: list[int] = [frame[0] for frame in reversed(S.stack)]
    for block in [number, *waiting]:
        asked = program.decisions.get(block)
        there: Span | None = asked.at if asked is not None else None
        if there is None and block >= FIRST_BLOCK:
            there = program.places.get(block)
        if there is not None:
            return there
    phases = program.model.flow.phases
    if not phases:
        return program.model.at
    phase: int = S.cells[S.runtime.phase] if S.cells[S.runtime.round] else 0
    return phases[phase].at
