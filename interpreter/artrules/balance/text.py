"""Writes a report as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from artrules.balance.report import Figure, Made, Report
from artrules.balance.section import Section, Shown
from artrules.balance.sections import sections

_WIDTH = 100


def write_text(report: Report) -> str:
    """The report: what was played, the verdicts, and the tables."""
    made = report.made
    lines = [f"{made.title}: {heading_of(made)}", ""]
    if made.partial:
        lines += [f"PARTIAL: {made.partial}", ""]
    for verdict in report.verdicts:
        lines += wrap(verdict, _WIDTH, initial_indent="* ", subsequent_indent="  ")
    for section in sections(report):
        lines += ["", section.heading, *wrap(section.words, _WIDTH), *_table(section)]
    lines += ["", f"All intervals of a table hold together with {made.level * 100:g} %.", f"Again: {made.command}"]
    return "\n".join([*lines, f"Content: {made.content}", ""])


def heading_of(made: Made) -> str:
    """What was played, on one line."""
    bots = ", ".join(dict.fromkeys(made.bots)) if len(set(made.bots)) == 1 else ", ".join(made.bots)
    settings = f", {', '.join(made.settings)}" if made.settings else ""
    players = "1 player" if made.players == 1 else f"{made.players} players"
    return f"{made.deals:,} deals, {made.games:,} games, {players} ({bots}){settings}, seed {made.seed}"


def figure_text(figure: Figure | None, unit: Shown) -> str:
    """A figure with its interval."""
    if figure is None:
        return "-"
    value, low, high = (number_text(number, unit) for number in (figure.value, figure.low, figure.high))
    return f"{value} ({low} to {high})" if figure.low is not None and figure.high is not None else value


def number_text(number: float | None, unit: Shown) -> str:
    """A number in its unit."""
    if number is None:
        return "-"
    if unit == "part":
        return f"{100 * number:.1f} %"
    if unit == "change":
        return f"{100 * number:+.1f} %"
    if unit == "points":
        return f"{100 * number:+.1f}"
    return f"{number:,.2f}"


def cells(section: Section) -> list[list[str]]:
    """The table of a section as texts: its head, then its rows, with the word about each in the last column."""
    head = [section.about, *(column.title for column in section.columns), ""]
    return [
        head,
        *(
            [
                row.about,
                *(
                    figure_text(figure, column.unit if row.unit is None else row.unit)
                    for figure, column in zip(row.figures, section.columns, strict=True)
                ),
                row.word,
            ]
            for row in section.rows
        ),
    ]


def _table(section: Section) -> Iterator[str]:
    lines = cells(section)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        *texts, word = [_cell(text, width, i) for i, (text, width) in enumerate(zip(line, widths, strict=True))]
        yield "  " + "  ".join([*texts, word.strip()]).rstrip()


def _cell(text: str, width: int, place: int) -> str:
    return text.ljust(width) if place == 0 else text.rjust(width)
