"""What is played for the table: who plays whom, at which table, and how many games."""

from __future__ import annotations

from dataclasses import dataclass

from artrules.lab.matches.deal import MatchPlan, share_asked, sides_played
from artrules.lab.matches.match import Question
from artrules.lab.matches.summary import Measure
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.ruleset import Ruleset

PLAYERS = {"hearts": 4}
"""How many play where that isn't the fewest that can."""
MORE_PLAYERS = 4
"""How many play in the row with more players, where so many can."""
GAMES = 200
QUICK_GAMES = 40
"""Games that take little time, and so are all played: the interval gets narrower."""
MUCH_LUCK = {"texas_holdem": 120}
"""How many of these are needed in games in which luck says so much that the usual number decides nothing."""
CLOSE = {"vintage": 600}
"""How many games of `search` there are at most where the usual number has decided nothing."""
LONG_GAMES = 20


@dataclass(frozen=True)
class Row:
    """One row: a match. `share` is what the test asks for; None stands for odds of 7 to 3 against each other player.
    `all_games` are played whatever the test says."""

    game: str
    players: int
    bot: str
    against: str
    share: float | None = None
    games: int = GAMES
    all_games: bool = False

    @property
    def name(self) -> str:
        """By what the row is kept: it says everything that the games depend on but the content."""
        asked = "" if self.share is None else f", share {self.share:g}"
        return f"{self.game}, {self.players} players, {self.bot} against {self.against}, {self.games} games{asked}"

    def plan(self, ruleset: Ruleset) -> MatchPlan:
        """Where some play together, a bot plays for a whole side."""
        sides = sides_played(ruleset, self.players, 0, {})
        return MatchPlan(self.players, 0, {}, ((self.bot, self.against),), sides)

    def question(self, plan: MatchPlan) -> Question:
        """What the match of a plan is to decide."""
        sides = len(plan.seats)
        goal = share_asked(sides) if self.share is None else self.share
        return Question(Measure.WINS, 1 / sides, goal, self.games // sides, self.all_games)


def usual_rows(counts: dict[str, list[int]], *, long: bool = False) -> list[Row]:
    """The rows for games and the numbers of players that each can have, two at least; with `long`, games at half a
    second, too. What takes little time comes first."""
    few = {game: PLAYERS.get(game, min(n for n in can if n > 1)) for game, can in counts.items() if max(can) > 1}
    many = {game: MORE_PLAYERS for game, can in counts.items() if MORE_PLAYERS in can and few[game] < MORE_PLAYERS}
    rows = [Row(g, n, "greedy", "uniform", 0.9 if n == 2 else None, QUICK_GAMES, True) for g, n in few.items()]
    rows += [Row(g, n, "greedy", "uniform", None, QUICK_GAMES, True) for g, n in many.items()]
    rows += [Row(g, n, "rules", "uniform", None, MUCH_LUCK.get(g, QUICK_GAMES), True) for g, n in few.items()]
    rows += [Row(g, n, "learned", "uniform", None, QUICK_GAMES, True) for g, n in few.items()]
    rows += [Row(g, n, "learned", "rules") for g, n in few.items()]
    rows += [Row(g, n, "greedy", "rules") for g, n in few.items()]
    rows += [
        Row(g, n, "search:time=0.05", "greedy", _against_greedy(n), CLOSE.get(g, GAMES))
        for g, n in (*few.items(), *many.items())
    ]
    if long:
        rows += [Row(g, n, "search:time=0.5", "greedy", None, LONG_GAMES, True) for g, n in few.items()]
    return rows


def _against_greedy(players: int) -> float:
    """The share of the wins asked for of a search against `greedy`: odds of 6 to 4 against each other player."""
    return round(6 / (6 + 4 * (players - 1)), 3)


def shipped() -> list[str]:
    """The games of the table."""
    return shipped_rulesets()
