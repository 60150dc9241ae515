"""The tree of a YAML file: scalars, mappings and sequences, each with its span and its path.

Beside the nodes stands what one does with whole trees: reading values whose shape the schemas have checked, telling
what a tree says without its places, and taking over from a file's earlier tree what is the same in the new one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Literal, TypeAlias

from artrules.text.diagnostics.diagnostic import Span
from artrules.text.source.text import Place, SourceText, places_of

# The nodes. Only these three kinds and the scalars of YAML 1.2's core schema exist; `read.py` refuses every other
# feature of YAML. A scalar keeps its text exactly, because most scalars hold code. `Scalar.position` finds the place in
# the file of each character of that code.

Style = Literal["plain", "quoted", "literal", "folded"]
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)", re.ASCII)
_BEGINS_INTEGER = frozenset("-0123456789")
_CUT = re.compile(r" #\w")
_LONGEST_INTEGER = 16
"""More digits are text: no number in a game needs them, and converting thousands of digits takes long."""


class Scalar:
    """A leaf of the tree: a text, a whole number, a truth value or null. `text` is as written, `value` its meaning."""

    __slots__ = ("_places", "_source", "folded", "in_flow", "path", "span", "style", "text", "value")

    def __init__(
        self,
        text: str,
        span: Span,
        path: str = "",
        style: Style = "plain",
        *,
        folded: bool = False,
        in_flow: bool = False,
        source: SourceText | None = None,
    ) -> None:
        self.span = span
        self.path = path
        self.text = text
        self.style: Style = style
        self.folded = folded
        """Whether YAML turned line breaks of the file into blanks. Code must not be written this way."""
        self.in_flow = in_flow
        """Whether it stands inside `{…}` or `[…]`, where a comma or a bracket ends a plain scalar."""
        self.value: str | int | bool | None = _core_value(text) if style == "plain" else text
        self._source = source
        self._places: list[Place] | None = None

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """What is pickled; places are found again when they are needed."""
        return None, {**{name: getattr(self, name) for name in self.__slots__}, "_places": None}

    def is_same(self, other: Scalar) -> bool:
        """Whether another scalar is the same at the same place, with the same lines of the file around it."""
        mine, its = ((s.text, s.style, s.folded, s.in_flow, s.path, s.span) for s in (self, other))
        return mine == its and self._lines() == other._lines()

    def _lines(self) -> tuple[list[str], list[list[int] | None]]:
        if self._source is None:
            return [], []
        first, last, columns = self.span.line, self.span.end_line, self._source.columns
        changed = [columns.get(n) for n in range(first, last + 1)] if columns else []
        return self._source.lines[first - 1 : last], changed

    def cut_at(self) -> int | None:
        """The column of a `#` after a plain scalar that the author probably meant as text, as in `Draw #2`; else None.

        YAML takes it for the beginning of a comment. It was probably meant as text if one blank stands before it and a
        word directly after it, or if a bracket or a quote is still open. Most real comments have more blanks before the
        `#`, or a blank after it.
        """
        if self.style != "plain" or self._source is None:
            return None
        behind = self.behind()
        if not behind.lstrip(" ").startswith("#"):
            return None
        open_ = any(self.text.count(a) > self.text.count(b) for a, b in ("()", "[]", "{}")) or self.text.count('"') % 2
        if not open_ and not _CUT.match(behind):
            return None
        span = self._source.as_read(self.span)
        return self._source.column_in_file(span.end_line, span.end_column + behind.index("#"))

    @property
    def is_unread(self) -> bool:
        """Whether it stands for a value that couldn't be read, which has been reported."""
        return self.text == "" and self._source is not None and self.span.line in self._source.unread

    @property
    def file_has_unread(self) -> bool:
        """Whether any part of its file couldn't be read."""
        return self._source is not None and bool(self._source.unread)

    def has_unread(self, span: Span) -> bool:
        """Whether a part of its file couldn't be read, within a span."""
        unread: frozenset[int] = self._source.unread if self._source is not None else frozenset()
        first, last = span.line, span.end_line
        while first - 1 in unread:
            first -= 1
        while last + 1 in unread:
            last += 1
        return any(first <= line <= last for line in unread)

    def behind(self) -> str:
        """What comes after it in its last line, comments included; empty if the text of the file isn't known."""
        if self._source is None:
            return ""
        span = self._source.as_read(self.span)
        return self._source.line(span.end_line)[span.end_column - 1 :]

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column in the file, counted from 1, of the character at an offset of the text.

        The offset after the last character gives the place where the text ends.
        """
        if self._places is None:
            self._places = places_of(self.text, self.span, self.style, self._source)
        return self._places[max(0, min(offset, len(self.text)))]

    def span_of(self, start: int, end: int) -> Span:
        """The span in the file of the characters `text[start:end]`."""
        if self._places is None:
            self._places = places_of(self.text, self.span, self.style, self._source)
        places, last, file = self._places, len(self.text), self.span.file
        line, column = places[max(0, min(start, last))]
        if end <= start:
            return Span(file, line, column, line, column)
        if end >= last:
            end_line, end_column = places[last]
        else:
            # One column past the last character; the next character may stand on a later line.
            end_line, end_column = places[max(0, end - 1)]
            next_line, next_column = places[max(0, end)]
            end_column = next_column if next_line == end_line else end_column + 1
        return Span(file, line, column, end_line, end_column)

    def __repr__(self) -> str:
        return f"Scalar({self.text!r}, {self.path!r}, {self.span.line}:{self.span.column})"


@dataclass(slots=True)
class Entry:
    """A key of a mapping, and its value."""

    key: Scalar
    value: Node


class Mapping:
    """Keys with values, in the order of the file."""

    __slots__ = ("entries", "in_flow", "path", "span")

    def __init__(self, entries: dict[str, Entry], span: Span, path: str = "", *, in_flow: bool = False) -> None:
        self.span = span
        self.path = path
        self.entries = entries
        self.in_flow = in_flow

    def get(self, name: str) -> Node | None:
        """The value under a key, or None."""
        entry = self.entries.get(name)
        return entry.value if entry else None

    def size_of(self, name: str) -> int | None:
        """How many keys the mapping under a key has; None if none is there."""
        value = self.get(name)
        return len(value.entries) if isinstance(value, Mapping) else None

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())

    def __repr__(self) -> str:
        return f"Mapping({list(self.entries)!r}, {self.path!r}, {self.span.line}:{self.span.column})"


class LateMapping(Mapping):
    """The mapping of a whole file, of which is known where it ends, the text under its first key, and how long the
    mappings below its keys are. All else is read from the file's content when somebody asks for it. Whoever has got it
    from a pickle must give it that first."""

    __slots__ = ("_content", "_first", "_read", "_sizes")

    def __init__(self, whole: Mapping, read: Callable[[bytes, str], Node | None]) -> None:
        self.span, self.path, self.in_flow = whole.span, whole.path, whole.in_flow
        self._read = read
        name, first = next(((name, entry.value) for name, entry in whole.entries.items()), ("", None))
        self._first: dict[str, Scalar] = {}
        if isinstance(first, Scalar):
            self._first[name] = Scalar(first.text, first.span, first.path, first.style)
        self._sizes = {name: size for name in whole.entries if (size := whole.size_of(name)) is not None}
        self._content: bytes | None = None

    def give_content(self, content: bytes) -> None:
        """Give it what its file holds."""
        self._content = content

    def __getattr__(self, name: str) -> Any:
        if name != "entries":
            raise AttributeError(name)
        if self._content is None:
            raise ValueError(f"the tree of {self.span.file} was asked for before it got the content of its file")
        whole = self._read(self._content, self.span.file)
        self.entries = whole.entries if isinstance(whole, Mapping) else {}
        return self.entries

    def get(self, name: str) -> Node | None:
        return self._first.get(name) or super().get(name)

    def size_of(self, name: str) -> int | None:
        return self._sizes.get(name)

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """What is pickled; the file's content is at hand wherever it is wanted."""
        names = ("span", "path", "in_flow", "_first", "_read", "_sizes")
        return None, {**{name: getattr(self, name) for name in names}, "_content": None}


