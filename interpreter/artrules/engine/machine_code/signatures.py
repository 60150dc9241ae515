"""What names mean in machine code: regions, registers, numbers, functions and tables of functions, and which values
may need 64 bits.
"""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import assert_never

from artrules.engine.machine import memory, numbers, registers
from artrules.engine.machine.language import I32, I64, Element, Kept, ProgramNumber, Region
from artrules.engine.machine_code import nodes as m
from artrules.engine.machine_code.read import PACKAGE, Module, read_module
from artrules.text.record import dataclass

# What names mean in machine code: regions, registers, numbers, functions and tables of functions.

WITHOUT_CODE = ("__init__", "intrinsics", "language", "memory", "numbers", "program", "registers")
"""Modules of the machine that aren't code of the language: they only declare."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes, each `int`, `Wide` (a number of up to 64 bits) or `Region`, and whether it gives a
    number. `wide` says that its declaration allows this number 64 bits."""

    parameters: tuple[str, ...]
    gives: bool
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Names:
    """Everything that code may name beside its own locals. `numbers` are program numbers; `wide` holds the registers
    that may need 64 bits."""

    regions: Mapping[str, Region]
    registers: frozenset[str]
    wide: frozenset[str]
    numbers: frozenset[str]
    constants: Mapping[str, int]
    functions: Mapping[str, Signature]
    tables: Mapping[str, Signature]
    lengths: Mapping[str, int]
    """Of regions that don't grow, as far as they are known."""

    def meanings(self, name: str) -> list[str]:
        """All meanings of a name; there should be one at most."""
        kinds = {
            "a region": self.regions,
            "a register": self.registers,
            "a program number": self.numbers,
            "a constant": self.constants,
            "a function": self.functions,
            "a function table": self.tables,
        }
        return [kind for kind, names in kinds.items() if name in names]


def machine_text(module: str) -> str:
    """The text of a module of the machine."""
    return files(PACKAGE.rstrip(".")).joinpath(_file_of(module)).read_text("utf-8")


@cache
def read_machine() -> Mapping[str, Module]:
    """The modules of the machine that are code, by name: those in folders have a dot in it. Raises
    `NotInTheLanguage`."""
    names = sorted(_modules_in(files(PACKAGE.rstrip("."))))
    return {name: read_module(machine_text(name), name, _file_of(name)) for name in names if name not in WITHOUT_CODE}


def _modules_in(folder: Traversable, prefix: str = "") -> Iterator[str]:
    for entry in folder.iterdir():
        name, dot, suffix = entry.name.partition(".")
        if entry.is_dir() and name != "__pycache__":
            yield from _modules_in(entry, f"{prefix}{name}.")
        elif dot and suffix == "py" and name != "__init__":
            yield prefix + name


def _file_of(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


@cache
def names_of_machine() -> Names:
    """The names of the machine itself, with the functions that every program generates."""
    declared = {name: number for name, number in vars(numbers).items() if isinstance(number, int)}
    program_numbers = frozenset(name for name, number in declared.items() if isinstance(number, ProgramNumber))
    constants = {name: number for name, number in {**declared, **_ints(memory)}.items() if name not in program_numbers}
    functions: dict[str, Signature] = {}
    for name, module in read_machine().items():
        constants |= module.constants
        functions.update(_declared_functions(name))
    return Names(
        {name: region for name, region in vars(memory).items() if isinstance(region, Region)},
        frozenset(_ints(registers)),
        registers.WIDE,
        program_numbers,
        constants,
        {**functions, **dict(_declared_functions("intrinsics")), **dict(_declared_functions("program"))},
        dict(_declared_tables()),
        {},
    )


def names_with_program(
    functions: Iterable[m.Function],
    own_regions: Mapping[str, tuple[Element, Sequence[int]]],
    lengths: Mapping[str, int],
    machine: Names | None = None,
) -> Names:
    """The names of the machine and of a program, whose regions have these lengths. `machine` has the names of the
    machine, where they are known already."""
    machine = machine or names_of_machine()
    own = {name: Region(element, str(len(words)), Kept.TABLE) for name, (element, words) in own_regions.items()}
    generated = {f.name: Signature(("int",) * len(f.parameters), f.gives) for f in functions}
    return replace(
        machine,
        regions={**machine.regions, **own},
        functions={**machine.functions, **generated},
        lengths={**lengths, **{name: len(words) for name, (_, words) in own_regions.items()}},
    )


def _ints(module: object) -> dict[str, int]:
    return {name: number for name, number in vars(module).items() if isinstance(number, int)}


def _declared_functions(module: str) -> Iterator[tuple[str, Signature]]:
    for node in ast.parse(machine_text(module)).body:
        if isinstance(node, ast.FunctionDef):
            parameters = tuple(ast.unparse(a.annotation) for a in node.args.args if a.annotation)
            wide = isinstance(node.returns, ast.Name) and node.returns.id == "Wide"
            yield node.name, Signature(parameters, not _is_none(node.returns), wide)


def _declared_tables() -> Iterator[tuple[str, Signature]]:
    for node in ast.parse(machine_text("program")).body:
        match node:
            case ast.AnnAssign(
                target=ast.Name(id=name),
                annotation=ast.Subscript(
                    slice=ast.Subscript(slice=ast.Tuple(elts=[ast.List(elts=parameters), returns]))
                ),
            ):
                yield name, Signature(tuple(map(ast.unparse, parameters)), not _is_none(returns))


def _is_none(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Constant) and annotation.value is None


# Widths: which values may need 64 bits. All others fit 32 bits with a sign.

NARROWING = ("//", "%", "&", ">>")
"""Operators whose result may be narrow although an operand is wide."""


class Widths:
    """Tells wide values in one function. `wide_functions` are those that may give a wide number, beside those that are
    declared to do so; `wide_parameters` are the function's own. `inferring` says that arithmetic on wide values is
    wide, rather than what its node says: text that was read says nothing about widths."""

    def __init__(
        self,
        function: m.Function,
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
        assigned = [s for s in m.statements(function.body) if isinstance(s, m.Assign)]
        count = -1
        while count != len(self.locals):
            count = len(self.locals)
            self.locals.update(s.name for s in assigned if self.is_wide(s.value))

    def is_wide(self, value: m.Value, narrowed: Collection[str] = ()) -> bool:
        """Whether a value may need 64 bits. `narrowed` are wide locals that have been compared with bounds."""
        match value:
            case m.Const(value=number):
                return not I32.lowest <= number <= I32.highest
            case m.Name(name=name):
                return (name in self.locals and name not in narrowed) or name in self._names.wide
            case m.Load(region=region):
                return region in self._names.regions and self._names.regions[region].element is I64
            case m.Binary(operator=operator, left=left, right=right, wide=wide):
                if not self._inferring:
                    return wide
                if operator in ("%", "&") and isinstance(right, m.Const) and 0 <= right.value <= I32.highest:
                    return False
                return self.is_wide(left, narrowed) or self.is_wide(right, narrowed)
            case m.Negative(value=inner) | m.Inverted(value=inner):
                return self.is_wide(inner, narrowed)
            case m.Both(left=left, right=right) | m.OneOf(left=left, right=right):
                return self.is_wide(left, narrowed) or self.is_wide(right, narrowed)
            case m.Choice(then=then, otherwise=otherwise):
                return self.is_wide(then, narrowed) or self.is_wide(otherwise, narrowed)
            case m.Call(function=function):
                signature = self._names.functions.get(function)
                return function in self._wide_functions or (signature is not None and signature.wide)
            case m.Compare() | m.Not() | m.CallTable():
                return False
        assert_never(value)
