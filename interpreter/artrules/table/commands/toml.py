"""Bounds for TOML files, so that reading one always takes little time, and where their keys and values stand, which
Python's reader doesn't tell.
"""

import re
import tomllib
from collections.abc import Iterator

# Bounds for TOML files, so that reading one always takes little time.
#
# Python's reader has none. Its time grows with the square of the number of parts in a dotted key, it fails on very long
# numbers, and nested brackets exhaust its stack. So a text is scanned for these before the reader gets it.

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


# Finds where the keys and values of a TOML file stand, which Python's reader doesn't tell.

Path = tuple[str | int, ...]
"""Keys from the outermost in; an item of a list is named by its index."""
Place = tuple[int, int]
"""A line and a column, counted from 1."""


class TomlPlaces:
    """The places of a text that the reader has accepted."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [token for token in TOKEN.finditer(text) if token.lastgroup != "blank"]
        self._next = 0
        self._keys: dict[Path, int] = {}
        self._values: dict[Path, int] = {}
        self._read()

    def key(self, path: Path) -> Place:
        """Where a key stands; the beginning of the file for one that doesn't."""
        return self._place(self._keys.get(path, 0))

    def value(self, path: Path) -> Place:
        """Where the value of a key or the item of a list stands."""
        return self._place(self._values.get(path, self._keys.get(path, 0)))

    def _place(self, offset: int) -> Place:
        return self._text.count("\n", 0, offset) + 1, offset - self._text.rfind("\n", 0, offset)

    def _read(self) -> None:
        table: Path = ()
        while (token := self._skip_lines()) is not None:
            if token[0] == "[":
                while self._peek() == "[":
                    self._next += 1
                table = self._key(())
                while self._peek() == "]":
                    self._next += 1
            else:
                self._entry(table)

    def _entry(self, table: Path) -> None:
        path = self._key(table)
        self._next += 1  # the equals sign
        self._value(path)

    def _key(self, table: Path) -> Path:
        """Read the parts of a key up to what ends it, and remember where it begins."""
        begin = self._tokens[self._next].start()
        path = table
        while self._peek() not in ("=", "]"):
            if self._peek() != ".":
                path = (*path, _key_text(self._tokens[self._next][0]))
                self._keys.setdefault(path, begin)
            self._next += 1
        return path

    def _value(self, path: Path) -> None:
        self._values.setdefault(path, self._tokens[self._next].start())
        opening = self._peek()
        if opening not in ("[", "{"):
            while self._peek() not in (",", "]", "}", "\n", ""):
                self._next += 1
            return
        self._next += 1
        for index in self._items("]" if opening == "[" else "}"):
            if opening == "[":
                self._value((*path, index))
            else:
                self._entry(path)

    def _items(self, closing: str) -> Iterator[int]:
        index = 0
        while (token := self._skip_lines()) is not None:
            if token[0] == closing:
                self._next += 1
                return
            if token[0] == ",":
                self._next += 1
                continue
            yield index
            index += 1

    def _skip_lines(self) -> re.Match[str] | None:
        while self._peek() == "\n":
            self._next += 1
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def _peek(self) -> str:
        return self._tokens[self._next][0] if self._next < len(self._tokens) else ""


def _key_text(written: str) -> str:
    text: str = tomllib.loads(f"x = {written}")["x"] if written[0] in "\"'" else written
    return text