def late(node: Node | None, read: Callable[[bytes, str], Node | None]) -> Node | None:
    """The root of a file's tree as one that `read` reads again when somebody asks for it."""
    return LateMapping(node, read) if isinstance(node, Mapping) else node


class Sequence:
    """Items, in the order of the file."""

    __slots__ = ("in_flow", "items", "path", "span")

    def __init__(self, items: list[Node], span: Span, path: str = "", *, in_flow: bool = False) -> None:
        self.span = span
        self.path = path
        self.items = items
        self.in_flow = in_flow

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __repr__(self) -> str:
        return f"Sequence({len(self.items)} items, {self.path!r}, {self.span.line}:{self.span.column})"


Node: TypeAlias = Scalar | Mapping | Sequence


def every_node(node: Node) -> Iterator[Node]:
    """A node and all nodes inside it, including keys, in the order of the file."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, Mapping):
            waiting += [part for entry in reversed(node.entries.values()) for part in (entry.value, entry.key)]
        elif isinstance(node, Sequence):
            waiting += reversed(node.items)


def count_nodes(node: Node) -> int:
    """How many nodes `every_node` gives."""
    count, waiting = 1, [node]
    while waiting:
        outer = waiting.pop()
        if isinstance(outer, Mapping):
            count += 2 * len(outer.entries)
            waiting += [entry.value for entry in outer.entries.values() if not isinstance(entry.value, Scalar)]
        elif isinstance(outer, Sequence):
            count += len(outer.items)
            waiting += [item for item in outer.items if not isinstance(item, Scalar)]
    return count


def to_data(node: Node) -> Any:
    """The node as plain data: texts, numbers, truth values, None, dictionaries and lists. Keys are always texts."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {name: to_data(entry.value) for name, entry in node.entries.items()}
    return [to_data(item) for item in node.items]


