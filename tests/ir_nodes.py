"""Builders of nodes for tests of the IR, in the procedure `draw(0..9 n)` of Lanterns, where `me` acts."""

from __future__ import annotations

from artrules.model.ir import expressions as e
from artrules.model.ir import statements as s
from artrules.model.ir import types as t
from artrules.text.diagnostics.diagnostic import Span
from ir_models import lanterns

AT = Span("file.yaml", 3, 5, 3, 9)
ELSEWHERE = Span("file.yaml", 4, 5, 4, 9)
ME = e.Local(AT, t.PLAYER, "me")
N = e.Local(AT, t.Number(0, 9), "n_1")
YES = e.Constant(AT, t.BOOL, True)
TIDY, DRAW, LIT = lanterns().procedures["tidy"], lanterns().procedures["draw"], lanterns().events["lit"]
LANTERN = t.Card(frozenset(["lantern"]))


def number(value: int) -> e.Constant:
    return e.Constant(AT, t.Number(value, value), value)


def zone(name: str, owner: e.Expression | None = ME) -> e.ZoneOf:
    declaration = lanterns().zones[name]
    return e.ZoneOf(AT, t.Zone(declaration.key, declaration.kinds), declaration, owner)


def variable(name: str, owner: e.Expression | None = None) -> e.VariableOf:
    declaration = lanterns().variables[name]
    return e.VariableOf(AT, declaration.type, declaration, owner)


def attribute(name: str, card: e.Expression) -> e.AttributeOf:
    declaration = lanterns().kinds["lantern"].attributes[name]
    return e.AttributeOf(AT, declaration.type, declaration, card)


def let(name: str, value: e.Expression, at: Span = AT) -> s.Set:
    return s.Set(AT, e.Local(at, value.type, name), value, binds=True)


def text(*parts: str | e.Expression) -> s.Label:
    return s.Label(AT, parts)


def say(value: e.Expression) -> s.Say:
    return s.Say(AT, text(value), ME)


def binder(name: str, domain: e.Expression, condition: e.Expression | None = None, at: Span = AT) -> e.Binder:
    return e.Binder(AT, e.Local(at, t.element(domain.type) or t.UNKNOWN, name), domain, condition)


def branch(key: str, *body: s.Statement) -> s.Branch:
    return s.Branch(AT, key, text("do it"), (), None, None, body)


def choose(*branches: s.Branch, site: str = "here") -> s.Choose:
    return s.Choose(AT, site, "Well?", branches, ME)


def watch(*body: s.Statement, captured: tuple[e.Local, ...] = ()) -> s.Watch:
    happening = e.Local(AT, t.Happening("lit"), "e_1")
    return s.Watch(AT, "here", lanterns().events["lit"], 1, happening, captured, None, "turn", body, ME)


def operation(operator: str, type_: t.Type, *operands: e.Expression) -> e.Operation:
    return e.Operation(AT, type_, operator, operands)


def range_of_three() -> e.Span_:
    return e.Span_(AT, t.ListOf(t.Number(1, 3)), number(1), number(3))


def over_three() -> e.Binder:
    return binder("i_1", range_of_three())


def ask(*body: s.Statement, answer: t.Type | None = None, captured: tuple[e.Local, ...] = ()) -> s.Ask:
    said = e.Local(AT, t.ListOf(t.maybe(answer)), "said_1") if answer is not None else None
    return s.Ask(AT, "here", e.AllPlayers(AT, t.ListOf(t.PLAYER)), said, answer, captured, body)
