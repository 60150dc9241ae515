"""The properties by name. To add one: a file in this folder with `check`, a line here, a section in
`docs/properties.md`, and a fault that it finds in `tests/properties/`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from artrules.conformance import (
    completeness,
    conservation,
    determinism,
    executors,
    fairness,
    labels,
    resumption,
    secrecy,
    simultaneous,
    termination,
)
from artrules.conformance.random_play import Counts
from artrules.conformance.table import Table
from artrules.conformance.violation import memory_is_used_well
from artrules.ruleset import Ruleset


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
    determinism.check_all(ruleset, tables, counts, pythons=pythons)


PROPERTIES = {
    p.name: p
    for p in (
        Property("ends", "every game ends by its rule or its last round", _each(termination.check)),
        Property("conserves", "every piece lies in exactly one place", _each(conservation.check)),
        Property("complete", "offered is what can be completed, no more and no less", _each(completeness.check)),
        Property("tells", "options that read the same are told apart, or do the same", _each(labels.check)),
        Property("resumes", "a game goes on from its save as if it had never stopped", _each(resumption.check)),
        Property("hides", "what a seat can't know makes no difference to it", _each(secrecy.check)),
        Property("fair", "a bot makes the same choice in games that its seat can't tell apart", _each(fairness.check)),
        Property("at_once", "of players who choose at the same time none is quicker", _each(simultaneous.check)),
        Property("repeats", "the same game comes to the same bytes elsewhere", _repeats, at_a_time=20),
        Property("executors", "a game is the same on every executor", _each(executors.check), at_a_time=20, alike=20),
    )
}
