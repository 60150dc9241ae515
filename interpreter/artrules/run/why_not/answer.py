"""What `Game.why_not` gives: the answer as plain values, for programs, and as a few lines, for people."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from artrules.diagnostics.span import Span

if TYPE_CHECKING:
    from artrules.run.decision import Option


@dataclass(frozen=True, slots=True)
class Because:
    """One condition on the way from what is offered to what fails: a call is followed by what the function says."""

    condition: str
    """The author's text."""
    values: dict[str, str]
    """Parts of it, in the author's text, with their values in words."""
    source: Span
    function: str = ""
    """The function or power whose condition it is, when it isn't the option's own."""
    reason: str = ""
    """That it fails, in words."""

    def as_data(self) -> dict[str, Any]:
        return {
            "condition": self.condition,
            "values": dict(self.values),
            "source": _place(self.source),
            "function": self.function,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a player can't do something now, or that they can. Nothing in it is hidden from that player."""

    text: str
    """The answer for people: a few lines."""
    asked: str
    """The text that was asked about."""
    possible: bool
    """It is offered now: `nearest` is the option."""
    matched: str | None = None
    """The label of what was understood; None when nothing resembled the text, or nothing was looked for."""
    reason: str = ""
    """Why not, in one sentence; empty when it is possible."""
    condition: str | None = None
    """The condition that fails, in the author's text."""
    values: dict[str, str] = field(default_factory=dict)
    """What the condition depends on, as far as the player may know it: the author's text -> the value in words."""
    source: Span | None = None
    """The place in content that says so."""
    because: tuple[Because, ...] = ()
    """The failing condition, from the option's own down to the innermost that was looked into."""
    nearest: Option | None = None
    """The most similar option that is offered, if one is similar."""

    def as_data(self) -> dict[str, Any]:
        """The answer as JSON's kinds of data; the keys are a promise."""
        return {
            "text": self.text,
            "asked": self.asked,
            "possible": self.possible,
            "matched": self.matched,
            "reason": self.reason,
            "condition": self.condition,
            "values": dict(self.values),
            "source": _place(self.source),
            "because": [each.as_data() for each in self.because],
            "nearest": None if self.nearest is None else {"id": self.nearest.id, "label": self.nearest.label},
        }


def _place(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
