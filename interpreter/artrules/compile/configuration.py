"""One way to set up a ruleset: how many players, which settings, which set fills each key of each group.

Content is compiled for a configuration: everything that can't change in a game (players, settings, powers of printed
keys) becomes a constant.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Configuration:
    """Players, values of settings (as the engine holds them), and for each group the set for each key."""

    players: int
    settings: dict[str, Any] = field(default_factory=dict)
    chosen: dict[str, dict[Any, str]] = field(default_factory=dict)

    def sets_in_play(self) -> frozenset[str]:
        return frozenset(name for keys in self.chosen.values() for name in keys.values())
