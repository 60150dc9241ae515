"""Checks what is in progress in a saved position: the engine's own frames follow the order of the game; above them lie
frames of code, each on one that can begin it, with values of their types; and a decision lies on top."""

from __future__ import annotations

from typing import Any

from artrules.engine.lower.frames import FrameOrder
from artrules.engine.machine.numbers import (
    ACTION,
    AFTER_PHASE,
    AFTER_TURN,
    ASKED,
    CLOSE_PHASE,
    CLOSE_ROUND,
    CLOSE_TURN,
    DEEPEST,
    FINAL,
    FIRST_BLOCK,
    JOIN,
    NONE,
    PHASE,
    PLAY_PHASE,
    PLAY_TURN,
    POWER_ENDS,
    RUN_WATCHES,
    SETUP,
    STACK_WORDS,
)
from artrules.engine.machine.rules.flow import PHASE_STARTS, ROUND_ENDS, ROUND_STARTS, TURN_ENDS, TURN_STARTS
from artrules.model.ir.model import Phase
from artrules.model.ir.types import Happening
from artrules.play.position.codec import Clock, Frame, Watch
from artrules.play.position.proof.values import Values
from artrules.play.position.save_document import SaveRefused, damaged, whole

BOUNDARY_FRAMES = frozenset([PHASE, PLAY_PHASE, PLAY_TURN, CLOSE_TURN, CLOSE_PHASE, CLOSE_ROUND])
"""The engine's frames on which the watches for a boundary run."""


def wrong_stack() -> SaveRefused:
    """The exception for stacks on which something can't wait."""
    return damaged("what waits in it can't wait there")


