"""Fair: a bot makes the same choice in two games that its seat can't tell apart.

At positions of a game, for each player who decides: everything that the seat can't know is dealt anew, once at random
and once so that every hidden card lies elsewhere. Then each bot, made anew with the same seed, must choose the same
option there as in the real game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from artrules.bots.bot import Bot
from artrules.bots.registry import bot_names, make_bot, takes_time, with_budget
from artrules.bots.seat import Seat
from artrules.bots.spec import BotProblem
from artrules.conformance.exchanges import Exchanges
from artrules.conformance.random_play import Counts, RandomGame
from artrules.conformance.table import Table
from artrules.conformance.violation import fault_account
from artrules.game.decision import Decision, GameFault
from artrules.game.game import Game
from artrules.game.inspection.determinization import exchange_hidden_cards
from artrules.ruleset import Ruleset

POSITIONS = 8
"""Positions of each game that are examined."""
MOST_DECISIONS = 1_000
ONE_IN = 12
"""On average one in this many positions is examined."""
ITERATIONS = 20
"""For so long each bot thinks that takes a number of iterations."""

MakeBot = Callable[[int, int], Bot]
"""Makes a bot of a seed and a player, counted from 1."""


def all_bots() -> dict[str, MakeBot]:
    """Every bot there is, those of plugins included, by name. Raises PluginProblem."""
    texts = [with_budget(name, "iterations", str(ITERATIONS)) if takes_time(name) else name for name in bot_names()]
    return {text: partial(make_bot, text) for text in texts}


def check(
    ruleset: Ruleset,
    table: Table,
    counts: Counts,
    *,
    bots: Mapping[str, MakeBot] | None = None,
    positions: int = POSITIONS,
    one_in: int = ONE_IN,
) -> None:
    """Play the game of a table and let bots, or those that are given by name, choose at some of its positions. Raises
    Violation."""
    walk = RandomGame(ruleset, table, counts, log=True)
    makers = all_bots() if bots is None else bots
    left = positions
    for made in walk.steps(MOST_DECISIONS):
        if walk.stream.below(one_in):
            continue
        counts["positions"] += 1
        for decision in walk.game.decisions:
            for other in _alike(walk, decision.player, made):
                _compare(walk, decision, other, makers, made)
        left -= 1
        if not left:
            break


def _alike(walk: RandomGame, player: int, seed: int) -> Iterator[Game]:
    """Games that the seat of a player can't tell from the one in progress. Raises Violation."""
    game = walk.game
    try:
        yield game.resample(player, seed)
    except GameFault as fault:
        raise walk.broken(f"seat {player}, when what it can't know is dealt anew: {fault_account(fault)}") from None
    elsewhere = exchange_hidden_cards(game, player, Exchanges(player, walk.table.stream("exchanges", player)).of_all)
    try:
        elsewhere.ask()
    except GameFault:
        return  # what others have chosen before doesn't go with the cards that they hold there
    yield elsewhere.game


def _compare(walk: RandomGame, decision: Decision, other: Game, bots: Mapping[str, MakeBot], seed: int) -> None:
    """Let bots choose in the game in progress and in another one. Raises Violation."""
    player = decision.player
    there = next((d for d in other.decisions if d.player == player), None)
    if there is None:
        return  # others must come first there
    walk.counts["games that look the same"] += 1
    for name, make in bots.items():
        try:
            chosen = make(seed, player).choose(decision, Seat(walk.game, player))
        except BotProblem:
            continue  # it can't play this game at all: there are no hints for it, say
        instead = make(seed, player).choose(there, Seat(other, player))
        walk.counts["choices"] += 1
        if chosen.id != instead.id:
            account = f"seat {player}: the bot {name} chooses `{chosen.label}`, but `{instead.label}`"
            raise walk.broken(f"{account} when what the seat can't know is dealt anew")
