"""Notes what runs in the game that a scenario plays, and only there.

The same functions run while looking ahead and while answering why something can't be done: those work on copies of the
state, so that it is enough to listen to one state. Foresight and labels are worked out on that state itself: while
they are, nothing is noted. One thing can only come about while looking ahead and is noted there: that a requirement
refuses an option.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from artrules.run.game import Game
from artrules.run.options import plan_of
from artrules.run.runtime import Runtime
from artrules.run.state import State

Function = Callable[..., Any]


class Recorder:
    """What was seen in all scenarios so far."""

    def __init__(self) -> None:
        self.seen: dict[int, set[bool | None]] = {}
        """For each unit its outcomes; None when it simply ran."""
        self.offered: set[int] = set()
        """The nodes of branches (by identity) that some player could choose."""
        self.offered_powers: set[str] = set()
        """The keys of powers that some player could choose to use."""
        self.powers_in_games: set[str] = set()
        """The keys of powers that cards had from the start in some game."""
        self.requirements: dict[int, list[int]] = {}
        """The conditions of `require`, each with those that are false with it: itself and, where it calls a function,
        what that gives."""
        self._state: State | None = None
        self._aside = 0

    # -- probes

    def ran(self, S: State, number: int) -> None:
        """Something runs."""
        if S is self._state and not self._aside:
            self.seen.setdefault(number, set()).add(None)

    def held(self, S: State, number: int, value: Any) -> Any:
        """A condition has come out like this."""
        if S is self._state and not self._aside:
            self.seen.setdefault(number, set()).add(bool(value))
        elif number in self.requirements and S.probing and not value:
            self.refused(number)
        return value

    def refused(self, number: int) -> None:
        """A requirement keeps an option from being offered."""
        for each in self.requirements[number]:
            self.seen.setdefault(each, set()).add(False)

    def deafen(self, runtime: Runtime) -> None:
        """Let nothing be noted of a runtime's foresight and labels."""
        for number in runtime.decisions:
            plan = runtime.plans[number] = plan_of(runtime, number)
            plan.one = [self._unheard(f) for f in plan.one]
            plan.all = [self._unheard(f) for f in plan.all]
            runtime.labels[number] = [self._heard_not(f) for f in runtime.labels[number]]

    def _unheard(self, function: Function | None) -> Function | None:
        return None if function is None else self._heard_not(function)

    def _heard_not(self, function: Function) -> Function:
        def unheard(*arguments: Any) -> Any:
            self._aside += 1
            try:
                return function(*arguments)
            finally:
                self._aside -= 1

        return unheard

    # -- scenarios

    def begins(self, S: State) -> None:
        """Listen to this state from now on."""
        self._state = S
        runtime = S.runtime
        powers = runtime.program.model.powers
        self.powers_in_games |= {powers[d].key for own in runtime.own_definitions for d in own}

    def goes_on(self, game: Game) -> None:
        """Note what is offered now."""
        runtime, state = game._runtime, game._state
        for decision in game.decisions:
            frame = decision._frame
            choose = runtime.decisions[frame[0]].choose
            for candidate in decision._candidates:
                self.offered.add(id(choose.branches[candidate[0]]))
                if runtime.named(f"u{frame[0]}_{candidate[0]}") is not None:
                    definition = self._heard_not(runtime.used_power)(state, frame, candidate)
                    self.offered_powers.add(runtime.program.model.powers[definition].key)
