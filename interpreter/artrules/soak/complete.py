"""Complete: an option that is offered can be completed, and every option that can be is offered.

On small positions of games on their way the options are those of a search that tries everything. Positions where that
would take too long are passed over, and others are taken instead.
"""

from __future__ import annotations

from typing import Any

from artrules.ruleset import Ruleset
from artrules.run.advance import Candidate
from artrules.run.decision import Decision, GameFault
from artrules.run.game import Game
from artrules.run.powers import SLOTS
from artrules.soak.broken import fault_account
from artrules.soak.brute_force import BruteForce, TooMany
from artrules.soak.table import Table
from artrules.soak.walk import Counts, Walk

POSITIONS = 25
"""So many small positions are looked at in each game."""
SMALL = 1500
"""So many positions are tried at most for all options of a decision."""
MOST_DECISIONS = 2_000


def check(ruleset: Ruleset, table: Table, counts: Counts) -> None:
    walk = Walk(ruleset, table, counts)
    brute_force = BruteForce(walk.game, SMALL)
    left = POSITIONS
    for _ in walk.steps(MOST_DECISIONS):
        if walk.stream.below(4):
            continue
        for decision in walk.game.decisions:
            left -= _at(walk, decision, brute_force)
        if left <= 0:
            break


def _at(walk: Walk, decision: Decision, brute_force: BruteForce) -> int:
    """Look at one decision; 1 if it was small enough."""
    try:
        completable = brute_force.options(walk.game, decision)
    except TooMany:
        walk.counts["positions too large"] += 1
        return 0
    walk.counts["positions"] += 1
    offered = {_look(walk.game, decision, c): c for c in decision._candidates}
    found = {_look(walk.game, decision, c): c for c in completable}
    for wrong, what in (
        (offered.keys() - found.keys(), "is offered, but can't be completed"),
        (found.keys() - offered.keys(), "can be completed, but isn't offered"),
    ):
        if wrong:
            label = decision._label({**offered, **found}[min(wrong, key=repr)])
            raise walk.broken(f"player {decision.player}, asked `{decision.prompt}`: `{label}` {what}")
    _each_can_be_taken(walk, decision)
    return 1


def _look(game: Game, decision: Decision, candidate: Candidate) -> tuple[Any, ...]:
    """A candidate, where cards that look the same in a loose zone are the same."""
    state, runtime = game._state, game._runtime

    def look(value: Any, type_: tuple[Any, ...]) -> Any:
        match type_[0]:
            case "optional" if value is not None:
                return look(value, type_[1])
            case "card" if runtime.loose[state.cells[value]]:
                return state.cells[value], runtime.look[value]
            case "power":
                return look(value // SLOTS, ("card",)), value % SLOTS
        return value

    types = decision._table.branches[candidate[0]].values
    return (candidate[0], *(look(v, t) for v, t in zip(candidate[1:], types, strict=True)))


def _each_can_be_taken(walk: Walk, decision: Decision) -> None:
    """Every option can be chosen, and its id is its own."""
    ids = [option.id for option in decision.options]
    if len(set(ids)) != len(ids):
        raise walk.broken(f"player {decision.player}, asked `{decision.prompt}`: two options have the same id")
    for option in decision.options:
        walk.counts["options"] += 1
        try:
            walk.game.copy().choose(option.id)
        except GameFault as fault:
            raise walk.broken(f"after `{option.label}` {fault_account(fault)}") from None
