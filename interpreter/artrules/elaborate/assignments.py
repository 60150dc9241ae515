"""Elaborates `let` and assignments."""

from __future__ import annotations

from dataclasses import replace

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.arithmetic import combined, together
from artrules.elaborate.calls import taken_from
from artrules.elaborate.elaborator import Elaborator
from artrules.elaborate.suites import player_if_any
from artrules.ir.nodes import AttributeOf, Body, Expression, FaceOf, FieldOf, Local, Set, SharedAttribute, VariableOf
from artrules.ir.types import ANY_NUMBER, Card, ListOf, Number, SetOf, Unknown, Zone
from artrules.syntax.ast import statements as ast
from artrules.syntax.ast.expressions import Expression as ExpressionSyntax


def let(elaborator: Elaborator, node: ast.Let) -> Body:
    """`let name = value`. The value of a zone is copied as a list. If the name is assigned again later, it gets
    the type that the value has where nothing is known of it, and a number the widest type."""
    name, scope = node.name.text, elaborator.scope
    called, value = taken_from(elaborator, node.value) or ((), elaborator.expression(node.value))
    type_ = elaborator.reasoning.own_type(value) if name in elaborator.assigned else value.type
    if isinstance(type_, Zone):
        type_ = ListOf(Card(type_.kinds))
    if name in elaborator.assigned and isinstance(type_, Number):
        type_ = ANY_NUMBER
    if scope.hides(name):
        elaborator.complain(
            kinds.HIDES_NAME,
            f"`{name}` is the name of something else here already",
            node.name,
            expected=f"another name, or to change it: `{name} becomes …`",
        )
    local = scope.bind(name, type_, elaborator.at(node.name), fixed=False)
    return (*called, Set(elaborator.at(node), local, value, binds=True))


def becomes(elaborator: Elaborator, node: ast.Becomes) -> Body:
    """`place becomes value`. Where the value is what a procedure gives, the place is found after its call."""
    called, result = taken_from(elaborator, node.value) or ((), None)
    elaborator.follow(called)
    place = _place(elaborator, node.place)
    if place is None:
        if result is None:
            elaborator.expression(node.value)
        elaborator.goes_on(elaborator.scope.known)
        return called
    if result is None:
        value = elaborator.demand(node.value, place.type, "the new value")
    else:
        value = elaborator.convert(result, place.type, "the new value", elaborator.at(node.value))
    me = player_if_any(elaborator, node) if isinstance(place, FaceOf) else None
    assigned = Set(elaborator.at(node), place, value, me=me)
    elaborator.follow((assigned,))
    elaborator.goes_on(elaborator.scope.known)
    return (*called, assigned)


def change(elaborator: Elaborator, node: ast.Change) -> Body:
    """`place += value`, `place -= value`, of numbers, lists and sets."""
    place = _place(elaborator, node.place)
    if place is None:
        elaborator.expression(node.value)
        return ()
    at, before = elaborator.at(node), elaborator.narrowed(place)
    if isinstance(before.type, (SetOf, ListOf)):
        result = together(elaborator, at, node.operator, before, elaborator.expression(node.value, before.type))
    else:
        result = combined(elaborator, at, node.operator, before, elaborator.number(node.value, "what is added"))
    return (Set(at, place, elaborator.convert(result, place.type, "the new value", at)),)


def _place(elaborator: Elaborator, node: ExpressionSyntax) -> Expression | None:
    """The place that an assignment changes. Returns None, after a diagnostic, if the expression isn't assignable.

    The new value may be any value of the place's own type: what is known of it is known of the old value only.
    """
    place = elaborator.expression(node)
    if (own := elaborator.reasoning.own_type(place)) != place.type:
        place = replace(place, type=own)
    match place:
        case Local(name=name):
            suites = elaborator.scope.suites
            binding = next((b for s in suites for b in s.values() if b.unique == name), None)
            if binding is not None and not binding.fixed:
                return place
            message = "this name keeps its value"
            elaborator.complain(kinds.NOT_ASSIGNABLE, message, node, expected="a name given by `let`")
            return None
        case AttributeOf(declaration=attribute) if attribute.printed:
            name = attribute.name
            elaborator.complain(
                kinds.NOT_ASSIGNABLE,
                f"`{name}` is printed on the cards: code can't change it",
                node,
                expected=f"an attribute with `starts`, `lasts` or `back_when_leaving`, which `{name}` hasn't",
                related=(("it is declared here", attribute.at),),
            )
            return None
        case SharedAttribute(declarations=attributes) if any(a.printed or a.type != place.type for a in attributes):
            elaborator.complain(
                kinds.NOT_ASSIGNABLE,
                f"`{attributes[0].name}` isn't the same for all cards that this may be",
                node,
                expected="an attribute that all of them have, of the same type, and that isn't printed on any",
                related=tuple((f"that of a {a.kind} is declared here", a.at) for a in attributes),
            )
            return None
        case VariableOf() | AttributeOf() | SharedAttribute() | FaceOf():
            return place
        case FieldOf(event=event):
            if event.kept is not None:
                return place
            message = "only kept events can be changed afterwards"
            elaborator.complain(kinds.NOT_ASSIGNABLE, message, node, expected=f"`kept:` of {event.name}")
            return None
    if not isinstance(place.type, Unknown):
        message = "nothing can be assigned to this"
        expected = "a variable, an attribute or a name given by `let`"
        elaborator.complain(kinds.NOT_ASSIGNABLE, message, node, expected=expected)
    return None
