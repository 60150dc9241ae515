"""Which numbers may need 64 bits until they are checked: results of arithmetic. All others fit 32 bits."""

from __future__ import annotations

from artrules.ir import nodes as k
from artrules.ir.model import Model
from artrules.ir.operators import OPERATORS, NumberWithin
from artrules.ir.types import WIDE, Number
from artrules.machine.language import I32

MOST_SUMMED = 1_000_000
"""A sum has fewer items. Where so many may come to more than a number of content may be, the sum may need 64 bits."""


def is_wide_sum(e: k.Fold) -> bool:
    """Whether a sum may need 64 bits."""
    type_ = e.value.type if e.value is not None else None
    return not isinstance(type_, Number) or max(-type_.low, type_.high) * MOST_SUMMED > WIDE


def is_wide_number(model: Model, e: k.Expression) -> bool:
    """Whether the value of an expression may need 64 bits."""
    if not isinstance(e.type, Number):
        return False
    match e:
        case k.Operation(operands=operands):
            return _goes_beyond(e) or any(is_wide_number(model, operand) for operand in operands)
        case k.Fold(kind="max" | "min", value=value, otherwise=otherwise):
            return any(is_wide_number(model, each) for each in (value, otherwise) if each is not None)
        case k.Largest(items=items):
            return any(is_wide_number(model, item) for item in items)
        case k.Either(then=then, otherwise=otherwise):
            return is_wide_number(model, then) or is_wide_number(model, otherwise)
        case k.Call(function=function):
            return is_wide_number(model, model.values[function])
    return False


def _goes_beyond(e: k.Operation) -> bool:
    """Whether an operation may have a result of more than 32 bits for operands within their types."""
    result, types = OPERATORS[e.operator].result, [operand.type for operand in e.operands]
    if not isinstance(result, NumberWithin) or len(types) != 2:
        return False
    first, second = types
    if not (isinstance(first, Number) and isinstance(second, Number)):
        return True
    low, high = result.bounds(first, second)
    return low <= I32.lowest or high > I32.highest
