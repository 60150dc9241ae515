"""Reports of simulations: what a plugin says to add one, and what it gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """One game of a simulation. Players count from 1; `scores` stand in order of seats."""

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
    """Games of one configuration, played by bots."""

    ruleset: str
    title: str
    content: str
    """The hash of its content."""
    players: int
    settings: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    games: tuple[SimulatedGame, ...]


Reporter = Callable[[Simulation], str]
"""Makes a text of a simulation, which ends with a line break."""
