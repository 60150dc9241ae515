"""Makes a ruleset smaller that shows a fault: takes out lines, with what is indented below them, as long as it still
shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Files = dict[str, str]


def shrink(files: Mapping[str, str], shows: Callable[[Files], bool], most: int = 400) -> Files:
    """The smallest that is found in so many trials."""
    found, tried = dict(files), 0
    changed = True
    while changed and tried < most:
        changed = False
        for name in list(found):
            line = 0
            while line < found[name].count("\n") and tried < most:
                smaller = {**found, name: _without(found[name].split("\n"), line)}
                tried += 1
                if shows(smaller):
                    found, changed = smaller, True
                else:
                    line += 1
    return found


def _without(lines: list[str], start: int) -> str:
    """A text without a line and what is indented below it."""
    end = start + 1
    while end < len(lines) and lines[end].strip() and _indent(lines[end]) > _indent(lines[start]):
        end += 1
    return "\n".join(lines[:start] + lines[end:])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
