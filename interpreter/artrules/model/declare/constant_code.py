"""Evaluates code that says which pieces there are: binders over constants, whose values are known before any game."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.ir.types import Member as MemberOf
from artrules.model.ir.types import whole
from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.ast.node import Node

MOST_VALUES = 10_000
"""How many values a domain may have: a game has at most as many cards."""
EXPECTED = "numbers, members, enums, ranges, lists of these, comparisons, `and`, `or`, `not`, `+ - * / %`"
_ORDERINGS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
}


class MemberValue(NamedTuple):
    """A member of an enum, by its place among all."""

    enum: str
    place: int


Value: TypeAlias = bool | int | MemberValue | range | tuple[Any, ...] | None
"""A truth value, a number, a member, `none`, a range, or a list of values."""


class NotConstant(Exception):
    """Code whose value isn't known before a game, or that has none: where it stands, what is wrong, what may stand."""

    def __init__(self, node: Node, message: str, expected: str = EXPECTED) -> None:
        super().__init__(message)
        self.node = node
        self.message = message
        self.expected = expected


def passing(
    binders: tuple[ast.Binder, ...], symbols: SymbolTable, known: Mapping[str, Value]
) -> Iterator[dict[str, Value] | None]:
    """What binders let through: the value of each name, in the order of a loop. None stands for a value on the way
    there, or one that a condition keeps back, so that whoever counts sees the work. Raises NotConstant."""
    first, rest = binders[0], binders[1:]
    for value in _domain(first.domain, symbols, known):
        bound = {**known, first.name.text: value}
        passes = first.condition is None or _truth(first.condition, symbols, bound)
        yield bound if passes and not rest else None
        if passes and rest:
            yield from passing(rest, symbols, bound)


def _domain(node: ast.Expression, symbols: SymbolTable, known: Mapping[str, Value]) -> range | tuple[Value, ...]:
    values = evaluate(node, symbols, known)
    if isinstance(values, MemberValue) or not isinstance(values, range | tuple):
        raise NotConstant(node, "one can't go through this", "an enum, a range such as `1..9`, or a list")
    return values


def evaluate(node: ast.Expression, symbols: SymbolTable, known: Mapping[str, Value]) -> Value:
    """The value of an expression over constants and known names. Raises NotConstant."""
    match node:
        case ast.Number(digits=digits) if (value := whole(digits)) is not None:
            return value
        case ast.Truth(value=truth):
            return truth
        case ast.NoneLiteral():
            return None
        case ast.Name(text=name):
            return _named(node, name, symbols, known)
        case ast.ListLiteral(items=items):
            return tuple(evaluate(item, symbols, known) for item in items)
        case ast.Range(low=low, high=high):
            first, last = _number(low, symbols, known), _number(high, symbols, known)
            if last - first >= MOST_VALUES:
                raise NotConstant(node, "this range is too long", f"at most {MOST_VALUES:,} numbers")
            return range(first, last + 1)
        case ast.Conditional(then=then, condition=condition, otherwise=otherwise):
            return evaluate(then if _truth(condition, symbols, known) else otherwise, symbols, known)
        case ast.Logic(operator=word, left=one, right=other):
            if _truth(one, symbols, known) is (word == "or"):
                return word == "or"
            return _truth(other, symbols, known)
        case ast.Not(operand=operand):
            return not _truth(operand, symbols, known)
        case ast.Negative(operand=operand):
            return -_number(operand, symbols, known)
        case ast.Equality(operator=sign, left=one, right=other):
            left, right = evaluate(one, symbols, known), evaluate(other, symbols, known)
            _demand_same_type(node, left, right)
            return (left == right) is (sign == "=")
        case ast.Ordering(operator=sign, left=one, right=other):
            return _ORDERINGS[sign](_number(one, symbols, known), _number(other, symbols, known))
        case ast.Membership(operator=word, left=one, right=other):
            item, group = (other, one) if word == "has" else (one, other)
            sought, among = evaluate(item, symbols, known), _domain(group, symbols, known)
            _demand_same_type(node, sought, *among[:1])
            return (sought in among) is (word != "not in")
        case ast.Arithmetic(operator=sign, left=one, right=other):
            left_number, right_number = _number(one, symbols, known), _number(other, symbols, known)
            if right_number == 0 and sign in "/%":
                raise NotConstant(other, "dividing by 0 fails", "another number")
            return _ARITHMETIC[sign](left_number, right_number)
        case ast.Member(owner=owner, name=name):
            return _property(node, evaluate(owner, symbols, known), name.text, symbols)
    raise NotConstant(node, "this isn't known before a game")


def _named(node: Node, name: str, symbols: SymbolTable, known: Mapping[str, Value]) -> Value:
    if name in known:
        return known[name]
    if (found := symbols.members.get(name)) is not None:
        return MemberValue(found[0].name, found[1])
    if (enum := symbols.enums.get(name)) is not None:
        return tuple(MemberValue(name, place) for place in range(len(enum.members)))
    raise NotConstant(node, f"`{name}` isn't known before a game")


def _property(node: Node, owner: Value, name: str, symbols: SymbolTable) -> Value:
    """A property of a member, as the enum declares it."""
    if not isinstance(owner, MemberValue):
        raise NotConstant(node, f"nothing here has `{name}`", "a property of a member")
    enum = symbols.enums[owner.enum]
    if name not in enum.properties:
        expected = f"one of {', '.join(enum.properties)}" if enum.properties else "a member with properties"
        raise NotConstant(node, f"members of {enum.name} have no `{name}`", expected)
    value: Value = enum.values[name].get(enum.members[owner.place])
    type_ = enum.properties[name]
    if isinstance(type_, MemberOf) and isinstance(value, int):
        return MemberValue(type_.enum, value)
    return value


def _truth(node: ast.Expression, symbols: SymbolTable, known: Mapping[str, Value]) -> bool:
    value = evaluate(node, symbols, known)
    if not isinstance(value, bool):
        raise NotConstant(node, "a condition is `yes` or `no`")
    return value


def _number(node: ast.Expression, symbols: SymbolTable, known: Mapping[str, Value]) -> int:
    value = evaluate(node, symbols, known)
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotConstant(node, "this isn't a number", "a number")
    return value


def _demand_same_type(node: Node, *values: Value) -> None:
    types = {value.enum if isinstance(value, MemberValue) else type(value) for value in values if value is not None}
    if len(types) > 1:
        raise NotConstant(node, "these are of different types", "values of the same type")
