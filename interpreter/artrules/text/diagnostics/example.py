"""Short pieces of content that show a kind of diagnostic: one that brings it about, and others that don't.

A test lays each piece into a small ruleset and runs the stages on it, so an example can't be wrong.
"""

from __future__ import annotations

from textwrap import dedent
from typing import Literal, NamedTuple

Place = Literal["sections", "procedure", "all at once", "setup step", "power", "set", "overlay", "scenarios"]
"""Where a piece belongs. It is sections of the ruleset's file; code of a procedure without parameters, of a phase that
all play at once, or of a step of the setup; the entry of a power in a set; or the whole file of a set, of an overlay or
of scenarios."""

MARK = "#!"
"""Ends each line at which the diagnostic is reported. To YAML and to code it is a comment."""


class Example(NamedTuple):
    """A piece of content and where it belongs. Both texts may be indented as a whole."""

    place: Place
    piece: str
    with_sections: str = ""
    """Sections of the ruleset's file that the piece needs; empty if it needs none."""

    @property
    def text(self) -> str:
        """The piece without the indentation that all its lines share; each line at fault ends with `MARK`."""
        return _outdented(self.piece)

    @property
    def sections(self) -> str:
        """The sections that the piece needs, without the indentation that all their lines share."""
        return _outdented(self.with_sections)

    @property
    def shown(self) -> str:
        """The piece as readers see it: each line at fault ends with a comment that says `here`."""
        text = self.text
        if self.with_sections:
            text = f"# the ruleset\n{self.sections}\n# the {self.place}\n{text}"
        return text.replace(MARK, "# <- here")


class Examples(NamedTuple):
    """Pieces for one kind: `fails` brings it about at the marked lines; `repaired` and the near misses don't."""

    fails: Example
    repaired: Example
    near_misses: tuple[Example, ...] = ()


def _outdented(text: str) -> str:
    return dedent(text).strip("\n").rstrip()
