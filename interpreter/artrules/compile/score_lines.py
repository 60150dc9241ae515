"""What a part of the score is made of: how each of its lines is called, and its points. Only a finished game asks for
it; what a score is in between is one sum."""

from __future__ import annotations

from artrules.compile.statements import INDENT, StatementWriter
from artrules.ir.flow import ScorePart


def score_lines(writer: StatementWriter, part: ScorePart) -> list[str]:
    """Python text of a function's body that gives a list of texts and points; a part with no `line` gives none."""
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
