"""What corresponds to a candidate in a game dealt anew, and how others would be told of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from artrules.run.advance import Candidate
from artrules.run.dealing import Deal
from artrules.run.decision import Decision
from artrules.run.moving import Veil
from artrules.run.powers import SLOTS
from artrules.run.signals import Fail, Fault

MOST_LABELS = 20


def labels_told(here: Decision, there: Decision, deal: Deal) -> Iterator[tuple[str, str]]:
    """How the options of one decision would be told to others, here and there."""
    for candidate in here._candidates[:MOST_LABELS]:
        types = here._table.branches[candidate[0]].values
        texts = _public(here, candidate), _public(there, counterpart(candidate, types, deal))
        if None not in texts:
            yield texts  # type: ignore[misc]


def _public(decision: Decision, candidate: Candidate) -> str | None:
    """What others read of an option when it is chosen; None where it can't be called anything."""
    state = decision._game._state
    others = [p for p in range(state.runtime.players) if p != decision.player - 1]
    try:
        return decision._public(candidate, Veil(state, others))
    except (Fail, Fault):
        return None


def counterpart(candidate: Candidate, types: list[tuple[Any, ...]], deal: Deal) -> Candidate:
    """The candidate with the cards that lie in the places of those in it."""
    return (candidate[0], *(_there(v, t, deal) for v, t in zip(candidate[1:], types, strict=True)))


def _there(value: Any, type_: tuple[Any, ...], deal: Deal) -> Any:
    match type_[0]:
        case "optional" if value is not None:
            return _there(value, type_[1], deal)
        case "list":
            return tuple(_there(v, type_[1], deal) for v in value)
        case "card":
            return deal[value]
        case "power":
            return deal[value // SLOTS] * SLOTS + value % SLOTS
    return value
