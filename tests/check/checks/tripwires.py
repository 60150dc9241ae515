"""Puts a tripwire at each place where something is said to be certain: a fault where it proves wrong in a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from artrules.model.analyses.certainties import certainties
from artrules.model.analyses.judging import Certainty, Sort
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import Checked, Constant, Either, Expression, If, Node, Operation, Set, Statement
from artrules.model.ir.types import BOOL, Number
from artrules.text.diagnostics.diagnostic import Span

WRONG = "a certainty that is wrong"
NAMED = ("captured", "place", "local", "happening", "said")
"""The fields of nodes in which names and places stand that are bound, kept or assigned."""
WATCHED = (Sort.HOLDS, Sort.REACHED, Sort.ASSIGNED)


def with_tripwires(model: Model) -> tuple[Model, int]:
    """The model with tripwires, and how many places have one."""
    known = certainties(model)
    told = [each for each in known.certain if (each.sort, each.at) not in known.uncertain]
    certain = {each.at: each for each in told if each.sort in WATCHED}
    laying = _Laying(certain)
    values = {key: laying.changed(value) for key, value in model.values.items()}
    bodies = {key: laying.body(body) for key, body in model.bodies.items()}
    conditions = {key: laying.changed(condition) for key, condition in model.conditions.items()}
    steps = {
        name: [replace(s, body=laying.body(s.body)) for s in getattr(model.flow, name)] for name in ("setup", "final")
    }
    phases = [replace(phase, body=laying.body(phase.body)) for phase in model.flow.phases]
    flow = replace(model.flow, phases=phases, **steps)
    return replace(model, values=values, bodies=bodies, conditions=conditions, flow=flow), len(laying.laid)


class _Laying:
    """Lays the tripwires of one model."""

    def __init__(self, certain: Mapping[Span, Certainty]) -> None:
        self.certain = certain
        self.laid: set[Span] = set()

    def body(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        """The statements, each after the tripwire that belongs before it."""
        found: list[Statement] = []
        for statement in body:
            certainty = self.certain.get(statement.at)
            if certainty is not None and certainty.sort is Sort.REACHED:
                found.append(self._unless(Constant(statement.at, BOOL, False), statement.at))
            elif certainty is not None and certainty.sort is Sort.ASSIGNED and isinstance(statement, Set):
                same = Operation(statement.at, BOOL, "=", (statement.place, _plain(statement.value)))
                found.append(self._unless(same, statement.at))
            found.append(self.changed(statement))
        return tuple(found)

    def changed(self, node: Any) -> Any:
        """A node with tripwires in it."""
        if isinstance(node, tuple):
            return self.body(node) if node and isinstance(node[0], Statement) else tuple(map(self.changed, node))
        if not isinstance(node, Node):
            return node
        names = [field.name for field in fields(node) if field.name not in NAMED]
        made = {name: self.changed(getattr(node, name)) for name in names}
        made = {name: value for name, value in made.items() if value is not getattr(node, name)}
        found = replace(node, **made) if made else node
        certainty = self.certain.get(node.at)
        if certainty is None or certainty.sort is not Sort.HOLDS or getattr(node, "type", None) != BOOL:
            return found
        self.laid.add(node.at)
        fault = _fault(node.at)
        yes, no = Constant(node.at, BOOL, True), Constant(node.at, BOOL, False)
        return Either(node.at, BOOL, found, yes, fault) if certainty.holds else Either(node.at, BOOL, found, fault, no)

    def _unless(self, condition: Expression, at: Span) -> Statement:
        self.laid.add(at)
        return If(at, Either(at, BOOL, condition, Constant(at, BOOL, True), _fault(at)), (), ())


def _plain(value: Expression) -> Expression:
    return value.value if isinstance(value, Checked) else value


def _fault(at: Span) -> Expression:
    """A condition that stops the game when it is evaluated."""
    number = Checked(at, Number(0, 1), Constant(at, Number(0, 5), 5), 0, 1, WRONG)
    return Operation(at, BOOL, "=", (number, Constant(at, Number(0, 1), 0)))
