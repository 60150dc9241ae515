"""Which code may ask a player something, and so must be split into frames.

Using a power and announcing an event that something watches count too: what they run is not known beforehand.
"""

from __future__ import annotations

from collections.abc import Callable

from artrules.ir.declarations import Event, Procedure
from artrules.ir.model import Model
from artrules.ir.nodes import (
    Announce,
    Body,
    Expression,
    Node,
    Perform,
    Statement,
    Watch,
    children,
    walk,
)
from artrules.ir.traits import traits_of


class Deciding:
    """Answers for the code of one model; `in_play` tells which owners' code counts."""

    def __init__(self, model: Model, in_play: Callable[[str | None], bool]) -> None:
        self.model = model
        self.watched: set[str] = set()
        self._known: dict[str, bool] = {}
        self._nodes: dict[Node, bool] = {}
        bodies = [body for of, body in model.bodies.items() if in_play(of.owner)]
        bodies += [s.body for s in [*model.flow.setup, *model.flow.final]] + [p.body for p in model.flow.phases]
        for body in bodies:
            for node in walk(body):
                if isinstance(node, Watch):
                    self.watched.add(node.event.key)

    def statement(self, statement: Statement) -> bool:
        """Whether a statement, or one in it, may ask."""
        return self._node(statement)

    def _node(self, node: Node) -> bool:
        """Whether a node, or one in it, may ask; each is looked at once, in however many suites it lies. What is in a
        watch's suite runs later."""
        known = self._nodes.get(node)
        if known is None:
            inner = () if isinstance(node, (Expression, Watch)) else children(node)
            known = self._nodes[node] = self._asks(node) or any([self._node(child) for child in inner])
        return known

    def body(self, body: Body) -> bool:
        return any(self.statement(s) for s in body)

    def procedure(self, procedure: Procedure) -> bool:
        known = self._known.get(procedure.key)
        if known is None:
            self._known[procedure.key] = True  # a circle is refused by the checks; here it only must end
            known = self._known[procedure.key] = self.body(self.model.bodies[procedure])
        return known

    def event(self, event: Event) -> bool:
        return event.key in self.watched

    def _asks(self, node: Node) -> bool:
        if traits_of(node).asks:
            return True
        match node:
            case Perform(procedure=procedure):
                return self.procedure(procedure)
            case Announce(event=event):
                return self.event(event)
        return False
