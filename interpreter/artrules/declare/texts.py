"""What an author wrote, as declarations keep it: texts with their places, and code to be shown."""

from __future__ import annotations

from artrules.ir.texts import Text
from artrules.source.node import Scalar


def author_text(code: Scalar | None) -> str:
    """Code as its author wrote it, to be shown; empty for none."""
    return code.text if code is not None else ""


def text_of(text: Scalar) -> Text:
    """A scalar that holds words for people."""
    return Text(text.text, text.span, text.span_of)


def optional_text(text: Scalar | None) -> Text | None:
    """The words of a scalar; None where there is no scalar, or YAML's own none."""
    return text_of(text) if text is not None and text.value is not None else None
