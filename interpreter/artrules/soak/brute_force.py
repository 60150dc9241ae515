"""Which options can be completed, found out by trying everything: no remembering, no proofs, no merging of likes."""

from __future__ import annotations

from typing import Any

from artrules.run.advance import Candidate, acting, advance, take
from artrules.run.decision import Decision
from artrules.run.game import Game
from artrules.run.runtime import Runtime
from artrules.run.signals import Committed, Fail, GameEnds
from artrules.run.state import State


class TooMany(Exception):
    """More positions than is worth trying."""


def naive(runtime: Runtime) -> Runtime:
    """The same game, but nothing is known not to fail and all things are told apart."""
    new = Runtime(runtime.program)
    new.functions["distinct"] = lambda S, candidates, places, me: candidates
    new.may_fail = [True] * len(new.may_fail)
    return new


class BruteForce:
    """Tries all that can follow an option, up to so many positions a decision."""

    def __init__(self, game: Game, most: int) -> None:
        self.runtime = naive(game._runtime)
        self.most = most
        self.left = most

    def options(self, game: Game, decision: Decision) -> list[Candidate]:
        """The candidates of a decision that can be completed, likes included. Raises TooMany."""
        self.left = self.most
        state = game._state.copy()
        state.runtime = self.runtime
        state.activate(decision._stack)
        frame = state.stack[-1]
        found: list[Candidate] = self.runtime.candidates[frame[0]](state, *frame[1:])
        return [candidate for candidate in found if self._completes(state, candidate)]

    def _completes(self, state: State, candidate: tuple[Any, ...]) -> bool:
        self.left -= 1
        if self.left < 0:
            raise TooMany
        trial = state.copy()
        trial.probing = True
        try:
            take(trial, trial.stack[-1], candidate)
            reached = advance(trial)
            if reached is None or self.runtime.deciders[reached[0]](trial, *reached[1:]) != acting(trial):
                return True
            later = self.runtime.candidates[reached[0]](trial, *reached[1:])
        except Fail:
            return False
        except (Committed, GameEnds):
            return True
        return any(self._completes(trial, c) for c in later)
