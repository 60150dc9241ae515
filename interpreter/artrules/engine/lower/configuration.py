"""One way to set up a ruleset: the number of players, the settings, and the set that fills each key of each group.

Content is lowered for one configuration. So everything that can't change during a game becomes a constant: players,
settings, powers of printed keys.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Configuration:
    """The number of players, the value of each setting, and for each group the name of the set that fills each key."""

    players: int
    settings: dict[str, Any] = field(default_factory=dict)
    chosen: dict[str, dict[Any, str]] = field(default_factory=dict)

    def sets_in_play(self) -> frozenset[str]:
        """The names of all sets that fill some key."""
        return frozenset(name for keys in self.chosen.values() for name in keys.values())
