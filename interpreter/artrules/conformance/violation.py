"""A property that doesn't hold: where, and what was found."""

from __future__ import annotations

from artrules.conformance.table import Table
from artrules.diagnostics.errors import ContentError


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
