"""The colours and symbols that members of enums have where content gives them none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from artrules.ir.colours import COLOUR_NAMES
from artrules.ir.layout import SHAPES

PALETTE = ("#c0392b", "#2471a3", "#b7950b", "#1e8449", "#7d3c98", "#ca6f1e", "#117a65", "#a04000", "#5d6d7e", "#c2185b")
"""Colours that are told apart at a glance, on light and on dark ground."""
SOFTENED = {
    "red": "#c0392b",
    "blue": "#2471a3",
    "green": "#1e8449",
    "yellow": "#d4ac0d",
    "orange": "#d35400",
    "purple": "#7d3c98",
    "pink": "#d6428c",
    "brown": "#7b4a2b",
    "black": "#2b2b2b",
    "white": "#f4f1e8",
    "grey": "#808b96",
    "gray": "#808b96",
    "gold": "#b8860b",
    "lime": "#7cb518",
    "cyan": "#1a9ba8",
    "magenta": "#a8328c",
}
"""Colours of CSS that are too bright for a whole card, as they look well on a table."""


def colours_of(members: Sequence[str]) -> list[str]:
    """A colour for each member of an enum: that which it is called after, else the next one of the palette."""
    return _given(members, lambda name: SOFTENED.get(name, name) if name in COLOUR_NAMES else None, PALETTE)


def symbols_of(members: Sequence[str]) -> list[str]:
    """A shape for each member of an enum: that which it is called after, else the next one that is free."""
    return _given(members, lambda name: next((s for s in SHAPES if name in (s, f"{s}s")), None), SHAPES)


def _given(members: Sequence[str], own: Callable[[str], str | None], others: Sequence[str]) -> list[str]:
    """For each name its own sign, or else the next one of the others that is free; these come again when all are
    used."""
    found = [own(name) for name in members]
    free = [sign for sign in others if sign not in found] or list(others)
    used = 0
    signs = []
    for sign in found:
        if sign is None:
            sign = free[used % len(free)]
            used += 1
        signs.append(sign)
    return signs
