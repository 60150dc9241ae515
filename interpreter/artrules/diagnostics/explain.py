"""The long text on a kind of diagnostic, for the command `explain`."""

from __future__ import annotations

from textwrap import indent

import artrules.diagnostics.kinds  # noqa: F401  (completes the catalogue)
from artrules.diagnostics.registry import find


def explain(text: str) -> str | None:
    """What the kind with this code or slug means and how its cause is mended; None when there is no such kind."""
    kind = find(text)
    if kind is None:
        return None
    parts = [f"{kind.severity} ART{kind.code} {kind.slug}: {kind.summary}", kind.explanation]
    if kind.example:
        parts.append("For example, this brings it about:\n\n" + indent(kind.example, "    "))
    return "\n\n".join(parts)
