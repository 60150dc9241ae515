"""What is known about values at a place in code: a value that never changes. What holds inside a suite is another one.

A fact is forgotten where something that it depends on may change.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from artrules.analyses.certain.value_sets import ValueSet
from artrules.analyses.state_reads import EVERYTHING, Tokens
from artrules.diagnostics.span import Span
from artrules.ir.traits import StatePart, state
from artrules.record import dataclass

Reason = tuple[str, Span]
"""Why something is known: words for an author, and the place that says so."""


@dataclass(frozen=True, slots=True)
class Known:
    """The values that something may have, and why it is known. With `by_exclusion` it is known because a condition
    before didn't hold, as in `else`."""

    values: ValueSet
    because: tuple[Reason, ...] = ()
    by_exclusion: bool = False

    def narrowed(self, other: Known) -> Known:
        """What is known from both. Reasons that add nothing are left out."""
        values = self.values.both(other.values)
        if values == self.values:
            return self
        if values == other.values:
            return other
        because = tuple(dict.fromkeys((*self.because, *other.because)))
        return Known(values, because, self.by_exclusion or other.by_exclusion)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a condition holds, where that is certain, and why."""

    holds: bool
    because: tuple[Reason, ...] = ()
    by_exclusion: bool = False


@dataclass(frozen=True, slots=True)
class Changes:
    """What code may change: parts of the state, and names."""

    state: Tokens = frozenset()
    names: frozenset[str] = frozenset()

    def and_also(self, other: Changes) -> Changes:
        return Changes(self.state | other.state, self.names | other.names)


_MOVES_LATER = state(StatePart.FLOW)
"""What no code changes: the round goes on when all code has run."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What a fact depends on."""

    state: Tokens
    names: frozenset[str]

    def touched_by(self, changes: Changes) -> bool:
        if self.names & changes.names:
            return True
        may_change = self.state - _MOVES_LATER
        if not may_change or not changes.state:
            return False
        if EVERYTHING in changes.state or EVERYTHING in may_change:
            return True
        return any(token in changes.state or _part(token) in changes.state for token in may_change)


def _part(token: object) -> object:
    """The part of the state in which a variable or an attribute lies."""
    return f"{token[0]}s" if isinstance(token, tuple) else token


Facts = Mapping[Hashable, tuple[Known, Needs]]
GrowingFacts = dict[Hashable, tuple[Known, Needs]]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known about expressions, by their keys."""

    facts: Facts

    def after(self, changes: Changes) -> Knowledge:
        """What is still known after some changes."""
        if not self.facts or not (changes.state or changes.names):
            return self
        return Knowledge({key: fact for key, fact in self.facts.items() if not fact[1].touched_by(changes)})

    def of_names(self) -> Knowledge:
        """What is known where other code may have run in between: about names alone."""
        return Knowledge({key: fact for key, fact in self.facts.items() if not fact[1].state})

    def met_by(self, other: Knowledge) -> Knowledge:
        """What is known in both cases."""
        if self is other:
            return self
        return Knowledge({key: fact for key, fact in self.facts.items() if other.facts.get(key) is fact})


NOTHING_KNOWN = Knowledge({})
