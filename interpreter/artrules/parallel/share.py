"""A share of a job: indices in a row whose results one process computes and sends together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from artrules.parallel.job import Job, PlanT, ResultT
from artrules.ruleset import Ruleset

WANTED_SECONDS = 0.5
"""How long a share should take: long enough that sending it costs nothing beside it, and short enough that little is
lost when its process ends."""
_LARGEST = 500
_SHARES_EACH = 4
"""So many shares are left for each process, at least, when a size is chosen: so none waits long for the last one."""


@dataclass(frozen=True, slots=True)
class PlayedShare:
    """The results of a share: their texts of JSON, in order."""

    indices: range
    texts: tuple[str, ...]
    seconds: float


def play_share(ruleset: Ruleset, job: Job[PlanT, ResultT], indices: range) -> PlayedShare:
    """Compute the results of a share in this process."""
    began = perf_counter()
    texts = tuple([job.text_of(ruleset, index) for index in indices])
    return PlayedShare(indices, texts, perf_counter() - began)


class Shares:
    """Cuts what is left of a job into shares, which grow until one takes about half a second."""

    def __init__(self, missing: Iterator[range], left: int, places: Callable[[], int]) -> None:
        """`missing` are the indices that are wanted, in order, `left` is their number, and `places` says how many
        processes work."""
        self._missing = missing
        self._rest = range(0)
        self._left = left
        self._places = places
        self._each: float | None = None

    def learn(self, played: PlayedShare) -> None:
        """Note how long a share took."""
        each = played.seconds / len(played.indices)
        self._each = each if self._each is None else (self._each + each) / 2

    def take(self) -> range | None:
        """The next share; None when nothing is left."""
        if not self._rest:
            self._rest = next(self._missing, range(0))
            if not self._rest:
                return None
        share = self._rest[: self._size()]
        self._rest = self._rest[len(share) :]
        self._left -= len(share)
        return share

    def _size(self) -> int:
        if self._each is None:
            return 1
        fair = self._left // (self._places() * _SHARES_EACH)
        return max(1, min(_LARGEST, fair, int(WANTED_SECONDS / max(self._each, 1e-9))))
