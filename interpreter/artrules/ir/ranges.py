"""Ranges of numbers: in which bounds the result of an arithmetic operation lies, given those of its operands."""

from __future__ import annotations

from artrules.ir.types import ANY_NUMBER, WIDE, Number


def bounds(operator: str, left: Number, right: Number) -> tuple[int, int]:
    """The least and the greatest possible result of `+`, `-`, `*`, `/` (rounded down) or `%`.

    They may lie outside of what any number may be. A divisor that may be 0 or less gives the widest range.
    """
    a, b, c, d = left.low, left.high, right.low, right.high
    match operator:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            ends = [a * c, a * d, b * c, b * d]
            return min(ends), max(ends)
        case "%" if c > 0:
            return 0, d - 1
        case "/" if c > 0:
            ends = [a // c, a // d, b // c, b // d]
            return min(ends), max(ends)
    return -WIDE, WIDE


def range_of(operator: str, left: Number, right: Number) -> Number:
    """The type of a result: its bounds, cut off where no number may lie. Where all of it lies there, any number."""
    low, high = bounds(operator, left, right)
    return Number(max(low, -WIDE), min(high, WIDE)) if low <= WIDE and high >= -WIDE else ANY_NUMBER
