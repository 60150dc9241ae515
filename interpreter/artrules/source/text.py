"""The text of one file, by lines. The nodes of a file share it, and search it when somebody asks for a place."""

from __future__ import annotations


class SourceText:
    """The name of a file, and its lines without line breaks."""

    __slots__ = ("file", "lines")

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines: list[str] = text.split("\n")

    def line(self, number: int) -> str:
        """A line, counted from 1; empty when there is none."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""
