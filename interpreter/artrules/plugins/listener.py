"""The types with which a plugin listens to games: the listener, and what it hears."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game that begins or continues. Players are counted from 1."""

    ruleset: str
    title: str
    content: str
    """The hash of all files that hold rules."""
    players: int
    settings: Mapping[str, Any]
    seed: int
    bots: tuple[str, ...]
    """For each player the bot as text, such as `uniform` or `search:time=0.5`; empty for a person."""
    how: Literal["played", "simulated"]
    choices: int
    """The number of choices made before; more than 0 for a game that continues."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An entry of a game's log, redacted for a seat. `kind` and `text` are those of `Game.log`."""

    kind: str
    round: int
    phase: str
    player: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a player. `parts` has the points of each part, by the label that the content gives it."""

    player: int
    total: int
    parts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended."""

    winners: tuple[int, ...]
    scores: tuple[Score, ...]
    rounds: int
    stalled: bool
    """Whether the game ended only because it reached the last round that it may have."""
    digest: str
    """A hash of the last position, the same on every machine."""


class Listener:
    """Listens to one game. A plugin derives a class from this one, and overrides the methods it needs."""

    seat: int | None = None
    """The seat for which it hears, counted from 1; None to hear only what everybody may know."""

    def hear(self, happenings: Sequence[Happening]) -> None:
        """Called with the new entries of the log. It isn't called for simulated games."""

    def end(self, result: GameResult) -> None:
        """Called when the game is over."""
