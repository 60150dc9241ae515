"""Runs a job: in this process, or in several."""

import json
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from time import perf_counter
from typing import Any, Protocol

from artrules.lab.parallel.checkpoint import KeptResults
from artrules.lab.parallel.cluster import dask_cluster
from artrules.lab.parallel.job import WANTED_SECONDS, Job, PlanT, PlayedShare, ResultT, Shares
from artrules.lab.parallel.pool import process_pool
from artrules.play.ruleset import Ruleset

# Several processes that work on the shares of a job, and how their results come into order.

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


class Run(Protocol):
    """Runs jobs, as `run_job` does. It may end early, when somebody asks it to: then the last results are missing."""

    def __call__(self, ruleset: Ruleset, job: Job[PlanT, ResultT]) -> Iterator[ResultT]:
        """The results of a job, in order."""


def run_job(
    ruleset: Ruleset,
    job: Job[PlanT, ResultT],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    kept: KeptResults | None = None,
) -> Generator[ResultT, None, None]:
    """The results of a job in the order of their indices, whatever computes them.

    `jobs` is the number of processes; with 1, this one does everything. `cluster` is the address of a Dask scheduler,
    whose workers do the work then. What is `kept` isn't computed again, and new results are added to it as soon as they
    are there. Closing the iterator ends the work. Raises what the job raises, ContentChanged, ProcessLost,
    ClusterProblem and CheckpointRefused, and OSError where nothing can be written.
    """
    if job.play_row is not None and kept is None and cluster is None and (jobs == 1 or job.count == 1):
        yield from job.play_row(ruleset, job.plan, range(job.count))
        return
    new, at = _new_results(ruleset, job, jobs, cluster, kept), 0
    try:
        if kept is not None:
            for index, data in kept.results(job.count):
                yield from (job.read(json.loads(text)) for text in islice(new, index - at))
                yield _read(job, kept, index, data)
                at = index + 1
        yield from (job.read(json.loads(text)) for text in new)
    finally:
        new.close()


def _read(job: Job[Any, ResultT], kept: KeptResults, index: int, data: Any) -> ResultT:
    """A result that was kept."""
    try:
        return job.read(data)
    except (ValueError, TypeError, LookupError, AttributeError):
        raise kept.refuse_result(index) from None


def _new_results(
    ruleset: Ruleset, job: Job[Any, Any], jobs: int, cluster: str | None, kept: KeptResults | None
) -> Generator[str, None, None]:
    """The results that aren't known, in order, as texts of JSON."""
    missing = kept.missing(job.count) if kept is not None else iter([range(job.count)])
    remaining_count = job.count - (kept.known(job.count) if kept is not None else 0)
    keep = kept.keep if kept is not None else _forget
    if remaining_count == 0:
        return
    if cluster is not None:
        with dask_cluster(ruleset, job, cluster) as crew:
            yield from results_in_order(crew, Shares(missing, remaining_count, crew.places), keep)
        return
    if jobs == 1 or remaining_count == 1:
        for indices in missing:
            yield from _here(ruleset, job, indices, keep)
        return
    with process_pool(ruleset, job, min(jobs, remaining_count)) as pool:
        yield from results_in_order(pool, Shares(missing, remaining_count, pool.places), keep)


def _here(
    ruleset: Ruleset, job: Job[Any, Any], indices: range, keep: Callable[[PlayedShare], None]
) -> Generator[str, None, None]:
    """Compute results in this process. From time to time, and in the end, they are kept."""
    texts: list[str] = []
    first, began = indices.start, perf_counter()
    try:
        for index, text in zip(indices, job.texts_of(ruleset, indices), strict=True):
            texts.append(text)
            if perf_counter() - began > WANTED_SECONDS:
                done, texts = texts, []
                keep(PlayedShare(range(first, index + 1), tuple(done), perf_counter() - began))
                first, began = index + 1, perf_counter()
            yield texts[-1] if texts else done[-1]
    finally:
        if texts:
            keep(PlayedShare(range(first, first + len(texts)), tuple(texts), perf_counter() - began))


def _forget(_played: PlayedShare) -> None:
    """Keep nothing."""
