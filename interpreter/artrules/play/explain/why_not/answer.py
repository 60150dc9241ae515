"""The answer of `Game.why_not`: plain values for programs, and a few lines for people."""

from collections.abc import Mapping, Sequence
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
    """What fails, in a player's words; empty where there are none."""
    by_content: bool = False
    """Whether these are the content's own words."""

    def as_data(self) -> dict[str, Any]:
        return {
            "condition": self.condition,
            "values": dict(self.values),
            "source": _place(self.source),
            "function": self.function,
            "reason": self.reason,
        }

    def in_code(self, shown: Mapping[str, str]) -> str:
        """The condition, and the values that haven't been `shown` yet: that of the whole condition first."""
        new = {key: value for key, value in self.values.items() if shown.get(key) != value}
        whole = new.pop(self.condition, None)
        values = ", ".join(f"{key} is {value}" for key, value in new.items())
        named = f"{self.function}: {self.condition}" if self.function else self.condition
        return named + (f" is {whole}" if whole is not None else "") + (f", where {values}" if values else "")


def reason_of(because: Sequence[Because]) -> str:
    """The reason for a player: the first one in the content's own words, else the innermost one; empty if none has
    words."""
    reasons = [each.reason for each in because if each.reason]
    return next((each.reason for each in because if each.by_content), reasons[-1] if reasons else "")


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The answer to a player's question: why they can't do something now, or that they can. It holds nothing that is
    hidden from the player."""

    text: str
    """The answer for players, in a line or two."""
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

    @property
    def rules(self) -> str:
        """The answer for whoever writes the content, in a line for each of `because`: its place, its code, the values
        in it. Empty where no place makes it impossible."""
        lines: list[str] = []
        shown_values: dict[str, str] = {}
        for each in self.because:
            lines.append(f"{each.source.file}:{each.source.line}  {each.in_code(shown_values)}")
            shown_values |= each.values
        if not lines and self.source is not None and not self.possible:
            lines.append(f"{self.source.file}:{self.source.line}")
        return "\n".join(lines)

    def as_data(self) -> dict[str, Any]:
        """The answer as JSON data. Its keys are a promise."""
        return {
            "text": self.text,
            "rules": self.rules,
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
