"""Labels of cards that are made of themselves.

A card's label may name other cards, by an attribute or a function; these have labels of their own. Were one of them
made of the first again, no text would ever be ready. Kinds are looked at, not cards: a kind whose label names cards of
its own kind is refused, even where each card names another.
"""

from __future__ import annotations

from artrules.diagnostics.kinds.names import CIRCLE
from artrules.diagnostics.report import Report
from artrules.kernel.nodes import Expression
from artrules.kernel.type import Card, ListOf, Optional, Power, SetOf, Type, Zone
from artrules.resolve.model import Model


def check(model: Model, report: Report) -> None:
    named = {name: _named(model, name) for name in model.kinds}
    for name, kind in model.kinds.items():
        reached: set[str] = set()
        waiting = set(named[name])
        while waiting:
            reached |= waiting
            waiting = {other for kind_name in waiting for other in named[kind_name]} - reached
        if name in reached and kind.label is not None:
            report.add(CIRCLE, f"the label of a `{name}` is made of such labels", kind.label.at)


def _named(model: Model, kind: str) -> frozenset[str]:
    """The kinds of card that a label names."""
    label = model.kinds[kind].label
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
