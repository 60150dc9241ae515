"""Explains why a power can't be used: a limit that is reached, or else its condition. Limits are tested first, in
order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.compile.references import SLOTS
from artrules.ir import nodes as k
from artrules.ir.declarations import Limit
from artrules.ir.types import Card
from artrules.run.powers import definition_of, use_key
from artrules.run.signals import Fail, Fault
from artrules.run.why_not.answer import Because
from artrules.run.why_not.describe import called
from artrules.run.why_not.evaluate import Names, Undetermined
from artrules.run.why_not.stand_ins import Hidden, NotKnown

if TYPE_CHECKING:
    from artrules.run.state import State
    from artrules.run.why_not.conditions import Conditions

USED = "uses so far"


def why_unusable(
    conditions: Conditions, S: State, power: k.Expression, me: k.Expression, names: Names, depth: int
) -> list[Because]:
    """Why the player `me` can't use a power; empty if the seat can't know."""
    try:
        value, player = conditions.evaluator.value(S, power, names), conditions.evaluator.value(S, me, names)
        if isinstance(value, Hidden):
            return []
        definition = S.runtime.program.model.powers[definition_of(S, value)]
        title = f"{definition.title} ({called(S, value // SLOTS, _card_type(S, value // SLOTS))})"
    except (Undetermined, NotKnown, Fail):
        return []
    for limit in definition.limits:
        spent = why_spent(conditions, S, limit, player, value if limit.per_card else definition.index, title)
        if spent is not None:
            return [spent]
    condition = S.runtime.program.model.conditions.get(definition)
    if condition is None:
        return []
    own: dict[str, Any] = {"me": player, "self": value // SLOTS}
    return conditions.why(S, condition, own, within=title, depth=depth)


def _card_type(S: State, card: int) -> Card:
    return Card(frozenset([S.runtime.kind_of[card]]))


def why_spent(
    conditions: Conditions, S: State, limit: Limit, player: int, identity: int, within: str
) -> Because | None:
    """The reason if a player has reached a limit; None if not, or if the seat can't know. `identity` is what the limit
    counts: the index of a definition, or the number of a power on a card."""
    try:
        used: int = S.uses.get(use_key(limit.index, player, identity), 0)
        at_most = S.runtime.limit_at_most[limit.index](S, player)
    except (NotKnown, Fail, Fault):
        return None
    if used < at_most:
        return None
    bound = S.runtime.program.model.at_most[limit]
    text = conditions.author.words(bound.at)
    values = {USED: str(used), text: str(at_most)} if not text.isdecimal() else {USED: str(used)}
    values |= conditions.parts.values(S, bound, {"me": player})
    reason = f"the limit `{limit.name}` is used up" + (f" for {within}" if within else "")
    return Because(f"at_most: {text}", values, bound.at, within, reason)
