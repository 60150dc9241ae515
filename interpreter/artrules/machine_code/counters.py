"""Coverage: makes ordinary statements of those that count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from artrules.machine_code.nodes import (
    Binary,
    Both,
    Choice,
    Code,
    Const,
    Count,
    CountOutcome,
    ForRange,
    Function,
    If,
    Load,
    Name,
    Not,
    Statement,
    Store,
    Value,
    While,
)
from artrules.machine_code.walk import statements

_LOOKING_AHEAD = Name("looking_ahead")


def with_counters(function: Function) -> Function:
    """The function with code that counts in the region `executed`. What the machine does while looking ahead doesn't
    count, but for requirements that refuse an option."""
    return replace(function, body=_code(function.body))


def number_of_counters(functions: Iterable[Function]) -> int:
    """How many counters functions have."""
    counters = 0
    for function in functions:
        for statement in statements(function.body):
            if isinstance(statement, Count):
                counters = max(counters, statement.counter + 1)
            elif isinstance(statement, CountOutcome):
                counters = max(counters, statement.counter + 2)
    return counters


def _code(code: Code) -> Code:
    return tuple(_statement(statement) for statement in code)


def _statement(statement: Statement) -> Statement:
    match statement:
        case Count(counter=counter):
            return If(Not(_LOOKING_AHEAD), (_add_one(Const(counter)),))
        case CountOutcome(counter=counter, name=name, refuses=refuses):
            ignored: Value = Both(Name(name), _LOOKING_AHEAD) if refuses else _LOOKING_AHEAD
            return If(Not(ignored), (_add_one(Choice(Name(name), Const(counter), Const(counter + 1))),))
        case If(condition=condition, then=then, otherwise=otherwise):
            return If(condition, _code(then), _code(otherwise))
        case While(condition=condition, body=body):
            return While(condition, _code(body))
        case ForRange(name=name, low=low, high=high, body=body):
            return ForRange(name, low, high, _code(body))
        case _:
            return statement


def _add_one(counter: Value) -> Statement:
    return Store("executed", counter, Binary("+", Load("executed", counter), Const(1)))