class StackProof:
    """Checks the stacks of one position, whose other parts have been checked."""

    def __init__(self, values: Values, clock: Clock, watches: tuple[Watch, ...], *, simultaneous: bool) -> None:
        self._values = values
        self._program = values.program
        self._clock = clock
        self._simultaneous = simultaneous
        tables = values.program.tables
        self._watched = {w.serial * values.players + w.owner: tables["watch_event"][w.code] for w in watches}

    def read(self, found: tuple[Any, ...]) -> tuple[tuple[Frame, ...], ...]:
        """The stacks. Raises SaveRefused."""
        for stack in found:
            if not isinstance(stack, tuple) or not all(_is_frame(frame) for frame in stack):
                raise wrong_stack()
        if len(found) != (1 + self._values.players if self._simultaneous else 1):
            raise wrong_stack()
        if self._clock.finished:
            if found != ((),):
                raise wrong_stack()
            return found
        if not found[0]:
            raise wrong_stack()
        begun = self._lowest(found[0][0])
        self._check_boundary(found[0])
        if not self._simultaneous:
            self._check_code(found[0][1:], begun)
        elif not any(found[1:]):
            raise wrong_stack()
        elif len(found[0]) > 1 and found[0][0][0] != JOIN:
            asked, begun = self._question(found[0][1:], begun)
            if any(stack and not asked >> player & 1 for player, stack in enumerate(found[1:])):
                raise wrong_stack()
        elif found[0][0][0] != JOIN or len(found[0]) > 1:
            raise wrong_stack()
        else:
            self._check_entered(found)
        for stack in found[1:]:
            if stack:
                self._check_code(stack, begun)
        if any(sum(len(frame) for frame in stack) > STACK_WORDS for stack in found):
            raise wrong_stack()
        return found

    def _lowest(self, frame: Frame) -> FrameOrder:
        """Check the engine's frame at the bottom; gives what may lie above it."""
        if frame[0] in BOUNDARY_FRAMES:
            self._boundary(frame)
            return FrameOrder(watches=True)
        flow = self._program.model.flow
        number, steps = frame[0], {SETUP: flow.setup, FINAL: flow.final}
        in_setup = self._clock.round == 0
        if number in steps and len(frame) == 2 and whole(frame[1], 1, len(steps[number])):
            if number == FINAL or in_setup:
                step = steps[number][frame[1] - 1]
                return self._begun(f"{'setup' if number == SETUP else 'final'} {step.name}")
        elif number == JOIN:
            if self._simultaneous and self._have_entered(frame):
                return self._begun(f"phase {flow.phases[self._clock.phase].name}")
        elif not in_setup and frame[1:2] == (self._clock.phase,) and whole(frame[1]):
            phase = flow.phases[frame[1]]
            good = {
                AFTER_PHASE: phase.who == "nobody" and len(frame) == 2,
                AFTER_TURN: phase.who == "in_turn" and self._is_turn(phase, frame),
            }
            if good.get(number):
                return self._begun(f"phase {phase.name}")
        raise wrong_stack()

    def _boundary(self, frame: Frame) -> int:
        """The event of the boundary whose watches run on an engine's frame, which is checked."""
        flow, clock, number = self._program.model.flow, self._clock, frame[0]
        if clock.round == 0 or not flow.phases:
            raise wrong_stack()
        phase = flow.phases[clock.phase]
        boundary = {
            PHASE: ROUND_STARTS,
            PLAY_PHASE: PHASE_STARTS + 2 * clock.phase,
            PLAY_TURN: TURN_STARTS,
            CLOSE_TURN: TURN_ENDS,
            CLOSE_PHASE: PHASE_STARTS + 2 * clock.phase + 1,
            CLOSE_ROUND: ROUND_ENDS,
        }[number]
        event = self._program.tables["boundary_event"][boundary]
        if number in (PLAY_TURN, CLOSE_TURN):
            good = phase.who == "in_turn" and self._is_turn(phase, frame) and frame[1] == clock.phase
        elif number == CLOSE_ROUND:
            good = len(frame) == 1
        else:
            good = len(frame) == 2 and whole(frame[1]) and frame[1] == clock.phase
            good = good and (number != PHASE or frame[1] == 0)
        if event == NONE or not good:
            raise wrong_stack()
        return event

    def _check_boundary(self, stack: tuple[Frame, ...]) -> None:
        """At a boundary, the watches that run lowest are those for it."""
        if stack[0][0] in BOUNDARY_FRAMES:
            event = self._boundary(stack[0])
            if next((frame[2:3] for frame in stack if frame[0] == RUN_WATCHES), ()) != (event,):
                raise wrong_stack()

    def _have_entered(self, frame: Frame) -> bool:
        """Whether a frame is that of the phase in progress, which players play at once: (those players, phase)."""
        clock, phases, everyone = self._clock, self._program.model.flow.phases, (1 << self._values.players) - 1
        if clock.round == 0 or len(frame) != 3 or frame[2] != clock.phase or not whole(frame[2], 0, len(phases) - 1):
            return False
        phase = phases[frame[2]]
        fewest = everyone if phase.takes_part is None else 1
        return phase.who == "all_at_once" and whole(frame[1], fewest, everyone)

    def _check_entered(self, stacks: tuple[tuple[Frame, ...], ...]) -> None:
        """Nothing waits on the stacks of players who don't take part in a phase played at once."""
        entered = stacks[0][0][1]
        if any(stack and not entered >> player & 1 for player, stack in enumerate(stacks[1:])):
            raise wrong_stack()

    def _is_turn(self, phase: Phase, frame: Frame) -> bool:
        """Whether a frame is that of a player's turn."""
        players = self._values.players
        fewest = players if phase.is_open else 1
        if len(frame) != 4 or not whole(frame[2], 0, players - 1) or not whole(frame[3], fewest, players):
            return False
        return bool(frame[2] == self._clock.on_turn)

    def _begun(self, *codes: str) -> FrameOrder:
        """What may lie above a frame of one of some blocks of code."""
        known, upon = self._program.find_frames().begun, FrameOrder()
        for code in codes:
            upon.add(known[code])
        return upon

    def _question(self, frames: tuple[Frame, ...], begun: FrameOrder) -> tuple[int, FrameOrder]:
        """Check frames of code on the table's stack, on which the question lies that some players are asked. Gives the
        players, as bits, and what may lie lowest on their stacks."""
        (number, *values), upon = frames[-1], self._check_frames(frames[:-1], begun)
        told, players = self._program.find_frames().told, self._values.players
        if number != ASKED or len(values) != 3 or upon is None or any(frame[0] == ACTION for frame in frames):
            raise wrong_stack()
        code, asked, kept = values
        good = whole(code) and code in upon.questions and whole(asked, 1, (1 << players) - 1)
        if not good or not self._values.fit(kept, told[code]):
            raise wrong_stack()
        return asked, self._begun(f"ask {self._program.asks[code].identity}")

    def _check_code(self, frames: tuple[Frame, ...], upon: FrameOrder | None) -> None:
        """Check frames of code from the lowest up, of which the first lies on what began it. A decision lies on top."""
        self._check_frames(frames, upon)
        if not frames or frames[-1][0] not in self._program.decisions:
            raise wrong_stack()

    def _check_frames(self, frames: tuple[Frame, ...], upon: FrameOrder | None) -> FrameOrder | None:
        """Check frames of code from the lowest up, of which the first lies on what began it. Gives what may lie on the
        last one."""
        tables, decisions = self._program.find_frames(), self._program.decisions
        powers = [key for key in tables.begun if key.startswith("power ")]
        watches = [key for key in tables.begun if key.startswith("watch ")]
        actions = depth = 0
        for frame in frames:
            number, values = frame[0], frame[1:]
            if upon is None:
                raise wrong_stack()  # nothing can lie on a decision
            if number == ACTION:
                actions += 1
                good = len(values) == 2 and self._values.is_player(values[0]) and self._is_decision(values[1])
            elif number == POWER_ENDS:
                depth += 1
                good, upon = upon.power and not values, self._begun(*powers)
            elif number == RUN_WATCHES:
                depth += 1
                good, upon = upon.watches and self._are_left(values), self._begun(*watches)
            else:
                known = number >= FIRST_BLOCK and number in upon.blocks
                good = known and self._values.fit(values, tables.types[number])
                upon = None if number in decisions else tables.upon.get(number)
            if not good or actions > 1 or depth > DEEPEST:
                raise wrong_stack()
        return upon

    def _is_decision(self, number: Any) -> bool:
        return whole(number) and number in self._program.decisions

    def _are_left(self, found: tuple[Any, ...]) -> bool:
        """Whether values are a happening, its event, and the watches that still wait for it: all of them for that
        event, each once."""
        events = list(self._program.model.events)
        if len(found) != 3 or not whole(found[1], 0, len(events) - 1) or not isinstance(found[2], tuple):
            return False
        happening, event, left = found
        if not all(self._values.is_watch(watch) for watch in left) or len(set(left)) != len(left):
            return False
        if not left:
            return happening is None
        if event not in self._program.tables["watch_event"]:
            return False
        if any(self._watched.get(watch, event) != event for watch in left):
            return False
        return self._values.fits(happening, Happening(events[event]))


def _is_frame(frame: Any) -> bool:
    return isinstance(frame, tuple) and bool(frame) and whole(frame[0], 0)
