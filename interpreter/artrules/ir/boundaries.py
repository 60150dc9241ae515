"""Boundaries: the starts and ends of rounds, turns and phases, as events of the language.

Code can't announce them: the engine does. A model has those among its events that some code waits for. Their names
have blanks in them, so no name of content is one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from artrules.diagnostics.span import Span
from artrules.ir.declarations import Event, Field
from artrules.ir.types import PLAYER

Side = Literal["start", "end"]
SIDES: tuple[Side, ...] = ("start", "end")
ROUND, TURN = "round", "turn"
WHOSE = "player"
"""The field of the boundaries of a turn: whose turn it is."""


def boundary_name(side: Side, of: str) -> str:
    """The name of a boundary: of a ROUND, a TURN, or a phase by its name."""
    return f"{side} of {of}" if of in (ROUND, TURN) else f"{side} of phase {of}"


def all_boundaries(phases: Iterable[str], at: Span) -> list[Event]:
    """All boundaries of a game with such phases, in the order in which the machine numbers them.

    A phase that is called `round` or `turn` has boundaries of its own, but code can't name them.
    """
    of_turns = {boundary_name(side, TURN) for side in SIDES}
    names = [boundary_name(side, of) for of in (ROUND, TURN) for side in SIDES]
    names += [f"{side} of phase {phase}" for phase in phases for side in SIDES]
    return [_boundary(name, at, {WHOSE: Field(WHOSE, at, PLAYER, 0)} if name in of_turns else {}) for name in names]


def _boundary(name: str, at: Span, fields: Mapping[str, Field]) -> Event:
    return Event(name, at, None, fields, boundary=True)
