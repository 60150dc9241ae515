"""The properties by name, and their tests on rulesets: distributes the games to processes, and sums up what they have
done.

To add a property: its test in `soundness.py`, `secrecy.py` or `reproducibility.py`, a line in `PROPERTIES`, a section
in `docs/inside/properties.md`, and a fault that it finds in `tests/author/properties/`.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
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
from artrules.lab.parallel.pool import processes
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


@dataclass(frozen=True, slots=True)
class Share:
    """Games of a property on a ruleset (given by path) that are tested together."""

    ruleset: str
    property: str
    games: range


def run_plan(plan: Plan, jobs: int = 1) -> Iterator[Outcome]:
    """Test everything; gives the outcomes in order, each as soon as it is known. They don't depend on `jobs`."""
    parts = [(path, name) for path in plan.rulesets for name in plan.properties]
    shares = {part: _shares(plan, *part) for part in parts}
    with closing(_results([share for part in parts for share in shares[part]], plan, jobs)) as results:
        for part in parts:
            outcome = Outcome(*part)
            for counts, failure in islice(results, len(shares[part])):
                outcome.counts.update(counts)
                if failure is not None:
                    outcome.failures.append(failure)
            yield outcome


_Result = tuple[Counts, "tuple[int, Violation] | None"]


def _results(shares: Sequence[Share], plan: Plan, jobs: int) -> Generator[_Result, None, None]:
    """What shares have given, in their order."""
    if jobs == 1:
        yield from (_try(plan, share) for share in shares)
        return
    with processes(jobs, partial, _try, plan) as pool:  # each makes a function of shares of these two
        for share in shares:
            pool.hand_out(share)
        done: dict[Share, _Result | Exception] = {}
        for share in shares:
            while share not in done:
                finished, result = pool.next_done()
                done[finished] = result
            if isinstance(result := done[share], Exception):
                raise result
            yield result


def _shares(plan: Plan, path: str, name: str) -> list[Share]:
    games, at_a_time = range(plan.first, plan.first + plan.games), PROPERTIES[name].at_a_time
    return [Share(path, name, games[i : i + at_a_time]) for i in range(0, len(games), at_a_time)]


def _try(plan: Plan, share: Share) -> _Result:
    key = share.ruleset, plan.checked
    if key not in _loaded:
        _loaded[key] = load(Path(share.ruleset)).checked() if plan.checked else load(Path(share.ruleset))
    ruleset, counts = _loaded[key], Counts()
    tested = PROPERTIES[share.property]
    tables = [draw_table(ruleset, share.property, plan.seed, index, tested.alike) for index in share.games]
    try:
        tested.run(ruleset, tables, counts, plan.pythons)
    except Violation as broken:
        return counts, (share.games[tables.index(broken.table)], broken)
    return counts, None
