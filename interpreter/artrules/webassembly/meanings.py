"""What names mean to the translator: how a name is read, the elements of regions, and the types of functions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from artrules.machine.language import I32, I64, U8, U16, Element
from artrules.machine_code.signatures import Names, Signature
from artrules.webassembly import opcodes
from artrules.webassembly.code import Code, FunctionType
from artrules.webassembly.inlining import Inlined
from artrules.webassembly.opcodes import NARROW, WIDE

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
