"""Goes through machine code."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.machine_code.nodes import (
    Assign,
    Binary,
    Both,
    Call,
    CallTable,
    Choice,
    Code,
    Compare,
    Do,
    ForRange,
    If,
    Inverted,
    Load,
    Negative,
    Not,
    OneOf,
    Return,
    SetRegister,
    Statement,
    Store,
    Value,
    While,
)


def statements(code: Code) -> Iterator[Statement]:
    """Every statement of some code, each before those inside it."""
    for statement in code:
        yield statement
        match statement:
            case If(then=then, otherwise=otherwise):
                yield from statements(then)
                yield from statements(otherwise)
            case While(body=body) | ForRange(body=body):
                yield from statements(body)
            case _:
                pass


def own_values(statement: Statement) -> tuple[Value, ...]:
    """The values that a statement evaluates itself, in order; not those of statements inside it."""
    match statement:
        case Assign(value=value) | SetRegister(value=value):
            return (value,)
        case Store(index=index, value=value):
            return (value, index)
        case Do(call=call):
            return (call,)
        case If(condition=condition) | While(condition=condition):
            return (condition,)
        case ForRange(low=low, high=high):
            return (low, high)
        case Return(value=value) if value is not None:
            return (value,)
        case _:
            return ()


def parts(value: Value) -> tuple[Value, ...]:
    """The values of which a value consists."""
    match value:
        case Load(index=index):
            return (index,)
        case Binary(left=left, right=right) | Compare(left=left, right=right):
            return (left, right)
        case Both(left=left, right=right) | OneOf(left=left, right=right):
            return (left, right)
        case Negative(value=inner) | Inverted(value=inner) | Not(value=inner):
            return (inner,)
        case Choice(condition=condition, then=then, otherwise=otherwise):
            return (condition, then, otherwise)
        case Call(arguments=arguments):
            return arguments
        case CallTable(index=index, arguments=arguments):
            return (index, *arguments)
        case _:
            return ()


def values(value: Value) -> Iterator[Value]:
    """A value and all those inside it."""
    yield value
    for part in parts(value):
        yield from values(part)
