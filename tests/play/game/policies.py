"""Policies that nobody had to learn."""

from __future__ import annotations

from random import Random

import artrules
from artrules.engine.machine.numbers import TRAITS
from artrules.engine.machine.thinking.practice import WORTH_ONE
from artrules.play.game.practising import ROUNDS, Policy, known_policies


def any_policy(seed: int) -> Policy:
    """A policy by which each trait is worth something, drawn at random."""
    chance = Random(seed)
    return Policy(tuple((trait, chance.randrange(-900, 900) * WORTH_ONE) for trait in range(TRAITS)), 0, 0)


def follow_policy(game: artrules.Game, policy: Policy) -> artrules.Game:
    """The game, for which the bot `learned` has learned a policy."""
    game.playing.runtime.derive(known_policies)[ROUNDS] = policy
    return game
