"""Finds where the keys and values of a TOML file stand, which Python's reader doesn't tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from artrules.commands.toml_bounds import TOKEN

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
