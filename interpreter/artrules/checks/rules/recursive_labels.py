"""Labels of cards that are made of themselves.

A card's label may name other cards, through an attribute or a function, and these have labels of their own. If one of
those were made of the first again, its text would never be complete. The check looks at kinds of card, not at cards: it
refuses a kind whose label names cards of the same kind, even if each card names another one.
"""

from __future__ import annotations

from artrules.checks.check import model_check
from artrules.diagnostics.kinds.names import CIRCLE
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.ir.nodes import Expression
from artrules.ir.types import Card, ListOf, Optional, Power, SetOf, Type, Zone


@model_check(CIRCLE)
def recursive_labels(model: Model, report: Report) -> None:
    named = {name: _named(model, name) for name in model.kinds}
    for name, label in model.card_labels.items():
        reached: set[str] = set()
        waiting = set(named[name])
        while waiting:
            reached |= waiting
            waiting = {other for kind_name in waiting for other in named[kind_name]} - reached
        if name in reached:
            report.add(CIRCLE, f"the label of a `{name}` is made of such labels", label.at)


def _named(model: Model, kind: str) -> frozenset[str]:
    """The kinds of card that the label of a kind names."""
    label = model.card_labels.get(kind)
    types = [part.type for part in label.parts if isinstance(part, Expression)] if label is not None else []
    return frozenset(other for type_ in types for other in _kinds(type_, model))


def _kinds(type_: Type, model: Model) -> frozenset[str]:
    match type_:
        case Card(kinds) | Zone(_, kinds):
            return kinds & model.kinds.keys()
        case Power():
            return frozenset(model.kinds)
        case Optional(of) | ListOf(of) | SetOf(of):
            return _kinds(of, model)
    return frozenset()
