"""Checks what is in progress in a saved position: the engine's own frames follow the order of the game; above them lie
frames of code, each on one that can begin it, with values of their types; and a decision lies on top."""

from __future__ import annotations

from typing import Any

from artrules.ir.types import Happening
from artrules.lower.frames import FrameOrder
from artrules.machine.numbers import (
    ACTION,
    AFTER_PHASE,
    AFTER_TURN,
    DEEPEST,
    FINAL,
    FIRST_BLOCK,
    JOIN,
    POWER_ENDS,
    RUN_WATCHES,
    SETUP,
    STACK_WORDS,
)
from artrules.position.decoded import Clock, Frame, Watch
from artrules.position.proof.values import Values
from artrules.position.save_document import SaveRefused, damaged, whole


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
        if not self._simultaneous:
            self._check_code(found[0][1:], begun)
        elif len(found[0]) != 1 or not any(found[1:]):
            raise wrong_stack()
        for stack in found[1:]:
            if stack:
                self._check_code(stack, begun)
        if any(sum(len(frame) for frame in stack) > STACK_WORDS for stack in found):
            raise wrong_stack()
        return found

    def _lowest(self, frame: Frame) -> FrameOrder:
        """Check the engine's frame at the bottom; gives what may lie above it."""
        flow = self._program.model.flow
        number, steps = frame[0], {SETUP: flow.setup, FINAL: flow.final}
        in_setup = self._clock.round == 0
        if number in steps and len(frame) == 2 and whole(frame[1], 1, len(steps[number])):
            if number == FINAL or in_setup:
                step = steps[number][frame[1] - 1]
                return self._begun(f"{'setup' if number == SETUP else 'final'} {step.name}")
        elif not in_setup and frame[1:2] == (self._clock.phase,) and whole(frame[1]):
            phase = flow.phases[frame[1]]
            good = {
                AFTER_PHASE: phase.who == "nobody" and len(frame) == 2,
                AFTER_TURN: phase.who == "in_turn" and self._is_turn(frame),
                JOIN: phase.who == "all_at_once" and len(frame) == 2,
            }
            if good.get(number) and (number == JOIN) == self._simultaneous:
                return self._begun(f"phase {phase.name}")
        raise wrong_stack()

    def _is_turn(self, frame: Frame) -> bool:
        players = self._values.players
        if len(frame) != 4 or not whole(frame[2], 0, players - 1) or not whole(frame[3], 1, players):
            return False
        return bool(frame[2] == self._clock.on_turn)

    def _begun(self, *codes: str) -> FrameOrder:
        """What may lie above a frame of one of some blocks of code."""
        known, upon = self._program.find_frames().begun, FrameOrder()
        for code in codes:
            upon.add(known[code])
        return upon

    def _check_code(self, frames: tuple[Frame, ...], upon: FrameOrder | None) -> None:
        """Check frames of code from the lowest up, of which the first lies on what began it."""
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
        if not frames or frames[-1][0] not in decisions:
            raise wrong_stack()

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
