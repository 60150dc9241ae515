"""Programs without content, to run parts of the machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from artrules.engine.machine.language import Element, Kept
from artrules.engine.machine_code.machine import find_machine, region_length
from artrules.engine.machine_code.nodes import Const, Function, Return
from artrules.engine.machine_code.program import ForeignFunction
from artrules.text.record import dataclass

DEFAULTS = {"PLAYERS": 2, "STACKS": 3, "CARDS": 8, "ZONES": 4, "BLOCKS": 40, "STREAMS": 3, "CONSTANTS": 1}
GENERATED = {
    "reset_card": (("zone", "to", "card"), False),
    "game_should_end": ((), True),
    "find_winners": ((), True),
    "side_value": (("me",), True),
    "unmet_condition": ((), True),
    "card_fits": (("card",), True),
    "liked_position": (("me",), True),
}


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class TinyProgram:
    """What an executor needs of a program (`machine_code/program.py`)."""

    functions: Sequence[Function]
    function_tables: Mapping[str, Sequence[str]]
    tables: Mapping[str, Sequence[int]]
    own_regions: Mapping[str, tuple[Element, Sequence[int]]]
    numbers: Mapping[str, int]
    foreign_functions: Sequence[ForeignFunction]


def tiny_program(
    *functions: Function,
    numbers: Mapping[str, int] = {},
    tables: Mapping[str, Sequence[int]] = {},
    function_tables: Mapping[str, Sequence[str]] = {},
    own_regions: Mapping[str, tuple[Element, Sequence[int]]] = {},
    foreign_functions: Sequence[ForeignFunction] = (),
) -> TinyProgram:
    """A program with these functions and tables. All that isn't given is empty or 0: two players, eight cards and four
    zones, in which no card lies yet."""
    machine = find_machine()
    words = max((function.words for function in foreign_functions), default=0)
    all_numbers = {**dict.fromkeys(machine.program_numbers, 0), **DEFAULTS, "FOREIGN_WORDS": words, **numbers}
    declared = {**machine.constants, **all_numbers}
    all_tables = {
        name: [0] * (region_length(region, declared) if region.length else 0)
        for name, region in machine.regions.items()
        if region.kept is Kept.TABLE
    }
    all_tables["constant_words"] = [0] * all_numbers["CONSTANTS"]
    given = {function.name for function in functions}
    rest = [
        Function(name, parameters, gives, (Return(Const(0)),) if gives else ())
        for name, (parameters, gives) in {**GENERATED, "start_values": ((), False)}.items()
        if name not in given
    ]
    return TinyProgram(
        (*functions, *rest),
        {**dict.fromkeys(machine.tables, ()), **function_tables},
        {**all_tables, **tables},
        own_regions,
        all_numbers,
        foreign_functions,
    )
