"""How often a power may be used, in words: `once for each card, each turn`.

A limit's bound is an expression. What it comes to at the start of a game is told in words, if it can be told; where it
may change in play, the words say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from artrules.booklet.document import Code, Line
from artrules.booklet.words import spoken, times
from artrules.compile.configuration import Configuration
from artrules.ir.declarations import Limit
from artrules.ir.first_value import first_value
from artrules.ir.model import Model
from artrules.ir.nodes import Checked, Constant, Expression, Operation, SettingValue, VariableOf


@dataclass(frozen=True, slots=True)
class _Bound:
    """At most so many uses for each card or player while something lasts; `changing` holds code that may change it."""

    number: int | None
    what: str
    changing: str


def limits_in_words(limits: Sequence[Limit], model: Model, configuration: Configuration) -> str:
    """All limits of a power; of two that say the same, the one that never changes."""
    bounds = [_bound(limit, model, configuration) for limit in limits]
    fixed = {bound.what: bound.number for bound in bounds if not bound.changing}
    told: dict[str, None] = {}
    for bound in bounds:
        # A power needs room in both, so it is never used more often than the fixed one says.
        if bound.changing and bound.number is not None and fixed.get(bound.what) == bound.number:
            continue
        told[_said(bound)] = None
    return "; ".join(told) if told else "as often as you like"


def limit_in_words(limit: Limit, model: Model, configuration: Configuration) -> Line:
    """One limit, with the code of a bound that may change."""
    bound = _bound(limit, model, configuration)
    return (_said(bound), ": ", Code(bound.changing)) if bound.changing else (_said(bound),)


def _bound(limit: Limit, model: Model, configuration: Configuration) -> _Bound:
    each = "for each card" if limit.per_card else "for each player"
    lasting = {"game": "in the whole game"}.get(limit.life, f"each {spoken(limit.life)}")
    at_most = model.at_most.get(limit)
    number = None if at_most is None else number_at_start(at_most, model, configuration)
    fixed = isinstance(at_most, (Constant, SettingValue))
    code = "" if fixed else limit.at_most_text.strip()
    return _Bound(number, f"{each}, {lasting}", code)


def _said(bound: _Bound) -> str:
    if bound.number is None:
        return f"so many times {bound.what}"
    return f"{times(bound.number)} {bound.what}{' (at first)' if bound.changing else ''}"


def number_at_start(expression: Expression, model: Model, configuration: Configuration) -> int | None:
    """What an expression comes to when variables have their first values; None where that can't be told."""
    match expression:
        case Constant(value=int(value)):
            return value
        case Checked(value=inner):
            return number_at_start(inner, model, configuration)
        case SettingValue(declaration=setting):
            return _whole(configuration.settings.get(setting.name))
        case VariableOf(declaration=variable):
            starts = model.starts.get(variable)
            if starts is not None:
                return number_at_start(starts, model, configuration)
            return _whole(first_value(variable.type))
        case Operation(operator="+" | "-" | "*" as operator, operands=[one, other]):
            left, right = (number_at_start(operand, model, configuration) for operand in (one, other))
            if left is None or right is None:
                return None
            return left + right if operator == "+" else left - right if operator == "-" else left * right
    return None


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
