"""Pieces: which cards a game has and where they start, and the totals that they must add up to."""

from __future__ import annotations

from artrules.content.key_values import integer, list_of_nodes, list_of_texts, text
from artrules.content.plain_values import BINDINGS, CONSTANT, CONSTANTS, EXPRESSION, NAME, Sourced
from artrules.content.section import Named, key, named_sections, section
from artrules.source.node import Node, Scalar

_ROW = list_of_nodes({"type": "array", "items": CONSTANT}).named("", "Row", "A value for each column.")


@section("piece_list", "Pieces")
class PieceList(Sourced):
    """Cards of one kind, a row for each."""

    kind: Scalar | None = key(NAME, "The kind of card.", title="Kind", required=True)
    start: Scalar | None = key(EXPRESSION, "The zone where a piece starts; `self` is the card.", required=True)
    has: Named[Node] = key(
        CONSTANTS,
        "Attributes that are the same for each row; with `for`, a name of a binder stands for its value.",
        title="Has",
    )
    for_: Scalar | None = key(
        BINDINGS, "Pieces by rule, in place of columns and rows: one for each value of these, such as `s in suit`."
    )
    columns: tuple[Scalar, ...] = key(
        list_of_texts({"type": "array", "items": NAME, "minItems": 1, "uniqueItems": True}),
        "What the values of a row stand for: attributes, and `count` for the number of copies.",
        needs=("rows",),
    )
    rows: tuple[Node, ...] = key(
        list_of_nodes({"type": "array", "items": _ROW}),
        "A list for each card, with a value for each column.",
        needs=("columns",),
    )
    table: Scalar | None = key(
        text({"type": "string"}),
        "A CSV file in place of columns and rows; it lies beside this file, or in a folder below.",
    )
    count: Scalar | None = key(integer(minimum=0), "The number of copies of each, where there are no rows.")


PIECES = named_sections(NAME, PieceList).named("pieces", "Pieces", "The cards of the game and where they start.")


@section("total", "Total")
class Total(Sourced):
    """A number that pieces must add up to."""

    count: Scalar | None = key(EXPRESSION, "What is counted.", required=True)
    is_: Scalar | None = key(integer(), "What it must come to.", required=True)


TOTALS = named_sections(NAME, Total).named("totals", "Totals", "Sums that must come out; every total is checked.")
