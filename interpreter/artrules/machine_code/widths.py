"""Widths: which values may need 64 bits. All others fit 32 bits with a sign."""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

from artrules.machine.language import I32, I64
from artrules.machine_code.nodes import (
    Assign,
    Binary,
    Both,
    Call,
    CallTable,
    Choice,
    Compare,
    Const,
    Function,
    Inverted,
    Load,
    Name,
    Negative,
    Not,
    OneOf,
    Value,
)
from artrules.machine_code.signatures import Names
from artrules.machine_code.walk import statements

NARROWING = ("//", "%", "&", ">>")
"""Operators whose result may be narrow although an operand is wide."""


class Widths:
    """Tells wide values in one function. `wide_functions` are those that may give a wide number, beside those that are
    declared to do so; `wide_parameters` are the function's own. `inferring` says that arithmetic on wide values is
    wide, rather than what its node says: text that was read says nothing about widths."""

    def __init__(
        self,
        function: Function,
        names: Names,
        wide_functions: Collection[str] = (),
        wide_parameters: Collection[str] = (),
        inferring: bool = False,
    ) -> None:
        self._names = names
        self._wide_functions = wide_functions
        self._inferring = inferring
        self.locals = set(wide_parameters)
        """The wide locals."""
        assigned = [s for s in statements(function.body) if isinstance(s, Assign)]
        found = -1
        while found != len(self.locals):
            found = len(self.locals)
            self.locals.update(s.name for s in assigned if self.is_wide(s.value))

    def is_wide(self, value: Value, narrowed: Collection[str] = ()) -> bool:
        """Whether a value may need 64 bits. `narrowed` are wide locals that have been compared with bounds."""
        match value:
            case Const(value=number):
                return not I32.lowest <= number <= I32.highest
            case Name(name=name):
                return (name in self.locals and name not in narrowed) or name in self._names.wide
            case Load(region=region):
                return region in self._names.regions and self._names.regions[region].element is I64
            case Binary(operator=operator, left=left, right=right, wide=wide):
                if not self._inferring:
                    return wide
                if operator in ("%", "&") and isinstance(right, Const) and 0 <= right.value <= I32.highest:
                    return False
                return self.is_wide(left, narrowed) or self.is_wide(right, narrowed)
            case Negative(value=inner) | Inverted(value=inner):
                return self.is_wide(inner, narrowed)
            case Both(left=left, right=right) | OneOf(left=left, right=right):
                return self.is_wide(left, narrowed) or self.is_wide(right, narrowed)
            case Choice(then=then, otherwise=otherwise):
                return self.is_wide(then, narrowed) or self.is_wide(otherwise, narrowed)
            case Call(function=function):
                signature = self._names.functions.get(function)
                return function in self._wide_functions or (signature is not None and signature.wide)
            case Compare() | Not() | CallTable():
                return False
        assert_never(value)
