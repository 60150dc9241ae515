"""Explains why a value isn't in a binder's domain, by the parts of the domain's expression."""

from typing import Any

from artrules.engine.execute.guarded import NotKnown
from artrules.model.ir import nodes as k
from artrules.play.explain.why_not.answer import Because
from artrules.play.explain.why_not.conditions import DEEPEST, Conditions
from artrules.play.explain.why_not.describe import Undetermined
from artrules.play.explain.why_not.evaluate import Names


def contains(conditions: Conditions, domain: k.Expression, value: Any, names: Names) -> bool | None:
    """Whether a domain contains a value; None if the seat can't know."""
    try:
        return value in conditions.evaluator.items(domain, names)
    except (Undetermined, NotKnown):
        return None


def why_not_in(
    conditions: Conditions,
    domain: k.Expression,
    value: Any,
    item: k.Local,
    names: Names,
    within: str = "",
    depth: int = 0,
) -> list[Because]:
    """Why a domain doesn't contain a value, the outermost part first. The caller must know that it doesn't.

    `item` is the name that stands for the value, `within` and `depth` are as in `Conditions.why`.
    """
    own = conditions.because(domain, names, within, conditions.phrases.not_among(value, item, domain, names))
    match domain:
        case k.Call(function=function) if depth < DEEPEST:
            inner, called = conditions.called_with(domain, names), conditions.evaluator.model.values.get(function)
            if inner is not None and called is not None:
                return [own, *why_not_in(conditions, called, value, item, inner, function.name, depth + 1)]
        case k.Fold(kind="those", binders=[binder]):
            if contains(conditions, binder.domain, value, names) is False:
                return why_not_in(conditions, binder.domain, value, item, names, within, depth)
            if binder.condition is not None:
                inner = {**names, binder.local.name: value}
                return conditions.why(binder.condition, inner, within=within, depth=depth) or [own]
        case k.Operation(operator="without", operands=[whole, _]):
            if contains(conditions, whole, value, names) is False:
                return why_not_in(conditions, whole, value, item, names, within, depth)
    return [own]
