"""What the modules of `machine/` declare and define, found once in a process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import CodeType, FunctionType, ModuleType

import artrules.machine
from artrules.machine import intrinsics, language, memory, numbers, program, registers
from artrules.machine.language import FunctionTable, ProgramNumber, Region
from artrules.record import dataclass


@dataclass(frozen=True, slots=True)
class Machine:
    """The names of the machine by what they mean. That no two things have one name, the verifier sees to."""

    regions: Mapping[str, Region]
    program_numbers: frozenset[str]
    constants: Mapping[str, int]
    registers: Mapping[str, int]
    """Their values at first."""
    tables: frozenset[str]
    """Function tables."""
    generated: frozenset[str]
    """Functions that every program defines."""
    intrinsics: Mapping[str, CodeType]
    functions: Mapping[str, CodeType]


@cache
def find_machine() -> Machine:
    """The machine as its modules define it."""
    program_numbers = frozenset(name for name, n in _numbers(numbers) if isinstance(n, ProgramNumber))
    first_values = dict(_numbers(registers))
    functions: dict[str, CodeType] = {}
    constants: dict[str, int] = {}
    for found in walk_packages(artrules.machine.__path__, f"{artrules.machine.__name__}."):
        module = import_module(found.name)
        constants.update(_numbers(module))
        if module not in (intrinsics, program):
            functions.update(_functions(module))
    return Machine(
        {name: region for name, region in vars(memory).items() if isinstance(region, Region)},
        program_numbers,
        {name: n for name, n in constants.items() if name not in program_numbers and name not in first_values},
        first_values,
        frozenset(name for name, table in vars(program).items() if isinstance(table, FunctionTable)),
        frozenset(name for name, _ in _functions(program)),
        dict(_functions(intrinsics)),
        functions,
    )


def _functions(module: ModuleType) -> Iterator[tuple[str, CodeType]]:
    """The functions that a module defines itself."""
    if module is language:
        return
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            yield name, function.__code__


def _numbers(module: ModuleType) -> Iterator[tuple[str, int]]:
    for name, number in vars(module).items():
        if isinstance(number, int) and not name.startswith("_"):
            yield name, number
