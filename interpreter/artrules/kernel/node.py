"""What every node of the kernel is, and how one goes through a tree of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, get_args, get_type_hints

from artrules.diagnostics.span import Span


@dataclass(slots=True, eq=False)
class Node:
    """Anything in the kernel."""

    at: Span


def children(node: Node) -> list[Node]:
    """The nodes directly below one, in order; declarations are not followed."""
    found: list[Node] = []
    parts = _PARTS.get(type(node))
    for name, is_list in parts if parts is not None else _parts(type(node)):
        value = getattr(node, name)
        if is_list:
            for item in value:
                if isinstance(item, Node):
                    found.append(item)
                elif isinstance(item, tuple):
                    found += [part for part in item if isinstance(part, Node)]
        elif value is not None:
            found.append(value)
    return found


_PARTS: dict[type, tuple[tuple[str, bool], ...]] = {}


def _parts(kind: type) -> tuple[tuple[str, bool], ...]:
    """The fields in which nodes lie, found once for each class, and whether each is a list."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind) if _holds_nodes(hints[field.name])]
    known = _PARTS[kind] = tuple((name, getattr(hints[name], "__origin__", None) is list) for name in names)
    return known


def _holds_nodes(hint: Any) -> bool:
    return any(map(_holds_nodes, get_args(hint))) or (isinstance(hint, type) and issubclass(hint, Node))


def walk(node: Any) -> Iterator[Node]:
    """All nodes of a tree or a body, outer ones first."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += reversed(node)
        else:
            yield node
            waiting += reversed(children(node))
