"""What every node of the kernel is, and how one goes through a tree of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from artrules.diagnostics.span import Span


@dataclass(slots=True, eq=False)
class Node:
    """Anything in the kernel."""

    at: Span


def children(node: Any) -> Iterator[Node]:
    """The nodes directly below one, in order; declarations are not followed."""
    for name in _parts(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, (list, tuple)):
            for item in value:
                yield from _nodes_in(item)


def _nodes_in(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _nodes_in(item)


_PARTS: dict[type, tuple[str, ...]] = {}


def _parts(kind: type) -> tuple[str, ...]:
    """The fields in which nodes may lie; asked for often."""
    known = _PARTS.get(kind)
    if known is None:
        known = _PARTS[kind] = tuple(field.name for field in fields(kind) if field.name not in ("at", "type"))
    return known


def walk(node: Any) -> Iterator[Node]:
    """All nodes of a tree or a body, outer ones first."""
    if isinstance(node, list):
        for item in node:
            yield from walk(item)
        return
    yield node
    for child in children(node):
        yield from walk(child)
