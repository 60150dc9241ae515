"""Arithmetic that means the same as in Python: division rounds down, long shifts to the right leave only the sign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from artrules.machine_code.nodes import Arithmetic
from artrules.webassembly import opcodes as op
from artrules.webassembly.code import Code, Piece
from artrules.webassembly.opcodes import NARROW, WIDE, ValueType

INSTRUCTIONS: dict[Arithmetic, tuple[int, int]] = {
    "+": (op.I32_ADD, op.I64_ADD),
    "-": (op.I32_SUBTRACT, op.I64_SUBTRACT),
    "*": (op.I32_MULTIPLY, op.I64_MULTIPLY),
    "&": (op.I32_AND, op.I64_AND),
    "|": (op.I32_OR, op.I64_OR),
    "^": (op.I32_XOR, op.I64_XOR),
    "<<": (op.I32_SHIFT_LEFT, op.I64_SHIFT_LEFT),
}
"""The instructions for operators that have one, for narrow and wide numbers."""
FUNCTIONS: dict[Arithmetic, tuple[str, str]] = {
    "//": ("floor_divide", "floor_divide_wide"),
    "%": ("floor_remainder", "floor_remainder_wide"),
    ">>": ("shift_right", "shift_right_wide"),
}
"""The functions for the others."""


def operate(code: Code, operator: Arithmetic, type_: ValueType) -> None:
    """Do arithmetic with the two numbers on the stack."""
    wide = type_ == WIDE
    if operator in FUNCTIONS:
        code.call(FUNCTIONS[operator][wide])
    else:
        code.add(INSTRUCTIONS[operator][wide])


def operate_with_constant(code: Code, operator: Arithmetic, right: int, type_: ValueType) -> bool:
    """Do arithmetic with the number on the stack and a constant, where that takes less time than `operate`; otherwise
    do nothing, and say so."""
    wide = type_ == WIDE
    power_of_two = right > 0 and right & (right - 1) == 0
    if operator == ">>":
        _const(code, min(right, 63 if wide else 31), type_)
        code.add(op.I64_SHIFT_RIGHT if wide else op.I32_SHIFT_RIGHT)
    elif operator == "//" and power_of_two:
        _const(code, right.bit_length() - 1, type_)
        code.add(op.I64_SHIFT_RIGHT if wide else op.I32_SHIFT_RIGHT)
    elif operator == "%" and power_of_two:
        _const(code, right - 1, type_)
        code.add(op.I64_AND if wide else op.I32_AND)
    elif operator in ("//", "%") and right > 0 and not wide:
        divide_down(code, operator, partial(code.const, right))
    else:
        return False
    return True


def divide_down(code: Code, operator: Arithmetic, divisor: Callable[[], None]) -> None:
    """Divide the narrow number on the stack. `divisor` leaves a number above 0 that hosts know when they compile."""
    left = code.local()
    code.tee(left)
    divisor()
    if operator == "//":
        code.add(op.I32_DIVIDE)
        code.get(left)
        divisor()
    code.add(op.I32_REMAINDER)
    if operator == "%":
        code.tee(left)
        code.get(left)
    code.const(31)
    code.add(op.I32_SHIFT_RIGHT)  # -1 where the remainder is negative
    if operator == "%":
        divisor()
        code.add(op.I32_AND)
    code.add(op.I32_ADD)


def _const(code: Code, number: int, type_: ValueType) -> None:
    if type_ == WIDE:
        code.const_wide(number)
    else:
        code.const(number)


def arithmetic_functions() -> Iterator[Piece]:
    """The functions for arithmetic that has no instruction."""
    types: tuple[ValueType, ...] = (NARROW, WIDE)
    for type_ in types:
        yield _floor_divide(type_)
        yield _floor_remainder(type_)
        yield _shift_right(type_)


def _floor_divide(type_: ValueType) -> Piece:
    """The quotient, and 1 less where the remainder isn't 0 and has another sign than the divisor."""
    wide = type_ == WIDE
    code = Code(FUNCTIONS["//"][wide], (type_, type_), type_)
    code.get(0)
    code.get(1)
    code.add(op.I64_DIVIDE if wide else op.I32_DIVIDE)
    _other_sign(code, _remainder(code, type_), type_)
    if wide:
        code.add(op.EXTEND)
    code.add(op.I64_SUBTRACT if wide else op.I32_SUBTRACT)
    return code.piece()


def _floor_remainder(type_: ValueType) -> Piece:
    """The remainder, and the divisor added where that has another sign."""
    wide = type_ == WIDE
    code = Code(FUNCTIONS["%"][wide], (type_, type_), type_)
    remainder = _remainder(code, type_)
    code.get(remainder)
    code.get(1)
    code.add(op.I64_ADD if wide else op.I32_ADD)
    code.get(remainder)
    _other_sign(code, remainder, type_)
    code.add(op.SELECT)
    return code.piece()


def _remainder(code: Code, type_: ValueType) -> int:
    """A new local with the remainder."""
    remainder = code.local(type_)
    code.get(0)
    code.get(1)
    code.add(op.I64_REMAINDER if type_ == WIDE else op.I32_REMAINDER)
    code.set(remainder)
    return remainder


def _other_sign(code: Code, remainder: int, type_: ValueType) -> None:
    """Whether a remainder isn't 0 and has another sign than the divisor."""
    wide = type_ == WIDE
    code.get(remainder)
    code.get(1)
    code.add(op.I64_XOR if wide else op.I32_XOR)
    _const(code, 0, type_)
    code.add(op.I64_LESS if wide else op.I32_LESS)
    code.get(remainder)
    _const(code, 0, type_)
    code.add(op.I64_NOT_EQUAL if wide else op.I32_NOT_EQUAL)
    code.add(op.I32_AND)


def _shift_right(type_: ValueType) -> Piece:
    wide = type_ == WIDE
    code = Code(FUNCTIONS[">>"][wide], (type_, type_), type_)
    code.get(0)
    code.get(1)
    _const(code, 63 if wide else 31, type_)
    code.get(1)
    _const(code, 63 if wide else 31, type_)
    code.add(op.I64_LESS_UNSIGNED if wide else op.I32_LESS_UNSIGNED, op.SELECT)
    code.add(op.I64_SHIFT_RIGHT if wide else op.I32_SHIFT_RIGHT)
    return code.piece()
