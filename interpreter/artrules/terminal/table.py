"""Renders the table as a seat sees it: a pure function of the view in its state (`docs/table_protocol.md`), of the
table's description, and of the width.

First stand the areas of the table, then each player's. A player's score, money and flags stand beside the name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from artrules.game.description import TableDescription
from artrules.terminal.areas import below_the_name, beside_the_name, render_area, zone_lines
from artrules.terminal.cards import render_cards
from artrules.terminal.style import Style
from artrules.terminal.values import is_held, is_omitted, owner_title
from artrules.terminal.wrap import break_text, fill, hanging_indent

View = Mapping[str, Any]
Names = Mapping[int, str]
"""By player: who sits there, in words."""


def render_table(view: View, description: TableDescription, style: Style, names: Names, seat: int = 0) -> Iterator[str]:
    """Everything that a view holds, except for its log. The view is that of a seat (counted from 1); with seat 0
    nothing is hidden in it."""
    yield from render_top(view, description, style)
    things = {**view["zones"], **view["variables"]}
    for area in description.areas:
        if area.of == "table":
            lines = render_area(area, things, description, style, open_hands=True)
            yield from _under(area.title, lines, style)
    for player in map(int, view["players"]):
        yield from _player(player, view, description, style, names.get(player, ""), open_hands=seat in (0, player))


def _player(
    player: int, view: View, description: TableDescription, style: Style, name: str, *, open_hands: bool
) -> Iterator[str]:
    """The section of a player: who it is, then what lies there."""
    things = view["players"][str(player)]
    areas = [area for area in description.areas if area.of == "player"]
    who = f"player {player}" + (f" ({name})" if name else "")
    beside = [text for area in areas for text in beside_the_name(area, things, description)]
    beside += _held_by(player, view["variables"], description)
    first, *others = fill("", 0, [who, *beside], " · ", style.width - 2)
    yield style.paint(f"player {player}", "bold") + first.removeprefix(f"player {player}")
    yield from (f"  {line}" for line in others)
    for area in areas:
        yield from render_area(below_the_name(area, description), things, description, style, open_hands=open_hands)


def _held_by(player: int, variables: Mapping[str, Any], description: TableDescription) -> Iterator[str]:
    """The titles of the table's flags that a player holds."""
    for name, value in variables.items():
        known = description.variables.get(name)
        if known is not None and value == {"player": player} and is_held(known, value) and not is_omitted(known, value):
            yield known.title


def render_top(view: View, description: TableDescription, style: Style) -> Iterator[str]:
    """Which game, and where it stands."""
    phase = description.phases.get(view["phase"])
    when = [f"round {view['round']}", phase.title if phase else view["phase"].replace("_", " ")]
    if not view["round"]:
        when = ["setup"]
    elif view["finished"]:
        when = [f"round {view['round']}", "the game is over"]
    elif phase is not None and phase.who == "in_turn":
        when.append(f"player {view['turn']}'s turn")
    elif phase is not None and phase.who == "all_at_once":
        when.append("all at once")
    lines = break_text(" · ".join([description.title, *when]), style.width)
    yield from (style.paint(line, "bold") for line in lines)
    yield "─" * max(map(len, lines))


def _under(title: str, lines: Iterator[str], style: Style) -> list[str]:
    """Lines under a title; nothing where there are none."""
    found = list(lines)
    heading = [style.paint(line, "bold") for line in hanging_indent("", title, style.width)] if title else []
    return [*heading, *found] if found else []


def render_zone(
    name: str, cards: Sequence[Any], description: TableDescription, style: Style, owner: str = ""
) -> list[str]:
    """A zone with all of its cards, after the name of its owner."""
    base = name.partition("[")[0]
    texts = render_cards(cards, description.zones[base], description, whole=True) or ["empty"]
    return zone_lines(owner + zone_title(name, description), texts, style, "")


def zone_title(name: str, description: TableDescription) -> str:
    """What people call a zone that a view names: `shelf[teal]` is `shelf teal`, or as content says."""
    base, _, owner = name.partition("[")
    enum = next((area.by for area in description.areas if base in area.things), None)
    return f"{description.zones[base].title} {owner_title(owner.rstrip(']'), enum, description)}".rstrip()


def spelled(name: str) -> str:
    """A name of a view as its author wrote it, in words."""
    return name.replace("][", " ").replace("[", " ").replace("]", "").replace("_", " ")
