"""What an executor needs of a program: its functions, which other programs may share, functions that aren't machine
code, and counters of coverage.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Protocol, overload

from artrules.engine.machine.language import Element
from artrules.engine.machine_code import nodes as m
from artrules.text.record import dataclass

# Functions that a program calls and that aren't machine code: an executor calls them as Python functions.


@dataclass(frozen=True, slots=True)
class ForeignType:
    """What values are: truth values, or numbers within bounds."""

    low: int
    high: int
    truth: bool = False

    def __str__(self) -> str:
        return "a truth value" if self.truth else f"a number in {self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class ForeignFunction:
    """A function of plain values, which gives one. `label` names it in messages, with whoever it is from.

    With `draws` it takes a function before the values: that gives a random number below another one.
    """

    label: str
    parameters: tuple[ForeignType, ...]
    result: ForeignType
    draws: bool
    compute: Callable[..., object]

    @property
    def words(self) -> int:
        """How many words it takes: one for each value, and one for the stream from which it draws."""
        return len(self.parameters) + self.draws


# What an executor needs of a program.


class Linkable(Protocol):
    """A program, as far as executors must know it. `lower/` makes one of content; tests make small ones."""

    @property
    def functions(self) -> Sequence[m.Function]: ...

    @property
    def function_tables(self) -> Mapping[str, Sequence[str]]:
        """By table of `machine/program.py`: the names of its functions, by index; `""` where there is none."""
        ...

    @property
    def tables(self) -> Mapping[str, Sequence[int]]:
        """What the regions that are tables hold."""
        ...

    @property
    def own_regions(self) -> Mapping[str, tuple[Element, Sequence[int]]]:
        """Tables that only this program has."""
        ...

    @property
    def foreign_functions(self) -> Sequence[ForeignFunction]:
        """The functions that aren't machine code, by number."""
        ...

    @property
    def numbers(self) -> Mapping[str, int]:
        """All program numbers."""
        ...


# The functions of a program as one thing: programs that run the same code share it, and so what is compiled of it.


class Functions(Sequence[m.Function]):
    """Functions that are made when somebody first asks for one. Compared by identity."""

    def __init__(self, make: Callable[[], Sequence[m.Function]]) -> None:
        self._make = make

    @cached_property
    def _all(self) -> Sequence[m.Function]:
        return self._make()

    @overload
    def __getitem__(self, index: int) -> m.Function: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[m.Function]: ...
    def __getitem__(self, index: int | slice) -> m.Function | Sequence[m.Function]:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)


# Coverage: makes ordinary statements of those that count.

_LOOKING_AHEAD = m.Name("looking_ahead")


def with_counters(function: m.Function) -> m.Function:
    """The function with code that counts in the region `executed`. What the machine does while looking ahead doesn't
    count, but for requirements that refuse an option."""
    return replace(function, body=_code(function.body))


def number_of_counters(functions: Iterable[m.Function]) -> int:
    """How many counters functions have."""
    counters = 0
    for function in functions:
        for statement in m.statements(function.body):
            if isinstance(statement, m.Count):
                counters = max(counters, statement.counter + 1)
            elif isinstance(statement, m.CountOutcome):
                counters = max(counters, statement.counter + 2)
    return counters


def _code(code: m.Code) -> m.Code:
    return tuple(_statement(statement) for statement in code)


def _statement(statement: m.Statement) -> m.Statement:
    match statement:
        case m.Count(counter=counter):
            return m.If(m.Not(_LOOKING_AHEAD), (_add_one(m.Const(counter)),))
        case m.CountOutcome(counter=counter, name=name, refuses=refuses):
            ignored: m.Value = m.Both(m.Name(name), _LOOKING_AHEAD) if refuses else _LOOKING_AHEAD
            return m.If(m.Not(ignored), (_add_one(m.Choice(m.Name(name), m.Const(counter), m.Const(counter + 1))),))
        case m.If(condition=condition, then=then, otherwise=otherwise):
            return m.If(condition, _code(then), _code(otherwise))
        case m.While(condition=condition, body=body):
            return m.While(condition, _code(body))
        case m.ForRange(name=name, low=low, high=high, body=body):
            return m.ForRange(name, low, high, _code(body))
        case _:
            return statement


def _add_one(counter: m.Value) -> m.Statement:
    return m.Store("executed", counter, m.Binary("+", m.Load("executed", counter), m.Const(1)))
