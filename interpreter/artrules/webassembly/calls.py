"""Translates calls of intrinsics that need no function of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from artrules.machine.language import I64, U8
from artrules.machine_code.nodes import Const, Name, Value
from artrules.webassembly import opcodes as op
from artrules.webassembly.code import Code
from artrules.webassembly.intrinsics import copy_function
from artrules.webassembly.meanings import SHIFTS, Meanings, scale
from artrules.webassembly.opcodes import NARROW, WIDE, ValueType

INSTRUCTIONS = {
    "popcount": (op.I32_COUNT_BITS,),
    "lowest_bit": (op.I32_LOWEST_BIT,),
    "wrapping_sum": (op.I64_ADD,),
    "rotated": (op.EXTEND, op.I64_ROTATE_LEFT),
}
"""The instructions for intrinsics that have some."""
WITH_REGION = ("copy_words", "fill_words", "room", "reserve", "memo_add")


def call_with_region(
    name: str, arguments: Sequence[Value], code: Code, meanings: Meanings, leave: Callable[[Value, ValueType], None]
) -> None:
    """Translate a call of an intrinsic that takes a region. `leave` leaves a value in a width."""
    region, *values = arguments
    assert isinstance(region, Name)  # the verifier sees to it
    declaration = meanings.names.regions[region.name]
    element = declaration.element

    def leave_place(index: Value) -> None:
        code.address(region.name)
        leave(index, NARROW)
        scale(code, element)
        code.add(op.I32_ADD)

    match name, values:
        case "copy_words", [to, start, count]:
            leave_place(to)
            leave_place(start)
            leave(count, NARROW)
            scale(code, element)
            code.call(copy_function(element))
        case "fill_words", [start, count, value]:
            leave_place(start)
            leave(count, NARROW)
            if element is U8 or value == Const(0):
                _fill_bytes(code, value, leave, SHIFTS[element])
            else:
                leave(value, WIDE if element is I64 else NARROW)
                code.call(f"fill_{element.name}")
        case "memo_add", [start, count]:
            leave_place(start)
            leave(count, NARROW)
            code.call(f"memo_add_{element.name}")
        case "reserve", [length]:
            leave(length, NARROW)
            code.const(declaration.most)
            code.add(op.I32_AT_MOST)
        case _:
            code.const(declaration.most)


def _fill_bytes(code: Code, value: Value, leave: Callable[[Value, ValueType], None], shift: int) -> None:
    """Fill memory with bytes that are all the same; how many elements is on the stack, and below it where."""
    count = code.local()
    code.set(count)
    leave(value, NARROW)
    code.get(count)
    code.const(shift)
    code.add(op.I32_SHIFT_LEFT)
    code.fill_memory()
