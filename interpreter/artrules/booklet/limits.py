"""Says in words how often a power may be used: `once for each card, each turn`.

The bound of a limit is an expression. The words give its value at the start of a game, if that is known without
playing. If the value may change during the game, they say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from artrules.booklet.document import Code, Line
from artrules.booklet.words import display_text, frequency
from artrules.ir.declarations import Limit
from artrules.ir.first_value import first_value
from artrules.ir.model import Model
from artrules.ir.nodes import Checked, Constant, Expression, Operation, SettingValue, VariableOf
from artrules.lower.configuration import Configuration


@dataclass(frozen=True, slots=True)
class _Bound:
    """A limit in words. Only a bound that is a constant or a setting never changes during a game."""

    number: int | None
    """The number of uses at the start of a game; None if it isn't known without playing."""
    scope: str
    """What the uses are counted for, and for how long: `for each card, each turn`."""
    changing: str
    """The code of a bound that may change during a game; empty for one that never changes."""


def limits_in_words(limits: Sequence[Limit], model: Model, configuration: Configuration) -> str:
    """All limits of a power, separated by semicolons; `as often as you like` for a power without limits.

    Of two limits with the same scope and the same number, only the one that never changes is mentioned.
    """
    bounds = [_bound(limit, model, configuration) for limit in limits]
    fixed = {bound.scope: bound.number for bound in bounds if not bound.changing}
    texts: dict[str, None] = {}
    for bound in bounds:
        # Every use must keep to both limits, so the power is never used more often than the fixed one allows.
        if bound.changing and bound.number is not None and fixed.get(bound.scope) == bound.number:
            continue
        texts[_bound_in_words(bound)] = None
    return "; ".join(texts) if texts else "as often as you like"


def limit_in_words(limit: Limit, model: Model, configuration: Configuration) -> Line:
    """One limit, followed by the code of its bound if that may change during a game."""
    bound = _bound(limit, model, configuration)
    text = _bound_in_words(bound)
    return (text, ": ", Code(bound.changing)) if bound.changing else (text,)


def _bound(limit: Limit, model: Model, configuration: Configuration) -> _Bound:
    each = "for each card" if limit.per_card else "for each player"
    lasting = {"game": "in the whole game"}.get(limit.life, f"each {display_text(limit.life)}")
    at_most = model.at_most.get(limit)
    number = None if at_most is None else number_at_start(at_most, model, configuration)
    fixed = isinstance(at_most, (Constant, SettingValue))
    code = "" if fixed else limit.at_most_text.strip()
    return _Bound(number, f"{each}, {lasting}", code)


def _bound_in_words(bound: _Bound) -> str:
    if bound.number is None:
        return f"so many times {bound.scope}"
    return f"{frequency(bound.number)} {bound.scope}{' (at first)' if bound.changing else ''}"


def number_at_start(expression: Expression, model: Model, configuration: Configuration) -> int | None:
    """The value of an expression at the start of a game, when every variable has its first value.

    It evaluates constants, settings, variables, `+`, `-` and `*`. None for any other expression.
    """
    match expression:
        case Constant(value=int(value)):
            return value
        case Checked(value=inner):
            return number_at_start(inner, model, configuration)
        case SettingValue(declaration=setting):
            return _integer(configuration.settings.get(setting.name))
        case VariableOf(declaration=variable):
            starts = model.starts.get(variable)
            if starts is not None:
                return number_at_start(starts, model, configuration)
            return _integer(first_value(variable.type))
        case Operation(operator="+" | "-" | "*" as operator, operands=[one, other]):
            left, right = (number_at_start(operand, model, configuration) for operand in (one, other))
            if left is None or right is None:
                return None
            return left + right if operator == "+" else left - right if operator == "-" else left * right
    return None


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
