"""Complete: every option that is offered can be completed, and every option that can be completed is offered.

At small positions of games in progress it compares the options with those of an exhaustive search. It skips positions
at which the search would take too long, and takes others instead.
"""

from __future__ import annotations

from artrules.conformance.random_play import Counts, RandomGame
from artrules.conformance.table import Table
from artrules.conformance.violation import fault_account
from artrules.game.decision import Decision, GameFault
from artrules.game.inspection.exhaustive_search import ExhaustiveSearch, TooManyPositions, appearance
from artrules.ruleset import Ruleset

POSITIONS = 25
"""Small positions that are examined in each game."""
SMALL = 1500
"""Positions that the search may try for all options of one decision."""
MOST_DECISIONS = 2_000


def check(ruleset: Ruleset, table: Table, counts: Counts) -> None:
    walk = RandomGame(ruleset, table, counts)
    search = ExhaustiveSearch(walk.game, SMALL)
    left = POSITIONS
    for _ in walk.steps(MOST_DECISIONS):
        if walk.stream.below(4):
            continue
        for decision in walk.game.decisions:
            left -= _at(walk, decision, search)
        if left <= 0:
            break


def _at(walk: RandomGame, decision: Decision, search: ExhaustiveSearch) -> int:
    """Examine one decision; gives 1 if it was small enough, else 0."""
    try:
        completable = search.options(decision)
    except TooManyPositions:
        walk.counts["positions too large"] += 1
        return 0
    walk.counts["positions"] += 1
    offered = {appearance(option): option for option in decision.options}
    found = {appearance(option): option for option in completable}
    for wrong, what in (
        (offered.keys() - found.keys(), "is offered, but can't be completed"),
        (found.keys() - offered.keys(), "can be completed, but isn't offered"),
    ):
        if wrong:
            label = {**offered, **found}[min(wrong, key=repr)].label_for([])
            raise walk.broken(f"player {decision.player}, asked `{decision.prompt}`: `{label}` {what}")
    _each_can_be_taken(walk, decision)
    return 1


def _each_can_be_taken(walk: RandomGame, decision: Decision) -> None:
    """See that every option can be chosen, and that no two have the same id. Raises Violation."""
    ids = [option.id for option in decision.options]
    if len(set(ids)) != len(ids):
        raise walk.broken(f"player {decision.player}, asked `{decision.prompt}`: two options have the same id")
    for option in decision.options:
        walk.counts["options"] += 1
        try:
            walk.game.copy().choose(option.id)
        except GameFault as fault:
            raise walk.broken(f"after `{option.label}` {fault_account(fault)}") from None
