"""A plugin for artrules: ways to roll dice, and the odds of a roll. `summit`, beside this file, is a game with them."""

from __future__ import annotations

from pathlib import Path

from artrules import PureFunction, WayToDraw, hook
from dice.odds import chance_of
from dice.rolls import best_of, exploding, pool

ARTRULES_HOOKS = 3


@hook
def artrules_functions() -> list[PureFunction]:
    """The odds of a roll."""
    return [
        PureFunction(
            "chance_of(1..100 at_least, 1..5 dice, 2..20 sides)",
            "0..100",
            chance_of,
            "how likely the dice show so much together, in percent",
            work=2000,
        )
    ]


@hook
def artrules_draws() -> list[WayToDraw]:
    """Ways to roll."""
    return [
        WayToDraw("pool(1..5 dice, 2..20 sides)", "1..100", pool, "what the dice show together"),
        WayToDraw("best_of(1..5 dice, 2..20 sides)", "1..20", best_of, "the highest of the dice"),
        WayToDraw("exploding(2..20 sides)", "1..200", exploding, "a die that is rolled again after its highest number"),
    ]


@hook
def artrules_ruleset_folders() -> list[Path]:
    """The folder with the game."""
    return [Path(__file__).parent]
