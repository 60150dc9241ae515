"""What a tree says, without the places where it says it."""

from __future__ import annotations

from hashlib import blake2b

from artrules.source.node import Mapping, Node, Scalar


def outline(root: Node) -> bytes:
    """A hash (BLAKE2b, 16 bytes) of all keys and values of a tree in their order, of how scalars are written, and of
    the name of the root's file. Trees with the same hash differ in nothing but places."""
    parts: list[str] = [root.span.file]
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Scalar):
            parts.append(_scalar(node))
        elif isinstance(node, Mapping):
            parts.append(f"mapping {len(node.entries)} {node.in_flow}")
            # A key that was put right stands under another name than its text.
            parts += [f"{name} {_scalar(entry.key)}" for name, entry in node.entries.items()]
            waiting += [entry.value for entry in node]
        else:
            parts.append(f"sequence {len(node.items)} {node.in_flow}")
            waiting += node.items
    return blake2b(repr(parts).encode(errors="surrogatepass"), digest_size=16).digest()


def _scalar(scalar: Scalar) -> str:
    return f"{scalar.style} {scalar.folded} {scalar.in_flow} {scalar.text}"
