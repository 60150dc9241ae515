"""Long lines, broken so that what belongs together stays in one column."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from artrules.diagnostics.drawing import visible

_FAST = "\u00a0"
_SHORT = 32


def keep_together(text: str) -> str:
    """The text, not to be broken unless it is long."""
    return text.replace(" ", _FAST) if len(text) <= _SHORT else text


def hang(label: str, text: str, width: int = 100) -> list[str]:
    """A text behind a label; lines after the first begin where the text does. Control characters are replaced."""
    return hang_after(visible(label), len(visible(label)), text, width)


def hang_after(label: str, label_width: int, text: str, width: int) -> list[str]:
    """The same, for a label that is coloured, and so takes less room than it has characters."""
    room = max(24, width - label_width)
    lines = wrap(visible(text), room, break_long_words=False, break_on_hyphens=False) or [""]
    lines = [line.replace(_FAST, " ") for line in lines]
    return [(label + lines[0]).rstrip(), *(" " * label_width + line for line in lines[1:])]


def fill(label: str, label_width: int, items: Sequence[str], separator: str, width: int) -> list[str]:
    """Items behind a label, broken between them; a comma stays at the end of its line."""
    comma = separator.startswith(",")
    room = max(24, width - label_width - comma)
    lines: list[str] = []
    for item in items:
        text = visible(item)
        joined = f"{lines[-1]}{separator}{text}" if lines else text
        if lines and len(joined) <= room:
            lines[-1] = joined
            continue
        if lines and comma:
            lines[-1] += ","
        lines += wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    return [(label + lines[0]).rstrip(), *(" " * label_width + line for line in lines[1:])] if lines else []
