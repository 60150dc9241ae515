"""Verifies the modules of the machine: their functions, what they import, and that each name means one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping

from artrules.engine.machine_code.nodes import (
    Assign,
    Call,
    CallTable,
    ForRange,
    Function,
    Load,
    Name,
    SetRegister,
    Store,
    own_values,
    statements,
    values,
)
from artrules.engine.machine_code.read import NUMBERS, Module
from artrules.engine.machine_code.signatures import WITHOUT_CODE, machine_text, names_of_machine, read_machine
from engine.machine_code.verifier import Violation, verify_functions


def verify_machine(modules: Mapping[str, Module] | None = None) -> list[Violation]:
    """Everything in the modules of the machine (or in others in their place) that isn't in the language."""
    modules = read_machine() if modules is None else modules
    homes = _homes(modules)
    violations = [
        Violation(module, f"{name} is defined in {' and in '.join(sorted(found))}", "")
        for name, found in homes.items()
        if len(found) > 1
        for module in sorted(found)
    ]
    functions = [function for module in modules.values() for function in module.functions]
    violations += verify_functions(functions, names_of_machine(), inferring=True)
    for module in modules.values():
        violations += _imports(module, homes)
    return violations


def used_names(function: Function) -> set[str]:
    """The names that a function uses and doesn't define itself."""
    own = {*function.parameters}
    used: set[str] = set()
    for statement in statements(function.body):
        match statement:
            case Assign(name=name) | ForRange(name=name):
                own.add(name)
            case SetRegister(name=name) | Store(region=name):
                used.add(name)
            case _:
                pass
        for value in own_values(statement):
            for inner in values(value):
                match inner:
                    case Name(name=name) | Load(region=name) | Call(function=name) | CallTable(table=name):
                        used.add(name)
                    case _:
                        pass
    return used - own


def _homes(modules: Mapping[str, Module]) -> Mapping[str, set[str]]:
    """By name: the modules that define it."""
    homes: defaultdict[str, set[str]] = defaultdict(set)
    for name, module in modules.items():
        for defined in [*module.constants, *(function.name for function in module.functions)]:
            homes[defined].add(name)
    for name in WITHOUT_CODE:
        for defined in _defined(name):
            homes[defined].add(name)
    return homes


def _defined(module: str) -> Iterator[str]:
    for node in ast.parse(machine_text(module)).body:
        match node:
            case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield name
            case _:
                pass


def _imports(module: Module, homes: Mapping[str, set[str]]) -> Iterator[Violation]:
    own = {*module.constants, *(function.name for function in module.functions)}
    used = {name for function in module.functions for name in used_names(function)}
    for name, home in module.imports.items():
        if home not in homes.get(name, {"language"}):
            yield Violation(module.name, f"it imports {name} from {home}, which doesn't define it", "")
        if name not in used and name not in NUMBERS:
            yield Violation(module.name, f"it imports {name}, which it doesn't use", "")
    for name in sorted(used - own - {*module.imports}):
        yield Violation(module.name, f"it uses {name}, which it neither defines nor imports", "")
