"""The engine's own frames: setup, rounds, phases, turns, the end. Like all frames they lie on the stack as plain data.

Which frame follows which:

    SETUP i → … → ROUND → PHASE 0
    PHASE k, played in turn:      (TURN → AFTER_TURN)… → AFTER_PHASE
    PHASE k, played all at once:  ENTER of each player → JOIN → AFTER_PHASE
    PHASE k, played by nobody:    AFTER_PHASE
    AFTER_PHASE → PHASE k+1, after the last phase END_OF_ROUND
    END_OF_ROUND → ROUND, or FINAL i → … → FINISH
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from artrules.compile.names import python_name
from artrules.run.feasibility.safety import ACTION, POWER_ENDS, RUN_WATCHES
from artrules.run.lives import end_life
from artrules.run.scores import outcome
from artrules.run.signals import Committed
from artrules.run.update_knowledge import phase_begins
from artrules.run.watches import run_watches

if TYPE_CHECKING:
    from artrules.run.state import State

SETUP, ROUND, PHASE, TURN, AFTER_TURN, JOIN = 1, 2, 3, 4, 5, 6
FINAL, FINISH, AFTER_PHASE, ENTER, END_OF_ROUND = 8, 9, 10, 11, 12


def action_ends(S: State, player: int, decision: int) -> None:
    if S.probing:
        raise Committed


def power_ends(S: State) -> None:
    """Do nothing: this frame only marks how deeply powers are nested."""


def setup(S: State, step: int) -> None:
    steps = S.runtime.setup_steps
    if step == len(steps):
        S.stack.append((ROUND,))
        return
    S.stack.append((SETUP, step + 1))
    steps[step](S, None)


def begin_round(S: State) -> None:
    S.cells[S.runtime.round] += 1
    if S.log is not None:
        S.log.round(S)
    S.stack.append((PHASE, 0))


def begin_phase(S: State, number: int) -> Any:
    runtime = S.runtime
    phases = runtime.program.model.flow.phases
    if number == len(phases):
        S.stack.append((END_OF_ROUND,))
        return None
    phase = phases[number]
    condition = runtime.named(python_name("phase_if", phase.name))
    if condition is not None and not condition(S):
        S.stack.append((PHASE, number + 1))
        return None
    S.cells[runtime.phase] = number
    if S.log is not None:
        S.log.phase(S)
    entry = runtime.functions[python_name("phase", phase.name)]
    match phase.who:
        case "nobody":
            S.stack.append((AFTER_PHASE, number))
            S.steps += runtime.program.costs.phases[number]
            entry(S, None)
        case "in_turn":
            first = runtime.named(python_name("phase_from", phase.name))
            S.stack.append((TURN, number, first(S) if first is not None else 0, runtime.players))
        case "all_at_once":
            S.stack.append((JOIN, number))
            S.began = (tuple(S.cells), tuple(S.zones), tuple(sorted(S.gained.items())))
            S.stacks = [S.stack, *([(ENTER, number, p)] for p in range(runtime.players))]
            if S.knowledge is not None:
                phase_begins(S)
            return True
        case who:
            assert_never(who)
    return None


def enter(S: State, number: int, player: int) -> None:
    phase = S.runtime.program.model.flow.phases[number]
    S.steps += S.runtime.program.costs.phases[number]
    S.runtime.functions[python_name("phase", phase.name)](S, player)


def turn(S: State, number: int, player: int, left: int) -> None:
    if left == 0:
        S.stack.append((AFTER_PHASE, number))
        return
    S.cells[S.runtime.on_turn] = player
    if S.log is not None:
        S.log.turn(S, player)
    S.stack.append((AFTER_TURN, number, player, left))
    enter(S, number, player)


def after_turn(S: State, number: int, player: int, left: int) -> None:
    runtime = S.runtime
    phase = runtime.program.model.flow.phases[number]
    stop = runtime.named(python_name("phase_stop", phase.name))
    ends = stop is not None and stop(S, player)
    _end_lives(S, phase.ends, player)
    if ends:
        S.stack.append((FINAL, 0))
    else:
        S.stack.append((TURN, number, (player + 1) % runtime.players, left - 1))


def join(S: State, number: int) -> None:
    S.began = None
    if S.log is not None:
        S.log.join(S)
    phase = S.runtime.program.model.flow.phases[number]
    for player in range(S.runtime.players):
        _end_lives(S, phase.ends, player)
    S.stack.append((AFTER_PHASE, number))


def after_phase(S: State, number: int) -> None:
    phase = S.runtime.program.model.flow.phases[number]
    _end_lives(S, phase.ends, None, all_lives=phase.who == "nobody")
    S.stack.append((PHASE, number + 1))


def _end_lives(S: State, names: Sequence[str], player: int | None, all_lives: bool = False) -> None:
    lives = S.runtime.program.model.lives
    for name in names:
        if all_lives or lives[name].each_player == (player is not None):
            end_life(S, name, player)


def end_of_round(S: State) -> None:
    runtime = S.runtime
    flow = runtime.program.model.flow
    until = runtime.named("until")
    if until is not None and until(S):
        S.stack.append((FINAL, 0))
    elif flow.last_round is not None and S.cells[runtime.round] >= flow.last_round:
        S.cells[runtime.stalled] = True
        S.stack.append((FINAL, 0))
    else:
        end_life(S, "round", None)
        S.stack.append((ROUND,))


def final(S: State, step: int) -> None:
    steps = S.runtime.final_steps
    if step == len(steps):
        S.stack.append((FINISH,))
        return
    S.stack.append((FINAL, step + 1))
    steps[step](S, None)


def finish(S: State) -> None:
    # Who has won is asked here already: should it fail, the fault stops the game where it happened.
    outcome(S)
    S.cells[S.runtime.finished] = True
    if S.log is not None:
        S.log.finished(S)


ENGINE_FRAMES: dict[int, Callable[..., Any]] = {
    ACTION: action_ends,
    SETUP: setup,
    ROUND: begin_round,
    PHASE: begin_phase,
    TURN: turn,
    AFTER_TURN: after_turn,
    JOIN: join,
    RUN_WATCHES: run_watches,
    POWER_ENDS: power_ends,
    FINAL: final,
    FINISH: finish,
    AFTER_PHASE: after_phase,
    ENTER: enter,
    END_OF_ROUND: end_of_round,
}
