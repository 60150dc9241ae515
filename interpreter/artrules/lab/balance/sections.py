"""A report as headings, words and tables, and two ways to write it: text for a terminal, and comma-separated values."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from textwrap import wrap
from typing import Literal, TypeAlias

from artrules.lab.balance.report import (
    ComparedFigure,
    Figure,
    ImpactFigures,
    Report,
    RunFacts,
    Sort,
    Unit,
    UseFigures,
    even_part,
)
from artrules.lab.balance.statistics import DIGITS
from artrules.text.record import dataclass

# Tables of figures, as all forms of a report show them.

Shown: TypeAlias = Unit | Literal["change"]
"""The unit of a column: one of the report, or a change in percent of what it was."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of figures: what it is called, and its unit."""

    title: str
    unit: Shown


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: what it is about, a figure for each column (None for none), and a word about it. `unit` is that
    of its figures where it isn't that of the columns."""

    about: str
    figures: tuple[Figure | None, ...]
    word: str = ""
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A table with its heading and what must be said of it. `plotted` is the column that a plot shows, if any, and
    `line` the value that the plot marks: where there is no effect."""

    name: str
    heading: str
    words: str
    about: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    plotted: int | None = None
    line: float | None = None


# The tables of sets by seat.


def sets_section(report: Report) -> Section:
    """How each set did."""
    words = (
        "Each player of a game has another set, drawn at random, and each deal is played again until each set has been "
        "at each seat. The second column compares sets by what they win beyond those others that don't stand out."
    )
    columns = (Column("wins", "part"), Column("beyond the others", "points"), Column("score", ""))
    rows = tuple(
        Row(each.title, (each.share, each.beyond_others, each.score), each.verdict)
        for each in sorted(report.sets, key=lambda each: -each.share.value)
    )
    return Section("sets", "Sets", words, "set", columns, rows, 0, 1 / report.made.players)


def sets_by_seat_section(report: Report) -> Section:
    """How each set did at each seat."""
    rows = tuple(Row(each.title, tuple(each.seats)) for each in report.sets)
    words = "How much of the win the player at a seat has with a set, against all others."
    return Section("sets_by_seat", "Sets by seat", words, "set", _seat_columns(report), rows)


def pairs_section(report: Report) -> Section:
    """How each set did against each other."""
    rows = tuple(
        Row(pair.about, (pair.share, *pair.seats), "stands out" if pair.stands_out else "") for pair in report.pairs
    )
    words = "How much the first has of what the two win: at all seats, and at each. Even is half."
    columns = (Column("all seats", "part"), *_seat_columns(report))
    return Section("pairs", "Set against set", words, "pair", columns, rows, 0, 0.5)


def _seat_columns(report: Report) -> tuple[Column, ...]:
    return tuple(Column(f"at seat {seat}", "part") for seat in range(1, report.made.players + 1))


# A report as headings, words and tables, which renderers write.


def sections(report: Report) -> Iterator[Section]:
    """The sections of a report that have any rows."""
    all_sections = (
        *_compared(report),
        _impacts(report.impacts),
        sets_section(report),
        sets_by_seat_section(report),
        pairs_section(report),
        _seats(report),
        _luck(report),
        _course(report),
        _spreads(report),
        _uses([use for use in report.uses if use.kind == "power"], "powers", "Powers in play"),
        _uses([use for use in report.uses if use.kind == "card"], "cards", "Cards in play"),
        _options(report),
        _drawn(report),
    )
    yield from (section for section in all_sections if section.rows)


_SORTS: tuple[tuple[Sort, str, tuple[Shown, Shown, Shown]], ...] = (
    ("worth", "Compared: what each is worth", ("points", "points", "points")),
    ("part", "Compared: parts", ("part", "part", "points")),
    ("number", "Compared: numbers", ("", "", "")),
)


def _compared(report: Report) -> Iterator[Section]:
    against = report.against
    if against is None:
        return
    words = (
        f"Here, and there: {against.version}. Both played the same {against.deals:,} deals. What moved did so beyond "
        "chance, with all figures of these tables taken together."
    )
    for sort, heading, units in _SORTS:
        columns = list(map(Column, ("here", "there", "difference"), units))
        entries = [each for each in against.figures if each.sort == sort]
        figures = [[each.here, each.there, each.difference] for each in entries]
        if sort == "number":  # they have nothing in common but this: so it is what a plot shows
            columns.append(Column("change", "change"))
            for each, row in zip(entries, figures, strict=True):
                row.append(_change(each))
        rows = tuple(Row(each.about, tuple(row), each.verdict) for each, row in zip(entries, figures, strict=True))
        if rows:
            plotted = len(columns) - 1
            yield Section(f"compared_{sort}", heading, words, "figure", tuple(columns), rows, plotted, 0.0)
            words = ""


def _change(compared: ComparedFigure) -> Figure | None:
    """The difference as a part of what the figure was there, taken as exact; None where it was 0 or less."""
    there, difference = compared.there, compared.difference
    if there is None or difference is None or there.value <= 0:
        return None
    value, low, high = (
        None if number is None else round(number / there.value, 6)
        for number in (difference.value, difference.low, difference.high)
    )
    return Figure(value or 0.0, low, high, difference.games)


def _impacts(impacts: Sequence[ImpactFigures]) -> Section:
    cards = any(impact.kind == "card" for impact in impacts)
    words = (
        "By experiment: in games from the same seeds, each player lacked one of these or none, drawn at random. "
        + ("Who lacks a card never takes an option about it. " if cards else "Who lacks a power can't use it. ")
        + "The effect is what players who lack it win less."
    )
    columns = (Column("of the win", "points"), Column("beyond the others", "points"), Column("score", ""))
    rows = tuple(
        Row(each.title, (each.share, each.beyond_others, each.score), each.verdict)
        for each in sorted(impacts, key=lambda each: -each.share.value)
    )
    return Section("impacts", "What each is worth", words, "lacking", columns, rows, 0, 0.0)


def _seats(report: Report) -> Section:
    rows = tuple(
        Row(f"seat {seat.player}", (seat.share, seat.score), "stands out" if seat.stands_out else "")
        for seat in report.seats
    )
    words = "Games as they are. A win that several share counts in equal parts."
    line = even_part([seat.share.value for seat in report.seats])
    if line > 1 / report.made.players:
        words += " A seat has the part of its side."
    return Section("seats", "Seats", words, "seat", (Column("wins", "part"), Column("score", "")), rows, 0, line)


def _luck(report: Report) -> Section:
    rows = tuple(Row(each.about, (each.share,), "stands out" if each.stands_out else "") for each in report.luck)
    words = (
        "What chance gave players before their first decision, and how much more of the win comes of one more of it "
        "than the others have. It was dealt at random, so this is an effect."
    )
    return Section("luck", "Luck of the start", words, "luck", (Column("of the win", "points"),), rows, 0, 0.0)


def _course(report: Report) -> Section:
    rows = tuple(Row(each.about, (each.figure,), "", each.unit) for each in report.course)
    return Section("course", "How games go", "Games as they are.", "figure", (Column("on average", ""),), rows)


def _spreads(report: Report) -> Section:
    rows = tuple(
        Row(each.about, (each.least, each.lower_quartile, each.median, each.upper_quartile, each.most))
        for each in report.spreads
    )
    columns = tuple(Column(title, "") for title in ("least", "a quarter", "half", "three quarters", "most"))
    words = "Games as they are: up to which number a quarter, half and three quarters of them come."
    return Section("spreads", "How lengths and points are distributed", words, "number", columns, rows)


def _uses(uses: Sequence[UseFigures], name: str, heading: str) -> Section:
    words = (
        "Games as they are: how many cards a player has at the end and had at first, how often in a game they were "
        "offered, and how often of that taken. The last column is a correlation, no effect: how much more of the win "
        "players have for each time more than the others that they take one. Who is ahead may take it for that reason."
    )
    columns = (
        Column("at the end", ""),
        Column("at first", ""),
        Column("offered", ""),
        Column("taken", "part"),
        Column("win with taking", "points"),
    )
    rows = tuple(Row(use.title, (use.owned, use.at_start, use.offered, use.taken, use.with_taking)) for use in uses)
    return Section(name, heading, words, name.removesuffix("s"), columns, rows)


def _options(report: Report) -> Section:
    rows = tuple(
        Row(f"{option.label}  ({option.source})", (option.offered, option.taken, option.brings))
        for option in report.options
    )
    words = (
        "Games that were watched: in how many decisions of a game it is offered, and how often of that it is taken. In "
        "some decisions the options were tried out: the last column is what it brings more than the others there, in "
        "points of the win and what leads there."
    )
    columns = (Column("offered", ""), Column("taken", "part"), Column("brings more", "points"))
    return Section("options", "Options", words, "option", columns, rows)


def _drawn(report: Report) -> Section:
    rows = tuple(Row(f"{each.setting}={each.value}", (each.rounds,), f"{each.games:,} games") for each in report.drawn)
    return Section("drawn", "Settings that were drawn", "", "setting", (Column("rounds", ""),), rows)


# Writes a report as text for a terminal.

_WIDTH = 100


def write_text(report: Report) -> str:
    """The report: what was played, the verdicts, and the tables."""
    run = report.made
    lines = [f"{run.title}: {heading_of(run)}", ""]
    if run.partial:
        lines += [f"PARTIAL: {run.partial}", ""]
    for verdict in report.verdicts:
        lines += wrap(verdict, _WIDTH, initial_indent="* ", subsequent_indent="  ")
    for section in sections(report):
        lines += ["", section.heading, *wrap(section.words, _WIDTH), *_table(section)]
    lines += ["", f"All intervals of a table hold together with {run.level * 100:g} %.", f"Again: {run.command}"]
    return "\n".join([*lines, f"Content: {run.content}", ""])


def heading_of(run: RunFacts) -> str:
    """What was played, on one line."""
    bots = ", ".join(dict.fromkeys(run.bots)) if len(set(run.bots)) == 1 else ", ".join(run.bots)
    settings = f", {', '.join(run.settings)}" if run.settings else ""
    players = "1 player" if run.players == 1 else f"{run.players} players"
    return f"{run.deals:,} deals, {run.games:,} games, {players} ({bots}){settings}, seed {run.seed}"


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


# Writes a report as a table of comma-separated values: a line for each figure.

HEAD = ("section", "about", "figure", "unit", "value", "low", "high", "games", "word")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet's formula begins with."""


def write_table(report: Report) -> str:
    """The table. A unit `part` means a value between 0 and 1, `points` one in points of a hundred, `change` a part of
    what a figure was. A text that a spreadsheet would take for a formula gets an apostrophe before it (CWE-1236)."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    for section in sections(report):
        for row in section.rows:
            for column, figure in zip(section.columns, row.figures, strict=True):
                if figure is not None:
                    unit = column.unit if row.unit is None else row.unit
                    numbers = [_number(number, unit) for number in (figure.value, figure.low, figure.high)]
                    head = [section.name, _plain(row.about), column.title, unit]
                    writer.writerow([*head, *numbers, figure.games, _plain(row.word)])
    return text.getvalue()


def _number(number: float | None, unit: Shown) -> float | str:
    if number is None:
        return ""
    return round(100 * number, DIGITS) if unit == "points" else number


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
