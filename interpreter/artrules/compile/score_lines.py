"""Writes the functions that itemise a part of the score: one line of text and points for each thing that scores.

Only a finished game calls them. Before that the engine computes each part as one sum.
"""

from __future__ import annotations

from artrules.compile.statements import INDENT, StatementWriter
from artrules.ir.flow import ScorePart


def score_lines(writer: StatementWriter, part: ScorePart) -> list[str]:
    """The body of a function that returns a list of (text, points). It is empty for a part without a `line`."""
    if part.line is None or part.each is None or part.value is None:
        return ["return []"]
    lines = writer.counted(writer.work.expression(part.value), part.value.at, ["found = []"])
    depth = 0
    for binder in part.binders:
        items, condition = writer.through(binder)
        lines.append(f"{INDENT * depth}for {binder.local.name} in {items}:")
        depth += 1
        if condition is not None:
            lines.append(f"{INDENT * depth}if not {writer.plain(condition)}:")
            lines.append(f"{INDENT * (depth + 1)}continue")
    lines.append(f"{INDENT * depth}found.append(({writer.label(part.line)}, {writer.value(part.each)}))")
    return [*lines, "return found"]
