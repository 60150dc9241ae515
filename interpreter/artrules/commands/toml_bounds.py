"""Bounds for TOML files, so that reading one always takes little time.

Python's reader has none. Its time grows with the square of the number of parts in a dotted key, it fails on very long
numbers, and nested brackets exhaust its stack. So this module scans a text for these before the reader gets it.
"""

from __future__ import annotations

import re

MOST_PARTS = 50
"""The most parts in a dotted key."""
LONGEST_NUMBER = 1000
"""The most characters in a number, and in an unquoted part of a key."""
DEEPEST = 50
"""How deep brackets may nest."""

TOKEN = re.compile(
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
"""The tokens of TOML, so far as its structure needs them."""


class TomlTooLarge(Exception):
    """A text exceeds a bound: which one, and at which line and column, counted from 1."""

    def __init__(self, what: str, text: str, at: int) -> None:
        super().__init__(what)
        self.line = text.count("\n", 0, at) + 1
        self.column = at - text.rfind("\n", 0, at)


def check_bounds(text: str) -> None:
    """Raise TomlTooLarge for the first place where a text exceeds a bound."""
    depth = dots = 0
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "word" and token.end() - token.start() > LONGEST_NUMBER:
            raise TomlTooLarge(
                f"a number or word is too long (at most {LONGEST_NUMBER:,} characters)", text, token.start()
            )
        if kind == "dot":
            dots += 1
            if dots == MOST_PARTS:
                raise TomlTooLarge(f"a dotted key has too many parts (at most {MOST_PARTS})", text, token.start())
        elif kind not in ("word", "text", "blank"):
            dots = 0
        if kind == "open":
            depth += 1
            if depth > DEEPEST:
                raise TomlTooLarge(f"brackets are nested too deeply (at most {DEEPEST})", text, token.start())
        elif kind == "close":
            depth = max(0, depth - 1)
