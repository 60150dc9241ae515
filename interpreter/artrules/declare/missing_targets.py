"""The diagnostic for an overlay that changes something which doesn't exist: a setting, a section's entry, a set."""

from __future__ import annotations

from collections.abc import Collection

from artrules.diagnostics.kinds.names import NOTHING_TO_REPLACE
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.source.node import Scalar


def report_nothing_to_replace(key: Scalar, known: Collection[str], report: Report) -> None:
    """Report that an overlay changes the thing named `key`; `known` are the names that it could change there."""
    report.add(
        NOTHING_TO_REPLACE,
        f"the overlay changes `{key.text}`, which doesn't exist",
        key.span,
        expected=f"one of {', '.join(known)}" if known else "something that exists",
        found=f"`{key.text}`",
        suggestions=closest(key.text, list(known)),
    )
