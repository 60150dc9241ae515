"""Plays a game that goes wrong again, by labels: with fewer choices, other settings, other seeds."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.chance import Stream
from artrules.conformance.table import Table
from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.span import Span
from artrules.game.decision import GameFault, Option
from artrules.game.game import Game
from artrules.random_testing.looking import views
from artrules.random_testing.trial import Pick
from artrules.record import dataclass
from artrules.ruleset import Ruleset

Cause = tuple[str, Span | None]
"""What tells one mistake from another: the code of its diagnostic, and the place."""


def cause_of(diagnostic: Diagnostic) -> Cause:
    """What tells a mistake from others."""
    return diagnostic.code, diagnostic.span


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice as people write it down: who chooses, the label of the option, and which one with that label."""

    player: int
    label: str
    nth: int = 1
    alone: bool = True
    """Whether nobody else had to choose then."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that goes wrong after some choices."""

    table: Table
    choices: tuple[Choice, ...]
    diagnostic: Diagnostic
    looking: bool = False
    """Whether it goes wrong for somebody who looks at the game after the last choice, not by that choice."""
    over: bool = False
    """Whether the game is over then."""


PRICE_OF_A_FAULT = 50
"""What goes wrong counts as so many choices: the machine may have worked long until then."""


class BudgetSpent(Exception):
    """No more choices may be tried."""


class Replayer:
    """Looks for games of a ruleset that go wrong for one cause. It counts the choices that it tries."""

    def __init__(self, ruleset: Ruleset, cause: Cause, looking: bool) -> None:
        self.ruleset, self.cause, self.looking = ruleset, cause, looking
        self.left = 0
        """How many choices may still be tried."""
        self._looks = self._over = False

    def run(self, table: Table, wanted: Sequence[Choice | Pick]) -> Failure | None:
        """Make choices in order; what isn't offered is passed over. The failure, if that goes wrong for the cause."""
        made: list[Choice] = []
        self._looks = self._over = False
        try:
            game = table.new_game(self.ruleset, log=False)
            self._look(game)
            for each in wanted:
                option = self._option(game, each)
                if option is not None:
                    made.append(_choice(game, option))
                    self._choose(game, option)
        except GameFault as fault:
            return self._failure(table, made, fault)
        except ValueError:  # such a game can't be set up
            return None
        return None

    def walk(self, table: Table, stream: Stream, most: int) -> Failure | None:
        """Make at most so many random choices. The failure, if that goes wrong for the cause."""
        picks: list[Pick] = []
        try:
            game = table.new_game(self.ruleset, log=False)
            self._look(game)
            while (decisions := game.decisions) and len(picks) < most:
                place = stream.below(len(decisions))
                index = stream.below(len(decisions[place].options))
                picks.append((place, index))
                self._choose(game, decisions[place].options[index])
        except GameFault as fault:
            self._spend(PRICE_OF_A_FAULT)
            return self.run(table, picks) if cause_of(fault.diagnostics[0]) == self.cause else None
        except ValueError:
            return None
        return None

    def explore(self, table: Table, most: int) -> Failure | None:
        """Try all games of no choice, of one, and so on, up to so many choices. The first failure."""
        if (found := self.run(table, ())) is not None or most < 1:
            return found
        level: list[tuple[Game, tuple[Pick, ...]]] = [(table.new_game(self.ruleset, log=False), ())]
        known: set[str] = set()
        for _ in range(most):
            deeper = []
            for game, picks in level:
                for place, decision in enumerate(game.decisions):
                    for index in range(len(decision.options)):
                        path, copy = (*picks, (place, index)), game.copy()
                        try:
                            self._choose(copy, copy.decisions[place].options[index])
                        except GameFault as fault:
                            self._spend(PRICE_OF_A_FAULT)
                            if cause_of(fault.diagnostics[0]) == self.cause:
                                return self.run(table, path)
                            continue
                        if (digest := copy.digest()) not in known:
                            known.add(digest)
                            deeper.append((copy, path))
            level = deeper
        return None

    def _choose(self, game: Game, option: Option) -> None:
        self._spend(1)
        game.choose(option)
        self._look(game)

    def _spend(self, choices: int) -> None:
        self.left -= choices
        if self.left < 0:
            raise BudgetSpent

    def _look(self, game: Game) -> None:
        if self.looking:
            self._looks, self._over = True, not game.decisions
            views(game)
            self._looks = False

    @staticmethod
    def _option(game: Game, wanted: Choice | Pick) -> Option | None:
        if not isinstance(wanted, Choice):
            place, index = wanted
            return game.decisions[place].options[index]
        found = [o for d in game.decisions if d.player == wanted.player for o in d.options if o.label == wanted.label]
        return found[min(wanted.nth, len(found)) - 1] if found else None

    def _failure(self, table: Table, made: Sequence[Choice], fault: GameFault) -> Failure | None:
        self._spend(PRICE_OF_A_FAULT)
        diagnostic = fault.diagnostics[0]
        if cause_of(diagnostic) != self.cause:
            return None
        return Failure(table, tuple(made), diagnostic, self._looks, self._over)


def _choice(game: Game, option: Option) -> Choice:
    """How people write a choice down."""
    decision = option.decision
    label = option.label
    same = [other for other in decision.options if other.label == label]
    return Choice(decision.player, label, same.index(option) + 1, len(game.decisions) == 1)
