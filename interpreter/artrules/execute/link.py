"""Links the machine with a program: one namespace in which the functions of both run as CPython functions."""

from __future__ import annotations

import linecache
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary, finalize

from artrules.execute.foreign import ForeignFunctions
from artrules.execute.intrinsics import Growth, Memo, copy_words, fill_words
from artrules.execute.memory import RegionFactory, lay_out
from artrules.execute.snapshots import write_snapshots
from artrules.machine.numbers import KEPT_AREAS
from artrules.machine_code.counters import number_of_counters, with_counters
from artrules.machine_code.functions import Functions
from artrules.machine_code.machine import find_machine
from artrules.machine_code.nodes import Function
from artrules.machine_code.printer import print_functions
from artrules.machine_code.program import Linkable

Namespace = dict[str, Any]
FOREIGN = "foreign functions"
"""Under this name, which code can't write, a namespace has what calls them."""

_compiled: WeakKeyDictionary[Functions | Linkable, dict[bool, Sequence[CodeType]]] = WeakKeyDictionary()
"""The code of programs, plain and counting: by their functions, which programs may share."""
_file_numbers = count(1)


def link(
    program: Linkable,
    regions: RegionFactory,
    *,
    counting: bool = False,
    replacements: Mapping[str, str] | None = None,
) -> Namespace:
    """All names of the machine and of a program, with memory of their own.

    With `counting`, functions count what they run (`machine_code/counters.py`). `replacements` gives functions of the
    machine or the program another text, for tests: their names, and the text of each.

    Raises `ValueError` where machine and program don't fit together.
    """
    machine = find_machine()
    memory = lay_out(program, regions, number_of_counters(program.functions) if counting else 0)
    growth, memo = Growth(memory, machine.regions), Memo()
    foreign = ForeignFunctions(program.foreign_functions, memory.__getitem__)
    names: Namespace = {
        "__builtins__": {"range": range},
        **machine.constants,
        **program.numbers,
        **machine.registers,
        **memory,
        "heap_top": program.numbers["CONSTANTS"],
    }
    for code in [*machine.intrinsics.values(), *machine.functions.values()]:
        _define(names, code)
    names |= {
        "_MASK": (1 << 64) - 1,
        "copy_words": copy_words,
        "fill_words": fill_words,
        "reserve": growth.reserve,
        "room": len,
        "memo_clear": memo.memo_clear,
        "memo_add": memo.memo_add,
        "memo_add_number": memo.memo_add_number,
        "memo_id": memo.memo_id,
        "call_foreign": foreign.call,
        FOREIGN: foreign,
    }
    for code in compiled_code(program, counting):
        _define(names, code)
    _define_snapshots(names)
    for name, text in (replacements or {}).items():
        if not isinstance(names.get(name), FunctionType):
            raise ValueError(f"there is no function {name}")
        for code in _functions_in(compile(text, f"<replacement of {name}>", "exec")):
            _define(names, code)
    for table, entries in program.function_tables.items():
        names[table] = [names[entry] if entry else None for entry in entries]
    return names


def _define(names: Namespace, code: CodeType) -> None:
    """Define a function among the names. It gets a copy of its code: CPython adapts code while it runs to the globals
    that it finds, and each instance has its own."""
    names[code.co_name] = FunctionType(code.replace(), names, code.co_name)


def _define_snapshots(names: Namespace) -> None:
    kept = {"slots": [], "kept_positions": [()] * KEPT_AREAS, "kept_knowledge": [()]}
    names |= {"len": len, "tuple": tuple, **kept, **{f"{name}_last": () for name in find_machine().regions}}
    for code in _functions_in(_snapshots()):
        _define(names, code)


@cache
def _snapshots() -> CodeType:
    return compile(write_snapshots(find_machine().regions), "<snapshots>", "exec")


def compiled_code(program: Linkable, counting: bool = False) -> Sequence[CodeType]:
    """The code of a program's functions, which is made once. Raises `ValueError` where they don't fit the machine."""
    known = _compiled.setdefault(_owner(program), {})
    if counting not in known:
        _see_that_it_fits(program)
        functions: Iterable[Function] = program.functions
        if counting:
            functions = map(with_counters, functions)
        text = print_functions(functions)
        file = f"<machine code {next(_file_numbers)}>"
        known[counting] = list(_functions_in(compile(text, file, "exec")))
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        finalize(_owner(program), linecache.cache.pop, file, None)
    return known[counting]


def take_code(program: Linkable, code: Sequence[CodeType]) -> None:
    """Use what `compiled_code` has given for a program with the same functions."""
    _compiled.setdefault(_owner(program), {})[False] = code


def _owner(program: Linkable) -> Functions | Linkable:
    return program.functions if isinstance(program.functions, Functions) else program


def _functions_in(code: CodeType) -> Iterator[CodeType]:
    return (constant for constant in code.co_consts if isinstance(constant, CodeType))


def _see_that_it_fits(program: Linkable) -> None:
    machine = find_machine()
    names = [function.name for function in program.functions]
    own = {*names, *program.own_regions}
    taken = {*machine.regions, *machine.registers, *machine.constants, *machine.program_numbers, *machine.tables}
    problems = [
        *_differences("functions", machine.generated, machine.generated & set(names)),
        *_differences("function tables", machine.tables, program.function_tables),
        *_differences("numbers", machine.program_numbers, program.numbers),
        *(f"the program gives {name} another meaning" for name in own & (taken | {*machine.functions})),
        *(f"the program defines {name} twice" for name in set(names) if names.count(name) > 1),
        *(f"the program lacks the function {name}" for name in _entries(program) - {*names, *machine.functions}),
    ]
    if problems:
        raise ValueError("; ".join(sorted(problems)))


def _entries(program: Linkable) -> set[str]:
    """The names of all functions in function tables."""
    return {entry for entries in program.function_tables.values() for entry in entries if entry}


def _differences(what: str, declared: Iterable[str], given: Iterable[str]) -> Iterator[str]:
    for name in {*declared} - {*given}:
        yield f"the program lacks the {what} {name}"
    for name in {*given} - {*declared}:
        yield f"the machine knows no {what} {name}"
