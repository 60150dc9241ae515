"""Texts in an editor: their places as the protocol counts them, and where a place was before the text was edited.

The engine counts lines and columns (characters) from 1. The protocol counts from 0, and characters in units of the
encoding that client and server have agreed upon, by default UTF-16.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from lsprotocol import types as lsp

from artrules.text.diagnostics.diagnostic import Span

_LONGEST = {"utf-8": 4, "utf-16": 2, "utf-32": 1}
"""By encoding: the units of the character that takes most of them."""


def units(text: str, encoding: str) -> int:
    """How many units of an encoding a text takes."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-16":
        return len(text) + sum(character > "\uffff" for character in text)
    return len(text.encode("utf-8", "surrogatepass"))


class EditedFile:
    """The text of a file, by lines as the engine counts them: without a byte-order mark, which takes no column."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self.encoding = encoding

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their line breaks."""
        return [line.removesuffix("\r") for line in self.text.removeprefix("\ufeff").split("\n")]

    @cached_property
    def _starts(self) -> list[int]:
        starts, at = [], 0
        for line in self.lines:
            starts.append(at)
            at += len(line) + 1
        return starts

    @cached_property
    def joined(self) -> str:
        """The lines with plain line breaks between them: what offsets count in."""
        return "\n".join(self.lines)

    def line(self, number: int) -> str:
        """A line, counted from 1; empty where there is none."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column; the nearest one for a place that the text doesn't have."""
        if line < 1:
            return 0
        if line > len(self.lines):
            return len(self.joined)
        return self._starts[line - 1] + max(0, min(column - 1, len(self.lines[line - 1])))

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset."""
        line = bisect_right(self._starts, max(0, offset))
        return line, offset - self._starts[line - 1] + 1

    def position(self, line: int, column: int) -> lsp.Position:
        """A line and column as the protocol counts them. A place behind the end of a line becomes that end, and one
        behind the last line the end of the text."""
        if line > len(self.lines):
            line, column = len(self.lines), len(self.lines[-1]) + 1
        text = self.line(line)
        # The first line of the protocol's text begins with the byte-order mark.
        mark = units("\ufeff", self.encoding) if line == 1 and self.text.startswith("\ufeff") else 0
        return lsp.Position(max(0, line - 1), mark + units(text[: max(0, column - 1)], self.encoding))

    def from_position(self, position: lsp.Position) -> tuple[int, int]:
        """The line and column of a position of the protocol."""
        line = min(position.line + 1, len(self.lines))
        text, wanted = self.line(line), position.character
        if position.line + 1 > len(self.lines):
            return line, len(text) + 1
        if line == 1 and self.text.startswith("\ufeff"):
            wanted = max(0, wanted - units("\ufeff", self.encoding))
        if self.encoding == "utf-32" or text.isascii():
            return line, min(wanted, len(text)) + 1
        column = max(0, wanted // _LONGEST[self.encoding])
        while column < len(text) and units(text[: column + 1], self.encoding) <= wanted:
            column += 1
        return line, column + 1

    def range(self, span: Span) -> lsp.Range:
        """A span as the protocol counts it."""
        first = self.position(span.line, span.column)
        last = self.position(span.end_line, max(1, span.end_column))
        return lsp.Range(first, max(first, last, key=lambda place: (place.line, place.character)))

    @property
    def whole(self) -> lsp.Range:
        """The range of the whole text."""
        return lsp.Range(lsp.Position(0, 0), self.position(len(self.lines), len(self.lines[-1]) + 1))


class Moved:
    """Where places of a text are in another one that was edited in a single stretch, as somebody types."""

    def __init__(self, old: EditedFile, new: EditedFile) -> None:
        before, after = old.joined, new.joined
        self._old, self._new = old, new
        self._same_before = _common(before, after)
        most = min(len(before), len(after)) - self._same_before
        self._same_after = min(most, _common(before[::-1], after[::-1])) if before != after else most
        self._ends_old, self._ends_new = len(before) - self._same_after, len(after) - self._same_after

    def back(self, offset: int) -> int:
        """Where the character at an offset of the new text was in the old one; for one that was written anew, where
        that begins."""
        if offset >= self._ends_new:
            return offset - self._ends_new + self._ends_old
        return min(offset, self._same_before)

    def forth(self, offset: int) -> int:
        """Where the character at an offset of the old text is in the new one; for one that is gone, where what was
        written in its place begins."""
        if offset >= self._ends_old:
            return offset - self._ends_old + self._ends_new
        return min(offset, self._same_before)

    def begin(self, offset: int) -> int:
        """Where what began at an offset of the old text begins now, with what was inserted right before it."""
        return offset if offset <= self._same_before else self.forth(offset)

    def span(self, span: Span) -> Span | None:
        """A span of the old text in the new one; None where something in it has been edited."""
        first = self._old.offset(span.line, span.column)
        last = self._old.offset(span.end_line, span.end_column)
        if first < self._ends_old and last > self._same_before:
            return None
        begin = first if last <= self._same_before else self.forth(first)
        return Span(span.file, *self._new.place(begin), *self._new.place(begin + last - first))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many characters two texts have in common at their beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
