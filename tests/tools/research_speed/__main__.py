"""`python -m tests.tools.research_speed`: decisions a second through environments, ours beside those of PettingZoo.

All take turns on one core, and each is played by the same loop: observe, choose any action of the mask, step. Only
decisions count, not the last steps of agents whose game is over. Of PettingZoo's own games those are measured whose
packages are there (`pip install pygame rlcard` brings them).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from artrules.lab.research import aec_env
from artrules.model.catalogue.locations import shipped_rulesets

THEIRS = ("leduc_holdem_v4", "texas_holdem_v4", "connect_four_v3", "tictactoe_v3")
ROUNDS = 3
"""How often each has its turn."""
SECONDS = 0.5
"""Of processor time, for one turn."""
WARM_UP = 3_000
"""Decisions before anything counts: games begin under CPython, and go on in WebAssembly."""


class Contender:
    """An environment that is played on and on."""

    def __init__(self, name: str, env: Any) -> None:
        self.name = name
        self._env = env
        self._chance = Random(1)
        self.rates: list[float] = []
        env.reset(seed=1)

    def play(self, decisions: int) -> None:
        """Make so many decisions."""
        env, made = self._env, 0
        while made < decisions:
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                if not env.agents:
                    env.reset()
                continue
            env.step(self._chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            made += 1

    def take_turn(self) -> None:
        """Note how many decisions a second it makes."""
        begun, made = process_time(), 0
        while process_time() - begun < SECONDS:
            self.play(200)
            made += 200
        self.rates.append(made / (process_time() - begun))


def found(name: str) -> Callable[[], Any] | None:
    """What makes a game of PettingZoo; None where a package is missing."""
    try:
        make: Callable[[], Any] = import_module(f"pettingzoo.classic.{name}").env
        make().reset(seed=1)
    except ImportError:
        return None
    return make


def main() -> int:
    contenders = [Contender(f"artrules {name}", aec_env(name)) for name in shipped_rulesets()]
    contenders += [Contender(f"PettingZoo {name}", make()) for name in THEIRS if (make := found(name)) is not None]
    for each in contenders:
        each.play(WARM_UP)
    for _ in range(ROUNDS):
        for each in contenders:
            each.take_turn()
    for each in contenders:
        print(
            f"{each.name:28} {median(each.rates):8,.0f} decisions/s  ({min(each.rates):,.0f} to {max(each.rates):,.0f})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
