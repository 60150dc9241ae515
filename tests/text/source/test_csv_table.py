"""What the reader of CSV accepts, what it refuses, and where each cell stands."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from artrules.text.diagnostics.report import Report
from artrules.text.source.csv_table import read_table
from artrules.text.source.node import Scalar, Sequence, to_data

REFUSED = [
    # input, slug, line, column
    ('n,shade\n1,"red', "table-syntax", 2, 3),
    ('n,shade\n1,"red\nblue\n', "table-syntax", 2, 3),
    ('n,shade\n1,"red" x\n', "table-syntax", 2, 9),
    ('n,shade\n"a\nb" x\n', "table-syntax", 3, 4),
    ('n,shade\n1,re"d\n', "table-syntax", 2, 5),
    ("n;shade\n1;red\n", "table-syntax", 1, 2),
    ("n\tshade\n1\tred\n", "table-syntax", 1, 2),
    ("n|shade\n", "table-syntax", 1, 2),
    ("", "empty-file", 1, 1),
    ("\ufeff", "empty-file", 1, 1),
    ("\n ,,\n", "empty-file", 1, 1),
    (b"n,shade\n1,\xff", "not-utf-8", 2, 3),
    ("n\x00,shade", "control-character", 1, 2),
    ("n\rshade", "control-character", 1, 2),
    ("n" + "," * 100_001, "file-too-large", 1, 100_002),
    ("n" * (1024 * 1024 + 1), "file-too-large", 1, 1),
]


@pytest.mark.parametrize(("content", "slug", "line", "column"), REFUSED, ids=lambda value: repr(value)[:30])
def test_refused(content: str | bytes, slug: str, line: int, column: int) -> None:
    report = Report()
    assert read_table(content, "t.csv", report) is None
    found = [(d.slug, d.span.line, d.span.column) for d in report.diagnostics if d.span]
    assert found == [(slug, line, column)]


def table(content: str | bytes) -> tuple[list[str], list[list[object]]]:
    report = Report()
    read = read_table(content, "t.csv", report)
    assert read is not None and not report.diagnostics
    return to_data(read.columns), to_data(read.rows)


@pytest.mark.parametrize(
    "content",
    [
        "n,shade,flag\n1,red,yes\n-2,,no",
        "n,shade,flag\r\n1,red,yes\r\n-2,,no\r\n",
        b"\xef\xbb\xbfn,shade,flag\n1,red,yes\n-2,,no\n",
        'n, shade , flag\n"1", "red" ,yes\n"-2","",no\n',
        "\nn,shade,flag\n\n1,red,yes\n,,\n  , ,\n-2,,no\n\n",
        '"n","shade","flag"\n1,"\nred\n",yes\n-2,,no\n',
    ],
)
def test_the_same_table(content: str | bytes) -> None:
    assert table(content) == (["n", "shade", "flag"], [[1, "red", True], [-2, None, False]])


def test_cells_know_their_places() -> None:
    report = Report()
    read = read_table('n, shade\r\n 12 ,"re""d"\r\n"a\nb", x\n3,', "t.csv", report)
    assert read is not None
    places = []
    for row in [read.columns, *read.rows.items]:
        assert isinstance(row, Sequence)
        for cell in row.items:
            assert isinstance(cell, Scalar)
            s = cell.span
            places.append((cell.text, s.line, s.column, s.end_line, s.end_column))
    assert places == [
        ("n", 1, 1, 1, 2),
        ("shade", 1, 4, 1, 9),
        ("12", 2, 2, 2, 4),
        ('re"d', 2, 6, 2, 13),
        ("a\nb", 3, 1, 4, 3),
        ("x", 4, 5, 4, 6),
        ("3", 5, 1, 5, 2),
        ("", 5, 3, 5, 3),
    ]
    assert [(r.span.line, r.span.end_line, r.span.end_column) for r in read.rows.items] == [
        (2, 2, 13),
        (3, 4, 6),
        (5, 5, 3),
    ]


CELLS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"), include_characters='",;\n'))


@given(st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=5))
def test_what_the_standard_library_writes_is_read(rows: list[list[str]]) -> None:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\r\n").writerows([["a", "b"], *rows])
    report = Report()
    read = read_table(stream.getvalue(), "t.csv", report)
    assert read is not None and not report.diagnostics
    found = [[c.text for c in r.items if isinstance(c, Scalar)] for r in read.rows if isinstance(r, Sequence)]
    stripped = [[cell.strip() for cell in row] for row in rows]
    assert found == [row for row in stripped if any(row)]


@given(st.one_of(st.binary(), st.text(st.sampled_from('",;\n\t ab1\ufeff\x00'))))
def test_whatever_it_is_there_is_a_table_or_a_diagnostic(content: str | bytes) -> None:
    report = Report()
    assert (read_table(content, "t.csv", report) is None) == bool(report.diagnostics)
