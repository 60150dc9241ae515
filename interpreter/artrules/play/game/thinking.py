"""The part of a game that thinks about its decisions for their players, with what these know (`docs/study/bots.md`)."""

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from artrules.engine.chance import check_seed, signed, stream_key
from artrules.engine.execute.instance import MachineTrap
from artrules.play.explain.faults import Stopped
from artrules.play.game.decision import Decision, IllegalChoice
from artrules.play.game.learning import learned_of
from artrules.play.game.moment import Moment
from artrules.play.game.playing import Playing
from artrules.play.game.resample import put_root
from artrules.play.game.search import SearchResult, greedy, search

# Choosing by the hints of content (`docs/write/files.md`, hints). The game stays as it was.

SAMPLES = 2
"""In so many determinizations options are judged where nothing is said."""
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
    runtime, asked = moment.runtime, moment.asked[place]
    if not runtime.model.hints.exist:
        raise NoHints(f"`{runtime.model.name}` has no hints that say what players like")
    if not 1 <= samples <= MOST_SAMPLES:
        raise ValueError(f"options are judged in 1 to {MOST_SAMPLES} samples, not in {samples}")
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
        option = runtime.run("choose_by_hints", samples)
    except Stopped as stopped:
        raise moment.fault(stopped) from None
    except MachineTrap as trap:
        raise moment.fault(runtime.stopped_by(trap)) from None
    nodes = instance.region("option_node")[:count]
    visits, liked = instance.region("node_visits"), instance.region("node_reward")
    values = tuple(liked[node] / visits[node] if visits[node] else 0.0 for node in nodes)
    return SearchResult(option, samples, tuple(visits[node] for node in nodes), values)


T = TypeVar("T")


class Thinking(Playing):
    """A game that can be asked for good options. It stays as it is by that."""

    __slots__ = ()

    def compile(self) -> None:
        """Let WebAssembly play from now on, if CPython does but needn't, instead of after some thousand choices. To
        compile a program takes less than a second; the cache keeps it for other processes."""
        self._runtime.compile()

    def prepare_to_think(self) -> None:
        """Compile the program and learn what positions are worth, for `search` and `greedy`. The first time in a
        configuration it may take a second; without it, the first search does that beyond its time. Raises GameFault."""
        self.compile()
        self._asked(lambda: learned_of(self._runtime))

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
        of the options that may be chosen; None stands for those that the decision shows. The game stays as it is.

        Raises ValueError for a game that doesn't keep what seats know and for numbers that can't be, IllegalChoice for
        a decision that the game doesn't ask now, and GameFault.
        """
        if (iterations is None) == (seconds is None):
            raise ValueError("a search takes a number of iterations, or of seconds")
        _check_positive(iterations=iterations, seconds=seconds)
        place, among = self._place_of(decision), _allowed(decision, among)
        return self._asked(
            lambda: search(self._moment, place, seed, iterations=iterations, seconds=seconds, among=among)
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
        place, among = self._place_of(decision), _allowed(decision, among)
        parameters = {"samples": samples, "horizon": horizon}
        _check_positive(**parameters)
        wanted = {name: number for name, number in parameters.items() if number is not None}
        return self._asked(lambda: greedy(self._moment, place, seed, among=among, **wanted))

    def hinted(
        self, decision: Decision, seed: int, *, samples: int | None = None, among: Sequence[int] | None = None
    ) -> SearchResult:
        """Find the option of one of the decisions that its player likes best by the hints of content, judged in so many
        `samples`. Raises NoHints where content gives none; all else is as for `search`."""
        place, among = self._place_of(decision), _allowed(decision, among)
        wanted = {} if samples is None else {"samples": samples}
        return self._asked(lambda: choose_by_hints(self._moment, place, seed, among=among, **wanted))

    def _place_of(self, decision: Decision) -> int:
        """The place of a decision among those that the game asks, if it can be thought about."""
        for place, each in enumerate(self.decisions):
            if each.is_same(decision):
                return place
        raise IllegalChoice("this decision isn't asked now")

    def _asked(self, what: Callable[[], T]) -> T:
        """The result of a function that runs the content's code for a client."""
        runtime = self._runtime
        before = runtime.enter()
        try:
            return what()
        except Stopped as stopped:
            raise self._moment.fault(stopped) from None
        finally:
            runtime.user = before


def _allowed(decision: Decision, among: Sequence[int] | None) -> Sequence[int] | None:
    """The indices of the options of a decision that may be chosen; None for all. Raises ValueError for others."""
    return decision.among if among is None else decision.narrowed(among).among


def _check_positive(**numbers: float | None) -> None:
    for name, number in numbers.items():
        if number is not None and not number > 0:
            raise ValueError(f"{name} must be more than 0, not {number}")
