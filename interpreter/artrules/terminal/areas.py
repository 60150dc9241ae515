"""The lines of an area of the table.

What is short shares lines: piles, numbers, hands of others. Every other zone has a line of its own. Things that belong
to members or numbers stand in a row for each of these; where there are several zones, each has a line of its own there.
The order is that of the description, and an empty zone keeps its place, so that people find everything where it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from artrules.game.description import Area, TableDescription, ZoneDescription
from artrules.record import dataclass
from artrules.terminal.cards import render_cards, several
from artrules.terminal.style import Style
from artrules.terminal.values import described, is_held, is_omitted, owner_title, widest_value, with_step
from artrules.terminal.wrap import fill

EMPTY = "empty"
"""Stands where a zone has no cards."""
_BESIDE_THE_NAME = ("score", "money", "flag")
"""How values are drawn that stand beside a player's name."""
_GAP = 3
_LONG_TITLE = 26
"""Up to so many characters, the lines of a zone begin behind its title."""
_BELOW = " " * 4
"""How much further lines below a longer title are indented."""


@dataclass(frozen=True, slots=True)
class Item:
    """A thing of an area in words: its title, and what is to be read after it (nothing for a flag). `is_long` says that
    it is a zone with its cards."""

    name: str
    title: str
    texts: tuple[str, ...]
    is_long: bool = False

    @property
    def text(self) -> str:
        """What is to be read after the title."""
        return ", ".join(self.texts)

    def __str__(self) -> str:
        return f"{self.title}: {self.text}" if self.texts else self.title


def render_area(
    area: Area, things: Mapping[str, Any], description: TableDescription, style: Style, *, open_hands: bool
) -> Iterator[str]:
    """An area without its title. `things` are the zones, variables and figures of the table or of one player, by their
    names in a state; `open_hands` says whether cards in hands are seen."""
    own: list[Item] = []
    owned: dict[str, list[Item]] = {}
    for name, owner, value in _present(area, things):
        item = _item(name, value, description, open_hands)
        if item is not None and owner is None:
            own.append(item)
        elif item is not None and owner is not None:
            owned.setdefault(owner_title(owner, area.by, description), []).append(item)
    yield from fill("  ", 2, [str(item) for item in own if not item.is_long], " · ", style.width)
    for item in own:
        if item.is_long:
            yield from zone_lines(item.title, item.texts, style, "  ")
    if not owned:
        return
    if any(sum(item.is_long for item in items) > 1 for items in owned.values()):
        yield from _sections(owned, style)
    elif len(area.things) == 1 and not any(item.is_long for items in owned.values() for item in items):
        yield from _cells({owner: items[0] for owner, items in owned.items()}, description, style)
    else:
        yield from _rows(owned, style, titled=len(area.things) > 1)


def beside_the_name(area: Area, things: Mapping[str, Any], description: TableDescription) -> Iterator[str]:
    """What of a player's area stands beside the player's name: score, money, and flags."""
    for name, owner, value in _present(area, things):
        item = _item(name, value, description, open_hands=True) if _is_beside_the_name(name, description) else None
        if owner is None and item is not None:
            yield str(item)


def below_the_name(area: Area, description: TableDescription) -> Area:
    """A player's area without what stands beside the player's name."""
    return replace(area, things=tuple(name for name in area.things if not _is_beside_the_name(name, description)))


def _is_beside_the_name(name: str, description: TableDescription) -> bool:
    known = described(name, description)
    return known is not None and known.as_ in _BESIDE_THE_NAME


def _present(area: Area, things: Mapping[str, Any]) -> Iterator[tuple[str, str | None, Any]]:
    """The things of an area that a view has: name, owner (None for those of the table or the player), value."""
    for name in area.things:
        if name in things:
            yield name, None, things[name]
            continue
        for key, value in things.items():
            if key.startswith(f"{name}["):
                yield name, key[len(name) + 1 : -1], value


def _item(name: str, value: Any, description: TableDescription, open_hands: bool) -> Item | None:
    """A thing in words; None where the screen leaves it out."""
    zone = description.zones.get(name)
    if zone is not None:
        if zone.shown == "never" or (zone.shown == "filled" and not value):
            return None
        folded = zone.shown == "folded" and value
        texts = [several(len(value))] if folded else render_cards(value, zone, description)
        return Item(name, zone.title, tuple(texts or [EMPTY]), _is_long(zone, open_hands))
    known = described(name, description)
    if known is None or is_omitted(known, value) or is_held(known, value):
        return None
    says_it = known.as_ == "flag" and value == 1
    return Item(name, known.title, () if says_it else (with_step(known, value, description),))


def _is_long(zone: ZoneDescription, open_hands: bool) -> bool:
    """Whether a zone has a line of its own. It doesn't depend on the zone's cards, so nothing jumps."""
    return zone.shown != "folded" and (zone.as_ in ("row", "grid") or (zone.as_ == "fan" and open_hands))


def zone_lines(title: str, texts: Sequence[str], style: Style, indent: str) -> list[str]:
    """A zone's title and its cards. Below a long title further lines are indented a little, so that much fits on
    them."""
    label = f"{indent}{title}: "
    if len(label) <= _LONG_TITLE:
        return fill(label, len(label), texts, ", ", style.width)
    below = indent + _BELOW
    first, *others = fill(below, len(below), [f"{title}: {texts[0]}", *texts[1:]], ", ", style.width)
    return [indent + first.lstrip(), *others]


def _sections(owned: Mapping[str, Sequence[Item]], style: Style) -> Iterator[str]:
    """A line for each owner with what is short, and below it a line for each zone."""
    for owner, items in owned.items():
        yield from fill("  ", 4, [owner, *(str(item) for item in items if not item.is_long)], " · ", style.width)
        for item in items:
            if item.is_long:
                yield from zone_lines(item.title, item.texts, style, "    ")


def _rows(rows: Mapping[str, Sequence[Item]], style: Style, *, titled: bool) -> Iterator[str]:
    """A row for each owner; `titled` says whether the things in it need titles."""
    widest = max(map(len, rows))
    for owner, items in rows.items():
        label = f"  {owner:<{widest}}  "
        if titled:
            yield from fill(label, len(label), [str(item) for item in items], " · ", style.width)
        else:
            yield from fill(label, len(label), items[0].texts, ", ", style.width)


def _cells(cells: Mapping[str, Item], description: TableDescription, style: Style) -> Iterator[str]:
    """A cell for each owner, in columns as wide as anything that may come to stand there."""
    texts = [f"{owner}: {item.text}" for owner, item in cells.items()]
    room = max(map(len, cells)) + 2 + max(_widest(item.name, description) for item in cells.values())
    width = max(room, *map(len, texts))
    columns = max(1, (style.width - 2 + _GAP) // (width + _GAP))
    if width > style.width - 2:
        yield from fill("  ", 2, texts, " · ", style.width)
        return
    for first in range(0, len(texts), columns):
        row = texts[first : first + columns]
        yield "  " + (" " * _GAP).join(f"{text:<{width}}" for text in row).rstrip()


def _widest(name: str, description: TableDescription) -> int:
    """The number of characters of the widest text that may stand for a thing."""
    known = described(name, description)
    if known is not None:
        return widest_value(known, description)
    return max((len(look.title) for look in description.looks), default=0) + len(", top of 10")
