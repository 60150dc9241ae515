"""The tables of sets by seat."""

from __future__ import annotations

from artrules.balance.report import Report
from artrules.balance.section import Column, Row, Section


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
    return Section("sets_by_seat", "Sets by seat", words, "set", _seats(report), rows)


def pairs_section(report: Report) -> Section:
    """How each set did against each other."""
    rows = tuple(
        Row(pair.about, (pair.share, *pair.seats), "stands out" if pair.stands_out else "") for pair in report.pairs
    )
    words = "How much the first has of what the two win: at all seats, and at each. Even is half."
    columns = (Column("all seats", "part"), *_seats(report))
    return Section("pairs", "Set against set", words, "pair", columns, rows, 0, 0.5)


def _seats(report: Report) -> tuple[Column, ...]:
    return tuple(Column(f"at seat {seat}", "part") for seat in range(1, report.made.players + 1))
