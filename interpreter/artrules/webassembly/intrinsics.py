"""Functions of a module that aren't translated from nodes: they access memory of any region, or need instructions that
the language has no word for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from artrules.machine.language import I32, I64, U8, U16, Element
from artrules.webassembly import opcodes as op
from artrules.webassembly.code import Code, Piece
from artrules.webassembly.meanings import SHIFTS
from artrules.webassembly.opcodes import NARROW, WIDE

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
