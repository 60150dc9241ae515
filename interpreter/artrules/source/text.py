"""The text of one file, by lines. Nodes share it, and look up places in it only when a place is asked for."""

from __future__ import annotations


class SourceText:
    """A file's name and its lines, without their ends."""

    __slots__ = ("file", "lines")

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines: list[str] = text.split("\n")

    def line(self, number: int) -> str:
        """A line, counted from 1; empty when there is none."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""
