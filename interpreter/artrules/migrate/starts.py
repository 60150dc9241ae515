"""Writes down with what a variable starts where that went without saying, but no longer does: ranges around 0."""

from __future__ import annotations

import re
from collections.abc import Iterator

from artrules.diagnostics.edits import insertion
from artrules.diagnostics.fix import Edit
from artrules.source.lookup import entries, get, scalar
from artrules.source.node import Mapping, Node, Scalar

_RANGE = re.compile(r" *(-[0-9]+) *\.\. *([0-9]+) *")
_SECTIONS = ("variables",)


def write_starts(document: Node) -> Iterator[Edit]:
    """The edits that add `starts:` to variables of a range from below 0 to 0 or above that have none. Their value at
    the start was the lowest of the range."""
    for section in _SECTIONS:
        for _, variable in entries(get(document, section)):
            type_ = scalar(get(variable, "type"))
            if isinstance(variable, Mapping) and type_ is not None and variable.get("starts") is None:
                found = _RANGE.fullmatch(type_.text)
                if found:
                    yield _added(variable, type_, f"starts: {found[1]}")


def _added(variable: Mapping, type_: Scalar, entry: str) -> Edit:
    end = type_.span
    if variable.in_flow:
        return insertion(end.end_line, end.end_column, f", {entry}")
    key = next(e.key for e in variable if e.value is type_)
    return insertion(end.end_line + 1, 1, " " * (key.span.column - 1) + entry + "\n")
