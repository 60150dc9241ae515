"""What names mean to the translator: how a name is read, the elements of regions, the types of functions, and which
functions are translated anew wherever they are called.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from math import inf

from artrules.engine.machine.language import I32, I64, U8, U16, Element
from artrules.engine.machine_code.nodes import Call, Function, own_values, statements, values
from artrules.engine.machine_code.signatures import Names, Signature
from artrules.engine.webassembly import code as opcodes
from artrules.engine.webassembly.code import NARROW, WIDE, Code, FunctionType
from artrules.text.record import dataclass

# Which functions are translated anew wherever they are called: short ones, of which a call would be most.
#
# The compilers of WebAssembly that hosts use don't do that themselves.

MOST_PARTS = 120
"""The most statements and values of such a function, with those of what is translated in it."""


@dataclass(frozen=True, slots=True)
class Inlined:
    """Such a function. `inferring` says whether it comes from text (`translate.py`)."""

    function: Function
    inferring: bool


def small_functions(
    functions: Iterable[Function], inferring: bool = True, others: Mapping[str, Inlined] = {}
) -> dict[str, Inlined]:
    """Those among some functions that are small enough, by name, and those that were found before."""
    return _Choice(functions, inferring, others).chosen


class _Choice:
    def __init__(self, functions: Iterable[Function], inferring: bool, others: Mapping[str, Inlined]) -> None:
        self._functions = {name: other.function for name, other in others.items()}
        self._functions |= {function.name: function for function in functions}
        self._sizes: dict[str, float] = {}
        self.chosen = {**others}
        for name, function in self._functions.items():
            if self._size(name) <= MOST_PARTS:
                self.chosen.setdefault(name, Inlined(function, inferring))

    def _size(self, name: str) -> float:
        """How many parts the function has; infinite for one that calls itself, or one that does. What it calls counts
        as it will be: as a call, or as the parts that take its place."""
        if name not in self._sizes:
            self._sizes[name] = inf
            size = 0.0
            for statement in statements(self._functions[name].body):
                size += 1
                for part in (part for value in own_values(statement) for part in values(value)):
                    size += 1
                    if isinstance(part, Call) and part.function in self._functions:
                        inner = self._size(part.function)
                        size += 0 if MOST_PARTS < inner < inf else inner
            self._sizes[name] = size
        return self._sizes[name]


# What names mean to the translator: how a name is read, the elements of regions, and the types of functions.

SHIFTS = {U8: 0, U16: 1, I32: 2, I64: 3}
"""By element type: by how many bits an index is shifted to make bytes of it."""


class Meanings:
    """The meanings of all names but a function's own locals. `inlined` are functions that aren't called, but
    translated where others call them."""

    def __init__(self, names: Names, inlined: Mapping[str, Inlined]) -> None:
        self.names = names
        self.inlined = inlined

    def read(self, name: str, code: Code) -> None:
        """Leave the value of a register, a program number or a constant."""
        if name in self.names.registers:
            code.get_register(name)
        elif name in self.names.constants:
            code.const(self.names.constants[name])
        else:
            code.number(name)

    def element(self, region: str) -> Element:
        """The element type of a region."""
        return self.names.regions[region].element

    def function_type(self, function: str) -> FunctionType:
        """The type of a function without regions among its parameters."""
        return type_of(self.names.functions[function])

    def table_type(self, table: str) -> FunctionType:
        """The type of the functions in a function table."""
        return type_of(self.names.tables[table])


@cache
def type_of(signature: Signature) -> FunctionType:
    """The type of a function with a signature."""
    parameters = tuple(WIDE if parameter == "Wide" else NARROW for parameter in signature.parameters)
    result = WIDE if signature.wide else NARROW
    return FunctionType(parameters, result if signature.gives else None)


def scale(code: Code, element: Element) -> None:
    """Make a number of bytes of the number of elements on the stack."""
    if SHIFTS[element]:
        code.const(SHIFTS[element])
        code.add(opcodes.I32_SHIFT_LEFT)
