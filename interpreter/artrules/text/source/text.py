"""The text of a file, by lines, and where in it the characters of a scalar stand.

The nodes of a file share one `SourceText`; what reads, repairs or reports a file asks it for lines and places.
"""

import re
from bisect import bisect_left, bisect_right
from typing import TypeAlias

from artrules.text.diagnostics.diagnostic import Span

# The text of one file, by lines. The nodes of a file share it, and search it when somebody asks for a place.


class SourceText:
    """The name of a file, and its lines without line breaks, as they are read.

    That is as they stand in the file, unless something had to be changed to read them. Spans that leave this package
    are always those of the file: `in_file` gives them, and `as_read` is its reverse.
    """

    __slots__ = ("columns", "file", "lines", "unread")

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines: list[str] = text.split("\n")
        self.columns: dict[int, list[int]] = {}
        """For each line that isn't read as it stands in the file: for each of its characters, and for its end, the
        index of what stands for it in the file. Lines count from 1, indices from 0."""
        self.unread: frozenset[int] = frozenset()
        """The lines that were left out of the tree, because they can't be read."""

    def line(self, number: int) -> str:
        """A line, counted from 1; empty when there is none."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    def replace(self, number: int, first: int, end: int, text: str) -> None:
        """Read another text in a line, counted from 1, from one index up to another."""
        line = self.line(number)
        columns = self.columns.get(number) or list(range(len(line) + 1))
        self.columns[number] = columns[:first] + [columns[first]] * len(text) + columns[end:]
        self.lines[number - 1] = line[:first] + text + line[end:]

    def in_file(self, span: Span) -> Span:
        """Where a stretch of the text as it is read stands in the file."""
        if span.line not in self.columns and span.end_line not in self.columns:
            return span
        column = self.column_in_file(span.line, span.column)
        if (span.line, span.column) == (span.end_line, span.end_column):
            return Span(span.file, span.line, column, span.line, column)
        end = self.column_in_file(span.end_line, span.end_column)
        if span.end_column > 1:
            # What has been left out behind the last character doesn't belong to it.
            end = min(end, self.column_in_file(span.end_line, span.end_column - 1) + 1)
        return Span(span.file, span.line, column, span.end_line, end)

    def as_read(self, span: Span) -> Span:
        """The stretch of the text as it is read for a stretch of the file."""
        first, last = self.columns.get(span.line), self.columns.get(span.end_line)
        column = span.column if first is None else max(1, bisect_right(first, span.column - 1))
        end = span.end_column if last is None else bisect_left(last, span.end_column - 1) + 1
        return Span(span.file, span.line, column, span.end_line, end)

    def column_in_file(self, number: int, column: int) -> int:
        """The column in the file of a column of a line as it is read, all counted from 1."""
        columns = self.columns.get(number)
        if columns is None:
            return column
        return columns[column - 1] + 1 if column <= len(columns) else columns[-1] + 1 + column - len(columns)


# What the layout of a line of YAML tells: its indentation, and whether it is more than a comment.


def indentation(line: str) -> int:
    """The number of blanks before the text of a line."""
    return len(line) - len(line.lstrip(" "))


def says_something(line: str) -> bool:
    """Whether a line is neither blank nor only a comment."""
    return line.strip() != "" and not line.lstrip().startswith("#")


# Finds the line and column in the file of each character of a scalar's text.
#
# YAML's parser tells only where a scalar begins and ends. In between there are escapes, joined lines and indentation.
# So the file's characters are read again, beside the text. If the two don't agree, every character gets the place where
# the scalar begins, which is vague but never wrong.

Place: TypeAlias = tuple[int, int]
"""A line and a column, counted from 1."""

_ESCAPE_LENGTHS = {"x": 4, "u": 6, "U": 10}
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]+", re.ASCII)


def places_of(text: str, span: Span, style: str, source: SourceText | None) -> list[Place]:
    """The place of each character of a scalar's text, and of the end of the text: `len(text) + 1` places.

    `style` is the style of the scalar (`artrules.text.source.node.Style`).
    """
    if source is None or not source.columns:
        return _places_as_read(text, span, style, source)
    places = _places_as_read(text, source.as_read(span), style, source)
    return [(line, source.column_in_file(line, column)) for line, column in places]


def _places_as_read(text: str, span: Span, style: str, source: SourceText | None) -> list[Place]:
    start = (span.line, span.column)
    if source is None:
        return [(span.line, span.column + offset) for offset in range(len(text) + 1)]
    if style == "literal":
        return _literal(text, span, source)
    if style == "folded":
        return [start] * (len(text) + 1)
    read = _Rereader(span, source, style).read()
    if "".join(c for c, _ in read) != text:
        return [start] * (len(text) + 1)
    end = (span.end_line, span.end_column - (1 if style == "quoted" else 0))
    return [place for _, place in read] + [end]


def _literal(text: str, span: Span, source: SourceText) -> list[Place]:
    """The places in a block after `|`: each line of the text is a line of the file without the block's indentation."""
    lines = text.split("\n")
    indents = [len(source.line(span.line + i)) - len(line) for i, line in enumerate(lines, 1) if line]
    indent = max(0, min(indents, default=0))
    places = []
    for number, line in enumerate(lines, span.line + 1):
        # A blank line of the block may be shorter than the block's indentation.
        first = min(indent, len(source.line(number))) + 1
        places += [(number, first + i) for i in range(len(line) + 1)]
    if len(places) > 1 and text.endswith("\n"):
        # The text ends at the end of its last line, not at the start of the line after the block.
        places[-1] = places[-2]
    return places


