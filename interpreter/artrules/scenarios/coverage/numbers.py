"""The numbers of the units of a model, by the nodes of its intermediate representation."""

from __future__ import annotations

from dataclasses import dataclass, field

from artrules.diagnostics.span import Span
from artrules.ir import nodes as k

Place = tuple[str, int, int]


def place_of(span: Span) -> Place:
    """Where a span begins."""
    return span.file, span.line, span.column


@dataclass
class UnitNumbers:
    """The numbers of the units of one model. Its keys are identities of nodes."""

    nodes: dict[int, int] = field(default_factory=dict)
    """Statements and options, which run, and conditions, which come out in some way."""
    places: dict[Place, int] = field(default_factory=dict)
    """Where statements begin. Lowering replaces some statements by new nodes at the same place."""
    calls: dict[int, int] = field(default_factory=dict)
    """Functions, which are called, by the expressions that are their values."""

    def of(self, what: str, node: k.Node) -> int | None:
        """The number of the unit that a counter counts (`lower/program.py`, `Counter`), if it is one."""
        if what == "called":
            return self.calls.get(id(node))
        number = self.nodes.get(id(node))
        return self.places.get(place_of(node.at)) if number is None and what == "ran" else number

    def all(self) -> set[int]:
        """The numbers of all units."""
        return {*self.nodes.values(), *self.places.values(), *self.calls.values()}
