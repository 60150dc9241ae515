"""Elaborates binders: `c in D where condition` binds a name to each item of a domain in turn."""

from __future__ import annotations

from collections.abc import Iterable

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate import names
from artrules.elaborate.elaborator import Elaborator
from artrules.ir.nodes import Binder, Expression
from artrules.ir.types import UNKNOWN, Type, element
from artrules.syntax.ast import expressions as ast


def binders(
    elaborator: Elaborator, nodes: Iterable[ast.Binder], domain: Expression | None = None
) -> tuple[Binder, ...]:
    """Several binders in order. Each sees the names of those before it. The first domain may have been elaborated
    before."""
    return tuple(binder(elaborator, node, None if number else domain) for number, node in enumerate(nodes))


def binder(elaborator: Elaborator, node: ast.Binder, domain: Expression | None = None) -> Binder:
    """One binder. Its name, and the types that its condition narrows, hold in the scope that the caller has opened. The
    domain may have been elaborated before."""
    elaborator.turn(node)
    name, scope = node.name.text, elaborator.scope
    if domain is None:
        domain = names.domain(elaborator, node.domain)
    inner = element(domain.type)
    if inner is None:
        elaborator.complain(
            kinds.WRONG_TYPE,
            "one can't go through this",
            node.domain,
            expected="a zone, list, set, range, an enum, a kind of card or players",
            found=domain.type,
        )
        inner = UNKNOWN
    if scope.hides(name):
        message = f"`{name}` is the name of something else here already"
        elaborator.complain(kinds.HIDES_NAME, message, node.name, expected="another name")
    local = scope.bind(name, inner, elaborator.at(node.name))
    condition = None
    if node.condition is not None:
        condition = elaborator.condition(node.condition)
        elaborator.learn(condition)
    return Binder(elaborator.at(node), local, domain, condition)


def narrowed(elaborator: Elaborator, binder: Binder) -> Type:
    """The type of the values that pass a binder. Its condition may narrow the type of the domain's items."""
    return elaborator.narrowed(binder.local).type
