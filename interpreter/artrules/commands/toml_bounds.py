"""What a TOML file may hold so that reading it takes no long time: Python's reader follows all that it is given.

It takes time that grows with the square of the parts of a dotted key, can't read very long numbers, and opens brackets
in one another until there is no room left. So these are looked for first, with the place where they stand.
"""

from __future__ import annotations

import re

MOST_PARTS = 50
"""Parts of a dotted key."""
LONGEST_NUMBER = 1000
"""Characters of a number, and of a word of a key that stands without quotes."""
DEEPEST = 50
"""Brackets in one another."""

_TOKEN = re.compile(
    r"""
    (?P<text>  \"{3} (?: \\. | [^\\] )*? (?: \"{3} | \Z ) | '{3} .*? (?: '{3} | \Z )
             | \" (?: \\. | [^\"\\\n] )*+ \"? | ' [^'\n]*+ '? )
  | (?P<word>  [\w+-]++ )
  | (?P<dot>   \. )
  | (?P<open>  [\[{] )
  | (?P<close> [\]}] )
  | (?P<blank> [ \t]++ | \#[^\n]*+ )
  | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)


class TooMuch(Exception):
    """A text holds more than it may: what, and at which line and column, counted from 1."""

    def __init__(self, what: str, text: str, at: int) -> None:
        super().__init__(what)
        self.line = text.count("\n", 0, at) + 1
        self.column = at - text.rfind("\n", 0, at)


def see_bounds(text: str) -> None:
    """Raises TooMuch for the first thing that goes beyond a bound."""
    depth = dots = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "word" and token.end() - token.start() > LONGEST_NUMBER:
            raise TooMuch(f"a number or word is too long (at most {LONGEST_NUMBER:,} characters)", text, token.start())
        if kind == "dot":
            dots += 1
            if dots == MOST_PARTS:
                raise TooMuch(f"a dotted key has too many parts (at most {MOST_PARTS})", text, token.start())
        elif kind not in ("word", "text", "blank"):
            dots = 0
        if kind == "open":
            depth += 1
            if depth > DEEPEST:
                raise TooMuch(f"brackets are nested too deeply (at most {DEEPEST})", text, token.start())
        elif kind == "close":
            depth = max(0, depth - 1)
