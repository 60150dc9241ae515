"""A run's results as a table, by ruleset, group and kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .judge import BROKEN, CRASHED, KILLED, REJECTED, SURVIVED, TOO_LONG, UNCHANGED, WARNED
from .results import Result
from .sample import GROUPS

COLUMNS = (REJECTED, WARNED, UNCHANGED, KILLED, SURVIVED, TOO_LONG, CRASHED)


def table(ruleset: str, results: Iterable[Result], known: dict[str, str]) -> str:
    """Lines of text: how many of each kind came out how, and how many of those that change the game were killed."""
    results = [result for result in results if result.outcome != BROKEN]
    head = f"{ruleset:<34}{'seeded':>8}" + "".join(f"{column:>11}" for column in COLUMNS) + "     killed of changed"
    lines = [head]
    for group in GROUPS:
        of_group = [result for result in results if result.group == group]
        if not of_group:
            continue
        lines.append(_line(f"  {group}", of_group, known))
        kinds = Counter(result.kind for result in of_group)
        lines += [
            _line(f"    {kind}", [r for r in of_group if r.kind == kind], known) for kind, _ in kinds.most_common()
        ]
    return "\n".join(lines)


def _line(name: str, results: list[Result], known: dict[str, str]) -> str:
    counts = Counter(result.outcome for result in results)
    changed = counts[KILLED] + counts[SURVIVED] + counts[TOO_LONG]
    share = f"{100 * counts[KILLED] / changed:>11.1f} %" if changed else f"{'-':>13}"
    listed = sum(result.name in known and result.outcome == SURVIVED for result in results)
    note = f"  ({listed} listed)" if listed else ""
    return f"{name:<34}{len(results):>8}" + "".join(f"{counts[column]:>11}" for column in COLUMNS) + share + note
