"""Renders the table as a seat sees it: a pure function of its view, of the table's description, and of the width.

Shared things come first, then those of each player. Short ones share a line; zones with many cards have lines of their
own; empty zones are listed together. A variable at its start value is left out if it is a truth value or none, or
returns there by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from artrules.game.description import TableDescription, VariableDescription
from artrules.terminal.cards import render_cards, render_value
from artrules.terminal.style import Style
from artrules.terminal.wrap import break_text, fill

_SHORT = 26
"""Characters up to which a thing shares a line with others."""

View = Mapping[str, Any]
Names = Mapping[int, str]
"""By player: who sits there, in words."""


def render_table(view: View, description: TableDescription, style: Style, names: Names) -> Iterator[str]:
    """Everything that a view holds, except for its log."""
    yield from render_top(view, description, style)
    shared = {**view["zones"], **view["variables"]}
    if shared:
        yield style.paint("table", "bold")
        yield from _section(shared, description, style)
    for player, things in view["players"].items():
        who = f" ({names[player]})" if names.get(player) else ""
        yield style.paint(f"player {player}", "bold") + who
        yield from _section(things, description, style)


def render_top(view: View, description: TableDescription, style: Style) -> Iterator[str]:
    """Which game, and where it stands."""
    phase = view["phase"]
    when = [f"round {view['round']}", phase.replace("_", " ")] if view["round"] else ["setup"]
    who = description.phases.get(phase)
    if view["finished"]:
        when = [f"round {view['round']}", "the game is over"]
    elif who == "in_turn" and view["round"]:
        when.append(f"player {view['turn']}'s turn")
    elif who == "all_at_once" and view["round"]:
        when.append("all at once")
    text = " · ".join([description.title, *when])
    lines = break_text(text, style.width)
    yield from (style.paint(line, "bold") for line in lines)
    yield "─" * max(map(len, lines))


def render_zone(
    name: str, cards: Sequence[Any], description: TableDescription, style: Style, owner: str = ""
) -> list[str]:
    """A zone with all of its cards, after the name of its owner."""
    texts = render_cards(cards, description.zones[_base(name)], description, whole=True) or ["empty"]
    label = f"{owner}{spelled(name)}: "
    return fill(label, len(label), texts, ", ", style.width)


def _section(things: Mapping[str, Any], description: TableDescription, style: Style) -> Iterator[str]:
    """The zones, then the variables, of the table or of a player."""
    short: list[str] = []
    empty: list[str] = []
    for name, value in things.items():
        zone = description.zones.get(_base(name))
        if zone is None:
            continue
        texts = render_cards(value, zone, description)
        if not texts:
            empty.append(spelled(name))
        elif len(", ".join(texts)) > _SHORT:
            label = f"  {spelled(name)}: "
            yield from fill(label, len(label), texts, ", ", style.width)
        else:
            short.append(f"{spelled(name)}: {', '.join(texts)}")
    for name, value in things.items():
        known = description.variables.get(_base(name))
        if known is not None and _worth_showing(value, known):
            short.append(f"{spelled(name)}: {render_value(_base(name), value, description)}")
    yield from fill("  ", 2, short, " · ", style.width)
    if empty:
        yield from fill("  empty: ", 9, empty, ", ", style.width)


def _worth_showing(value: Any, known: VariableDescription) -> bool:
    if value != known.starts:
        return True
    return known.lasts and value is not None and not isinstance(value, bool)


def _base(name: str) -> str:
    return name.partition("[")[0]


def spelled(name: str) -> str:
    """A name of the content as people read it: `stall[2]` is `stall 2`."""
    return name.replace("[", " ").replace("]", "").replace("_", " ")
