"""What is to be simulated, and the seed of each game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from artrules.chance import stream_key


@dataclass(frozen=True)
class Plan:
    """Games of one configuration; `bots` has the text of one for each seat. Equal plans give equal games on every
    machine, unless a bot thinks for a time.

    `dearest` is how many of the dearest decisions are wanted of each game (`dearest.py`).
    """

    players: int
    seed: int
    settings: dict[str, Any]
    bots: tuple[str, ...]
    dearest: int = 0


def game_seed(seed: int, index: int) -> int:
    """The seed of a game, counted from 0: a number of 53 bits, which every JSON reader keeps exactly."""
    return stream_key(seed, 0, f"simulation game {index}") >> 11
