"""The answer of `Game.why_not`: plain values for programs, and a few lines for people."""

from dataclasses import dataclass, field
from typing import Any

from artrules.play.explain.why_not.question import Offered
from artrules.text.diagnostics.diagnostic import Span


@dataclass(frozen=True, slots=True)
class Because:
    """One condition in the chain from an option to the part that fails. After a condition that calls a function comes
    the function's own condition."""

    condition: str
    """The condition in the author's text."""
    values: dict[str, str]
    """Parts of the condition in the author's text, with their values in words."""
    source: Span
    function: str = ""
    """The function or power that contains the condition; empty for the option's own."""
    reason: str = ""
    """What fails, in words."""

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
    """The answer to a player's question: why they can't do something now, or that they can. It holds nothing that is
    hidden from the player."""

    text: str
    """The answer for people, in a few lines."""
    asked: str
    """The player's question."""
    possible: bool
    """Whether it is offered now; `nearest` is the option then."""
    matched: str | None = None
    """The label that the question was understood as; None if nothing resembled it, or nothing was searched."""
    reason: str = ""
    """The reason in one sentence; empty when it is possible."""
    condition: str | None = None
    """The condition that fails, in the author's text."""
    values: dict[str, str] = field(default_factory=dict)
    """Part of the condition in the author's text → its value in words, for the parts that the player may know."""
    source: Span | None = None
    """The place in the content that makes it impossible."""
    because: tuple[Because, ...] = ()
    """The failing conditions, from the option's own to the innermost one that was examined."""
    nearest: Offered | None = None
    """The most similar option that is offered; None if none is similar."""

    def as_data(self) -> dict[str, Any]:
        """The answer as JSON data. Its keys are a promise."""
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
