"""Makes the module of a program: the machine's functions and the program's, translated, and the program's tables."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from artrules.machine_code.counters import number_of_counters, with_counters
from artrules.machine_code.nodes import Function
from artrules.machine_code.program import Linkable
from artrules.machine_code.read import read_functions
from artrules.machine_code.signatures import names_with_program
from artrules.record import dataclass
from artrules.webassembly.code import FunctionType
from artrules.webassembly.dispatch import dispatch_pieces
from artrules.webassembly.inlining import small_functions
from artrules.webassembly.invocation import (
    INVOKE_DIGEST,
    INVOKE_SEED,
    INVOKE_SEED_THINKING,
    INVOKE_STEP,
    MOST_ARGUMENTS,
    invocation,
)
from artrules.webassembly.library import collect
from artrules.webassembly.linking import Linkage
from artrules.webassembly.meanings import type_of
from artrules.webassembly.memory_map import MemoryMap, map_memory
from artrules.webassembly.positions import position_pieces
from artrules.webassembly.sections import write_module
from artrules.webassembly.template import Template, machine_template, make_template
from artrules.webassembly.translate import translate_function

EXPORTS = {
    "digest": INVOKE_DIGEST,
    "seed": INVOKE_SEED,
    "seed_thinking": INVOKE_SEED_THINKING,
    "step": INVOKE_STEP,
    **{name: name for n in range(MOST_ARGUMENTS + 1) for name in (invocation(n, False), invocation(n, True))},
}
"""The functions that a host calls itself, by the names for it. All others it calls by them."""

FOREIGN = "call_foreign"
"""The intrinsic that a module imports if its program calls functions that aren't machine code."""


@dataclass(frozen=True, slots=True)
class HostFunction:
    """A function as a host calls it: its number, and its type."""

    number: int
    type: FunctionType


@dataclass(frozen=True, slots=True)
class Module:
    """A module: its bytes, where everything lies in its memory, and its functions by name."""

    code: bytes
    memory: MemoryMap
    functions: Mapping[str, HostFunction]


def build_module(
    program: Linkable,
    *,
    counting: bool = False,
    replacements: Mapping[str, str] | None = None,
    template: Template | None = None,
) -> Module:
    """Make the module of a program that has been verified.

    With `counting`, functions count what they run (`machine_code/counters.py`). `replacements` gives functions of the
    machine or the program another text, for tests: their names, and the text of each. `template` is what
    `machine_template` gives, where it is known already.
    """
    replaced = {name: _read(name, text) for name, text in (replacements or {}).items()}
    if replaced:
        template = make_template(replaced)
    elif template is None:
        template = machine_template()
    functions = [replaced.get(function.name, function) for function in program.functions]
    counters = number_of_counters(functions) if counting else 0
    if counting:
        functions = list(map(with_counters, functions))
    names = names_with_program(functions, program.own_regions, {}, template.names)
    memory = map_memory(program, counters)
    written = [function for function in functions if function.name not in replaced]
    small = small_functions(written, inferring=False, others=template.small)
    pieces = [translate_function(function, names, function.name in replaced, small) for function in functions]
    dispatch = dispatch_pieces(program.function_tables, names, small)
    own = collect([*pieces, *dispatch, *position_pieces(program, memory)])
    imported = {FOREIGN: type_of(names.functions[FOREIGN])} if program.foreign_functions else {}
    linkage = Linkage([template.library, own], memory, program.numbers, imported)
    if unknown := {*replaced} - {*linkage.functions}:
        raise ValueError(f"there is no function {min(unknown)}")
    hosts = map(HostFunction, count(), map(FunctionType.named, linkage.type_names))
    return Module(
        write_module(linkage, memory, program, EXPORTS), memory, dict(zip(linkage.names, hosts, strict=False))
    )


def _read(name: str, text: str) -> Function:
    """The function with a name in a text."""
    [function] = [function for function in read_functions(text) if function.name == name]
    return function
