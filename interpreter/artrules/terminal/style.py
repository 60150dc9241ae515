"""How text looks: coloured or not, and how wide."""

from __future__ import annotations

from dataclasses import dataclass

from artrules.diagnostics.excerpt import Paint


@dataclass(frozen=True)
class Style:
    """Whether there is colour, and how many characters fit on a line."""

    colour: bool = False
    width: int = 110

    @property
    def paint(self) -> Paint:
        """A function that colours a text, or leaves it as it is if there is no colour."""
        return Paint(self.colour)
