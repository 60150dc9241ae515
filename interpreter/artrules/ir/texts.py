"""Words for people: texts with their place, rulings, and remarks on where rules come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from artrules.diagnostics.span import Span
from artrules.ir.declarations import Declaration
from artrules.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """Words for people, as the author wrote them.

    `span_of(start, end)` gives the place in the author's file of the characters from offset `start` up to `end`.
    """

    text: str
    at: Span
    span_of: Callable[[int, int], Span]


@dataclass(frozen=True, slots=True, eq=False)
class Ruling(Declaration):
    """What a rule means where it matters. `name` is its number, perhaps with letters before it."""

    question: str
    text: str
    source: str
    assumed: str


@dataclass(frozen=True, slots=True, eq=False)
class RulingHeading(Declaration):
    """What rulings are about; `name` is prose, `about` holds for all of them."""

    about: str
    rulings: Sequence[Ruling]


@dataclass(frozen=True, slots=True, eq=False)
class Remark:
    """A `source` or `assumed` beside a declaration; `place` is the path to it, such as `limits.once`."""

    place: str
    kind: str
    words: Text
    owner: str | None
    """The set in which it stands."""

    @property
    def text(self) -> str:
        return self.words.text