def _core_value(text: str) -> str | int | bool | None:
    """The value of a plain scalar.

    It follows YAML 1.2's core schema, with two differences: the truth values are `yes` and `no`, and a number with a
    fraction is a text.
    """
    if text in ("", "~", "null"):
        return None
    if text in ("yes", "no"):
        return text == "yes"
    if text[0] in _BEGINS_INTEGER and len(text) <= _LONGEST_INTEGER and _INTEGER.fullmatch(text):
        return int(text)
    return text


# Reads values from nodes whose shape the schemas have already checked.
#
# A node of the wrong shape already has its diagnostic. These functions treat it as absent, so that the rest of a file
# is still processed.


def entries(node: Node | None) -> Iterator[tuple[Scalar, Node]]:
    """The keys and values of a mapping, in the order of the file; nothing for any other node."""
    if isinstance(node, Mapping):
        for entry in node.entries.values():
            yield entry.key, entry.value


def items(node: Node | None) -> list[Node]:
    """The items of a sequence; a lone node counts as a sequence of one."""
    if node is None:
        return []
    return list(node.items) if isinstance(node, Sequence) else [node]


def get(node: Node | None, *names: str) -> Node | None:
    """The value under a path of keys in nested mappings; None if it isn't there."""
    for name in names:
        if not isinstance(node, Mapping):
            return None
        node = node.get(name)
    return node


def scalar(node: Node | None) -> Scalar | None:
    """The node, if it is a scalar."""
    return node if isinstance(node, Scalar) else None


def code(node: Node | None) -> Scalar | None:
    """The node, if it is a scalar whose text isn't blank, and so may hold code."""
    return node if isinstance(node, Scalar) and node.text.strip() else None


def expression(node: Node | None) -> Scalar | None:
    """The node, if it may hold an expression: code, or `[]`, which is the empty list in code too."""
    if isinstance(node, Sequence) and not node.items:
        return Scalar("[]", node.span, node.path, "quoted", in_flow=node.in_flow)
    return code(node)


def word(node: Node | None, default: str = "") -> str:
    """The text of a scalar; `default` for any other node and for YAML's null."""
    return node.text if isinstance(node, Scalar) and node.value is not None else default


def number(node: Node | None) -> int | None:
    """The value of a scalar that is a whole number; None for any other node."""
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def flag(node: Node | None, default: bool = False) -> bool:
    """The value of a scalar that is a truth value; `default` for any other node."""
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, bool) else default


# What a tree says, without the places where it says it.


def outline(root: Node, left_out: Set[int] = frozenset()) -> bytes:
    """A hash (BLAKE2b, 16 bytes) of all keys and values of a tree in their order, of how scalars are written, and of
    the name of the file in which each stands. Trees with the same hash differ in nothing but places in these files, and
    in texts that are left out, which are given by their identity."""
    parts: list[str] = []
    waiting: list[tuple[Node, str]] = [(root, "")]
    while waiting:
        node, around = waiting.pop()
        file = node.span.file
        if file != around:
            parts.append(f"in {file}")
        if isinstance(node, Scalar):
            parts.append(_scalar(node) if id(node) not in left_out else "left out")
        elif isinstance(node, Mapping):
            elsewhere = [(name, at) for name, entry in node.entries.items() if (at := entry.key.span.file) != file]
            parts.append(f"mapping {len(node.entries)} {node.in_flow} {elsewhere}")
            # A key that was put right stands under another name than its text.
            parts += [f"{name} {_scalar(entry.key)}" for name, entry in node.entries.items()]
            waiting += [(entry.value, file) for entry in node]
        else:
            parts.append(f"sequence {len(node.items)} {node.in_flow}")
            waiting += [(item, file) for item in node.items]
    return blake2b(repr(parts).encode(errors="surrogatepass"), digest_size=16).digest()


def _scalar(scalar: Scalar) -> str:
    return f"{scalar.style} {scalar.folded} {scalar.in_flow} {scalar.text}"


# Takes over from the earlier tree of a file what is the same in the new one.
#
# Then nodes that nobody has changed are the same objects, and so is all that was made of them.


def reuse(new: Node, old: Node) -> Node:
    """The old node if the new one is the same, at the same place; else the new one, with old nodes in it."""
    if isinstance(new, Scalar) and isinstance(old, Scalar):
        return old if new.is_same(old) else new
    same = new.span == old.span and new.path == old.path
    if isinstance(new, Mapping) and isinstance(old, Mapping):
        for name, entry in new.entries.items():
            before = old.entries.get(name)
            if before is None:
                same = False
                continue
            value = reuse(entry.value, before.value)
            if before.key.is_same(entry.key):
                entry.key = before.key
            entry.value = value
            same = same and value is before.value and entry.key is before.key
        return old if same and list(new.entries) == list(old.entries) and new.in_flow == old.in_flow else new
    if isinstance(new, Sequence) and isinstance(old, Sequence):
        for at, (item, earlier) in enumerate(zip(new.items, old.items, strict=False)):
            new.items[at] = reuse(item, earlier)
            same = same and new.items[at] is earlier
        return old if same and len(new.items) == len(old.items) and new.in_flow == old.in_flow else new
    return new
