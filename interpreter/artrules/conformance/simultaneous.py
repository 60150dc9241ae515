"""At once: in a phase that all players play at the same time, and where several are asked at once, it doesn't matter
who is quicker.

It plays the same game in several orders: player by player, in turn, and at random. Each player draws choices from a
random stream of their own. Every order must lead to the same position and the same log, and must show every seat the
same whenever it has to choose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from artrules.analyses.calls import every_body
from artrules.chance import Stream
from artrules.conformance.observation import difference, observe
from artrules.conformance.random_play import Counts, RandomGame
from artrules.conformance.table import Table
from artrules.game.decision import Decision
from artrules.ir.nodes import Ask
from artrules.ruleset import Ruleset

ROUNDS = 3
MOST_DECISIONS = 2_000
Order = Callable[[list[Decision], int], Decision]
"""Picks the decision that is answered next, given all that wait and the number of choices made so far."""


def check(ruleset: Ruleset, table: Table, counts: Counts) -> None:
    model = ruleset.model
    questions = any(isinstance(node, Ask) for code in every_body(model) for node in code.every_node)
    if not questions and all(phase.who != "all_at_once" for phase in model.flow.phases):
        counts["games without such a phase"] += 1
        return
    played: dict[str, _Played] = {}
    for name, order in _orders(table).items():
        played[name] = _Played(RandomGame(ruleset, table, counts, log=True), order)
    first = played["player by player"]
    for name, other in played.items():
        account = first.unlike(other)
        if account is not None:
            raise other.walk.broken(f"played {name} instead of player by player, {account}")


def _orders(table: Table) -> dict[str, Order]:
    by_chance: Stream = table.stream("order")
    return {
        "player by player": lambda decisions, made: decisions[0],
        "the other way round": lambda decisions, made: decisions[-1],
        "in turn": lambda decisions, made: decisions[made % len(decisions)],
        "in any order": lambda decisions, made: decisions[by_chance.below(len(decisions))],
    }


class _Played:
    """A game played in some order, to the end of a round."""

    def __init__(self, walk: RandomGame, order: Order) -> None:
        self.walk = walk
        self.moments: dict[int, list[Any]] = {}
        """By player: what the player saw at each of their decisions in phases played all at once."""
        game = walk.game
        streams = {p: walk.table.stream("walk", p) for p in range(1, game.players + 1)}
        while game.decisions and not (game.round > ROUNDS and not game.simultaneous):
            if walk.made >= MOST_DECISIONS and not game.simultaneous:
                break
            decision = order(game.decisions, walk.made)
            if game.simultaneous:
                walk.counts["choices at once"] += 1
                self.moments.setdefault(decision.player, []).append(observe(game, decision.player))
            walk.choose(decision.options[streams[decision.player].below(len(decision.options))])

    def unlike(self, other: _Played) -> str | None:
        """What differs from the game played in another order, in words; None when nothing does."""
        for player, moments in self.moments.items():
            for number, (here, there) in enumerate(zip(moments, other.moments.get(player, []), strict=False), 1):
                found = difference(here, there)
                if found is not None:
                    return f"player {player} is shown something else at the {number}. choice in such phases: {found}"
        if self.walk.game.digest() != other.walk.game.digest():
            return "another position comes of it"
        here, there = ([entry.as_data() for entry in played.walk.game.log] for played in (self, other))
        found = difference(here, there)
        return None if found is None else f"the story is another: {found}"
