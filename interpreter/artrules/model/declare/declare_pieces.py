"""Declares pieces: which cards there are, from rows in YAML, of a table or by rule, and what each has printed on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from artrules.model.declare.constants import constant
from artrules.model.declare.declarator import Declarator
from artrules.model.declare.piece_rules import rows_by_rule
from artrules.model.ir.declarations import Kind, Pieces, Total
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import ListOf, Optional, SetOf, Type
from artrules.text.content.cards import PieceList
from artrules.text.content.cards import Total as TotalSection
from artrules.text.content.section import Named
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.schema.complaint import found_shape, number_meant
from artrules.text.source.node import Node, Scalar, items, number
from artrules.text.source.node import Sequence as SequenceNode

COUNT = "count"
_MOST_COPIES = 1000


def declare_pieces(d: Declarator, batches: Named[PieceList]) -> None:
    """The pieces of the game, with what is printed on each."""
    for key, batch in batches:
        kind_name = d.known(batch.kind, d.symbols.kinds, "kind of card")
        if kind_name is None:
            continue
        kind = d.symbols.kinds[kind_name]
        rows: list[tuple[int, Mapping[str, Any], Span]] = []
        rule = batch.for_
        shared = {}
        for name, item in batch.has:
            if (attribute := kind.attributes.get(name.text)) is None:
                d.known(name, kind.attributes, f"attribute of {kind_name}")
            elif rule is None:
                shared[name.text] = constant(item, attribute.type, d.symbols, d.report, f"`{name.text}`")
        in_table, columns = batch.table is not None, batch.columns
        good = _columns_of_table(d, columns, kind) if in_table else [_column(d, c, kind) for c in columns]
        for row in batch.rows:
            cells = items(row)
            if len(cells) != len(columns):
                d.report.add(
                    kinds.BAD_ROW,
                    f"this row has {len(cells)} values for {len(columns)} columns",
                    row.span,
                    expected=f"{len(columns)} values",
                    found=str(len(cells)),
                )
                continue
            printed, count = dict(shared), 1
            for column, known, cell in zip(columns, good, cells, strict=True):
                if column.text == COUNT:
                    count = _copies(d, cell)
                elif known:
                    printed[column.text] = _cell(d, column.text, cell, kind.attributes[column.text].type, in_table)
            rows.append((count, printed, row.span))
        if rule is not None:
            rows = [(count, printed, rule.span) for count, printed in rows_by_rule(d, rule, batch, kind)]
        elif not columns:
            copies = number(batch.count)
            rows.append((1 if copies is None else copies, shared, batch.node.span))
        pieces = d.symbols.pieces[key.text] = Pieces(key.text, key.span, kind_name, tuple(rows))
        d.store_code(pieces, batch.start)
        if rule is not None:
            d.symbols.piece_rules[pieces] = rule


def _column(d: Declarator, column: Scalar, kind: Kind) -> bool:
    return column.text == COUNT or d.known(column, kind.attributes, f"attribute of {kind.name}") is not None


def _columns_of_table(d: Declarator, columns: Sequence[Scalar], kind: Kind) -> list[bool]:
    """Which columns name something that is printed on the cards; the others have had their diagnostic."""
    printed = [name for name, attribute in kind.attributes.items() if attribute.printed]
    seen: dict[str, Scalar] = {}
    good = []
    for column in columns:
        earlier = seen.setdefault(column.text, column)
        if not column.text:
            message = "a column has no name"
            d.report.add(kinds.BAD_PIECE_TABLE, message, column.span, expected=f"one of {', '.join([*printed, COUNT])}")
        elif earlier is not column:
            message, related = f"the column `{column.text}` stands twice", [("it stands here first", earlier.span)]
            d.report.add(kinds.BAD_PIECE_TABLE, message, column.span, related=related)
        elif d.known(column, [*printed, COUNT], f"printed attribute of {kind.name}") is not None:
            good.append(True)
            continue
        good.append(False)
    return good


def _copies(d: Declarator, cell: Node) -> int:
    count = number(cell)
    if count is None or not 0 <= count <= _MOST_COPIES:
        meant = [text] if isinstance(cell, Scalar) and (text := number_meant(cell)) else []
        message = f"a count is a number from 0 to {_MOST_COPIES}"
        d.report.add(kinds.BAD_ROW, message, cell.span, found=found_shape(cell), suggestions=meant)
        return 0
    return count


def _cell(d: Declarator, column: str, cell: Node, type_: Type, in_table: bool) -> Any:
    """The value of a cell. In a table the values of a set or a list stand with blanks between them."""
    if in_table and isinstance(cell, Scalar):
        if isinstance(type_, (SetOf, ListOf)):
            cell = SequenceNode([Scalar(text, cell.span) for text in cell.text.split()], cell.span)
        elif not cell.text and not isinstance(type_, Optional):
            message = f"the cell under `{column}` is empty"
            d.report.add(kinds.BAD_ROW, message, cell.span, expected=in_words(type_))
            return None
    return constant(cell, type_, d.symbols, d.report, f"`{column}`")


def declare_totals(d: Declarator, totals: Named[TotalSection]) -> None:
    """The sums that pieces must add up to."""
    for key, section in totals:
        expected = number(section.is_)
        if section.is_ is not None and expected is not None:
            total = d.symbols.totals[key.text] = Total(key.text, section.is_.span, expected)
            d.store_code(total, section.count)
