"""A syntax tree as indented text, for people: one line for each node."""

from __future__ import annotations

from artrules.syntax.ast.node import Identifier, Node, Text, field_names


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
