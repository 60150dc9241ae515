"""How two values compare: -1 for less, 0 for the same, 1 for more.

Of values without an order, such as members of an enum, -1 and 1 both mean that they differ.
"""

from __future__ import annotations

from artrules.facts.value_sets import ValueSet, numbers

_LESS, _SAME, _MORE = numbers(-1, -1), numbers(0, 0), numbers(1, 1)
ORDERS: dict[str, ValueSet] = {
    "=": _SAME,
    "!=": _LESS.either(_MORE),
    "<": _LESS,
    "<=": _LESS.either(_SAME),
    ">": _MORE,
    ">=": _MORE.either(_SAME),
}
"""How the left side may compare with the right one where an operator holds."""
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The operator that holds where another one doesn't."""
TURNED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""The operator that holds where the sides are swapped."""


def compared(one: ValueSet, other: ValueSet) -> ValueSet:
    """How values of two sets may compare."""
    if one.is_empty or other.is_empty:
        return numbers(-1, 1)
    shared = one.both(other)
    if shared.is_empty:
        a, b = one.range, other.range
        if a is not None and b is not None:
            return _LESS if a.high < b.low else _MORE if a.low > b.high else ORDERS["!="]
        return ORDERS["!="]
    if one.is_single and other.is_single:
        return _SAME
    a, b = one.range, other.range
    if a is None or b is None:
        return numbers(-1, 1)
    found = _SAME
    if a.low < b.high:
        found = found.either(_LESS)
    if a.high > b.low:
        found = found.either(_MORE)
    return found


def turned(orders: ValueSet) -> ValueSet:
    """How the right side compares with the left one."""
    return ValueSet(tuple((-high, -low) for low, high in reversed(orders.spans)))
