"""Looks into nodes of YAML whose shape the schemas have already judged.

A node of the wrong shape has had its diagnostic. Here it counts as absent, so that everything else is still looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.source.node import Mapping, Node, Scalar, Sequence


def entries(node: Node | None) -> Iterator[tuple[Scalar, Node]]:
    """Keys and values of a mapping, in order; nothing for anything else."""
    if isinstance(node, Mapping):
        for entry in node.entries.values():
            yield entry.key, entry.value


def items(node: Node | None) -> list[Node]:
    """The items of a sequence; a lone node counts as a sequence of one."""
    if node is None:
        return []
    return list(node.items) if isinstance(node, Sequence) else [node]


def get(node: Node | None, *names: str) -> Node | None:
    """A value deep in nested mappings."""
    for name in names:
        if not isinstance(node, Mapping):
            return None
        node = node.get(name)
    return node


def scalar(node: Node | None) -> Scalar | None:
    """The node, if it is a scalar."""
    return node if isinstance(node, Scalar) else None


def code(node: Node | None) -> Scalar | None:
    """The node, if it is a scalar with text in it, which may be code."""
    return node if isinstance(node, Scalar) and node.text.strip() else None


def word(node: Node | None, default: str = "") -> str:
    """The text of a scalar; `default` for anything else and for YAML's own none."""
    return node.text if isinstance(node, Scalar) and node.value is not None else default


def number(node: Node | None) -> int | None:
    """The whole number that a scalar is, if it is one."""
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def flag(node: Node | None, default: bool = False) -> bool:
    """The truth value of a scalar; `default` for anything else."""
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, bool) else default
