"""Ranges of numbers: in which bounds the result of an arithmetic operation lies, given those of its operands.

The functions `of_…` give the least and the greatest possible result, which may lie outside of what any number may be.
A divisor that may be 0 or less gives the widest range.
"""

from __future__ import annotations

from collections.abc import Callable

from artrules.ir.types import ANY_NUMBER, WIDE, Number

Bounds = Callable[[Number, Number], tuple[int, int]]
"""From the ranges of two operands to the least and the greatest result."""


def of_sum(left: Number, right: Number) -> tuple[int, int]:
    """Bounds of `left + right`."""
    return left.low + right.low, left.high + right.high


def of_difference(left: Number, right: Number) -> tuple[int, int]:
    """Bounds of `left - right`."""
    return left.low - right.high, left.high - right.low


def of_product(left: Number, right: Number) -> tuple[int, int]:
    """Bounds of `left * right`."""
    ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return min(ends), max(ends)


def of_quotient(left: Number, right: Number) -> tuple[int, int]:
    """Bounds of `left / right`, rounded down."""
    if right.low <= 0:
        return -WIDE, WIDE
    ends = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]
    return min(ends), max(ends)


def of_remainder(left: Number, right: Number) -> tuple[int, int]:
    """Bounds of `left % right`."""
    return (0, right.high - 1) if right.low > 0 else (-WIDE, WIDE)


def range_of(bounds: Bounds, left: Number, right: Number) -> Number:
    """The type of a result: its bounds, cut off where no number may lie. Where all of it lies there, any number."""
    low, high = bounds(left, right)
    return Number(max(low, -WIDE), min(high, WIDE)) if low <= WIDE and high >= -WIDE else ANY_NUMBER
