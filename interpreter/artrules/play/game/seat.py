"""What a bot is, and the place from which it looks at a game.

A bot gets a decision, whose options have labels, ids and places in the content, and its seat, which gives what its
player may know, and nothing else. That holds for searching too: a search begins with determinizations, games that
the player can't tell from the real one (`Thinking.resample`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from artrules.engine.chance import Stream
from artrules.play.game.decision import Decision, Option
from artrules.play.game.practising import ROUNDS
from artrules.play.game.search import SearchResult
from artrules.play.game.thinking import SAMPLES

if TYPE_CHECKING:
    from artrules.play.game.game import Game


# What a bot may use of a game: the place from which it looks at it.
#
# A seat gives what its player may know, and nothing else. That holds for searching too: a search begins with
# determinizations, games that the player can't tell from the real one (`Thinking.resample`).


class Seat:
    """A player's place in a game. Calling it gives the view: what the player may know, as plain data (`Game.view`)."""

    __slots__ = ("_game", "player")

    def __init__(self, game: Game, player: int) -> None:
        self._game = game
        self.player = player
        """Whose place it is, counted from 1."""

    def __call__(self) -> dict[str, Any]:
        """The view. It takes longer to make than most choices, so it is made only here."""
        return self._game.view(self.player)

    def sample(self, number: int) -> Game:
        """A determinization: a game of its own in which the player sees what it sees in the real one, without a log and
        without what seats know. It may be played on and looked at as one likes; the same number gives the same game.

        Raises ValueError where the game doesn't keep what seats know (`Ruleset.new_game(knowledge=…)`), and GameFault.
        """
        return self._game.think.sample(self.player, number)

    def search(
        self,
        decision: Decision,
        seed: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        """Search for the best option of a decision of this player's, by information-set Monte Carlo tree search.

        It takes so many iterations, or so many seconds of processor time of this thread. `among` are the indices of the
        options that may be chosen; None stands for those that the decision shows. The same seed and the same number of
        iterations give the same result, whoever plays at whatever speed. Raises ValueError, and GameFault.
        """
        self._check(decision)
        return self._game.think.search(decision, seed, iterations=iterations, seconds=seconds, among=among)

    def greedy(
        self,
        decision: Decision,
        seed: int,
        *,
        samples: int | None = None,
        horizon: int | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        """Look one choice ahead: try each option in the same samples, and play each out for a while.

        `samples` is how many determinizations are used, `horizon` how many choices a playout makes at least; without
        them what suits most games. All else is as for `search`.
        """
        self._check(decision)
        return self._game.think.greedy(decision, seed, samples=samples, horizon=horizon, among=among)

    def hinted(
        self, decision: Decision, seed: int, *, samples: int = SAMPLES, among: Sequence[int] | None = None
    ) -> SearchResult:
        """Find the option that this player likes best by the hints of content, judged in so many `samples`. Its values
        are how much options are liked. Raises NoHints where content gives none; all else is as for
        `search`."""
        self._check(decision)
        return self._game.think.hinted(decision, seed, samples=samples, among=among)

    def learned(
        self, decision: Decision, seed: int, *, rounds: int = ROUNDS, among: Sequence[int] | None = None
    ) -> SearchResult:
        """Find the option that the policy takes which was learned from games, in so many `rounds` of practice. Its
        values are what options are worth, compared with each other. All else is as for `search`."""
        self._check(decision)
        return self._game.think.learned(decision, seed, rounds=rounds, among=among)

    def judged(self, decision: Decision, bot: str, stream: Stream, *, rounds: int = ROUNDS) -> int | None:
        """The index of the option that the bot `rules` or `learned` judges best, where that tells nothing hidden; None
        where it might (`Thinking.judged`)."""
        self._check(decision)
        return self._game.think.judged(decision, bot, stream, rounds=rounds)

    def _check(self, decision: Decision) -> None:
        if decision.player != self.player:
            raise ValueError(
                f"this is the seat of player {self.player}, and the decision is player {decision.player}'s"
            )


# What a bot is.
#
# A bot gets a decision, whose options have labels, ids and places in the content, and its seat: a function
# that gives the view, and from which it can think ahead.

View = Callable[[], dict[str, Any]]
"""Gives the view of the bot's seat when it is called. A `Seat` is one."""


class Bot(Protocol):
    """A player for one seat of one game."""

    def choose(self, decision: Decision, seat: Seat, /) -> Option:
        """Choose one of the options that the decision shows."""


BotFactory = Callable[[int, int], Bot]
"""Makes a bot from the game's seed and a seat, counted from 1. All random numbers of the bot must derive from these."""
