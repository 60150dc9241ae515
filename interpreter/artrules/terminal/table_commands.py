"""What a person at the table can ask for beside choosing: help, the log, a whole zone, why something isn't offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from artrules.diagnostics.excerpt import escape_control_characters
from artrules.game.description import TableDescription
from artrules.terminal.story import render_story
from artrules.terminal.style import Style
from artrules.terminal.table import render_zone, spelled, zone_title
from artrules.terminal.wrap import hanging_indent, rewrap

if TYPE_CHECKING:
    from artrules.game.log import LogEntry

COMMANDS = {
    "?": "this help",
    "why TEXT": "why something isn't offered",
    "undo": "take back your last choice, if nobody has learned from it",
    "table": "show the table again",
    "look ZONE": "show a zone with all of its cards that you may see",
    "powers [TEXT]": "what the powers say: all, or those with TEXT in them",
    "log [N]": "what has happened: the last N lines (20)",
    "save FILE": "write a copy (the game is kept after each choice anyway)",
    "quit": "leave; the game can be gone on with",
}
_LAST = 20
_TYPE = "Type the number of an option, or the beginning of its name, or one of these:"
_TABLE = (
    "On the table (red 3) is a card that lies face down and that you know; face down #2 is the second card of its row, "
    "and you don't know it. [Square brackets] tell what has changed on a card. Of a pile you see the top card, and how "
    "many there are."
)
WORDS = {name.partition(" ")[0] for name in COMMANDS} | {"help", "exit"}
"""The words with which commands begin."""


def render_help(about: str, style: Style) -> list[str]:
    """How the game is played, if content says it; the commands that can be typed, and how to read the table."""
    widest = max(map(len, COMMANDS))
    commands = [
        line for name, what in COMMANDS.items() for line in hanging_indent(f"  {name:<{widest}}  ", what, style.width)
    ]
    game = [*hanging_indent("", about, style.width), ""] if about else []
    return [*game, *hanging_indent("", _TYPE, style.width), *commands, *hanging_indent("", _TABLE, style.width)]


def render_log(entries: Sequence[LogEntry], given: str, style: Style) -> list[str]:
    """The last lines of the story."""
    if given and not given.isdecimal():
        return hanging_indent("", "`log` takes a number of lines, such as `log 50`", style.width)
    lines = [line for line in render_story(entries, style, full=True) if line]
    number = int(given[:6]) if given else _LAST
    return list(islice(lines, max(0, len(lines) - number), None)) or ["nothing yet"]


def render_zones(view: Mapping[str, Any], name: str, description: TableDescription, style: Style) -> list[str]:
    """All zones whose title contains a text at its beginning, in full; those after the name of their owner, too."""
    wanted = " ".join(name.casefold().replace("_", " ").split())
    if not wanted:
        return hanging_indent("", "`look` takes the name of a zone, as the table shows it", style.width)
    lines: list[str] = []
    sections = {"": view["zones"], **{f"player {p}, ": things for p, things in view["players"].items()}}
    for owner, things in sections.items():
        for key, value in things.items():
            base = key.partition("[")[0]
            if base not in description.zones or description.zones[base].shown == "never":
                continue
            called = zone_title(key, description)
            names = (called, owner + called, spelled(key), owner + spelled(key))
            if any(each.casefold().startswith(wanted) for each in names):
                lines += render_zone(key, value, description, style, owner)
    return lines or hanging_indent("", f"no zone is called `{name}`", style.width)


def render_powers(description: TableDescription, text: str, style: Style) -> list[str]:
    """The texts of the powers in play that contain a text."""
    wanted = text.casefold()
    lines: list[str] = []
    for key, title, about in description.powers:
        if wanted in f"{key} {title} {about}".casefold():
            lines += wrap(escape_control_characters(f"{key}, {title}: {about}"), style.width, subsequent_indent="    ")
    return lines or ["no power in play says that" if text else "there are no powers in play"]


def why_not(game: Any, seat: int, text: str, style: Style) -> list[str]:
    """Why a seat isn't offered something."""
    if not text:
        return hanging_indent("", "`why` takes a part of what you would like to do", style.width)
    answer: str = game.why_not(seat, text).text
    return rewrap(answer.splitlines(), style.width)
