"""What `artrules check` shows of a ruleset: the diagnostics that it was asked for, and a line that counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.commands.check_policy import Policy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from artrules.commands.checked import Checked
    from artrules.diagnostics.diagnostic import Diagnostic
    from artrules.diagnostics.span import Span


def selected_diagnostics(checked: Checked, policy: Policy) -> list[Diagnostic]:
    """The diagnostics to show under a policy. For a whole ruleset these are all. For files from outside they are those
    that name the files, and all errors, because the files may have caused them."""
    from artrules.plugins.run_checks import plugin_kinds

    verdict, only = checked.verdict, checked.only
    found = policy.applied(verdict.diagnostics(plugin_kinds()), verdict.paths)
    if only is None:
        return found
    return [d for d in found if d.kind.severity == "error" or any(p.file in only for p in places(d))]


def places(diagnostic: Diagnostic) -> list[Span]:
    """All places that a diagnostic mentions."""
    return [place for place in (diagnostic.span, *(p for _, p in diagnostic.related)) if place is not None]


def closing_line(checked: Checked, found: Sequence[Diagnostic]) -> str:
    """One line that counts what a ruleset or the named files contain, and the errors and warnings."""
    summary, only = checked.verdict.summary, checked.only
    here = [held for held in summary.held if only is None or held.file in only]
    overlays = sum(held.kind == "overlay" for held in here)
    held = [
        several(len(checked.verdict.texts if only is None else only), "file"),
        several(sum(held.kind == "set" for held in here), "set"),
        *([several(overlays, "overlay")] if overlays else []),
        several(sum(held.scenarios for held in here), "scenario"),
    ]
    errors = sum(d.severity == "error" for d in found)
    counted = several(errors, "error") if errors else "no errors"
    if warnings := len(found) - errors:
        counted += f", {several(warnings, 'warning')}"
    called = summary.name
    if checked.called:
        called = f"{checked.called} in {called}" if summary.is_game else checked.called
    return f"{called}: {', '.join(held)}: {counted}"


def several(number: int, what: str) -> str:
    """A number of things, such as `1 file` or `2 files`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
