"""Collects what runs in the games that scenarios play, and what players are offered in them."""

from __future__ import annotations

from artrules.run.game import Game
from artrules.run.inspection.execution import Execution, powers_on_cards


class Recorder:
    """What all scenarios so far have brought about. `execution` reports to it what runs; it watches scenarios, too."""

    def __init__(self) -> None:
        self.seen: dict[int, set[bool | None]] = {}
        """By the number of a unit: its outcomes, None when it simply ran."""
        self.offered: set[int] = set()
        """The branches that some player could choose, by identity of the node."""
        self.offered_powers: set[str] = set()
        """The keys of powers that some player could choose to use."""
        self.powers_in_games: set[str] = set()
        """The keys of powers that cards had from the start in some game."""
        self.requirements: dict[int, list[int]] = {}
        """The conditions of `require`: for each the conditions that are false with it, which are itself and, where it
        calls a function, what that function gives."""
        self.execution = Execution(self)

    # -- what runs

    def ran(self, number: int) -> None:
        """A unit ran."""
        self.seen.setdefault(number, set()).add(None)

    def held(self, number: int, value: bool) -> None:
        """A condition came out true or false."""
        self.seen.setdefault(number, set()).add(value)

    def refused(self, number: int) -> None:
        """A requirement keeps an option from being offered."""
        for each in self.requirements[number]:
            self.seen.setdefault(each, set()).add(False)

    # -- scenarios

    def begins(self, game: Game) -> None:
        """Count what runs in this game from now on."""
        self.execution.listen_to(game)
        self.powers_in_games |= powers_on_cards(game)

    def goes_on(self, game: Game) -> None:
        """Note what is offered now."""
        for decision in game.decisions:
            for option in decision.options:
                self.offered.add(id(option.node))
                power = self.execution.used_power(option)
                if power is not None:
                    self.offered_powers.add(power)
