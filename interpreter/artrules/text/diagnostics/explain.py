"""The texts on kinds of diagnostic that the command `explain` prints."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import indent

from artrules.text.diagnostics.registry import Kind


def explain(kind: Kind) -> str:
    """What a kind of diagnostic means and how to repair its cause, as paragraphs and examples."""
    parts = [f"{kind.severity} {kind.name} {kind.slug}: {kind.summary}", kind.explanation]
    if kind.example:
        parts.append("For example, this brings it about:\n\n" + indent(kind.example, "    "))
    if kind.examples is not None:
        parts.append("This is right:\n\n" + indent(kind.examples.repaired.shown, "    "))
    return "\n\n".join(parts)


def list_kinds(kinds: Iterable[Kind]) -> str:
    """One line for each kind: code, severity, slug and summary, in columns."""
    rows = [(kind.name, kind.severity, kind.slug, kind.summary) for kind in kinds]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row[:3], widths, strict=True)), row[3]]) for row in rows
    )
