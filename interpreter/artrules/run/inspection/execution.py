"""Which code of the content runs in one game, and how its conditions come out: as coverage needs it.

Content is compiled with probes (`compile/probes.py`), which report to a `Recorder`. The same code also runs in trials
that test whether an option can be completed, and for labels. These don't count: trials run on copies of the state, so
the recorder heeds the state of one game only; while labels and feasibility are worked out on that very state, it is
muted. Only one thing happens in trials alone and counts there: a requirement that refuses an option.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, Protocol

from artrules.compile.probes import Probes
from artrules.run.options import plan_of

if TYPE_CHECKING:
    from artrules.run.decision import Option
    from artrules.run.game import Game
    from artrules.run.runtime import Runtime
    from artrules.run.state import State

Function = Callable[..., Any]


class Recorder(Protocol):
    """Told what runs; numbers are those that the probes have."""

    @property
    def requirements(self) -> Collection[int]:
        """The numbers of the conditions of `require`: whether they refuse an option counts in trials, too."""

    def ran(self, number: int) -> None:
        """Something ran."""

    def held(self, number: int, value: bool) -> None:
        """A condition came out true or false."""

    def refused(self, number: int) -> None:
        """A requirement refused an option."""


class Execution:
    """Listens to the probes of one game at a time, for a recorder."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._state: State | None = None
        self._muted = 0

    def probes(self) -> Probes:
        """New probes, which report here."""
        return Probes(self._ran, self._held, self._recorder.refused)

    def instrument(self, runtime: Runtime) -> Runtime:
        """Mute a runtime's feasibility tests and labels; it must be compiled with probes from here. Gives it back."""
        for number in runtime.decisions:
            plan = runtime.plans[number] = plan_of(runtime, number)
            plan.one = [self._mute_if_any(f) for f in plan.one]
            plan.all = [self._mute_if_any(f) for f in plan.all]
            runtime.labels[number] = [self._mute(f) for f in runtime.labels[number]]
        return runtime

    def listen_to(self, game: Game) -> None:
        """Count what runs in a game from now on, and in no other."""
        self._state = game._state

    def used_power(self, option: Option) -> str | None:
        """The key of the power that an option uses, if it does nothing else."""
        state, frame = option.decision._game._state, option.decision._frame
        runtime = state.runtime
        if runtime.named(f"u{frame[0]}_{option.candidate[0]}") is None:
            return None
        definition = self._mute(runtime.used_power)(state, frame, option.candidate)
        return str(runtime.program.model.powers[definition].key)

    # -- probes

    def _ran(self, S: State, number: int) -> None:
        if S is self._state and not self._muted:
            self._recorder.ran(number)

    def _held(self, S: State, number: int, value: Any) -> Any:
        if S is self._state and not self._muted:
            self._recorder.held(number, bool(value))
        elif number in self._recorder.requirements and S.probing and not value:
            self._recorder.refused(number)
        return value

    def _mute_if_any(self, function: Function | None) -> Function | None:
        return None if function is None else self._mute(function)

    def _mute(self, function: Function) -> Function:
        def muted(*arguments: Any) -> Any:
            self._muted += 1
            try:
                return function(*arguments)
            finally:
                self._muted -= 1

        return muted


def powers_on_cards(game: Game) -> set[str]:
    """The keys of the powers that cards of a game have of their own."""
    runtime = game._runtime
    powers = runtime.program.model.powers
    return {powers[d].key for own in runtime.own_definitions for d in own}
