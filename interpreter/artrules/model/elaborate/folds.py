"""Elaborates binders (`c in D where condition`), and folds, which reduce the values of binders to one."""

from collections.abc import Iterable, Sequence

from artrules.model.elaborate import names
from artrules.model.elaborate.elaborator import Elaborator
from artrules.model.ir.nodes import Best, Binder, Checked, Constant, Expression, Fold, Largest, Operation
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    UNKNOWN,
    WIDE,
    ListOf,
    Number,
    Optional,
    Type,
    Unknown,
    element,
    join,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.syntax.ast import expressions as ast

# Elaborates binders: `c in D where condition` binds a name to each item of a domain in turn.


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
    domain, condition = names.gone_through(domain)
    if node.condition is not None:
        written = elaborator.condition(node.condition)
        elaborator.learn(written)
        at = elaborator.at(node.condition)
        condition = written if condition is None else Operation(at, BOOL, "and", (condition, written))
    return Binder(elaborator.at(node), local, domain, condition)


def narrowed(elaborator: Elaborator, binder: Binder) -> Type:
    """The type of the values that pass a binder. Its condition may narrow the type of the domain's items."""
    return elaborator.narrowed(binder.local).type


# Elaborates folds, which reduce the values of binders to one: `count`, `those`, `any`, `sum`, `best` and the like.

MANY = 1_000_000
"""More items than anything can have. It bounds the type of counts."""


def quantified(elaborator: Elaborator, node: ast.Quantified) -> Expression:
    """`count`, `any`, `no`, `those`, `first` and `last` of the values that pass binders."""
    kind = node.quantifier
    with elaborator.scope.suite():
        bound = binders(elaborator, node.binders)
        first = narrowed(elaborator, bound[0])
    types: dict[str, Type] = {
        "count": Number(0, MANY),
        "any": BOOL,
        "no": BOOL,
        "those": ListOf(first),
        "first": Optional(first) if not isinstance(first, Optional) else first,
        "last": Optional(first) if not isinstance(first, Optional) else first,
    }
    if kind in ("first", "last", "those") and len(bound) > 1:
        message = f"`{kind}` goes through one domain"
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, node, expected="one binder and `where`")
    return Fold(elaborator.at(node), types[kind], kind, bound, None, None)


def folded(elaborator: Elaborator, node: ast.Folded) -> Expression:
    """`sum`, `max`, `min`, `list` and `sorted` of an expression, for all values that pass binders."""
    kind = node.fold
    with elaborator.scope.suite():
        bound = binders(elaborator, node.binders)
        value = elaborator.expression(node.value)
    otherwise = elaborator.expression(node.otherwise) if node.otherwise is not None else None
    if isinstance(value.type, Unknown):
        return elaborator.unknown(node)
    at = elaborator.at(node)
    if kind in ("sum", "max", "min"):
        value = elaborator.convert(value, ANY_NUMBER, f"what `{kind}` goes over", value.at)
        if otherwise is not None:
            otherwise = elaborator.convert(otherwise, ANY_NUMBER, "the value after `else`", otherwise.at)
        if kind == "sum":
            return summed(at, bound, value, otherwise)
        type_: Type = Number(-WIDE, WIDE)
        if isinstance(value.type, Number):
            type_ = join(value.type, otherwise.type) or UNKNOWN if otherwise is not None else value.type
        return Fold(at, type_, kind, bound, value, otherwise)
    if otherwise is not None:
        elaborator.complain(kinds.WRONG_ARGUMENTS, f"`{kind}` needs no `else`: it may be empty", node)
    if kind == "sorted":
        value = elaborator.convert(value, ANY_NUMBER, "what is sorted", value.at)
    return Fold(at, ListOf(value.type), kind, bound, value, None)


def summed(at: Span, bound: Sequence[Binder], value: Expression, otherwise: Expression | None = None) -> Expression:
    """The sum of a number for all values that pass binders. It is checked at run time if it may become too large."""
    type_ = Number(-WIDE, WIDE)
    if isinstance(value.type, Number):
        type_ = Number(0 if value.type.low >= 0 else -WIDE, WIDE)
    result = Fold(at, type_, "sum", tuple(bound), value, otherwise)
    small = isinstance(value.type, Number) and max(-value.type.low, value.type.high) * MANY <= WIDE
    return result if small else Checked(at, type_, result, -WIDE, WIDE, "this sum")


def largest(elaborator: Elaborator, node: ast.Largest) -> Expression:
    """`max` or `min` of several numbers."""
    kind = node.fold
    if kind not in ("max", "min"):
        message = f"`{kind}` goes through a domain"
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, node, expected=f"`{kind}(e for x in D)`")
        return elaborator.unknown(node)
    items = tuple(elaborator.number(value, f"a value of `{kind}`") for value in node.values)
    ranges = [i.type for i in items if isinstance(i.type, Number)]
    if not ranges:
        return elaborator.unknown(node)
    pick = max if kind == "max" else min
    type_ = Number(pick(r.low for r in ranges), pick(r.high for r in ranges))
    return Largest(elaborator.at(node), type_, kind, items)


def holds(elaborator: Elaborator, node: ast.Holds) -> Expression:
    """`group holds name where condition`. The name has a meaning in the condition alone."""
    one = ast.Binder(node.group.start, node.end, node.name, node.group, node.condition)
    return quantified(elaborator, ast.Quantified(node.start, node.end, "any", (one,)))


def the_best(elaborator: Elaborator, node: ast.TheBest) -> Expression:
    """`the best`: the first of those that `best` gives. Where there is none it is the value after `else`, or fails."""
    best_things, at = best(elaborator, node), elaborator.at(node)
    inner = element(best_things.type)
    if inner is None:
        return best_things
    if node.otherwise is None:
        return Operation(at, inner, "item", (best_things, Constant(at, Number(1, 1), 1)))
    otherwise = elaborator.expression(node.otherwise, inner)
    type_ = join(inner, otherwise.type)
    if type_ is None:
        message = "the value after `else` is of another type"
        elaborator.complain(kinds.WRONG_TYPE, message, node.otherwise, expected=inner, found=otherwise.type)
        return elaborator.unknown(node)
    with elaborator.scope.suite():
        local = elaborator.scope.bind("the_best", inner, at)
    return Fold(at, type_, "first", (Binder(at, local, best_things, None),), None, otherwise)


def best(elaborator: Elaborator, node: ast.Best | ast.TheBest) -> Expression:
    """`best`: the items with the best first key; among equals the second key decides, and so on."""
    with elaborator.scope.suite():
        bound = binder(elaborator, node.binder)
        type_ = narrowed(elaborator, bound)
        keys = tuple((key.way, _key(elaborator, key)) for key in node.keys)
    return Best(elaborator.at(node), ListOf(type_), bound, keys)


def _key(elaborator: Elaborator, node: ast.Key) -> Expression:
    """A key of `best`: a number or a list of numbers."""
    value = elaborator.expression(node.value)
    if isinstance(value.type, (Number, Unknown)) or (
        isinstance(value.type, ListOf) and isinstance(value.type.of, Number)
    ):
        return value
    elaborator.complain(
        kinds.WRONG_TYPE,
        "best compares numbers",
        value.at,
        expected="a number or a list of numbers",
        found=value.type,
    )
    return Constant(value.at, UNKNOWN, None)
