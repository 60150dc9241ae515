"""Machine code: functions of the restricted language, as nodes.

`lower/` makes them of content, `read.py` of the modules of `machine/`. Printed (`printer.py`), they are Python
text that CPython runs as it stands. Values are whole numbers. What may be named:

- locals and parameters, program numbers and constants: `Name`
- registers: `Name` to read, `SetRegister` to write
- regions: `Load` and `Store`
- functions: `Call`; function tables: `CallTable`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from artrules.text.record import dataclass

Arithmetic = Literal["+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>"]
Comparison = Literal["==", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """A local, a parameter, a register, a program number or a constant of the machine."""

    name: str


@dataclass(frozen=True, slots=True)
class Load:
    region: str
    index: Value


@dataclass(frozen=True, slots=True)
class Binary:
    """Arithmetic. `wide` says that the result may need 64 bits; otherwise it fits 32."""

    operator: Arithmetic
    left: Value
    right: Value
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Negative:
    value: Value


@dataclass(frozen=True, slots=True)
class Inverted:
    """All bits the other way round."""

    value: Value


@dataclass(frozen=True, slots=True)
class Compare:
    operator: Comparison
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Not:
    value: Value


@dataclass(frozen=True, slots=True)
class Both:
    """Whether both hold; the second is evaluated only if the first holds."""

    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class OneOf:
    """Whether one of them holds; the second is evaluated only if the first doesn't hold."""

    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Choice:
    condition: Value
    then: Value
    otherwise: Value


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function. An argument may be the name of a region where an intrinsic takes one."""

    function: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class CallTable:
    """A call of the function that a table has at an index."""

    table: str
    index: Value
    arguments: tuple[Value, ...]


Value = Const | Name | Load | Binary | Negative | Inverted | Compare | Not | Both | OneOf | Choice | Call | CallTable


@dataclass(frozen=True, slots=True)
class Assign:
    """Gives a local a value."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class SetRegister:
    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Store:
    region: str
    index: Value
    value: Value


@dataclass(frozen=True, slots=True)
class Do:
    """A call whose result isn't used."""

    call: Call | CallTable


@dataclass(frozen=True, slots=True)
class If:
    condition: Value
    then: Code
    otherwise: Code = ()


@dataclass(frozen=True, slots=True)
class While:
    condition: Value
    body: Code


@dataclass(frozen=True, slots=True)
class ForRange:
    """A loop over the numbers from `low` up to but not including `high`, which is evaluated once."""

    name: str
    low: Value
    high: Value
    body: Code


@dataclass(frozen=True, slots=True)
class Break:
    pass


@dataclass(frozen=True, slots=True)
class Continue:
    pass


@dataclass(frozen=True, slots=True)
class Return:
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """Coverage: what has a number has run here. An executor leaves it out where nobody asks."""

    counter: int


@dataclass(frozen=True, slots=True)
class CountOutcome:
    """Coverage: a condition, held in a local, has come out true (the counter) or false (the next one).

    With `refuses`, false counts while looking ahead too: a requirement refuses an option.
    """

    counter: int
    name: str
    refuses: bool = False


Statement = Assign | SetRegister | Store | Do | If | While | ForRange | Break | Continue | Return | Count | CountOutcome
Code = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A function. `gives` says whether it returns a number.

    `of` is the declaration of content whose code it has, such as `procedure draw` (`ir/code.py`); empty for code of the
    machine, and for what all content shares. `about` is what the function is for, in people's words.
    """

    name: str
    parameters: tuple[str, ...]
    gives: bool
    body: Code
    of: str = ""
    about: str = ""


# Goes through machine code.


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
