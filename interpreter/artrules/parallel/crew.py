"""Several processes that work on the shares of a job, and how their results come into order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from artrules.parallel.share import PlayedShare, Shares

_AHEAD = 2
"""Shares for each process that are handed out before the first of them must be done."""
_WAITING = 64
"""Shares for each process whose results may wait for those of an earlier one."""


class Crew(Protocol):
    """Processes that work on shares."""

    def places(self) -> int:
        """How many shares are worked on at a time."""

    def hand_out(self, share: range) -> None:
        """Have a share worked on, as soon as there is a place."""

    def next_done(self) -> tuple[range, PlayedShare | Exception]:
        """Wait until any share is done. Gives its results, or what was raised by the job."""


def results_in_order(crew: Crew, shares: Shares, keep: Callable[[PlayedShare], None]) -> Iterator[str]:
    """The texts of all results, in order. `keep` is called with each share as soon as it is done.

    Raises what the job raises, once all earlier shares have been given.
    """
    handed_out: list[range] = []  # in order; those whose results have not been given
    done: dict[range, PlayedShare | Exception] = {}
    while True:
        while len(handed_out) - len(done) < _AHEAD * crew.places() and len(handed_out) < _WAITING * crew.places():
            share = shares.take()
            if share is None:
                break
            handed_out.append(share)
            crew.hand_out(share)
        if not handed_out:
            return
        share, result = crew.next_done()
        done[share] = result
        if isinstance(result, PlayedShare):
            shares.learn(result)
            keep(result)
        while handed_out and handed_out[0] in done:
            result = done.pop(handed_out.pop(0))
            if isinstance(result, Exception):
                raise result
            yield from result.texts
