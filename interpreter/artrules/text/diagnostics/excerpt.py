"""Draws a line of a file for a terminal, and finds the columns that a span covers."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Literal

from artrules.text.diagnostics.span import Span

_WIDEST = 140
"""Maximum number of characters of a line that are shown; of longer lines, only the part around the span."""
_TAB = "    "
Hue = Literal["bold", "dim", "red", "yellow", "blue"]
CODES: dict[Hue, str] = {"bold": "1", "dim": "2", "red": "1;31", "yellow": "1;33", "blue": "1;34"}


class Paint:
    """Colours text for a terminal, or leaves it as it is."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, hue: Hue) -> str:
        """The text with escape codes for a hue, or unchanged if nothing is coloured."""
        return f"\x1b[{CODES[hue]}m{text}\x1b[0m" if self.colour and text else text


def escape_control_characters(text: str) -> str:
    """The text on one line, with a replacement for each character that would control the terminal."""
    return "".join(_cell(character)[0] for character in text.replace("\n", " "))


def render_excerpt(text: str | None, span: Span) -> tuple[str, int, int] | None:
    """Draw the first line of a span.

    Returns the line as it is shown, the columns by which to indent the underline, and the underline's width in columns;
    None if there is no text, or if the text has no such line.
    """
    if text is None:
        return None
    lines = _lines(text)
    if not 1 <= span.line <= len(lines):
        return None
    line = lines[span.line - 1]
    start = max(0, min(span.column - 1, len(line)))
    if span.end_line > span.line:
        end = max(len(line.rstrip()), start)
    else:
        end = max(start, min(span.end_column - 1, len(line)))
    first, last = _window(line, start, end)
    cells = [_cell(character) for character in line[first:last]]
    indent = sum(width for _, width in cells[: start - first])
    width = sum(width for _, width in cells[start - first : end - first])
    # A place between characters, such as the end of a line, is shown as one mark.
    before, after = "…" if first > 0 else "", "…" if last < len(line) else ""
    return before + "".join(shown for shown, _ in cells) + after, indent + len(before), max(1, width)


@lru_cache(maxsize=8)
def _lines(text: str) -> list[str]:
    """The lines of a file, cached because many diagnostics may be about the same file."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def _window(line: str, start: int, end: int) -> tuple[int, int]:
    """The part of a line that is shown, as the indices of its first character and after its last one."""
    if len(line) <= _WIDEST:
        return 0, len(line)
    first = max(0, min(start - _WIDEST // 3, len(line) - _WIDEST))
    return first, min(len(line), max(first + _WIDEST, min(end, first + 2 * _WIDEST)))


def _cell(character: str) -> tuple[str, int]:
    """The text that is shown for a character, and the number of columns that it takes."""
    if character == "\t":
        return _TAB, len(_TAB)
    category = unicodedata.category(character)
    if category in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return "\ufffd", 1
    if category in ("Mn", "Me"):
        return character, 0
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1
