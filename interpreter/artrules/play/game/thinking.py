"""Thinking about a game: about its decisions for their players, with what these know (`docs/study/bots.md`), and about
what may come of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Generic, Protocol, TypeVar

from artrules.engine.chance import Stream, check_seed, signed, stream_key
from artrules.engine.execute.instance import MachineTrap
from artrules.play.explain.faults import Stopped
from artrules.play.game.decision import Decision, IllegalChoice
from artrules.play.game.learning import learned_of
from artrules.play.game.log import SharedList
from artrules.play.game.moment import Moment
from artrules.play.game.playing import Playing
from artrules.play.game.playout import BOTS, Rollouts, judged_option, machine_bots, roll_out
from artrules.play.game.practising import ROUNDS, policy_of, put_policy
from artrules.play.game.resample import put_root, resample
from artrules.play.game.search import SearchResult, greedy, search

# Choosing without looking ahead: by the hints of content (`docs/write/files.md`, hints), and by a policy that was
# learned from games. The game stays as it was.

SAMPLES = 2
"""In so many determinizations options are judged by hints where nothing is said."""
MOST_SAMPLES = 100


class NoHints(ValueError):
    """Content says nothing of what players like."""


def choose_by_hints(
    moment: Moment, place: int, seed: int, *, samples: int = SAMPLES, among: Collection[int] | None = None
) -> SearchResult:
    """Choose the option of one of the decisions in a moment that its player likes best, by content's hints.

    `place` says which decision. `samples` is in how many determinizations options are judged, from 1 to MOST_SAMPLES;
    `among` has the indices of the options that may be chosen, None stands for all. The values of the result are how
    much options are liked, on average. The same seed gives the same choice. Raises NoHints; ValueError for a game that
    doesn't keep what seats know, and for another number of samples; and GameFault.
    """
    if not moment.runtime.model.hints.exist:
        raise NoHints(f"`{moment.runtime.model.name}` has no hints that say what players like")
    if not 1 <= samples <= MOST_SAMPLES:
        raise ValueError(f"options are judged in 1 to {MOST_SAMPLES} samples, not in {samples}")
    return _choose(moment, place, seed, among, "choose_by_hints", samples)


def choose_by_policy(
    moment: Moment, place: int, seed: int, *, rounds: int = ROUNDS, among: Collection[int] | None = None
) -> SearchResult:
    """Choose the option of one of the decisions in a moment that the policy takes which was learned of its game in so
    many `rounds` of practice (`game/practising.py`); where it wasn't learned yet, it is learned now. The values of the
    result are what options are worth by it, compared with each other. All else is as for `choose_by_hints`."""
    runtime = moment.runtime
    if moment.asked[place].count > 1:
        runtime.compile()
        try:
            put_policy(runtime, policy_of(runtime, rounds))
        except Stopped as stopped:
            raise moment.fault(stopped) from None
    return _choose(moment, place, seed, among, "choose_by_policy")


def _choose(
    moment: Moment, place: int, seed: int, among: Collection[int] | None, function: str, *numbers: int
) -> SearchResult:
    """Let a function of the machine choose an option of one of the decisions in a moment. Raises ValueError for a game
    that doesn't keep what seats know, and GameFault."""
    runtime, asked = moment.runtime, moment.asked[place]
    if asked.count == 1:
        return SearchResult(0, 0, (0,), (0.0,))
    runtime.compile()
    try:
        put_root(moment, asked.player + 1, seed)
        instance = runtime.instance
        instance.region("think_key")[0] = signed(stream_key(check_seed(seed), asked.player, "think"))
        count = runtime.run("begin_thinking", asked.player)
        assert count == asked.count
        if among is not None:
            allowed = instance.region("option_allowed")
            for option in range(count):
                allowed[option] = int(option in among)
        option = runtime.run(function, *numbers)
    except Stopped as stopped:
        raise moment.fault(stopped) from None
    except MachineTrap as trap:
        raise moment.fault(runtime.stopped_by(trap)) from None
    nodes = instance.region("option_node")[:count]
    visits, liked = instance.region("node_visits"), instance.region("node_reward")
    values = tuple(liked[node] / visits[node] if visits[node] else 0.0 for node in nodes)
    return SearchResult(option, max(numbers, default=1), tuple(visits[node] for node in nodes), values)


class Playable(Protocol):
    """A game."""

    @property
    def playing(self) -> Playing: ...

    def copy(self: G) -> G: ...


G = TypeVar("G", bound=Playable)


