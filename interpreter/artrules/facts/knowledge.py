"""What is known about values at a place in code: a value that never changes. What holds inside a suite is another one.

A fact is forgotten where something that it depends on may change.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from artrules.diagnostics.span import Span
from artrules.facts.state_reads import EVERYTHING, Tokens
from artrules.facts.value_sets import ValueSet
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

    def or_else(self, other: Known) -> Known:
        """What is known where one of the two is."""
        if self.values == other.values:
            return self
        because = tuple(dict.fromkeys((*self.because, *other.because)))
        return Known(self.values.either(other.values), because, self.by_exclusion or other.by_exclusion)

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
    """What code may change: parts of the state, and names. With `waits` somebody may be asked in between, or code
    elsewhere runs: then a frame keeps the values of names, and nothing else that was found out stays true."""

    state: Tokens = frozenset()
    names: frozenset[str] = frozenset()
    waits: bool = False

    def __bool__(self) -> bool:
        return bool(self.state or self.names or self.waits)

    def and_also(self, other: Changes) -> Changes:
        return Changes(self.state | other.state, self.names | other.names, self.waits or other.waits)


LATER = Changes(names=frozenset({"me"}), waits=True)
"""What is different in a suite that doesn't run where it stands: it keeps copies of names, and has another `me`."""


_MOVES_LATER = state(StatePart.FLOW)
"""What no code changes: the round goes on when all code has run."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What a fact depends on. With `only_names` it is about the values of names, whatever they stand for."""

    state: Tokens
    names: frozenset[str]
    only_names: bool = False

    def touched_by(self, changes: Changes) -> bool:
        if self.names & changes.names or (changes.waits and not self.only_names):
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
        """What is still known after some changes: this same value where that is all."""
        if not self.facts or not changes:
            return self
        left = {key: fact for key, fact in self.facts.items() if not fact[1].touched_by(changes)}
        return Knowledge(left) if len(left) < len(self.facts) else self

    def met_by(self, other: Knowledge) -> Knowledge:
        """What is known in both cases: each value that is possible in one of them is."""
        if self is other:
            return self
        facts: GrowingFacts = {}
        for key, fact in self.facts.items():
            against = other.facts.get(key)
            if against is fact:
                facts[key] = fact
            elif against is not None:
                facts[key] = (fact[0].or_else(against[0]), fact[1])
        return Knowledge(facts)


def met(ends: Iterable[Knowledge | None]) -> Knowledge | None:
    """What is known where several ways meet; None if none of them leads there."""
    after: Knowledge | None = None
    for end in ends:
        if end is not None:
            after = end if after is None else after.met_by(end)
    return after


NOTHING_KNOWN = Knowledge({})
