"""The lines of a log, in the words of the terminal and of the page: phases as headings, and below them what each player
does in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from artrules.text.diagnostics.render import escape_control_characters
from artrules.text.plain_text import Style, hang_after, hanging_indent, keep_together

if TYPE_CHECKING:
    from artrules.play.game.log import LogEntry


_ALONE_FIRST = re.compile(r"player (\d+) (?!and |or )")


def told_of(entry: LogEntry) -> int | None:
    """The player of whom an entry tells: with whom a sentence of the game begins, such as whoever takes what
    another has played last; else who acts."""
    named = _ALONE_FIRST.match(entry.text) if entry.how.sort in ("saying", "pause") else None
    return int(named[1]) if named else entry.player


def line_of(entry: LogEntry) -> str:
    """An entry as it stands below the name of the player of whom it tells: without that name; in brackets if it is told
    in passing."""
    text = entry.text.removeprefix(f"player {told_of(entry)} ")
    return f"({text})" if entry.how.aside else text


class LogRun(NamedTuple):
    """What one player does in a row and is said of them, or what is said of nobody: a line for each entry. Equal ones
    stand once, with their number."""

    player: int | None
    lines: Sequence[str]


def runs_of(entries: Sequence[LogEntry]) -> Iterator[LogRun | str]:
    """Entries in runs, with the titles of phases between them. Phases in which nothing happened are left out."""
    title = ""
    for (heads, player), group in groupby(entries, key=lambda e: (e.how.sort in _HEADINGS, told_of(e))):
        run = list(group)
        if heads:
            # Of phases in a row all but the last were empty.
            title = next((e.text for e in reversed(run) if e.kind == "phase"), title)
            continue
        if title:
            yield title
            title = ""
        counted = [(line, len(list(same))) for line, same in groupby(map(line_of, run))]
        yield LogRun(player, [line if times == 1 else f"{line} ×{times}" for line, times in counted])  # noqa: RUF001


_HEADINGS = ("heading", "ending")


def render_log_section(entries: Sequence[LogEntry], style: Style) -> Iterator[str]:
    """Entries as lines of a terminal."""
    for run in runs_of(entries):
        if isinstance(run, str):
            yield f"  {style.paint(escape_control_characters(run), 'yellow')}"
        elif run.player is None:
            for line in run.lines:
                yield from hanging_indent("    ", line, style.width)
        else:
            name = f"player {run.player}"
            label = f"    {style.paint(name, 'blue')}  "
            yield from hang_after(label, len(name) + 6, " · ".join(map(keep_together, run.lines)), style.width)
