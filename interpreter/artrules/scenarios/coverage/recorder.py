"""Collects what runs in the games that scenarios play, and what players are offered in them."""

from __future__ import annotations

from artrules.game.game import Game
from artrules.game.inspection.execution import Execution, powers_on_cards, sets_in_play, used_power
from artrules.scenarios.coverage.numbers import UnitNumbers


class Recorder:
    """What all scenarios so far have brought about. It watches scenarios of games that count what they run."""

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
        self.numbers: dict[int, UnitNumbers] = {}
        """By identity of a model: the numbers of its units."""
        self.played: set[tuple[int, frozenset[str]]] = set()
        """What games were of: the identity of a model, and the sets in play."""
        self._execution: Execution | None = None
        self._numbers = UnitNumbers()

    def begins(self, game: Game) -> None:
        """Count what runs in this game from now on."""
        self.take_in()
        self._execution, self._numbers = Execution(game), self.numbers[id(game.model)]
        self.played.add((id(game.model), sets_in_play(game)))
        self.powers_in_games |= powers_on_cards(game)

    def goes_on(self, game: Game) -> None:
        """Note what is offered now."""
        for decision in game.decisions:
            for option in decision.options:
                self.offered.add(id(option.node))
                power = used_power(option)
                if power is not None:
                    self.offered_powers.add(power)

    def take_in(self) -> None:
        """Note what has run in the latest game."""
        if self._execution is None:
            return
        for counter, outcome in self._execution.happened():
            number = self._numbers.of(counter.what, counter.node)
            if number is not None:
                self.seen.setdefault(number, set()).add(outcome)
                if outcome is False:
                    for each in self.requirements.get(number, ()):
                        self.seen.setdefault(each, set()).add(False)