class _Rereader:
    """Reads a plain or quoted scalar of a file again, and joins its lines as YAML does (YAML 1.2, section 6.5)."""

    def __init__(self, span: Span, source: SourceText, style: str) -> None:
        self.source = source
        self.line = span.line
        self.at = span.column - 1
        self.end = (span.end_line, span.end_column - 1)
        self.quote = ""
        if style == "quoted":
            self.quote = source.line(span.line)[self.at : self.at + 1]
            self.at += 1
            self.end = (span.end_line, span.end_column - 2)
        self.read_so_far: list[tuple[str, Place]] = []
        self.checkpoint = 0
        """The number of characters read so far that joining lines must keep; it strips the blanks after them."""

    def read(self) -> list[tuple[str, Place]]:
        """All characters with their places."""
        while (self.line, self.at) < self.end:
            line = self.source.line(self.line)
            if self.at >= len(line):
                self._join_lines(joined_by_escape=False)
            elif self.quote == '"' and line[self.at] == "\\":
                self._escape(line)
            else:
                self._add(line[self.at])
                # In single quotes a quote is doubled.
                self.at += 2 if self.quote == "'" and line[self.at] == "'" else 1
        return self.read_so_far

    def _add(self, character: str, escaped: bool = False) -> None:
        self.read_so_far.append((character, (self.line, self.at + 1)))
        if escaped or character not in " \t":
            self.checkpoint = len(self.read_so_far)

    def _escape(self, line: str) -> None:
        letter = line[self.at + 1 : self.at + 2]
        if not letter:
            self._join_lines(joined_by_escape=True)
            return
        length = _ESCAPE_LENGTHS.get(letter, 2)
        digits = line[self.at + 2 : self.at + length]
        if length == 2:
            self._add(_ESCAPES.get(letter, letter), escaped=True)
        elif _HEXADECIMAL.fullmatch(digits) and int(digits, 16) < 0x110000:
            self._add(chr(int(digits, 16)), escaped=True)
        self.at += length

    def _join_lines(self, joined_by_escape: bool) -> None:
        """Read all line breaks up to the next text.

        A single one becomes a blank, or nothing after a backslash. Of several, all but the first stay line breaks.
        """
        if not joined_by_escape:
            del self.read_so_far[self.checkpoint :]
        break_place = (self.line, self.at + 1)
        breaks = 0
        while self.line < self.end[0]:
            self.line += 1
            breaks += 1
            line = self.source.line(self.line)
            self.at = len(line) - len(line.lstrip(" \t"))
            if self.at < len(line):
                break
        else:
            self.line, self.at = self.end
        if breaks > 1:
            self.read_so_far += [("\n", break_place)] * (breaks - 1)
        elif not joined_by_escape:
            self.read_so_far.append((" ", break_place))
        self.checkpoint = len(self.read_so_far)
