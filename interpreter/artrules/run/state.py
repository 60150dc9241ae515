"""The state of a game: plain data, cheap to copy.

Cells hold variables, attributes and where each card is; zones are tuples of card numbers; stacks hold frames (a
block's number and the values it needs). Tuples are shared between copies, so that a copy costs microseconds.
"""

from __future__ import annotations

import json
from collections.abc import Container
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from artrules.run.knowledge import Knowledge
    from artrules.run.runtime import Runtime

Frame = tuple[Any, ...]
NOBODY: frozenset[int] = frozenset()


class State:
    """One position, what is half done included.

    `stacks[0]` is the table's; in a phase played all at once, `stacks[1 + p]` is that of player p. `stack` is the
    one that runs. `runtime`, `keys`, `knowledge`, `log` and `probing` are no part of the position.
    """

    __slots__ = (
        "active",
        "actor",
        "began",
        "cells",
        "foresights",
        "gained",
        "keys",
        "knowledge",
        "log",
        "probing",
        "records",
        "runtime",
        "stack",
        "stacks",
        "steps",
        "uses",
        "veil",
        "watches",
        "zones",
    )  # fmt: skip

    runtime: Runtime
    keys: tuple[int, ...]
    cells: list[Any]
    zones: list[tuple[int, ...]]
    stacks: list[list[Frame]]
    active: int
    stack: list[Frame]
    gained: dict[int, tuple[int, ...]]
    """Card -> definitions of the powers it gained, in order."""
    uses: dict[int, int]
    """(limit, player, power) packed into a number -> how often."""
    records: dict[int, tuple[Any, ...]]
    """Kept happenings: number -> (event, who announced it, fields…)."""
    watches: tuple[tuple[Any, ...], ...]
    """(owner, serial, number of the watch's code, times counted, captured values)."""
    began: tuple[tuple[Any, ...], tuple[tuple[int, ...], ...], tuple[tuple[int, tuple[int, ...]], ...]] | None
    """Cells, zones and gained powers when a phase played all at once began."""
    actor: int
    """Whose action is looked at by foresight; `foresights` is how many candidates it may still try."""
    foresights: int
    knowledge: Knowledge | None
    """What seats have learned of where cards are, if that is kept."""
    log: Any
    probing: bool
    steps: int
    veil: Container[int]
    """Cards that are not to be named in a text that is being made."""

    def copy(self) -> State:
        """An independent copy; it neither logs nor looks ahead."""
        new = State.__new__(State)
        new.runtime = self.runtime
        new.keys = self.keys
        new.cells = self.cells[:]
        new.zones = self.zones[:]
        new.stacks = [s[:] for s in self.stacks]
        new.active = self.active
        new.stack = new.stacks[self.active]
        new.gained = self.gained.copy()
        new.uses = self.uses.copy()
        new.records = self.records.copy()
        new.watches = self.watches
        new.began = self.began
        new.knowledge = self.knowledge
        new.log = None
        new.probing = False
        new.steps = 0
        new.veil = NOBODY
        return new

    def trial(self) -> State:
        """A copy of what the active stack can change, for looking ahead; it may not run other stacks."""
        new = State.__new__(State)
        new.runtime = self.runtime
        new.keys = self.keys
        new.cells = self.cells[:]
        new.zones = self.zones[:]
        new.stacks = self.stacks
        new.active = self.active
        new.stack = self.stack[:]
        new.gained = self.gained.copy()
        new.uses = self.uses.copy()
        new.records = self.records.copy()
        new.watches = self.watches
        new.knowledge = None
        new.log = None
        new.probing = True
        new.steps = 0
        new.veil = NOBODY
        return new

    def activate(self, index: int) -> None:
        """Let another stack run."""
        self.active = index
        self.stack = self.stacks[index]

    def as_data(self) -> dict[str, Any]:
        """The position as JSON's kinds of data, the same for equal positions."""
        return {
            "cells": self.cells,
            "zones": self.zones,
            "stacks": self.stacks,
            "gained": sorted(self.gained.items()),
            "uses": sorted(self.uses.items()),
            "records": sorted(self.records.items()),
            "watches": sorted(self.watches),
            "began": self.began,
        }

    def content(self) -> tuple[Any, ...]:
        """The position as something that can be a key: for remembering what was looked at."""
        return (
            tuple(self.cells),
            tuple(self.zones),
            tuple(self.stack),
            tuple(sorted(self.uses.items())),
            tuple(sorted(self.gained.items())),
            tuple(self.records.items()),
            self.watches,
        )

    def digest(self) -> str:
        """A hash of the position, the same on every machine."""
        text = json.dumps(self.as_data(), separators=(",", ":"), sort_keys=True)
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.as_data() == other.as_data()

    __hash__ = None  # type: ignore[assignment]


def frozen(value: Any) -> Any:
    """JSON's lists as tuples, all the way down."""
    return tuple(frozen(v) for v in value) if isinstance(value, list) else value
