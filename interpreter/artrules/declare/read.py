"""Reading of YAML nodes whose shape the schema stage has already judged.

A node of the wrong shape has had its diagnostic; here it counts as absent, so that everything else is still looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.ir.declarations import Text
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
    return node if isinstance(node, Scalar) else None


def code(node: Node | None) -> Scalar | None:
    """A scalar that holds code; YAML's own none is not code."""
    return node if isinstance(node, Scalar) and node.text.strip() else None


def written(code: Scalar | None) -> str:
    """Code as its author wrote it, to be shown; empty for none."""
    return code.text if code is not None else ""


def word(node: Node | None, default: str = "") -> str:
    return node.text if isinstance(node, Scalar) and node.value is not None else default


def words(text: Scalar) -> Text:
    """A scalar that holds words for people."""
    return Text(text.text, text.span, text.span_of)


def words_under(node: Node | None, name: str) -> Text | None:
    """The words under a key of a mapping; None where there are none."""
    text = get(node, name)
    return words(text) if isinstance(text, Scalar) and text.value is not None else None


def number(node: Node | None) -> int | None:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def flag(node: Node | None, default: bool = False) -> bool:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, bool) else default
