"""The type of a reporter, which a plugin contributes, and of the simulation that it gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """One game of a simulation. Winners are players counted from 1; `scores` has a score for each player, in order."""

    index: int
    """The number of the game, counted from 0."""
    seed: int
    decisions: int
    rounds: int
    stalled: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of many games of one configuration, played by bots."""

    ruleset: str
    title: str
    content: str
    """The hash of all files that hold rules."""
    players: int
    settings: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    games: tuple[SimulatedGame, ...]


Reporter = Callable[[Simulation], str]
"""Makes a report from a simulation: a text that ends with a line break."""
