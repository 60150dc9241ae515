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
    for item in fields(node):
        yield from _nodes_in(getattr(node, item.name))


def _nodes_in(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _nodes_in(item)


def walk(node: Any) -> Iterator[Node]:
    """All nodes of a tree or a body, outer ones first."""
    if isinstance(node, list):
        for item in node:
            yield from walk(item)
        return
    yield node
    for child in children(node):
        yield from walk(child)
