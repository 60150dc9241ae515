"""Collecting diagnostics, suggesting words, and the plain data that machines get."""

from __future__ import annotations

import json

import pytest

from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Edit, Span
from artrules.text.diagnostics.kinds import UNKNOWN_NAME, Kind
from artrules.text.diagnostics.render import ContentError, render_json
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest


def test_sorted_and_once() -> None:
    report = Report()
    for line, column in [(3, 1), (1, 5), (1, 2), (3, 1)]:
        report.add(kinds.UNKNOWN_KEY, "no such key", Span("b.yaml", line, column, line, column + 1))
    report.add(kinds.UNKNOWN_KEY, "no such key", Span("a.yaml", 9, 9, 9, 10))
    report.add(kinds.UNKNOWN_KEY, "somewhere", None)
    places = [(d.span.file, d.span.line, d.span.column) if d.span else None for d in report.diagnostics]
    assert places == [None, ("a.yaml", 9, 9), ("b.yaml", 1, 2), ("b.yaml", 1, 5), ("b.yaml", 3, 1)]
    assert report.has_errors and len(report.errors) == 5


def test_data() -> None:
    report = Report()
    span = Span("f.yaml", 1, 2, 1, 4)
    report.add(kinds.UNKNOWN_KEY, "no", span, expected="x", found="y", suggestions=["x"], related=[("here", span)])
    data = json.loads(render_json(report.diagnostics))
    assert data["version"] == 1
    place = {"file": "f.yaml", "line": 1, "column": 2, "end_line": 1, "end_column": 4}
    assert data["diagnostics"] == [
        {
            "code": "ART1102",
            "slug": "unknown-key",
            "severity": "error",
            "message": "no",
            **place,
            "expected": "x",
            "found": "y",
            "suggestions": ["x"],
            "related": [{"message": "here", **place}],
            "fix": None,
        }
    ]


@pytest.mark.parametrize(
    ("word", "candidates", "expected"),
    [
        ("graveyrd", ["graveyard", "hand"], ("graveyard",)),
        ("nonexistent", ["owner", "everyone"], ()),
        ("seen-by", ["seen_by", "shows"], ("seen_by",)),
        ("SeenBy", ["seen_by"], ("seen_by",)),
        ("hnad", ["hand", "band"], ("hand",)),
        ("colours", ["colour", "flour"], ("colour",)),
        ("colour", ["colour"], ()),
        ("", ["a"], ()),
        ("x", ["y", "z"], ()),
    ],
)
def test_closest(word: str, candidates: list[str], expected: tuple[str, ...]) -> None:
    assert tuple(closest(word, candidates)) == expected


@pytest.mark.parametrize(
    ("word", "candidates", "meant"),
    [
        ("graveyrd", ["graveyard", "hand"], "graveyard"),
        ("garveyard", ["graveyard"], "graveyard"),
        ("colours", ["colour", "colouring"], "colour"),  # one and several, whatever else is like it
        ("garveyard", ["graveyard", "gaveyard"], None),  # two are like it
        ("bonus_1", ["bonus_2"], None),  # two things
        ("card", ["cards"], "cards"),  # one and several
        ("face-down", ["face_down"], "face_down"),
        ("gane", ["game"], None),  # too short to be sure
        ("gravyrd", ["graveyard"], None),  # two slips
    ],
)
def test_which_words_are_corrected(word: str, candidates: list[str], meant: str | None) -> None:
    report = Report()
    span = Span("f.yaml", 1, 1, 1, 1 + len(word))
    found = report.add(kinds.UNKNOWN_KEY, "m", span, suggestions=closest(word, candidates))
    assert (found.fix.edits if found.fix else None) == ((Edit(span, meant),) if meant else None)


def test_what_is_more_than_a_word_or_no_mistake_is_not_corrected() -> None:
    report = Report()
    near = closest("graveyrd", ["graveyard"])
    assert report.add(kinds.UNKNOWN_KEY, "quoted", Span("f.yaml", 1, 1, 1, 11), suggestions=near).fix is None
    assert report.add(kinds.UNKNOWN_KEY, "nowhere", None, suggestions=near).fix is None
    assert report.add(UNKNOWN_NAME, "a name", Span("f.yaml", 1, 1, 1, 9), suggestions=near).fix is None
    warning = Kind(1999, "odd", "warning", "")
    assert report.add(warning, "warns", Span("f.yaml", 1, 1, 1, 9), suggestions=near).fix is None


def test_content_error() -> None:
    report = Report()
    report.add(kinds.UNKNOWN_KEY, "no such key", Span("f.yaml", 1, 1, 1, 3))
    error = ContentError(report.errors, lambda _: "ab: 1")
    assert str(error).startswith("error[ART1102 unknown-key]: no such key\n --> f.yaml:1:1\n  |\n1 | ab: 1\n  | ^^")
    assert error.diagnostics == report.errors
