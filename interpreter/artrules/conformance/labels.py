"""Tells: of two options that read the same, a seat can see which is which, or it makes no difference.

Clients show beside equal labels what else the options are about: which cards, where these lie, what has changed on them
(`presentation/labels.py`). That tells apart options of one branch. Two branches do different things, so what they are
about doesn't say which is which. Cards that a seat can't see are one like the other to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from artrules.conformance.random_play import Counts, RandomGame
from artrules.conformance.table import Table
from artrules.conformance.violation import fault_account
from artrules.game.decision import Decision, GameFault, Option
from artrules.ruleset import Ruleset

MOST_DECISIONS = 400
MOST_ALIKE = 12
"""Of so many options that read the same at one decision all pairs are compared."""


def check(ruleset: Ruleset, table: Table, counts: Counts, most: int = MOST_DECISIONS) -> None:
    walk = RandomGame(ruleset, table, counts)
    for _ in walk.steps(most):
        for decision in walk.game.decisions:
            _look(walk, decision)


def _look(walk: RandomGame, decision: Decision) -> None:
    """Compare the options of a decision that read the same. Raises Violation."""
    spoken: dict[str, list[Option]] = {}
    try:
        for option in decision.options:
            spoken.setdefault(" ".join(option.label.casefold().split()), []).append(option)
    except GameFault as fault:
        raise walk.broken(fault_account(fault)) from None
    walk.counts["labels"] += len(spoken)
    for options in spoken.values():
        for one, other in combinations(options[:MOST_ALIKE], 2):
            walk.counts["equal labels"] += 1
            if not _told_apart(one, other) and not _same_effect(walk, [one, other]):
                what = f"`{one.label}` is offered twice, and nothing tells which is which"
                raise walk.broken(f"player {decision.player}, asked `{decision.prompt}`: {what}")


def _told_apart(one: Option, other: Option) -> bool:
    """Whether what else two options are about says which is which, or the player can't know it."""
    return one.node is other.node and (one.about != other.about or not (one.is_open and other.is_open))


def _same_effect(walk: RandomGame, options: Sequence[Option]) -> bool:
    """Whether the game comes to the same position. Raises Violation when the content makes a mistake."""
    positions = set()
    for option in options:
        after = walk.game.copy()
        try:
            after.choose(option.id)
        except GameFault as fault:
            raise walk.broken(fault_account(fault)) from None
        positions.add(after.digest())
    return len(positions) == 1