class Thinking(Generic[G]):
    """Thinking about a game: searches for good options, rollouts, and determinizations, games that a seat can't tell
    from this one. Only `redeal` changes the game."""

    __slots__ = ("_game", "_playing")

    def __init__(self, game: G) -> None:
        self._game = game
        self._playing = game.playing

    # -- preparing

    def compile(self) -> None:
        """Let WebAssembly play from now on, if CPython does but needn't, instead of after some thousand choices. To
        compile a program takes less than a second; the cache keeps it for other processes."""
        self._playing.runtime.compile()

    def prepare(self, *, rounds: int = 0) -> None:
        """Compile the program and learn what positions are worth, for `search` and `greedy`; with `rounds` of practice
        also what options are worth, for `learned`. The first time in a configuration it may take a second, and some
        seconds to practise; without it, the first search does that beyond its time. Raises GameFault."""
        self.compile()
        runtime = self._playing.runtime
        self._playing.answer(lambda: policy_of(runtime, rounds) if rounds else learned_of(runtime))

    # -- what is worth choosing

    def search(
        self,
        decision: Decision,
        seed: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        """Search for the best option of one of the decisions, with what its player knows (`game/search.py`).

        It makes so many iterations, or takes so many seconds of processor time of this thread. `among` are the indices
        of the options that may be chosen; None stands for those that the decision shows.

        Raises ValueError for a game that doesn't keep what seats know and for numbers that can't be, IllegalChoice for
        a decision that the game doesn't ask now, and GameFault.
        """
        if (iterations is None) == (seconds is None):
            raise ValueError("a search takes a number of iterations, or of seconds")
        _check_positive(iterations=iterations, seconds=seconds)
        place, among, playing = self._place_of(decision), _allowed(decision, among), self._playing
        return playing.answer(
            lambda: search(playing.moment, place, seed, iterations=iterations, seconds=seconds, among=among)
        )

    def greedy(
        self,
        decision: Decision,
        seed: int,
        *,
        samples: int | None = None,
        horizon: int | None = None,
        among: Sequence[int] | None = None,
    ) -> SearchResult:
        """Look one choice ahead for the best option of one of the decisions: try each in so many `samples`, which are
        the same for all, with playouts of at least `horizon` choices. What isn't given suits most games. All else is as
        for `search`."""
        place, among, playing = self._place_of(decision), _allowed(decision, among), self._playing
        _check_positive(samples=samples, horizon=horizon)
        return playing.answer(
            lambda: greedy(playing.moment, place, seed, samples=samples, horizon=horizon, among=among)
        )

    def hinted(
        self, decision: Decision, seed: int, *, samples: int = SAMPLES, among: Sequence[int] | None = None
    ) -> SearchResult:
        """Find the option of one of the decisions that its player likes best by the hints of content, judged in so many
        `samples`. Raises NoHints where content gives none; all else is as for `search`."""
        place, among, playing = self._place_of(decision), _allowed(decision, among), self._playing
        return playing.answer(lambda: choose_by_hints(playing.moment, place, seed, samples=samples, among=among))

    def learned(
        self, decision: Decision, seed: int, *, rounds: int = ROUNDS, among: Sequence[int] | None = None
    ) -> SearchResult:
        """Find the option of one of the decisions that the policy takes which the machine has learned from games with
        itself, in so many `rounds` of practice. To learn it takes some seconds, once for a configuration; the cache
        keeps it (`prepare`). All else is as for `search`."""
        place, among, playing = self._place_of(decision), _allowed(decision, among), self._playing
        _check_positive(rounds=rounds)
        return playing.answer(lambda: choose_by_policy(playing.moment, place, seed, rounds=rounds, among=among))

    def judged(self, decision: Decision, bot: str, stream: Stream, *, rounds: int = ROUNDS) -> int | None:
        """The index of the option of one of the decisions that a bot of the machine's judges best, `rules` or `learned`
        (in so many `rounds` of practice), in the position as it is; among those that it thinks equally good one that is
        drawn from a stream. None where that may tell something hidden, or some options are left out: then `hinted` and
        `learned` have an answer. Raises IllegalChoice for a decision that the game doesn't ask now, and GameFault."""
        place, playing = self._place_of(decision), self._playing
        if decision.among is not None or bot not in machine_bots(playing.runtime.model):
            return None
        return playing.answer(lambda: judged_option(playing.moment, place, BOTS[bot][0], stream, rounds))

    def _place_of(self, decision: Decision) -> int:
        """The place of a decision among those that the game asks, if it can be thought about."""
        for place, each in enumerate(self._playing.decisions):
            if each.is_same(decision):
                return place
        raise IllegalChoice("this decision isn't asked now")

    # -- other games

    def rollouts(self, count: int, bot: str = "uniform", *, seed: int = 0) -> Rollouts:
        """Play copies of the game out, so many of them, and count how they end.

        The bots are those of `Game.play`; their random numbers go on from one copy to the next. The game's own random
        numbers and hidden cards are the same in all of them: `redeal` a copy first for others. Raises ValueError for
        another bot, and GameFault.
        """
        return roll_out(self._playing.moment, bot, seed, count)

    def resample(self, player: int, seed: int) -> G:
        """A determinization: a game that the seat of a player can't tell from this one. What the seat can't know is
        drawn at random; the same `seed` draws the same.

        Raises ValueError for a game that doesn't keep what seats know and for a player that there isn't, and GameFault
        when what a player may do depends on what that player can't know.
        """
        self._playing.check_player(player)
        new = self._game.copy()
        new.playing.change_course(resample(self._playing.course, player, seed).course)
        return new

    def redeal(self, player: int, seed: int) -> None:
        """Become the game that `resample` would give, without a log: for bots that play on from a copy. From then on
        the game keeps no longer what seats know, which makes it as fast as any without a log.

        Raises the same as `resample`, and ValueError for a game with a log.
        """
        self._playing.check_player(player)
        if self._playing.log is not None:
            raise ValueError("a game with a log can't be dealt anew in place: `resample` makes another game of it")
        self._playing.redeal(player, seed)

    def sample(self, player: int, seed: int) -> G:
        """A determinization that keeps neither a log nor what seats know: the same as `redeal` makes of a copy. It may
        be made of a game with a log, too. Raises the same as `resample`."""
        self._playing.check_player(player)
        new = self._game.copy()
        new.playing.log, new.playing.choices = None, SharedList()
        new.playing.redeal(player, seed)
        return new


def _allowed(decision: Decision, among: Sequence[int] | None) -> Sequence[int] | None:
    """The indices of the options of a decision that may be chosen; None for all. Raises ValueError for others."""
    return decision.among if among is None else decision.narrowed(among).among


def _check_positive(**numbers: float | None) -> None:
    for name, number in numbers.items():
        if number is not None and not number > 0:
            raise ValueError(f"{name} must be more than 0, not {number}")
