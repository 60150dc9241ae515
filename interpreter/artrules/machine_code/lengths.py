"""How long regions are in one program."""

from __future__ import annotations

from collections.abc import Mapping

from artrules.machine.language import Region
from artrules.machine_code.machine import find_machine
from artrules.machine_code.program import Linkable


def all_numbers(program: Linkable) -> dict[str, int]:
    """The program numbers and the constants of the machine."""
    return {**find_machine().constants, **program.numbers}


def region_length(declaration: Region, numbers: Mapping[str, int]) -> int:
    """The length of a region: sums of products of numbers and program numbers."""
    total = 0
    for term in declaration.length.split(" + ") if declaration.length else ():
        product = 1
        for factor in term.split(" * "):
            product *= int(factor) if factor.isdigit() else numbers[factor]
        total += product
    return total
