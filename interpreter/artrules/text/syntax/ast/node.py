"""What every node of the syntax tree shares: its place, and how to walk through the nodes below it."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import ClassVar, TypeAlias

from artrules.text.record import dataclass

Rules: TypeAlias = Mapping[str, str | bool | None]


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of the author's code, from the offset `start` up to, without, `end` in the text of its code string.

    Offsets count characters and begin with 0. The line break after a statement belongs to it, so `end` may lie one
    character behind the text, where the parser has added that line break.
    """

    RULES: ClassVar[Rules] = {}
    """The grammar's rules that a class stands for, when that is not the one rule of its own name. Where the rule alone
    tells operators apart, it is given with the value of the class's first field; otherwise with None."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Identifier(Node):
    """A name that is part of a form, such as the one after `let`. A name that is an expression is `Name`."""

    text: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A text in quotes. `text` lacks the quotes; the place includes them."""

    text: str


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below one, in the order of the text."""
    for name in field_names(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from value


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, in the order of the text, outer ones first."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(list(children(node)))


_FIELDS: dict[type[Node], tuple[str, ...]] = {}


def field_names(kind: type[Node]) -> tuple[str, ...]:
    """The names of a class's own fields, without the place."""
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(field.name for field in fields(kind) if field.name not in ("start", "end"))
    return names


# A syntax tree as indented text, for people: one line for each node.


def print_ast(node: Node) -> str:
    """A tree as lines such as `value: Number digits=3 @8-9`: the field, the class, what it holds itself, its place.

    The place is two offsets into the code string. What isn't there is left out. The text ends with a line break.
    """
    lines: list[str] = []
    waiting: list[tuple[int, str, Node]] = [(0, "", node)]
    while waiting:
        depth, label, part = waiting.pop()
        own: list[str] = []
        below: list[tuple[int, str, Node]] = []
        for name in field_names(type(part)):
            value = getattr(part, name)
            if isinstance(value, tuple):
                below += [(depth + 1, f"{name}: ", item) for item in value]
            elif isinstance(value, Node) and not isinstance(value, Identifier | Text):
                below.append((depth + 1, f"{name}: ", value))
            elif value is not None:
                own.append(f"{name}={_spelled(value)}")
        words = " ".join([type(part).__name__, *own])
        lines.append(f"{'  ' * depth}{label}{words} @{part.start}-{part.end}\n")
        waiting += reversed(below)
    return "".join(lines)


def _spelled(value: Node | str | bool) -> str:
    match value:
        case Identifier(text=text):
            return text
        case Text(text=text):
            return f'"{text}"'
        case bool():
            return "yes" if value else "no"
    return str(value)
