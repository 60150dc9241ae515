"""Scopes: the names that code can see at a place, and what is known there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from artrules.diagnostics.span import Span
from artrules.facts.knowledge import NOTHING_KNOWN, Changes, Knowledge
from artrules.ir.nodes import Local
from artrules.ir.types import Type


@dataclass(slots=True)
class Binding:
    """A bound name: its unique name in the body, its type, and whether it can be assigned."""

    unique: str
    type: Type
    fixed: bool
    at: Span


@dataclass(slots=True)
class Scope:
    """The names of one body, in nested suites, and what is known at the current place."""

    suites: list[dict[str, Binding]] = field(default_factory=lambda: [{}])
    types: dict[str, Type] = field(default_factory=dict)
    """The types of all names as they were bound, by their unique names."""
    count: int = 0
    turning: int = 0
    """The number of loops and binders around the current code."""
    known: Knowledge = NOTHING_KNOWN
    """The facts that narrow types."""
    ended: bool = False
    """Whether the current suite doesn't go on to this place: it has stopped a loop, or the game."""
    at_end: Knowledge | None = None
    """What was known at the end of the suite that was closed last; None if that end is never reached."""
    lost: dict[Hashable, Span] = field(default_factory=dict)
    """The keys of what was known not to be none, each with the place of what may have changed it since."""

    def bind(self, name: str, type_: Type, at: Span, fixed: bool = True) -> Local:
        """Bind a name in the innermost suite. It hides outer names of the same spelling."""
        self.count += 1
        unique = f"{name}_{self.count}"
        self.suites[-1][name] = Binding(unique, type_, fixed, at)
        self.types[unique] = type_
        return Local(at, type_, unique)

    def find(self, name: str) -> Binding | None:
        """The binding of a name in the innermost suite that binds it; None if no suite does."""
        for suite in reversed(self.suites):
            if name in suite:
                return suite[name]
        return None

    def hides(self, name: str) -> bool:
        """Whether binding a name would hide another one."""
        return self.find(name) is not None or name in ("me", "self", "players")

    def names(self) -> Iterator[str]:
        """All names that are bound here, outer ones first."""
        for suite in self.suites:
            yield from suite

    @contextmanager
    def suite(self, known: Knowledge | None = None) -> Iterator[None]:
        """Open an inner suite for the `with`, in which other facts may be known. Its names and facts end with it."""
        self.suites.append({})
        before, ended, lost, turning = self.known, self.ended, self.lost, self.turning
        self.known, self.ended = before if known is None else known, False
        try:
            yield
        finally:
            self.suites.pop()
            self.at_end = None if self.ended else self.known
            if self.lost is not lost:
                lost = {**lost, **{key: at for key, at in self.lost.items() if key in before.facts}}
            self.known, self.ended, self.lost, self.turning = before, ended, lost, turning

    def forget(self, changes: Changes, at: Span) -> None:
        """Forget what may not be true any more after some changes, which the code at a place makes."""
        left = self.known.after(changes)
        if left is not self.known:
            gone = {
                key: at for key, fact in self.known.facts.items() if key not in left.facts and not fact[0].values.none
            }
            self.known, self.lost = left, {**self.lost, **gone}
