"""What may be certain about a place in code, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from artrules.diagnostics.span import Span
from artrules.facts.knowledge import Reason
from artrules.record import dataclass


class Sort(Enum):
    """What may be certain about a place in code."""

    HOLDS = "a condition always or never holds"
    REACHED = "a statement is never reached"
    EMPTY = "there is nothing to go through"
    TIMES = "something is done 0 times"
    DIVISOR = "a divisor is always 0"
    ITEM = "there never is an item at this position"
    CARD = "there are no cards in a zone"
    INDEX = "a number goes beyond the numbers of which each has a zone"
    BOUNDS = "a number never lies in the bounds of its place"
    ASSIGNED = "what is assigned is the value that is there already"


class Role(Enum):
    """What a condition decides. The values say what follows where it never holds, and where it always does."""

    SUITE = ("what stands below this never runs", "what stands below this always runs")
    FILTER = ("nothing is ever found here", "this leaves nothing out")
    OPTION = ("this is never offered", "this is always offered")
    REQUIREMENT = ("this always fails", "this is always met")
    POWER = ("this power is never usable", "this power is always usable")
    WHILE = ("what stands below this never runs", "this loop doesn't end here")
    UNTIL = ("this loop doesn't end here", "what stands below this never runs")
    EITHER = ("this value is never taken", "the value after `else` is never taken")
    PHASE = ("this phase never takes place", "this phase always takes place")
    PART = ("nobody ever takes part", "everybody always takes part")
    PHASE_ENDS = ("this never ends the phase", "this ends the phase after the first turn")
    GAME_ENDS = ("this never ends the game", "this ends the game the first time that it is tested")
    AGAIN = ("the phase is never entered again", "the phase is entered again for ever")
    VALUE = ("this is always `no`", "this is always `yes`")

    @property
    def never(self) -> str:
        return self.value[0]

    @property
    def always(self) -> str:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Certainty:
    """Something certain about a place in code, and why.

    For a condition, `holds` says whether it holds, and `whole` what follows for the whole condition around it: None if
    that isn't certain. In an author's words, or empty, `found` are the values that are possible, and `expected` those
    that would do.
    """

    sort: Sort
    at: Span
    because: tuple[Reason, ...] = ()
    found: str = ""
    expected: str = ""
    role: Role = Role.VALUE
    holds: bool = False
    whole: bool | None = None


@dataclass(frozen=True, slots=True)
class Certainties:
    """All that is certain about the code of a model; and the places where nothing is, each with what was asked."""

    certain: Sequence[Certainty]
    uncertain: frozenset[tuple[Sort, Span]]
