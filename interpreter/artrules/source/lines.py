"""What the layout of a line of YAML tells: its indentation, and whether it is more than a comment."""

from __future__ import annotations


def indentation(line: str) -> int:
    """The number of blanks before the text of a line."""
    return len(line) - len(line.lstrip(" "))


def says_something(line: str) -> bool:
    """Whether a line is neither blank nor only a comment."""
    return line.strip() != "" and not line.lstrip().startswith("#")
