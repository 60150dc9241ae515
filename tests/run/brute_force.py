"""Which options can be completed, found out by trying everything: no remembering, no proofs, no merging of likes."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import artrules
from artrules.run import runtime as runtime_module
from artrules.run.advance import acting, advance, take
from artrules.run.runtime import Runtime
from artrules.run.signals import Committed, Fail, GameEnds
from artrules.run.state import State


class TooMany(Exception):
    """More positions than a test wants to try."""


def naive(runtime: Runtime) -> Runtime:
    """The same game, but nothing is known not to fail and all things are told apart."""
    with patch.dict(runtime_module.SUPPORT, {"distinct": lambda S, candidates, places, me: candidates}):
        new = Runtime(runtime.program)
    new.may_fail = [True] * len(new.may_fail)
    return new


class BruteForce:
    """Tries all that can follow an option, up to so many positions."""

    def __init__(self, game: artrules.Game, most: int) -> None:
        self.runtime = naive(game._runtime)
        self.most = most
        self.left = most

    def labels(self, game: artrules.Game, decision: Any) -> set[str]:
        """The labels of the options of a decision that can be completed. Raises TooMany."""
        self.left = self.most
        state = game._state.copy()
        state.runtime = self.runtime
        state.activate(decision._stack)
        frame = state.stack[-1]
        label = self.runtime.labels[frame[0]]
        found = self.runtime.candidates[frame[0]](state, *frame[1:])
        kept = [c for c in found if self._completes(state, c)]
        return {label[c[0]](state, *frame[1:], *c[1:]) for c in kept}

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
