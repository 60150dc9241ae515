"""Reads values from nodes whose shape the schemas have already checked.

A node of the wrong shape already has its diagnostic. These functions treat it as absent, so that the rest of a file is
still processed.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.source.node import Mapping, Node, Scalar, Sequence


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
