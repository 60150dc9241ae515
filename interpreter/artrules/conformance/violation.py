"""A property that doesn't hold: where, and what was found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from artrules.conformance.table import Table
from artrules.diagnostics.errors import ContentError
from artrules.execute.memory import MemoryFault


class Violation(Exception):
    """A property doesn't hold at a table, after some choices (of players, not of the engine); `account` says in one
    line how."""

    def __init__(self, table: Table, choices: int, account: str) -> None:
        super().__init__(table, choices, account)
        self.table = table
        self.choices = choices
        self.account = account

    def __str__(self) -> str:
        return f"{self.account} ({self.table}, after {self.choices} choices)"


def fault_account(fault: ContentError) -> str:
    """A mistake of the content on one line."""
    first = fault.diagnostics[0]
    at = f" at {first.span.file}:{first.span.line}" if first.span is not None else ""
    return f"the content is at fault: {first.message}{at}"


@contextmanager
def memory_is_used_well(table: Table) -> Iterator[None]:
    """Makes a violation of what memory complains of that checks every access (`Ruleset.checked`)."""
    try:
        yield
    except MemoryFault as fault:
        raise Violation(table, 0, f"the machine uses memory as it mustn't: {fault}") from fault
