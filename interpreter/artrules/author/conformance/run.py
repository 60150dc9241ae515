"""The properties by name, and their tests on rulesets: distributes the games to processes, and sums up what they have
done.

To add a property: its test in `soundness.py`, `secrecy.py` or `reproducibility.py`, a line in `PROPERTIES`, a section
in `docs/inside/properties.md`, and a fault that it finds in `tests/author/properties/`.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from artrules.author.conformance import reproducibility, secrecy
from artrules.author.conformance import reproducibility as executors
from artrules.author.conformance import reproducibility as resumption
from artrules.author.conformance import reproducibility as simultaneous
from artrules.author.conformance import secrecy as fairness
from artrules.author.conformance import soundness as completeness
from artrules.author.conformance import soundness as conservation
from artrules.author.conformance import soundness as labels
from artrules.author.conformance import soundness as termination
from artrules.author.conformance.random_play import Counts, Table, Violation, memory_is_used_well
from artrules.author.conformance.random_play import table as draw_table
from artrules.lab.parallel.pool import workers
from artrules.play.ruleset import Ruleset, load


class Check(Protocol):
    """Tests a property on the game of one table. Raises Violation."""

    def __call__(self, ruleset: Ruleset, table: Table, counts: Counts) -> None: ...


@dataclass(frozen=True, slots=True)
class Property:
    """One promise: its name, what it says, and what tests it at some tables. `at_a_time` is the number of tables that
    it is best tested at together, and so many of them are `alike` but for their seeds."""

    name: str
    about: str
    run: Callable[[Ruleset, Sequence[Table], Counts, Sequence[str]], None]
    at_a_time: int = 1
    alike: int = 1


def _each(check: Check) -> Callable[[Ruleset, Sequence[Table], Counts, Sequence[str]], None]:
    def run(ruleset: Ruleset, tables: Sequence[Table], counts: Counts, pythons: Sequence[str]) -> None:
        for table in tables:
            with memory_is_used_well(table):
                check(ruleset, table, counts)

    return run


def _repeats(ruleset: Ruleset, tables: Sequence[Table], counts: Counts, pythons: Sequence[str]) -> None:
    reproducibility.check_all(ruleset, tables, counts, pythons=pythons)


PROPERTIES = {
    p.name: p
    for p in (
        Property("ends", "every game ends by its rule or its last round", _each(termination.check_termination)),
        Property("conserves", "every piece lies in exactly one place", _each(conservation.check_conservation)),
        Property(
            "complete", "offered is what can be completed, no more and no less", _each(completeness.check_completeness)
        ),
        Property("tells", "options that read the same are told apart, or do the same", _each(labels.check_labels)),
        Property(
            "resumes", "a game goes on from its save as if it had never stopped", _each(resumption.check_resumption)
        ),
        Property("hides", "what a seat can't know makes no difference to it", _each(secrecy.check_secrecy)),
        Property(
            "fair",
            "a bot makes the same choice in games that its seat can't tell apart",
            _each(fairness.check_fairness),
        ),
        Property(
            "at_once", "of players who choose at the same time none is quicker", _each(simultaneous.check_simultaneous)
        ),
        Property("repeats", "the same game comes to the same bytes elsewhere", _repeats, at_a_time=20),
        Property(
            "executors",
            "a game is the same on every executor",
            _each(executors.check_executors),
            at_a_time=20,
            alike=20,
        ),
    )
}


# The tests: games are distributed to processes, and what they have done is summed up.

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
    key = path, plan.checked
    if key not in _loaded:
        _loaded[key] = load(Path(path)).checked() if plan.checked else load(Path(path))
    ruleset, counts = _loaded[key], Counts()
    tested = PROPERTIES[name]
    tables = [draw_table(ruleset, name, plan.seed, index, tested.alike) for index in share]
    try:
        tested.run(ruleset, tables, counts, plan.pythons)
    except Violation as broken:
        return counts, (share[tables.index(broken.table)], broken)
    return counts, None
