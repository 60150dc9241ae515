"""Finds out whether a place in a YAML file lies inside a quoted text, where a `#` begins no comment.

YAML's parser knows. For what it doesn't look into, code of several lines, and behind a mistake of YAML, the quotes in
the line itself tell.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import yaml
from yaml.error import YAMLError
from yaml.events import CollectionEndEvent, CollectionStartEvent, ScalarEvent

from artrules.source.build import DEEPEST

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BEFORE_QUOTE = " \t[{(,:"
_BLOCKS = ("|", ">")
_Place = tuple[int, int]


class QuotedTexts:
    """The quoted texts of a file. Lines and columns are counted from 0."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._starts: list[_Place] = []
        self._ends: list[_Place] = []
        self._blocks: list[bool] = []
        self._parsed: _Place = (0, 0)
        depth = 0
        try:
            for event in yaml.parse(text, Loader=_Loader):
                depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
                if depth > DEEPEST:
                    return
                self._take(event)
        except YAMLError:
            return
        self._parsed = (len(self._lines), 0)

    def _take(self, event: Any) -> None:
        start, end = event.start_mark, event.end_mark
        self._parsed = (end.line, end.column)
        if isinstance(event, ScalarEvent) and event.style:
            self._starts.append((start.line, start.column))
            self._ends.append(self._parsed)
            self._blocks.append(event.style in _BLOCKS)

    def hold(self, line: int, column: int) -> bool:
        """Whether a place lies inside a quoted text."""
        place = (line, column)
        last = bisect_right(self._starts, place) - 1
        if last >= 0 and place < self._ends[last]:
            # Its first line may end with a comment of YAML: `|  # comment`.
            return (self._blocks[last] and line > self._starts[last][0] and in_quotes(self._lines[line], column)) or (
                not self._blocks[last]
            )
        return place >= self._parsed and in_quotes(self._lines[line], column)


def in_quotes(line: str, column: int) -> bool:
    """Whether a column of a line, counted from 0, lies between two quotes of that line.

    A quote counts only where a value can begin. So the apostrophe of `player's` opens no quoted text.
    """
    quote, position = "", 0
    while position < column:
        character = line[position]
        if quote == '"' and character == "\\":
            position += 1
        elif quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and (position == 0 or line[position - 1] in _BEFORE_QUOTE):
            quote = character
        elif character == "#" and (position == 0 or line[position - 1] in " \t"):
            return False
        position += 1
    return bool(quote) and quote in line[column:]
