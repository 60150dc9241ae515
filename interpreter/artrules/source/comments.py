"""Finds an author's comments on a declaration, and its lines in the file.

YAML's parser drops comments. But every declaration knows its line, so they are found in the text.
"""

from __future__ import annotations

import re

_RULED = re.compile(r"#\s*[-=]{3,}")
_BEFORE_QUOTE = " \t[{(,:"


def comment_at(lines: list[str], number: int) -> str:
    """The comment on what begins in a line, counted from 1: the lines above it, then the end of the line itself."""
    own = _line(lines, number)
    above: list[str] = []
    before = number - 1
    while (text := _line(lines, before)).lstrip().startswith("#") and _indent(text) == _indent(own):
        if _RULED.match(text.strip()):
            break
        above.insert(0, text.strip().lstrip("#").strip())
        before -= 1
    parts = [" ".join(above), _behind(own)]
    return "; ".join(part for part in parts if part)


def lines_of(lines: list[str], number: int) -> list[str]:
    """The lines of what begins in a line, counted from 1: that one, and those below it with more indentation."""
    first = _line(lines, number)
    found = [first]
    for text in lines[number:]:
        if text.strip() and _indent(text) <= _indent(first):
            break
        found.append(text)
    while not found[-1].strip() and len(found) > 1:
        found.pop()
    return [text[_indent(first) :].rstrip() for text in found]


def _line(lines: list[str], number: int) -> str:
    return lines[number - 1] if 1 <= number <= len(lines) else ""


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _behind(text: str) -> str:
    """The comment at the end of a line; empty if there is none.

    A quote counts only where a value can begin. So the apostrophe of `player's` opens no quoted text.
    """
    quote = ""
    for i, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and (i == 0 or text[i - 1] in _BEFORE_QUOTE):
            quote = character
        elif character == "#" and i > 0 and text[i - 1] in " \t":
            return text[i + 1 :].strip() if text[:i].strip() else ""
    return ""
