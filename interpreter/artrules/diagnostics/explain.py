"""The long text on a kind of diagnostic, for the command `explain`."""

from __future__ import annotations

from textwrap import indent

from artrules.diagnostics.registry import Kind


def explain(kind: Kind) -> str:
    """What a kind of diagnostic means and how its cause is mended."""
    parts = [f"{kind.severity} {kind.name} {kind.slug}: {kind.summary}", kind.explanation]
    if kind.example:
        parts.append("For example, this brings it about:\n\n" + indent(kind.example, "    "))
    return "\n\n".join(parts)
