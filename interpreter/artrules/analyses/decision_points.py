"""Finds the code that may ask a player something.

`DecisionAnalysis` finds code that may have to wait, and that `lower/` therefore splits into blocks. Using a power
counts as asking, and so does announcing an event that some code watches: what they run isn't known at compile time.
`Decisions` finds code that certainly contains a decision, itself or in a procedure that it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from artrules.analyses.calls import outside_watches
from artrules.ir.declarations import Event, Procedure
from artrules.ir.model import Model
from artrules.ir.nodes import (
    Announce,
    Body,
    Choose,
    Expression,
    Node,
    Perform,
    Watch,
    children,
    walk,
)
from artrules.ir.traits import traits_of


class DecisionAnalysis:
    """Answers for one model. `in_play` says whether code counts, given its owner: the name of a set, or None."""

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

    def asks(self, node: Node) -> bool:
        """Whether a node, or one inside it, may ask. A watch's suite runs later, so it doesn't count."""
        known = self._nodes.get(node)
        if known is None:
            inner = () if isinstance(node, (Expression, Watch)) else children(node)
            known = self._nodes[node] = self._asks(node) or any([self.asks(child) for child in inner])
        return known

    def body(self, body: Body) -> bool:
        return any(self.asks(s) for s in body)

    def procedure(self, procedure: Procedure) -> bool:
        known = self._known.get(procedure.key)
        if known is None:
            self._known[procedure.key] = True  # ends a recursion, which the checks refuse
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


class Decisions:
    """Answers whether code, or a procedure that it calls, contains a decision."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[Procedure, bool] = {}

    def among(self, nodes: Iterable[Node]) -> bool:
        return any(
            isinstance(node, Choose) or (isinstance(node, Perform) and self.procedure(node.procedure))
            for node in outside_watches(nodes)
        )

    def procedure(self, procedure: Procedure) -> bool:
        if procedure not in self._known:
            self._known[procedure] = False  # ends a recursion, which other code reports
            self._known[procedure] = self.among(self._model.bodies[procedure])
        return self._known[procedure]
