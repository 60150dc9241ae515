"""Why a power can't be used, or a limit has no room: its limits in order, then its own condition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.kernel import nodes as k
from artrules.kernel.declarations import Limit
from artrules.kernel.type import Card
from artrules.run.powers import SLOTS, definition_of, use_key
from artrules.run.signals import Fail, Fault
from artrules.run.why_not.answer import Because
from artrules.run.why_not.evaluating import CantTell, Names
from artrules.run.why_not.hidden import Hidden, NotKnown
from artrules.run.why_not.saying import called

if TYPE_CHECKING:
    from artrules.run.state import State
    from artrules.run.why_not.conditions import Conditions

USED = "uses so far"


def why_unusable(
    conditions: Conditions, S: State, power: k.Expression, me: k.Expression, names: Names, depth: int
) -> list[Because]:
    """Why a power can't be used by a player; empty when that can't be told."""
    try:
        value, player = conditions.evaluator.value(S, power, names), conditions.evaluator.value(S, me, names)
        if isinstance(value, Hidden):
            return []
        definition = S.runtime.program.model.powers[definition_of(S, value)]
        title = f"{definition.title} ({called(S, value // SLOTS, _card_type(S, value // SLOTS))})"
    except (CantTell, NotKnown, Fail):
        return []
    for limit in definition.limits:
        spent = why_spent(conditions, S, limit, player, value if limit.per_card else definition.index, title)
        if spent is not None:
            return [spent]
    if definition.condition is None:
        return []
    own: dict[str, Any] = {"me": player, "self": value // SLOTS}
    return conditions.why(S, definition.condition, own, within=title, depth=depth)


def _card_type(S: State, card: int) -> Card:
    return Card(frozenset([S.runtime.kind_of[card]]))


def why_spent(
    conditions: Conditions, S: State, limit: Limit, player: int, identity: int, within: str
) -> Because | None:
    """That a limit has no room for a player; None when it has, or when that can't be told."""
    assert limit.at_most is not None
    try:
        used: int = S.uses.get(use_key(limit.index, player, identity), 0)
        at_most = S.runtime.limit_at_most[limit.index](S, player)
    except (NotKnown, Fail, Fault):
        return None
    if used < at_most:
        return None
    text = conditions.author.words(limit.at_most.at)
    values = {USED: str(used), text: str(at_most)} if not text.isdecimal() else {USED: str(used)}
    values |= conditions.parts.values(S, limit.at_most, {"me": player})
    reason = f"the limit `{limit.name}` is used up" + (f" for {within}" if within else "")
    return Because(f"at_most: {text}", values, limit.at_most.at, within, reason)
