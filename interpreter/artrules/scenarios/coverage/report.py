"""Renders coverage for people, in 80 columns, and as plain data for programs."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from artrules.scenarios.coverage.exceptions import CoverageException
from artrules.scenarios.coverage.measure import Coverage, Miss
from artrules.scenarios.coverage.units import Unit

WIDTH = 80
Keys = set[tuple[int, bool | None]]
"""Outcomes of units: the number of the unit, and the outcome."""
OUTCOME = {True: "true", False: "false"}


def as_text(coverage: Coverage, misses: Sequence[Miss], excepted: Sequence[CoverageException]) -> list[str]:
    """The counts and misses of each file, then of all files together."""
    lines: list[str] = []
    missed = _keys(misses)
    allowed = _keys([each.miss for each in excepted])
    for file in sorted({unit.at.file for unit in coverage.units}):
        lines.append(f"{file}  {_counts([u for u in coverage.units if u.at.file == file], missed, allowed)}")
        for miss in misses:
            if miss.unit.at.file == file:
                lines += _miss(miss)
    lines.append(f"coverage: {_counts(coverage.units, missed, allowed)}")
    return lines


def as_data(coverage: Coverage, misses: Sequence[Miss], excepted: Sequence[CoverageException]) -> dict[str, Any]:
    """Coverage as plain data."""
    missed = _keys([*misses, *(each.miss for each in excepted)])
    files: dict[str, dict[str, Any]] = {}
    for file in sorted({unit.at.file for unit in coverage.units}):
        units = [u for u in coverage.units if u.at.file == file]
        files[file] = {
            name: dict(zip(("covered", "of"), _count(units, conditions, missed), strict=True))
            for name, conditions in (("statements", False), ("outcomes", True))
        }
    return {
        "files": files,
        "uncovered": [_as_data(miss) for miss in misses],
        "excepted": [{**_as_data(each.miss), "exception": each.reason} for each in excepted],
    }


def _keys(misses: Sequence[Miss]) -> Keys:
    return {(miss.unit.number, outcome) for miss in misses for outcome in miss.outcomes}


def counts_as_outcome(unit: Unit) -> bool:
    """The units with several outcomes are options and conditions; statements and functions only run."""
    return unit.what not in ("statement", "function")


def _count(units: Sequence[Unit], outcomes: bool, missed: Keys) -> tuple[int, int]:
    keys = [(u.number, o) for u in units if counts_as_outcome(u) is outcomes for o in u.outcomes]
    return sum(key not in missed for key in keys), len(keys)


def _counts(units: Sequence[Unit], missed: Keys, allowed: Keys) -> str:
    (ran, statements), (seen, outcomes) = (_count(units, which, missed | allowed) for which in (False, True))
    text = f"statements {ran}/{statements}, outcomes {seen}/{outcomes}"
    excepted = sum((u.number, o) in allowed for u in units for o in u.outcomes)
    return f"{text} ({excepted} excepted)" if excepted else text


def _miss(miss: Miss) -> list[str]:
    at = miss.unit.at
    return [
        f"  {at.file}:{at.line}:{at.column}  {miss.unit.suite.body.title}",
        *textwrap.wrap(miss.text, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 8),
        *textwrap.wrap(reason_text(miss), WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 6),
    ]


def reason_text(miss: Miss) -> str:
    """What is missing, and why."""
    match miss.unit.what:
        case "condition":
            never = " nor ".join(OUTCOME[o] for o in miss.outcomes if o is not None)
            return miss.reason if miss.reason.startswith("always") else f"neither {never}: {miss.reason}"
        case "declined":
            return f"to decline: {miss.reason}"
        case "option":
            return f"the option: {miss.reason}"
        case "function":
            return f"the function: {miss.reason}"
    return miss.reason


def _as_data(miss: Miss) -> dict[str, Any]:
    at = miss.unit.at
    return {
        "file": at.file,
        "line": at.line,
        "column": at.column,
        "what": miss.unit.what,
        "at": miss.unit.suite.body.name,
        "text": miss.text,
        "outcomes": list(miss.outcomes) if miss.unit.what == "condition" else [],
        "reason": miss.reason,
    }
