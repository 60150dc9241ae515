"""Verifies that a program keeps to the language of the machine, before anything runs."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.engine.machine.language import Kept
from artrules.engine.machine_code.machine import all_numbers, region_length
from artrules.engine.machine_code.program import Linkable
from artrules.engine.machine_code.signatures import Signature, names_of_machine, names_with_program
from engine.machine_code.verifier import Violation, verify_functions


def verify_program(program: Linkable) -> list[Violation]:
    """Everything in a program that isn't in the language or doesn't fit the machine."""
    machine = names_of_machine()
    numbers = all_numbers(program)
    lengths = {
        name: region_length(region, numbers) if region.length else len(program.tables.get(name, ()))
        for name, region in machine.regions.items()
        if not region.used and (region.length or region.kept is Kept.TABLE)
    }
    names = names_with_program(program.functions, program.own_regions, lengths)
    signatures = {f.name: Signature(("int",) * len(f.parameters), f.gives) for f in program.functions}
    return [
        *verify_functions(program.functions, names),
        *_entries(program, {**machine.functions, **signatures}),
        *(
            Violation(name, f"it is declared as {declared}, not {signatures[name]}", "")
            for name, declared in machine.functions.items()
            if name in signatures and signatures[name] != declared
        ),
        *_elements(program),
    ]


def _entries(program: Linkable, signatures: dict[str, Signature]) -> Iterator[Violation]:
    """Functions in function tables that don't have the table's signature."""
    tables = names_of_machine().tables
    for table, entries in program.function_tables.items():
        for entry in dict.fromkeys(entries):
            if entry and signatures.get(entry) != tables.get(table):
                yield Violation(entry, f"it doesn't have the signature of {table}", "")


def _elements(program: Linkable) -> Iterator[Violation]:
    """Elements of tables that don't fit."""
    declared = {name: region.element for name, region in names_of_machine().regions.items()}
    own = {name: words for name, (_, words) in program.own_regions.items()}
    elements = {**declared, **{name: element for name, (element, _) in program.own_regions.items()}}
    for name, words in {**program.tables, **own}.items():
        wrong = [word for word in words if not elements[name].lowest <= word <= elements[name].highest]
        if wrong:
            yield Violation(name, f"this table can't hold {wrong[0]}", "")
