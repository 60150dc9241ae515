"""The types with which a plugin contributes checks of content."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from artrules.diagnostics.fix import Edit, Fix
from artrules.diagnostics.registry import Severity
from artrules.diagnostics.span import Span
from artrules.plugins.content import RulesetContent

__all__ = ["Check", "Edit", "Finding", "Fix"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of a check.

    `message` is one sentence in lower case without a full stop, with the author's own words in backticks. `fix` is a
    safe edit that repairs the fault, if there is one.
    """

    message: str
    span: Span
    expected: str | None = None
    found: str | None = None
    suggestions: tuple[str, ...] = ()
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A kind of diagnostic, and the function that finds it.

    `code` is two to eight capital letters that the plugin chooses, not ART, and a number of up to four digits: `TIDY1`.
    `slug` is lower-case words joined by hyphens. `explanation` is what `artrules explain CODE` prints: why this is a
    fault, and how to repair it. `find` takes the ruleset and returns findings, always the same for the same ruleset.
    """

    code: str
    slug: str
    summary: str
    explanation: str
    find: Callable[[RulesetContent], Iterable[Finding]]
    severity: Severity = "warning"
    example: str = ""
