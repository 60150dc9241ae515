"""The text of one file, by lines. The nodes of a file share it, and search it when somebody asks for a place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from artrules.diagnostics.span import Span


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
