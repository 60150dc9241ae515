"""The part of a game that thinks about its decisions for their players, with what these know (`docs/bots.md`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from artrules.explain.faults import Stopped
from artrules.game.decision import Decision, IllegalChoice
from artrules.game.hinted import choose_by_hints
from artrules.game.learning import learned_of
from artrules.game.playing import Playing
from artrules.game.search import SearchResult, greedy, search

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
        given = {"samples": samples, "horizon": horizon}
        _check_positive(**given)
        wanted = {name: number for name, number in given.items() if number is not None}
        return self._asked(lambda: greedy(self._moment, place, seed, among=among, **wanted))

    def hinted(
        self, decision: Decision, seed: int, *, samples: int | None = None, among: Sequence[int] | None = None
    ) -> SearchResult:
        """Find the option of one of the decisions that its player likes best by the hints of content, judged in so many
        `samples`. Raises NoHints (`game/hinted.py`) where content gives none; all else is as for `search`."""
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
