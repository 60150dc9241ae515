"""Gives everything that translated functions refer to its number, and fills the numbers in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import assert_never

from artrules.webassembly.code import FunctionType, Symbol
from artrules.webassembly.library import Library
from artrules.webassembly.memory_map import MemoryMap


class Linkage:
    """The functions of several libraries in one module.

    All functions stand in one table, at their own numbers, so that a host can call any of them.
    """

    def __init__(
        self,
        libraries: Sequence[Library],
        memory: MemoryMap,
        numbers: Mapping[str, int],
        imported: Mapping[str, FunctionType] = MappingProxyType({}),
    ) -> None:
        """`imported` has the functions that a host gives to the module. Raises `ValueError` if two functions have one
        name."""
        self._libraries = libraries
        self.imported = tuple(imported)
        self._memory = memory
        self._numbers = numbers
        self.names = [*imported, *(name for library in libraries for name in library.names)]
        """By number of a function: its name …"""
        self.type_names = [*(type_.name for type_ in imported.values())]
        self.type_names += [name for library in libraries for name in library.types]
        """… and the name of its type."""
        self.functions = {name: number for number, name in enumerate(self.names)}
        """The numbers of functions, by name."""
        if len(self.functions) < len(self.names):
            twice = sorted({name for name in self.names if self.names.count(name) > 1})
            raise ValueError(f"these functions are defined twice: {', '.join(twice)}")
        called = [name for library in libraries for kind, name, _ in library.symbols if kind == "type"]
        self.types = {name: i for i, name in enumerate(dict.fromkeys([*self.type_names, *called]))}
        """The indices of types, by name."""

    def bodies(self) -> bytes:
        """The code of all functions, with everything filled in."""
        return b"".join(library.filled_in(self._value) for library in self._libraries)

    def _value(self, symbol: Symbol) -> int:
        kind, name, plus = symbol
        match kind:
            case "function":
                return self.functions[name]
            case "type":
                return self.types[name]
            case "offset" | "address":
                return self._memory.address(name) + plus
            case "number":
                return self._numbers[name]
        assert_never(kind)
