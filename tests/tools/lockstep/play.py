"""Plays one game of both engines: the same deal, the same choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, ClassVar

import artrules
from artrules.play.game.decision import Decision

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
    return Played(pair, seed).account


class Played:
    """A game that is played in both engines until it is over or they differ."""

    part_steered: ClassVar[float] = 0.5
    """How many of the games are steered to something rare."""

    def __init__(self, pair: Pair, seed: int) -> None:
        self.pair, self.account, self.chance = pair, Account(), Random(seed)
        self.steered, self.plan = self.chance.random() < self.part_steered, self.chance.randrange(PLANS)
        self.players = pair.players[seed % len(pair.players)]
        self.settings = {**pair.settings, **pair.varying[seed // len(pair.players) % len(pair.varying)]}
        self.game, attempt = self._dealt(seed), 0
        while not self._suits(attempt < ATTEMPTS):
            attempt += 1
            self.game = self._dealt(seed + attempt * SEEDS)
        view = self.game.inspect.view()
        self.seats = pair.seats(view)
        self.state = their_game(pair.theirs(self.players, self.settings)).new_initial_state()
        self._play(pair.chance(view, self.settings))

    def _suits(self, searching: bool) -> bool:
        view = self.game.inspect.view()
        suits = not (self.steered and searching) or self.pair.suits_plan(view, self.plan)
        return suits and self.pair.is_dealt_alike(view)

    def _dealt(self, deal: int) -> artrules.Game:
        return self.pair.begun(loaded(self.pair.ours), self.players, deal, self.settings)

    def _play(self, brought: list[int]) -> None:
        pair, state = self.pair, self.state
        while not state.is_terminal():
            if state.is_chance_node():
                brought = brought or pair.later_chance(self.game.inspect.view(), self.settings, state)
                state.apply_action(brought.pop(0))
                continue
            if pair.is_over(self.game):
                self.account.events.update(pair.events(self.game))
                return
            if state.is_simultaneous_node():
                chosen = [self._chosen(player, state.legal_actions(player)) for player in range(self.players)]
                if None in chosen:
                    return
                state.apply_actions(chosen)
                continue
            actions = state.legal_actions()
            action = actions[0] if pair.is_idle(state, actions) else self._chosen(state.current_player(), actions)
            if action is None:
                return
            state.apply_action(action)
        while self.game.decisions and len(self.game.decisions[0].options) == 1:  # there the last ones go by themselves
            self.game.choose(self.game.decisions[0].options[0])
        self.account.difference = pair.difference(self.game, state, self.seats)
        if not self.account.difference:
            self.account.events.update(pair.events(self.game))

    def _chosen(self, number: int, actions: Sequence[int]) -> int | None:
        """Choose in our game for their player; gives their action, or None where the same isn't offered."""
        pair, game, account = self.pair, self.game, self.account
        player = self.seats[number]
        decision = next((each for each in game.decisions if each.player == player), None)
        if decision is None:
            account.difference = f"player {player} decides there, {[each.player for each in game.decisions]} here"
            return None
        if standing := pair.standing(game, self.state, self.seats):
            account.difference = standing
            return None
        actions = pair.compared_actions(game, actions)
        labels = [option.label for option in decision.options]
        options = pair.options(game, labels, actions)
        if sorted(options) != sorted(actions):
            words = [self.state.action_to_string(number, action) for action in actions]
            account.difference = f"offered there: {words}, here: {labels}"
            return None
        if set(labels) - {label for chosen in options.values() for label in chosen}:
            account.events["options left out for a known reason"] += 1
        account.decisions += 1
        action = self.preferred(number, decision, options)
        for label in options[action]:
            decision = next(each for each in game.decisions if each.player == player)
            account.events.update(pair.happening(game, label))
            game.choose(next(option for option in decision.options if option.label == label))
        return action

    def preferred(self, number: int, decision: Decision, options: Mapping[int, Sequence[str]]) -> int:
        """The action that their player takes, of those that come to some of our options: any one, or in a game that is
        steered mostly one that leads to something rare."""
        action = self.chance.choice(sorted(options))
        if self.steered and self.chance.random() < self.pair.steadiness:
            labels = [option.label for option in decision.options]
            wanted = self.pair.steered_options(self.game, self.seats[number], labels, self.plan)
            leading = [each for each, chosen in options.items() if wanted and not Counter(wanted) - Counter(chosen)]
            action = self.chance.choice(leading) if leading else action
        return action
