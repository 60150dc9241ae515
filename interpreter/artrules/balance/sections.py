"""A report as headings, words and tables, which renderers write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from artrules.balance.report import ComparedFigure, Figure, ImpactFigures, Report, Sort, UseFigures
from artrules.balance.section import Column, Row, Section, Shown
from artrules.balance.sets.sections import pairs_section, sets_by_seat_section, sets_section


def sections(report: Report) -> Iterator[Section]:
    """The sections of a report that have any rows."""
    found = (
        *_compared(report),
        _impacts(report.impacts),
        sets_section(report),
        sets_by_seat_section(report),
        pairs_section(report),
        _seats(report),
        _luck(report),
        _course(report),
        _uses([use for use in report.uses if use.kind == "power"], "powers", "Powers in play"),
        _uses([use for use in report.uses if use.kind == "card"], "cards", "Cards in play"),
        _options(report),
        _drawn(report),
    )
    yield from (section for section in found if section.rows)


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
        found = [each for each in against.figures if each.sort == sort]
        figures = [[each.here, each.there, each.difference] for each in found]
        if sort == "number":  # they have nothing in common but this: so it is what a plot shows
            columns.append(Column("change", "change"))
            for each, row in zip(found, figures, strict=True):
                row.append(_change(each))
        rows = tuple(Row(each.about, tuple(row), each.verdict) for each, row in zip(found, figures, strict=True))
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
    line = 1 / report.made.players
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
    rows = tuple(Row(f"{option.label}  ({option.source})", (option.offered, option.taken)) for option in report.options)
    words = "Games that were watched: in how many decisions of a game it is offered, and how often of that it is taken."
    columns = (Column("offered", ""), Column("taken", "part"))
    return Section("options", "Options", words, "option", columns, rows)


def _drawn(report: Report) -> Section:
    rows = tuple(Row(f"{each.setting}={each.value}", (each.rounds,), f"{each.games:,} games") for each in report.drawn)
    return Section("drawn", "Settings that were drawn", "", "setting", (Column("rounds", ""),), rows)
