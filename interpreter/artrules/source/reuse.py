"""Takes over from the earlier tree of a file what is the same in the new one.

Then nodes that nobody has changed are the same objects, and so is all that was made of them.
"""

from __future__ import annotations

from artrules.source.node import Mapping, Node, Scalar, Sequence


def reuse(new: Node, old: Node) -> Node:
    """The old node if the new one is the same, at the same place; else the new one, with old nodes in it."""
    if isinstance(new, Scalar) and isinstance(old, Scalar):
        return old if new.is_same(old) else new
    same = new.span == old.span and new.path == old.path
    if isinstance(new, Mapping) and isinstance(old, Mapping):
        for name, entry in new.entries.items():
            before = old.entries.get(name)
            if before is None:
                same = False
                continue
            value = reuse(entry.value, before.value)
            if before.key.is_same(entry.key):
                entry.key = before.key
            entry.value = value
            same = same and value is before.value and entry.key is before.key
        return old if same and list(new.entries) == list(old.entries) and new.in_flow == old.in_flow else new
    if isinstance(new, Sequence) and isinstance(old, Sequence):
        for at, (item, earlier) in enumerate(zip(new.items, old.items, strict=False)):
            new.items[at] = reuse(item, earlier)
            same = same and new.items[at] is earlier
        return old if same and len(new.items) == len(old.items) and new.in_flow == old.in_flow else new
    return new
