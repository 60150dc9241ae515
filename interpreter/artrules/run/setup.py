"""Runs parts of a game to put a position together: the setup alone, and the game from a given phase on.

`inspection/position.py` offers this to tools. It is here because only the engine knows which frames a game in progress
has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.compile.names import python_name
from artrules.diagnostics.kinds import runtime as kinds
from artrules.run.advance import take
from artrules.run.flow import PHASE, ROUND, TURN
from artrules.run.metering import MOST_STEPS, too_long
from artrules.run.options import options
from artrules.run.signals import Fault, GameEnds

if TYPE_CHECKING:
    from artrules.run.state import Frame, State


def run_setup(S: State) -> None:
    """Run a fresh state through its setup and no further. The first option answers each question of the setup. Raises
    Fault where there is none."""
    blocks = S.runtime.blocks
    try:
        while S.stack and S.stack[-1][0] != ROUND:
            frame = S.stack[-1]
            run = blocks[frame[0]]
            S.steps += S.runtime.costs[frame[0]]
            if S.steps > MOST_STEPS:
                raise too_long(-2 - frame[0])
            if run is None:
                take(S, frame, _first_option(S, frame))
            else:
                del S.stack[-1]
                run(S, *frame[1:])
    except GameEnds:
        pass  # whoever asked for a position goes on from there all the same
    S.stacks = [[]]
    S.activate(0)


def _first_option(S: State, frame: Frame) -> Frame:
    found = options(S, frame)
    if not found:
        table = S.runtime.decisions[frame[0]]
        raise Fault(kinds.DEAD_END, f"the setup asks ({table.prompt}) and nothing can be chosen", -2 - frame[0])
    return found[0]


def go_on_from(S: State, round_number: int, phase: int, player: int | None = None) -> None:
    """Let the game go on from the start of a phase (an index) of a round; with a player (counted from 0), from that
    player's turn in a phase that is played in turn."""
    runtime = S.runtime
    S.cells[runtime.round] = round_number
    S.cells[runtime.phase] = phase
    S.began = None
    if player is None:
        S.stacks = [[(PHASE, phase)]]
    else:
        starts = runtime.named(python_name("phase_from", runtime.program.model.flow.phases[phase].name))
        first = starts(S) if starts is not None else 0
        done = (player - first) % runtime.players
        S.stacks = [[(TURN, phase, player, runtime.players - done)]]
        if S.log is not None:
            S.log.phase(S)
    S.activate(0)
