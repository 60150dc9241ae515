"""What is written in instructions, not translated from nodes: arithmetic that means the same as in Python, intrinsics,
which access memory of any region, and calls of intrinsics that need no function of their own.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from artrules.engine.machine.language import I32, I64, U8, U16, Element
from artrules.engine.machine_code.nodes import Arithmetic, Const, Name, Value
from artrules.engine.webassembly import code as op
from artrules.engine.webassembly.code import NARROW, WIDE, Code, Piece, ValueType
from artrules.engine.webassembly.meanings import SHIFTS, Meanings, scale

# Functions of a module that aren't translated from nodes: they access memory of any region, or need instructions that
# the language has no word for.

_GAMMA = 0x9E3779B97F4A7C15
_MIXING = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1))
"""SplitMix64: by how much the number is shifted before it is mixed with itself, and then multiplied."""

_MOST_IN_A_LOOP = 48
"""The most bytes that are copied in a loop."""


def copy_function(element: Element) -> str:
    """The name of the function that copies such elements: to, from, how many bytes."""
    return f"copy_{element.name}"


def intrinsic_pieces() -> Iterator[Piece]:
    """The functions."""
    yield _mixed_below()
    for element in (U8, U16, I32, I64):
        yield _copy(element)
    for element in (U16, I32, I64):
        yield _fill(element)
    for element in (U8, U16, I32):
        yield _memo_add(element)


def _mixed_below() -> Piece:
    """`mixed_below`: a key, a counter, a bound. The arithmetic is that of 64 bits without a sign."""
    code = Code("mixed_below", (WIDE, WIDE, NARROW), NARROW)
    key, counter, bound = 0, 1, 2
    mixed, divisor = code.local(WIDE), code.local(WIDE)
    code.get(key)
    code.get(counter)
    code.const_wide(_GAMMA)
    code.add(op.I64_MULTIPLY, op.I64_ADD)
    code.set(mixed)
    for shift, factor in _MIXING:
        code.get(mixed)
        code.get(mixed)
        code.const_wide(shift)
        code.add(op.I64_SHIFT_RIGHT_UNSIGNED, op.I64_XOR)
        code.const_wide(factor)
        code.add(op.I64_MULTIPLY)
        code.set(mixed)
    code.get(bound)
    code.add(op.EXTEND)
    code.set(divisor)
    code.get(mixed)
    code.get(divisor)
    code.add(op.I64_REMAINDER_UNSIGNED, op.WRAP)
    code.const(-1)
    code.get(mixed)
    code.const_wide(-1)
    code.const_wide(0)
    code.get(divisor)
    code.add(op.I64_SUBTRACT)
    code.get(divisor)
    code.add(op.I64_REMAINDER_UNSIGNED)  # 2**64 modulo the bound
    code.add(op.I64_SUBTRACT, op.I64_AT_MOST_UNSIGNED)
    code.add(op.SELECT)
    return code.piece()


def _copy(element: Element) -> Piece:
    """Copies elements to a place that may overlap with theirs: to, from, how many bytes. Where these are few, a loop
    takes less time than `memory.copy`, which calls a function of the executor."""
    code = Code(copy_function(element), (NARROW, NARROW, NARROW))
    to, start, size = 0, 1, 2
    past = code.block()
    code.get(size)
    code.const(_MOST_IN_A_LOOP)
    code.add(op.I32_AT_MOST_UNSIGNED)
    code.branch_if(past)
    code.get(to)
    code.get(start)
    code.get(size)
    code.copy_memory()
    code.return_()
    code.end()
    code.get(to)
    code.get(start)
    code.add(op.I32_GREATER_UNSIGNED)
    code.if_()
    _copy_each(code, size, element, last_first=True)
    code.else_()
    _copy_each(code, size, element, last_first=False)
    code.end()
    return code.piece()


def _copy_each(code: Code, size: int, element: Element, *, last_first: bool) -> None:
    """Copies elements one after another. The first two locals say where to and from. With `last_first` the number of
    bytes is counted down."""
    step = 1 << SHIFTS[element]
    place = size if last_first else code.local()
    end = code.block()
    again = code.loop()
    code.get(place)
    if last_first:
        code.add(op.I32_IS_ZERO)
    else:
        code.get(size)
        code.add(op.I32_EQUAL)
    code.branch_if(end)
    if last_first:
        _add(code, place, -step)
    code.get(0)
    code.get(place)
    code.add(op.I32_ADD)
    code.get(1)
    code.get(place)
    code.add(op.I32_ADD)
    code.load(element)
    code.store(element)
    if not last_first:
        _add(code, place, step)
    code.branch(again)
    code.end()
    code.end()


def _fill(element: Element) -> Piece:
    """Sets elements to a value: their address, how many, the value."""
    code = Code(f"fill_{element.name}", (NARROW, NARROW, WIDE if element is I64 else NARROW))
    address, count, value = 0, 1, 2
    with _for_each(code, address, count, element):
        code.get(address)
        code.get(value)
        code.store(element)
    return code.piece()


def _memo_add(element: Element) -> Piece:
    """Adds elements to the key in the making: how many, and then each as a word."""
    code = Code(f"memo_add_{element.name}", (NARROW, NARROW))
    address, count = 0, 1
    place = code.local()
    code.get(count)
    code.call("memo_add_number")
    code.get(count)
    code.call("memo_place")
    code.tee(place)
    code.const(0)
    code.add(op.I32_LESS)
    code.if_()
    code.return_()
    code.end()
    code.get(place)
    code.const(SHIFTS[I32])
    code.add(op.I32_SHIFT_LEFT)
    code.set(place)
    with _for_each(code, address, count, element):
        code.get(place)
        code.get(address)
        code.load(element)
        code.store(I32, "memo_words")
        _move_on(code, place, I32)
    return code.piece()


@contextmanager
def _for_each(code: Code, address: int, count: int, element: Element) -> Iterator[None]:
    """Code that runs for each of so many elements. The two locals change: an address and how many are left."""
    end = code.block()
    again = code.loop()
    code.get(count)
    code.const(0)
    code.add(op.I32_AT_MOST)
    code.branch_if(end)
    yield
    _move_on(code, address, element)
    code.get(count)
    code.const(1)
    code.add(op.I32_SUBTRACT)
    code.set(count)
    code.branch(again)
    code.end()
    code.end()


def _move_on(code: Code, address: int, element: Element) -> None:
    """Let a local have the address of the next element."""
    _add(code, address, 1 << SHIFTS[element])


def _add(code: Code, local: int, number: int) -> None:
    code.get(local)
    code.const(number)
    code.add(op.I32_ADD)
    code.set(local)


# Arithmetic that means the same as in Python: division rounds down, long shifts to the right leave only the sign.

ARITHMETIC_INSTRUCTIONS: dict[Arithmetic, tuple[int, int]] = {
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
        code.add(ARITHMETIC_INSTRUCTIONS[operator][wide])


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
    dividend = code.local()
    code.tee(dividend)
    divisor()
    if operator == "//":
        code.add(op.I32_DIVIDE)
        code.get(dividend)
        divisor()
    code.add(op.I32_REMAINDER)
    if operator == "%":
        code.tee(dividend)
        code.get(dividend)
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


# Translates calls of intrinsics that need no function of their own.

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
            code.room(region.name)
            code.add(op.I32_AT_MOST)
        case _:
            code.room(region.name)


def _fill_bytes(code: Code, value: Value, leave: Callable[[Value, ValueType], None], shift: int) -> None:
    """Fill memory with bytes that are all the same; how many elements is on the stack, and below it where."""
    count = code.local()
    code.set(count)
    leave(value, NARROW)
    code.get(count)
    code.const(shift)
    code.add(op.I32_SHIFT_LEFT)
    code.fill_memory()
