"""Rows of pieces that make no card, and rows that say the same.

A number of copies may be 0 in one variant and not in another, so it counts only where it is 0 with all overlays. Lists
with a row for each card repeat rows on purpose, so equal rows count only where some row stands for several cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.ir.declarations import Pieces
from artrules.ir.model import Model

_SONGS = """
cards: {song: {label: "song {self.number}", attributes: {number: {type: 1..3}}}}
zones: {book: {holds: song, seen_by: everyone}}
pieces:
  songs:
    kind: song
    start: book
    columns: [number, count]
    rows:
      - [1, 2]
"""
NO_COPIES = declare(
    4189,
    "no-copies",
    "pieces of which there are none",
    """
    The number of copies is 0, so there is no such card in any game. Correct the number, or remove the row.
    """,
    severity="warning",
    examples=Examples(
        fails=Example("sections", f"{_SONGS}      - [2, 0]  #!"),
        repaired=Example("sections", f"{_SONGS}      - [2, 1]"),
    ),
)
EQUAL_ROWS = declare(
    4190,
    "equal-rows",
    "two rows of pieces say the same",
    """
    Another row of this list has the same values, so the two make copies of one card. Mostly one of them was copied and
    was to be changed. If all these copies are meant, write one row with their number under `count`.
    """,
    severity="warning",
    examples=Examples(
        fails=Example("sections", f"{_SONGS}      - [1, 3]  #!"),
        repaired=Example("sections", f"{_SONGS}      - [2, 3]"),
        near_misses=(Example("sections", f"{_SONGS}      - [1, 1]".replace("[1, 2]", "[1, 1]")),),
    ),
)


@ruleset_check(NO_COPIES, EQUAL_ROWS)
def piece_rows(models: Sequence[Model], report: Report) -> None:
    copies: dict[Span, int] = {}
    for model in models:
        for pieces in model.pieces.values():
            for count, _, at in pieces.rows:
                copies[at] = copies.get(at, 0) + count
            _equal_rows(pieces, report)
    for at, count in copies.items():
        if count == 0:
            report.add(NO_COPIES, "there are 0 copies of this card", at, expected="1 or more, or no such row")


def _equal_rows(pieces: Pieces, report: Report) -> None:
    if all(count == 1 for count, _, _ in pieces.rows):
        return
    earlier: dict[str, Span] = {}
    for _, values, at in pieces.rows:
        first = earlier.setdefault(repr(sorted(values.items())), at)
        if first != at:  # pieces by rule all stand at one place
            report.add(
                EQUAL_ROWS,
                "this row says the same as an earlier one",
                at,
                related=[("the earlier one stands here", first)],
            )
