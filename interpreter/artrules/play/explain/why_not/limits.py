"""Explains why something with a limit can't be done once more."""

from artrules.engine.execute.guarded import NotKnown
from artrules.model.ir.declarations import NEXT_TURN, Limit
from artrules.play.explain.why_not.answer import Because
from artrules.play.explain.why_not.known_machine import Fail, FoundFault
from artrules.play.explain.why_not.parts import Parts
from artrules.play.game.description import title_of

USED = "uses so far"


def why_spent(parts: Parts, limit: Limit, player: int, identity: int, within: str) -> Because | None:
    """The reason if a player has reached a limit; None if not, or if the seat can't know. `identity` is what the limit
    counts: a power on a card, the index of a definition, or -1 minus the number of a branch."""
    machine, model = parts.evaluator.machine, parts.evaluator.model
    try:
        used: int = machine.call("uses", player, limit.index, identity)
        at_most: int = machine.call_table("limit_at_most", limit.index, player)
    except (NotKnown, Fail, FoundFault):
        return None
    if used < at_most:
        return None
    bound = model.at_most[limit]
    text = parts.author.words(bound.at)
    values = {USED: str(used), text: str(at_most)} if not text.isdecimal() else {USED: str(used)}
    values |= parts.values(bound, {"me": player})
    often = {0: "not now", 1: "only once", 2: "only twice"}.get(at_most, f"only {at_most} times")
    reason = f"{often} {_while(limit.life)}".strip() if at_most else "not now"
    if within and not limit.per_card and at_most:
        reason += ", for all cards together"  # it may be another one that has been used
    return Because(f"at_most: {text}", values, bound.at, within, f"{reason}: {within}" if within else reason)


def _while(life: str) -> str:
    """During what a limit counts: `a turn`."""
    if life == NEXT_TURN:
        return "until your next turn"
    return "in this game" if life == "game" else f"in this {title_of(life)}"
