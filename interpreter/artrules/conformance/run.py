"""Tests properties on rulesets: distributes the games to processes, and sums up what they have done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from artrules.conformance.random_play import Counts
from artrules.conformance.registry import PROPERTIES
from artrules.conformance.table import table
from artrules.conformance.violation import Violation
from artrules.parallel.processes import workers
from artrules.ruleset import Ruleset, load

_loaded: dict[tuple[str, bool], Ruleset] = {}
"""In each process: the rulesets that it has read, and whether their memory checks every access."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to test: a number of games for each property and ruleset (given by path), from a number of the game on. With
    `checked` memory checks every access."""

    rulesets: tuple[str, ...]
    properties: tuple[str, ...]
    games: int
    seed: int = 0
    first: int = 0
    pythons: tuple[str, ...] = ()
    checked: bool = False


@dataclass(slots=True)
class Outcome:
    """The outcome of a property on a ruleset. `failures` are (number of the game, violation), at most one for each
    share."""

    ruleset: str
    property: str
    counts: Counts = field(default_factory=Counts)
    failures: list[tuple[int, Violation]] = field(default_factory=list)


def run_plan(plan: Plan, jobs: int = 1) -> Iterator[Outcome]:
    """Test everything; gives the outcomes in order, each as soon as it is known. They don't depend on `jobs`."""
    with _workers(jobs) as workers:
        waiting: list[tuple[Outcome, list[Future[_Done]]]] = []
        for path in plan.rulesets:
            for name in plan.properties:
                shares = _shares(plan, PROPERTIES[name].at_a_time)
                futures = [workers.submit(_try, plan, path, name, share) for share in shares]
                waiting.append((Outcome(path, name), futures))
        for outcome, futures in waiting:
            for future in futures:
                counts, failure = future.result()
                outcome.counts.update(counts)
                if failure is not None:
                    outcome.failures.append(failure)
            yield outcome


_Done = tuple[Counts, "tuple[int, Violation] | None"]


@contextmanager
def _workers(jobs: int) -> Iterator[Executor]:
    """A pool of processes, started afresh on every system; for one job, this process works on one share at a time."""
    if jobs > 1:
        with workers(jobs) as processes:
            yield processes
        return
    pool = ThreadPoolExecutor(1)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _shares(plan: Plan, at_a_time: int) -> list[range]:
    whole = range(plan.first, plan.first + plan.games)
    return [whole[i : i + at_a_time] for i in range(0, len(whole), at_a_time)]


def _try(plan: Plan, path: str, name: str, share: Sequence[int]) -> _Done:
    known = path, plan.checked
    if known not in _loaded:
        _loaded[known] = load(Path(path)).checked() if plan.checked else load(Path(path))
    ruleset, counts = _loaded[known], Counts()
    tested = PROPERTIES[name]
    tables = [table(ruleset, name, plan.seed, index, tested.alike) for index in share]
    try:
        tested.run(ruleset, tables, counts, plan.pythons)
    except Violation as broken:
        return counts, (share[tables.index(broken.table)], broken)
    return counts, None
