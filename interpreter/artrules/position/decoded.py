"""A position as plain values (`values.py`): everything that belongs to it, hidden things included."""

from __future__ import annotations

from typing import Any

from artrules.record import dataclass

Frame = tuple[Any, ...]
"""The number of a block, then the values that it needs."""
Use = tuple[int, int, int]
"""What a limit counts: the limit, the player, and what is counted: a power, its definition, or -1 minus the number of a
branch."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The engine's own numbers. `round` is 0 during the setup, `phase` is an index, `on_turn` a player. `next_record`
    is the number of the next kept happening; `single_options` says whether players are asked even where they have one
    option."""

    round: int
    phase: int
    on_turn: int
    next_record: int
    finished: bool
    stalled: bool
    single_options: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies on the table, and all values that content declares. This is what others still see while all play at
    once.

    - `zones`: by number, the cards of each zone, the top one first; last the cards that take no part
    - `faces`: by card, 0 for face up
    - `shown`: by card, the seats that it is shown to, as bits; empty where nothing is ever shown
    - `variables` and `attributes`: in the order of `decode.declared_values`
    - `gained`: by card, the definitions of the powers that it has gained
    - `drawn`: by random stream, how many numbers have been drawn
    - `serials`: by player, the serial number of the next watch
    """

    zones: tuple[tuple[int, ...], ...]
    faces: tuple[int, ...]
    shown: tuple[int, ...]
    variables: tuple[Any, ...]
    attributes: tuple[Any, ...]
    gained: dict[int, tuple[int, ...]]
    drawn: tuple[int, ...]
    serials: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A happening of an event that is kept: the event's index, who announced it, the fields."""

    event: int
    player: int | None
    fields: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Watch:
    """A watch for an event: `code` is the place in the content that set it, `times` how often it has counted."""

    owner: int
    serial: int
    code: int
    times: int
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class DecodedPosition:
    """One position.

    `stacks` has the frames of the table, the lowest first; while all play at once, then those of each player.
    `phase_start` is the scene when such a phase began.
    """

    clock: Clock
    scene: Scene
    uses: dict[Use, int]
    records: dict[int, Record]
    watches: tuple[Watch, ...]
    stacks: tuple[tuple[Frame, ...], ...]
    phase_start: Scene | None
