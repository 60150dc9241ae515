"""What the names in an author's files stand for: a table beside the diagnostics, filled only for whoever asks.

Each name is resolved once, where a stage needs to know what it means. There the stage notes the place too, if its
report has such a table; ordinary reading costs nothing. Names are told apart by keys, texts that mean nothing by
themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from artrules.text.diagnostics.diagnostic import Span

Role = Literal["declared", "used", "changed"]
"""What a place does with a name: it declares it, uses it, or changes what it stands for."""
_ORDER: Mapping[Role, int] = {"used": 0, "changed": 1, "declared": 2}


class Use(NamedTuple):
    """A place where a name stands."""

    key: str
    at: Span
    role: Role


class References:
    """What stages have noted of names, of the types of expressions, and of pieces of code."""

    def __init__(self) -> None:
        self._uses: dict[tuple[str, Span], Role] = {}
        self._same: list[tuple[Span, Span]] = []
        self.types: dict[Span, Any] = {}
        """The types of expressions, by the places of their code."""
        self.code: dict[Span, Any] = {}
        """By the places of pieces of code: what the stage that reads them needs to know for reading them again."""

    def note(self, key: str, at: Span, role: Role = "used") -> None:
        """Note that a name stands at a place. Of several roles there the strongest counts."""
        earlier = self._uses.get((key, at))
        if earlier is None or _ORDER[role] > _ORDER[earlier]:
            self._uses[key, at] = role

    def note_change(self, at: Span) -> None:
        """Note that what ends at a place, a name or what belongs to somebody, gets another value there."""
        for key, place in [*self._uses]:
            if (place.file, place.end_line, place.end_column) == (at.file, at.end_line, at.end_column):
                self.note(key, place, "changed")

    def note_same(self, at: Span, other: Span) -> None:
        """Note that the name at a place is the one that stands at another place too."""
        self._same.append((at, other))

    def uses(self) -> list[Use]:
        """All places, in no order."""
        by_place: dict[tuple[str, int, int], set[str]] = defaultdict(set)
        for key, at in self._uses:
            by_place[at.file, at.line, at.column].add(key)
        uses = [Use(key, at, role) for (key, at), role in self._uses.items()]
        for at, other in self._same:
            for key in by_place.get((other.file, other.line, other.column), ()):
                if (key, at) not in self._uses:
                    uses.append(Use(key, at, "changed"))
        return uses
