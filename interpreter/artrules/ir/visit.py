"""Visits trees of IR nodes: the children of a node, and all nodes below it.

Both are derived from the fields of the node classes, so that a new class needs no code here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, get_args, get_origin, get_type_hints

from artrules.ir.node import Node


def children(node: Node) -> list[Node]:
    """The nodes directly below a node, in the order of its fields. Declarations are not followed."""
    found: list[Node] = []
    known = _KNOWN.get(type(node))
    for name, is_tuple in known if known is not None else _fields_with_nodes(type(node)):
        value = getattr(node, name)
        if is_tuple:
            for item in value:
                if isinstance(item, Node):
                    found.append(item)
                elif isinstance(item, tuple):
                    found += [part for part in item if isinstance(part, Node)]
        elif value is not None:
            found.append(value)
    return found


def walk(root: Node | Iterable[Node]) -> Iterator[Node]:
    """All nodes of a tree, or of several such as a body: each node before those below it, in source order."""
    waiting = [root] if isinstance(root, Node) else [*root][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children(node))


_KNOWN: dict[type[Node], tuple[tuple[str, bool], ...]] = {}
"""What `_fields_with_nodes` found for each class. Not `functools.cache`: it is asked for every node."""


def _fields_with_nodes(kind: type[Node]) -> tuple[tuple[str, bool], ...]:
    """The fields of a node class that hold nodes: the name of each, and whether it is a tuple."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind) if _holds_nodes(hints[field.name])]
    found = tuple((name, get_origin(hints[name]) is tuple) for name in names)
    _KNOWN[kind] = found
    return found


def _holds_nodes(hint: Any) -> bool:
    """Whether values of an annotated type are nodes, or have nodes in them."""
    return any(map(_holds_nodes, get_args(hint))) or (isinstance(hint, type) and issubclass(hint, Node))
