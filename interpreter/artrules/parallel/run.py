"""Runs a job: in this process, or in several."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from time import perf_counter
from typing import Any, Protocol

from artrules.parallel.checkpoint import KeptResults
from artrules.parallel.cluster import dask_cluster
from artrules.parallel.crew import results_in_order
from artrules.parallel.job import Job, PlanT, ResultT
from artrules.parallel.pool import process_pool
from artrules.parallel.share import WANTED_SECONDS, PlayedShare, Shares
from artrules.ruleset import Ruleset


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
    left = job.count - (kept.known(job.count) if kept is not None else 0)
    keep = kept.keep if kept is not None else _forget
    if left == 0:
        return
    if cluster is not None:
        with dask_cluster(ruleset, job, cluster) as crew:
            yield from results_in_order(crew, Shares(missing, left, crew.places), keep)
        return
    if jobs == 1 or left == 1:
        for indices in missing:
            yield from _here(ruleset, job, indices, keep)
        return
    with process_pool(ruleset, job, min(jobs, left)) as pool:
        yield from results_in_order(pool, Shares(missing, left, pool.places), keep)


def _here(
    ruleset: Ruleset, job: Job[Any, Any], indices: range, keep: Callable[[PlayedShare], None]
) -> Generator[str, None, None]:
    """Compute results in this process. From time to time, and in the end, they are kept."""
    texts: list[str] = []
    first, began = indices.start, perf_counter()
    try:
        for index in indices:
            texts.append(job.text_of(ruleset, index))
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
