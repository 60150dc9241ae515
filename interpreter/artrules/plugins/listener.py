"""Who listens to games: what a plugin says to hear of them, and what it hears."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game that begins. Players count from 1."""

    ruleset: str
    title: str
    content: str
    """The hash of its content."""
    players: int
    settings: Mapping[str, Any]
    seed: int
    bots: tuple[str, ...]
    """For each player the bot's name, empty for a person."""
    how: Literal["played", "simulated"]
    choices: int
    """How many choices were made before: not 0 for a game that is gone on with."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An entry of a game's log, as a seat may read it. `kind` and `text` are those of `Game.log`."""

    kind: str
    round: int
    phase: str
    player: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Score:
    """What a player has at the end; `parts` are the points by the labels that content gives them."""

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
    """It was ended by its last round."""
    digest: str
    """A hash of the last position, the same on every machine."""


class Listener:
    """Hears of one game. A plugin makes a class of this one and does what it likes in the methods."""

    seat: int | None = None
    """Whose eyes it has: a player's, counted from 1, or None for what everybody may see."""

    def hear(self, happenings: Sequence[Happening]) -> None:
        """Something has happened: this has come to the log since. Of a simulated game nothing is heard but its end."""

    def end(self, result: GameResult) -> None:
        """The game is over."""
