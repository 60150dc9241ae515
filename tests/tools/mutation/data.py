"""Slips in data: printed numbers and words, in lists of pieces, tables and members; counts; start places; texts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from artrules.text.source.node import Mapping, Node, Scalar, Sequence

from .declarations import drop
from .declared import Declared
from .source import SourceFile, entries, items, parts_of

HOLE = re.compile(r"\{[^{}]*\}")


def mutate_data(file: SourceFile, declared: Declared) -> None:
    """Note all mutants of a file's data."""
    if file.document is None:
        _of_table(file)
        return
    for before, part in parts_of(file.document):
        for key, pieces in entries(part.get("pieces")):
            if isinstance(pieces, Mapping):
                _of_pieces(file, f"{before}pieces.{key.text}", pieces, declared)
        for key, enum in entries(part.get("enums")):
            members = enum.get("members") if isinstance(enum, Mapping) else None
            for member, has in entries(members):
                for name, value in entries(has):
                    path = f"{before}enums.{key.text}.{member.text}.{name.text}"
                    _of_value(file, path, value, declared, "member's attribute")
    for string in file.code:
        if string.code == "label" and not string.path.startswith("layout.story."):  # no rule: scenarios needn't know it
            for hole in HOLE.finditer(string.scalar.text):
                file.mutate("data", "label", string.path, *file.range_in(string.scalar, *hole.span()), "")


def _of_table(file: SourceFile) -> None:
    """Cells of a CSV file: another number, or another word of the column."""
    lines = file.text.splitlines(keepends=True)
    head = lines[0].strip().split(",")
    columns: dict[int, list[str]] = defaultdict(list)
    for line in lines[1:]:
        for column, cell in enumerate(line.rstrip("\n").split(",")):
            columns[column].append(cell)
    at = len(lines[0])
    for row, line in enumerate(lines[1:], 1):
        start = at
        for column, cell in enumerate(line.rstrip("\n").split(",")):
            path = f"{row}.{head[column]}"
            for other in _other_cells(cell, columns[column]):
                file.mutate("data", "printed", path, start, start + len(cell), other)
            start += len(cell) + 1
        at += len(line)


def _other_cells(cell: str, column: list[str]) -> Iterator[str]:
    if cell.isdigit():
        yield str(int(cell) + 1)
        yield str(int(cell) - 1)
    elif cell:
        others = list(dict.fromkeys(each for each in column if each))
        yield others[(others.index(cell) + 1) % len(others)]


def _of_pieces(file: SourceFile, path: str, pieces: Mapping, declared: Declared) -> None:
    for name, value in entries(pieces.get("has")):
        _of_value(file, f"{path}.has.{name.text}", value, declared, "printed")
    if (count := pieces.get("count")) is not None:
        _of_value(file, f"{path}.count", count, declared, "count")
    start = pieces.get("start")
    if isinstance(start, Scalar) and start.text in declared.types:
        for other in declared.others(start.text):
            file.mutate("data", "start place", f"{path}.start", *file.range(start.span), other)
    for entry in (each for each in pieces if each.key.text == "exists_in"):
        drop(file, "data", "where it exists", f"{path}.exists_in", entry)
        for zone in items(entry.value):
            for other in declared.others(zone.text) if isinstance(zone, Scalar) else []:
                file.mutate("data", "where it exists", f"{path}.exists_in", *file.range(zone.span), other)
    columns = [column.text for column in items(pieces.get("columns")) if isinstance(column, Scalar)]
    rows = pieces.get("rows")
    for number, row in enumerate(rows.items if isinstance(rows, Sequence) else [], 1):
        for column, cell in zip(columns, items(row), strict=False):
            kind = "count" if column == "count" else "printed"
            _of_value(file, f"{path}.{number}.{column}", cell, declared, kind)


def _of_value(file: SourceFile, path: str, value: Node, declared: Declared, kind: str) -> None:
    if isinstance(value, Sequence):
        for place, item in enumerate(value.items, 1):
            _of_value(file, f"{path}.{place}", item, declared, kind)
        return
    if not isinstance(value, Scalar):
        return
    others: list[str] = []
    if isinstance(value.value, bool):
        others = ["no" if value.value else "yes"]
    elif isinstance(value.value, int):
        others = [str(value.value + 1), *([str(value.value - 1)] if value.value else [])]
    elif value.text in declared.types:
        others = declared.others(value.text)[:1]
    for other in others:
        file.mutate("data", kind, path, *file.range(value.span), other)
