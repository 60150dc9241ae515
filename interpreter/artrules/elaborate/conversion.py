"""Converts values to the type that their place needs: lists to sets, numbers to a range."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.ir.nodes import Checked, Constant, Either, Expression, Listing, Operation
from artrules.ir.type_words import in_words
from artrules.ir.types import UNKNOWN, ListOf, Nothing, Number, Optional, SetOf, Type, Unknown, fits


def convert(
    report: Report,
    value: Expression,
    wanted: Type,
    what: str,
    at: Span,
    why_none: tuple[tuple[str, Span], ...] = (),
) -> Expression:
    """The value, converted to the type `wanted`; an Unknown and a diagnostic at `at` if that is impossible.

    `what` names the value in the diagnostic, `why_none` what may have made it none. A number that may lie outside the
    wanted range gets a check at run time; where it may be none, none passes it.
    """
    if isinstance(value.type, Unknown) or isinstance(wanted, Unknown):
        return value
    wants_some = not isinstance(wanted, (Optional, Nothing))
    if wants_some and isinstance(value.type, Optional) and fits(value.type.of, wanted):
        message = f"{what} may be none here"
        report.add(
            kinds.MAYBE_NONE, message, at, expected=in_words(wanted), found=in_words(value.type), related=why_none
        )
        return Constant(value.at, UNKNOWN, None)
    value = as_set(value, wanted)
    if not fits(value.type, wanted):
        both_numbers = isinstance(value.type, Number) and isinstance(wanted, Number)
        message = f"{what} is out of bounds" if both_numbers else f"{what} is of the wrong type"
        report.add(kinds.WRONG_TYPE, message, at, expected=in_words(wanted), found=in_words(value.type))
        return Constant(value.at, UNKNOWN, None)
    target = wanted.of if isinstance(wanted, Optional) else wanted
    match target, value.type:
        case Number(low, high), Number(least, most) if least < low or most > high:
            return Checked(value.at, target, value, low, high, what)
        case Number(low, high), Optional(Number(least, most)) if least < low or most > high:
            return Checked(value.at, wanted, value, low, high, what)
        case SetOf(Number(low, high)), SetOf(Number(least, most)) if least < low or most > high:
            return Checked(value.at, target, value, low, high, what)
    return value


def as_set(value: Expression, wanted: Type) -> Expression:
    """A literal list as a set, if a set is wanted. Applies inside `if … else`, `+` and `-`, too."""
    target = wanted.of if isinstance(wanted, Optional) else wanted
    if not isinstance(target, SetOf):
        return value
    if isinstance(value, Listing) and isinstance(value.type, ListOf):
        type_ = target if isinstance(value.type.of, Unknown | Nothing) else SetOf(value.type.of)
        return Listing(value.at, type_, value.items)
    if isinstance(value, Either):
        then, otherwise = as_set(value.then, target), as_set(value.otherwise, target)
        if then.type != value.then.type or otherwise.type != value.otherwise.type:
            return Either(value.at, then.type, value.condition, then, otherwise)
    if isinstance(value, Operation) and value.operator in ("join", "without") and isinstance(value.type, ListOf):
        operands = tuple(as_set(o, target) for o in value.operands)
        if all(isinstance(o.type, SetOf) for o in operands):
            return Operation(value.at, operands[0].type, value.operator, operands)
    return value
