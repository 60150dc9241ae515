"""How far foresight has followed the code: what is left, what is known, and what was put off."""

from __future__ import annotations

from dataclasses import dataclass, replace

from artrules.analyses.effects import NOTHING, Tokens
from artrules.compile import blocks as b
from artrules.ir import nodes as k

Names = dict[str, str | None]
"""For locals of a piece of code their names in the function that is written; None when the value can't be known."""
Item = k.Statement | b.Block


@dataclass(frozen=True)
class Way:
    """How far the code was followed.

    `work` is what is left, next first, each with the number of the scope whose names it goes by. `put_off` are the
    lines that make the changes not made yet (None: they can't be made here), `changed` what they change.
    """

    work: tuple[tuple[Item, int], ...]
    scopes: tuple[Names, ...]
    changed: Tokens = NOTHING
    put_off: tuple[str, ...] | None = ()
    seen: frozenset[tuple[int, int]] = frozenset()
    lies: tuple[tuple[str, k.ZoneOf, str], ...] = ()
    """Cards, by name, of which is known in which zone of whom they lie; until something is moved."""
    made: bool = False
    """Whether a change was made."""
    tested: bool = False
    """Whether it was tested that nothing below can fail, where nothing can any more in the code itself."""

    def then(self, *items: Item, scope: int) -> Way:
        return replace(self, work=(*((item, scope) for item in items), *self.work))

    def naming(self, scope: int, name: str, text: str | None) -> Way:
        scopes = (*self.scopes[:scope], {**self.scopes[scope], name: text}, *self.scopes[scope + 1 :])
        return replace(self, scopes=scopes)

    def changing(self, tokens: Tokens, lines: list[str] | None) -> Way:
        """Put off a change; without lines it can't be made later."""
        put_off = (*self.put_off, *lines) if self.put_off is not None and lines is not None else None
        return replace(self, changed=self.changed | tokens, put_off=put_off)


def begin(block: b.Block, names: list[str]) -> Way:
    """The way that begins with a block; its names are those of the function that is written."""
    return Way(((block, 0),), ({name: name for name in names},))
