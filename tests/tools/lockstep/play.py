"""Plays one game of both engines: the same deal, the same choices."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import artrules

from ..benchmarks.open_spiel.theirs import Theirs
from .games import Pair

PLANS = 4
ATTEMPTS, SEEDS = 100, 1_000_000
"""Deals that are tried until one suits a plan, and how far apart their seeds are."""


@dataclass
class Account:
    """What has come of some games."""

    decisions: int = 0
    difference: str = ""
    """How the two engines differ where they first do; nothing where they don't."""
    events: Counter[str] = field(default_factory=Counter)


@cache
def loaded(name: str) -> artrules.Ruleset:
    return artrules.load(name)


@cache
def their_game(name: str) -> Any:
    return Theirs(name).game


def play_both(pair: Pair, seed: int) -> Account:
    """Play one game of both; every other one is steered to something rare. At each decision the same must be offered,
    also where it is one option; at the end everybody must have got the same."""
    account, chance = Account(), Random(seed)
    steered, plan = chance.random() < 0.5, chance.randrange(PLANS)
    players = pair.players[seed % len(pair.players)]
    settings = {**pair.settings, **pair.varying[seed // len(pair.players) % len(pair.varying)]}
    ruleset = loaded(pair.ours)

    def dealt(deal: int) -> artrules.Game:
        return ruleset.new_game(players=players, seed=deal, settings=settings, log=False, single_options=True)

    game, attempt = dealt(seed), 0
    while steered and attempt < ATTEMPTS and not pair.suits_plan(game.inspect.view(), plan):
        attempt += 1
        game = dealt(seed + attempt * SEEDS)
    view = game.inspect.view()
    state, brought, seats = (
        their_game(pair.theirs(players, settings)).new_initial_state(),
        pair.chance(view, settings),
        pair.seats(view),
    )
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(brought.pop(0))
            continue
        if pair.is_over(game):
            return account
        player = seats[state.current_player()]
        decision = next((each for each in game.decisions if each.player == player), None)
        if decision is None:
            account.difference = f"player {player} decides there, {[each.player for each in game.decisions]} here"
            return account
        options = {pair.action(option.label): option for option in decision.options}
        actions = state.legal_actions()
        if sorted(options) != sorted(actions):
            words = [state.action_to_string(state.current_player(), action) for action in actions]
            account.difference = f"offered there: {words}, here: {[option.label for option in options.values()]}"
            return account
        account.decisions += 1
        chosen = chance.choice(actions)
        if steered and chance.random() < pair.steadiness:
            label = pair.steered(game, player, [option.label for option in options.values()], plan)
            chosen = pair.action(label) if label is not None else chosen
        game.choose(options[chosen])
        state.apply_action(chosen)
    if game.result is None:
        account.difference = "it is over there, not here"
        return account
    got, there = pair.returns(game), state.returns()
    here = [got[seat - 1] for seat in seats]
    if not pair.are_same(game, here, there):
        account.difference = f"players get there: {there}, here: {here}"
    account.events.update(pair.events(game))
    return account
