"""Renders a game's log as a story.

Games between bots may take hundreds of rounds. So the first and the last rounds are shown in full. Of the others it
shows only what the ruleset says to the whole table; equal rounds share a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from artrules.terminal.log_section import render_log_section
from artrules.terminal.setup import render_settings
from artrules.terminal.style import Style
from artrules.terminal.text_merging import group_alike, merge_similar
from artrules.terminal.wrap import hang_after, hanging_indent

if TYPE_CHECKING:
    from artrules.game.game import Game
    from artrules.game.log import LogEntry

FIRST = 3
"""Rounds at the beginning that are shown in full."""
LAST = 2
"""Rounds at the end that are shown in full."""
_SAYINGS = 2
"""Sentences about single players that fit on the line of a round."""


def render_heading(title: str, game: Game, bots: Sequence[str], style: Style) -> Iterator[str]:
    """What is played, and how to play it again."""
    who = bots[0] if len(set(bots)) == 1 else ", ".join(bots)
    players = "1 player" if game.players == 1 else f"{game.players} players"
    label = style.paint(f"{title}:", "bold") + " "
    yield from hang_after(label, len(title) + 2, f"{players} ({who}), seed {game.seed}", style.width)
    settings = render_settings(game.settings, game.model)
    if settings:
        yield from hanging_indent("  ", settings, style.width)


def render_story(log: Sequence[LogEntry], style: Style, *, full: bool = False) -> Iterator[str]:
    """Everything that happened, as lines."""
    rounds: dict[int, list[LogEntry]] = {}
    for entry in log:
        rounds.setdefault(entry.round, []).append(entry)
    setup = rounds.pop(0, [])
    if setup:
        yield from ("", style.paint("Setup", "bold"), *render_log_section(setup, style))
    numbers = list(rounds)
    # A single round left out would take as much room as its line.
    short = [] if full or len(numbers) <= FIRST + LAST + 1 else numbers[FIRST:-LAST]
    for number in numbers:
        if number not in short:
            yield from ("", style.paint(f"Round {number}", "bold"), *render_log_section(rounds[number], style))
        elif number == short[0]:
            yield ""
            yield from _render_short({n: rounds[n] for n in short}, style)


def _render_short(rounds: dict[int, list[LogEntry]], style: Style) -> Iterator[str]:
    """A line for each round, or for several equal ones."""
    runs: list[tuple[int, int, str]] = []
    for number, entries in rounds.items():
        text = _round_in_a_line(number, entries)
        if runs and runs[-1][2] == text:
            runs[-1] = (runs[-1][0], number, text)
        else:
            runs.append((number, number, text))
    names = [f"Round {first}" if first == last else f"Rounds {first} to {last}" for first, last, _ in runs]
    width = max(map(len, names))
    for name, (_, _, text) in zip(names, runs, strict=True):
        label = style.paint(name, "bold") + " " * (width - len(name) + 2)
        yield from hang_after(label, width + 2, text, style.width)


def _round_in_a_line(number: int, entries: Sequence[LogEntry]) -> str:
    """A round in one line: the longest account that the content gives to the whole table, or else the number of
    choices."""
    groups = group_alike([e.text for e in entries if e.kind == "said" and e.player is None])
    if not groups:
        made = sum(e.kind == "chose" for e in entries)
        said = [e.text for e in entries if e.kind == "said"]
        return " · ".join(["1 choice" if made == 1 else f"{made} choices", *said[-_SAYINGS:]])
    best = max(groups, key=len)
    if len(best) == 1:
        best = groups[-1]
    return merge_similar(best).removeprefix(f"after round {number} ").removeprefix(f"round {number} ")
