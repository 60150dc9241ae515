"""One path through the code that a test follows: what is left to do, which names are known, which changes are
deferred."""

from __future__ import annotations

from dataclasses import dataclass, replace

from artrules.analyses.effects import NOTHING, Tokens
from artrules.compile import blocks as b
from artrules.ir import nodes as k

Names = dict[str, str | None]
"""Locals of one code → Python text of each in the test being written; None if the value can't be known."""
Item = k.Statement | b.Block


@dataclass(frozen=True)
class Path:
    """A point on a path through the code.

    `work` lists what is left to do, the next item first. Each item comes with the index in `scopes` of the names that
    it uses. `deferred` are lines that make the deferred changes (None: they can't be written), and `changed` are the
    parts of the state that these change. `seen` are (block, scope) pairs that the path has passed.
    """

    work: tuple[tuple[Item, int], ...]
    scopes: tuple[Names, ...]
    changed: Tokens = NOTHING
    deferred: tuple[str, ...] | None = ()
    seen: frozenset[tuple[int, int]] = frozenset()
    known_zones: tuple[tuple[str, k.ZoneOf, str], ...] = ()
    """Cards whose zone is known: (text of the card, its zone, text of the zone's owner). Empty after any move."""
    applied: bool = False
    """Whether the path has applied a change."""
    tested: bool = False
    """Whether the path already has the line that returns True if no frame below can fail."""

    def then(self, *items: Item, scope: int) -> Path:
        return replace(self, work=(*((item, scope) for item in items), *self.work))

    def with_name(self, scope: int, name: str, text: str | None) -> Path:
        scopes = (*self.scopes[:scope], {**self.scopes[scope], name: text}, *self.scopes[scope + 1 :])
        return replace(self, scopes=scopes)

    def deferring(self, tokens: Tokens, lines: list[str] | None) -> Path:
        """Defer a change of some parts of the state. `lines` make the change; None if it can't be made later."""
        deferred = (*self.deferred, *lines) if self.deferred is not None and lines is not None else None
        return replace(self, changed=self.changed | tokens, deferred=deferred)


def begin(block: b.Block, names: list[str]) -> Path:
    """The path that begins with a block. Its locals are parameters of the test, with the same names."""
    return Path(((block, 0),), ({name: name for name in names},))
