"""The state of a game: plain data that is cheap to copy.

Cells hold variables, attributes and the zone of each card. Zones are tuples of card numbers. Stacks hold frames: a
frame is the number of a block of code and the values that the block needs. Copies share tuples, so that copying takes
microseconds.
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
"""The number of a block or decision, then the values that it needs."""
NOBODY: frozenset[int] = frozenset()
"""The redaction that hides no card."""
FACE_DOWN = 1
"""The value of a card's face when it lies face down; 0 is face up."""


class State:
    """One position, including what is in progress.

    `stacks[0]` belongs to the table. In a phase played all at once, `stacks[1 + p]` belongs to player p (counted from
    0). `stack` is the one that runs now. `runtime`, `keys`, `knowledge`, `log`, `probing`, `steps`, `redaction` and
    the fields of feasibility don't belong to the position: equal positions may differ in them.
    """

    __slots__ = (
        "active",
        "actor",
        "began",
        "cells",
        "gained",
        "keys",
        "knowledge",
        "log",
        "probing",
        "records",
        "redaction",
        "runtime",
        "stack",
        "stacks",
        "steps",
        "trials_left",
        "uses",
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
    """By card: the definitions of the powers that it has gained, in order."""
    uses: dict[int, int]
    """By (limit, player, power) packed into one number (`powers.use_key`): how often it was used."""
    records: dict[int, tuple[Any, ...]]
    """Events that are kept: by number, (event, player who announced it, fields…)."""
    watches: tuple[tuple[Any, ...], ...]
    """Watches: (owner, serial number, number of the watch's code, times counted, captured values)."""
    began: tuple[tuple[Any, ...], tuple[tuple[int, ...], ...], tuple[tuple[int, tuple[int, ...]], ...]] | None
    """Cells, zones and gained powers when the current phase began, if all players play it at once; else None."""
    actor: int
    """The player whose action is tested for feasibility; `trials_left` is how many candidates may still be tried."""
    trials_left: int
    knowledge: Knowledge | None
    """What each seat knows of where cards are; None in games without a log."""
    log: Any
    probing: bool
    steps: int
    redaction: Container[int]
    """Cards that the text in the making must not name."""

    def copy(self) -> State:
        """An independent copy that writes no log and isn't a trial."""
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
        new.redaction = NOBODY
        return new

    def trial(self) -> State:
        """A copy for testing whether an option can be completed. Only the active stack may run in it."""
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
        new.redaction = NOBODY
        return new

    def at_phase_start(self) -> State:
        """The position when the current phase began, if all players play it at once; else this very state."""
        if self.began is None:
            return self
        then = self.copy()
        then.cells, then.zones, then.gained = list(self.began[0]), list(self.began[1]), dict(self.began[2])
        return then

    def activate(self, index: int) -> None:
        """Run another stack from now on."""
        self.active = index
        self.stack = self.stacks[index]

    def as_data(self) -> dict[str, Any]:
        """The position as JSON data. Equal positions give equal data."""
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
        """The position of the active stack as a hashable value: for remembering positions that were examined."""
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
        """A hash of the position as 32 hexadecimal digits, the same on every machine."""
        text = json.dumps(self.as_data(), separators=(",", ":"), sort_keys=True)
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.as_data() == other.as_data()


def frozen(value: Any) -> Any:
    """JSON data with every list replaced by a tuple, at any depth."""
    return tuple(frozen(v) for v in value) if isinstance(value, list) else value
