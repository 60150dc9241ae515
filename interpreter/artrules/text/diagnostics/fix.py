"""Safe edits of an author's files that repair the cause of a diagnostic."""

from __future__ import annotations

from typing import Any

from artrules.text.diagnostics.span import Span
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Text that replaces what stands at a span; an empty text removes it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that belong together. `about` says in a few words what they do, such as `write 9 instead of 12`."""

    about: str
    edits: tuple[Edit, ...]

    def as_data(self) -> dict[str, Any]:
        """The fix as plain data for JSON. The keys are stable."""
        return {"about": self.about, "edits": [{**edit.span.as_data(), "text": edit.text} for edit in self.edits]}
