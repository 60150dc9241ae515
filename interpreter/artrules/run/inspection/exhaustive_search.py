"""Which options can be completed, found by trying everything: without proofs, memory or merging of equal options.

This is the reference for what a game offers; it is slow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.compile.references import SLOTS
from artrules.run.advance import Candidate, acting, advance, take
from artrules.run.decision import Decision, Option
from artrules.run.runtime import Runtime
from artrules.run.signals import Committed, Fail, GameEnds

if TYPE_CHECKING:
    from artrules.run.game import Game
    from artrules.run.state import State


class TooManyPositions(Exception):
    """The search would have to try more positions than its limit."""


class ExhaustiveSearch:
    """Tries everything that can follow each option of a decision, up to `most` positions for one decision. It serves
    all games with the same players and settings."""

    def __init__(self, game: Game, most: int) -> None:
        self._runtime = _without_shortcuts(game._runtime)
        self._most = most
        self._left = most

    def options(self, decision: Decision) -> list[Option]:
        """The options of a decision that can be completed, including options that nothing tells apart. Raises
        TooManyPositions."""
        self._left = self._most
        state = decision._game._state.copy()
        state.runtime = self._runtime
        state.activate(decision._stack)
        frame = state.stack[-1]
        found: list[Candidate] = self._runtime.candidates[frame[0]](state, *frame[1:])
        return [Option(decision, candidate) for candidate in found if self._completes(state, candidate)]

    def _completes(self, state: State, candidate: Candidate) -> bool:
        self._left -= 1
        if self._left < 0:
            raise TooManyPositions
        trial = state.copy()
        trial.probing = True
        try:
            take(trial, trial.stack[-1], candidate)
            reached = advance(trial)
            if reached is None or self._runtime.deciders[reached[0]](trial, *reached[1:]) != acting(trial):
                return True
            later = self._runtime.candidates[reached[0]](trial, *reached[1:])
        except Fail:
            return False
        except (Committed, GameEnds):
            return True
        return any(self._completes(trial, c) for c in later)


def _without_shortcuts(runtime: Runtime) -> Runtime:
    """A runtime of the same game that takes nothing as proved and keeps options apart that are alike."""
    new = Runtime(runtime.program)
    new.functions["distinct"] = lambda S, candidates, places, me: candidates
    new.may_fail = [True] * len(new.may_fail)
    return new


def appearance(option: Option) -> tuple[Any, ...]:
    """A value that is equal for options which differ only in cards that look the same in a zone without order."""
    state = option.decision._game._state
    runtime = state.runtime

    def look(value: Any, type_: tuple[Any, ...]) -> Any:
        match type_[0]:
            case "optional" if value is not None:
                return look(value, type_[1])
            case "card" if runtime.loose[state.cells[value]]:
                return state.cells[value], runtime.look[value]
            case "power":
                return look(value // SLOTS, ("card",)), value % SLOTS
        return value

    number, *values = option.candidate
    types = option.decision._table.branches[number].values
    return (number, *(look(v, t) for v, t in zip(values, types, strict=True)))
