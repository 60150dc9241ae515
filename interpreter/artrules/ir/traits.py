"""Traits: what an operation does, apart from its result.

Each node class in `expressions.py` and `statements.py`, and each builtin in `builtins.py`, states its traits once,
beside its definition. The analyses (`artrules/analyses/`) are derived from them, so that a new operation needs no line
there.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

from artrules.ir.node import Node
from artrules.record import dataclass


class StatePart(StrEnum):
    """A kind of state: what an operation may read or write."""

    VARIABLES = "variables"
    ATTRIBUTES = "attributes"
    FACES = "faces"
    ZONES = "zones"
    """Which cards lie where, and in which order."""
    POWERS = "powers"
    """The powers that cards have, those that they gained included."""
    LIMITS = "limits"
    """How often each power or option has been used."""
    RECORDS = "records"
    """The happenings of kept events."""
    WATCHES = "watches"
    CHANCE = "chance"
    """The counters of random streams."""
    FLOW = "flow"
    """The round, the phase, and what is under way."""
    LOG = "log"
    """What players are told. No rule reads it."""


class Runs(StrEnum):
    """Code elsewhere that an operation runs."""

    FUNCTION = "a function"
    PROCEDURE = "a procedure"
    POWER = "a power"
    WATCHES = "the watches of an event"
    SCORE = "the parts of the score"
    POWER_CONDITIONS = "the limits and conditions of powers"


NOTHING: frozenset[StatePart] = frozenset()


def state(*parts: StatePart) -> frozenset[StatePart]:
    """A set of kinds of state."""
    return frozenset(parts)


@dataclass(frozen=True, slots=True)
class Traits:
    """What one operation may do at most, without its operands and suites and without the code that it `runs`."""

    reads: frozenset[StatePart] = NOTHING
    writes: frozenset[StatePart] = NOTHING
    runs: Runs | None = None
    fails: str | None = None
    """Why it may fail, as a sentence for the author; None if it never fails."""
    faults: bool = False
    """It may stop the game as a mistake of the content: a value out of bounds, a record that is gone."""
    commits: bool = False
    """It ends looking ahead: what it brings about can't be taken back."""
    reveals: bool = False
    """It commits where it shows cards that nobody could see."""
    asks: bool = False
    """It waits for a player."""
    binds: bool = False
    """It gives a value to a local name."""
    units: int = 1
    """Work in units: about the number of nodes that take as long."""
    scans_cards: bool = False
    """It also looks through the cards of a zone, one after another."""
    needs_player: bool = False
    """Its result depends on the player in whose name it is asked."""
    reads_order: bool = False
    """It depends on the order in which cards lie in their zone."""
    reads_only_size: bool = False
    """Of its operand it tells how many things there are, not which."""
    tests_usability: bool = False
    """It tells whether its operand, a power, can be used now."""


Kind = TypeVar("Kind", bound=type[Node])
_declared: dict[type[Node], Traits | Callable[[Any], Traits]] = {}


def operation(traits: Traits | Callable[[Any], Traits]) -> Callable[[Kind], Kind]:
    """Class decorator: states the traits of a node class, or a function that finds them for one of its nodes."""

    def declare(kind: Kind) -> Kind:
        _declared[kind] = traits
        return kind

    return declare


def traits_of(node: Node) -> Traits:
    """The traits of one node.

    Raises:
        KeyError: the node's class doesn't state any.
    """
    declared = _declared[type(node)]
    return declared if isinstance(declared, Traits) else declared(node)


def has_traits(kind: type[Node]) -> bool:
    """Whether a node class states its traits."""
    return kind in _declared
