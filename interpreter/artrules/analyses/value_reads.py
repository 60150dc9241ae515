"""Which variables, attributes of cards and fields of events code reads, and which it changes.

A place that gets a value isn't read, nor is the old value of what is counted up: `x += 1` reads `x` only to change it.
Neither does a variable's own start or `may_be` count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from artrules.analyses.calls import every
from artrules.ir.model import Model
from artrules.ir.nodes import AttributeOf, FieldOf, Node, Set, SharedAttribute, VariableOf, walk

Key = tuple[str, ...]
"""`variable NAME`, `attribute KIND NAME` or `field EVENT NAME`, in pieces: the same in all models of a ruleset."""


@dataclass(slots=True)
class Values:
    """What the code of some models does with values that a game keeps."""

    read: set[Key] = field(default_factory=set)
    changed: set[Key] = field(default_factory=set)

    def add(self, model: Model) -> None:
        """Add what the code of one model does."""
        read = Counter[Key]()
        for sort in (VariableOf, AttributeOf, SharedAttribute, FieldOf):
            for code, node in every(model, sort):
                read.update(
                    key for key in keys(node) if code.name not in (f"start of {key[-1]}", f"values of {key[-1]}")
                )
        for _, change in every(model, Set):
            place = list(keys(change.place))
            self.changed.update(place)
            read.subtract(place)
            read.subtract(key for inner in walk(change.value) for key in keys(inner) if key in place)
        self.read.update(key for key, times in read.items() if times > 0)


def keys(node: Node) -> Iterator[Key]:
    """What a node that stands for a kept value refers to; nothing for other nodes."""
    match node:
        case VariableOf(declaration=variable):
            yield ("variable", variable.key)
        case AttributeOf(declaration=attribute):
            yield ("attribute", attribute.kind, attribute.name)
        case SharedAttribute(declarations=attributes):
            for attribute in attributes:
                yield ("attribute", attribute.kind, attribute.name)
        case FieldOf(event=event, declaration=field_):
            yield ("field", event.key, field_.name)
