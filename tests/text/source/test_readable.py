"""Places in lines that aren't read as they stand in the file: spans and fixes count the columns of the file."""

from __future__ import annotations

import pytest

from artrules.text.diagnostics.diagnostic import apply_edits
from artrules.text.diagnostics.report import Report
from artrules.text.source import read as tabs
from artrules.text.source.node import Node, Scalar, every_node
from artrules.text.source.read import read, readable


def read_file(text: str) -> tuple[Node, Report]:
    report = Report()
    node = read(text, "f.yaml", report)
    assert node is not None
    return node, report


@pytest.mark.parametrize(
    "text",
    [
        "zones:\n\tleft: {type: odd, starts: 20}\n",
        "zones:\n\t\tleft:\todd\n\t\tright:   even # more\n",
        "zo\x07nes:\n  l\u200eeft: o\u200edd\n",
        "a: 1\nzones:\n \t\u200eleft: |\n \t\tmore\n \t\t  odd\tthing\n",
        "zones:\n\tleft {type: odd, starts: 20}\n\tright:odd\n",
        "zones:\n  deck {holds: b}\n  hand:b\n",
        "a: \"x\ty\"\nb: 'x\u200ey'\n",
    ],
)
def test_each_character_is_where_it_stands_in_the_file(text: str) -> None:
    node, _ = read_file(text)
    lines = text.split("\n")
    characters = 0
    for scalar in every_node(node):
        if isinstance(scalar, Scalar):
            for at, character in enumerate(scalar.text):
                line, column = scalar.position(at)
                if character != "\n":
                    characters += 1
                    assert lines[line - 1][column - 1].replace("\t", " ") == character, (scalar, at)
    assert characters >= 4


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ("z:\n\tleft {type: 0..40, starts: 20}\n", "z:\n\tleft: {type: 0..40, starts: 20}\n"),
        ("z:\n\t\tleft:odd\n\t\tright:\teven\n", "z:\n\t\tleft: odd\n\t\tright: even\n"),
        ("z:\n  l\u200eeft {type: 0..40}\n", "z:\n  l\u200eeft: {type: 0..40}\n"),
        ("z:\n  left\u200e\tright:odd\n", "z:\n  left\u200e right:odd\n"),
        ("z:\n  \u200e\todd: 1\n", "z:\n  \u200e\todd: 1\n"),
    ],
)
def test_fixes_edit_the_columns_of_the_file(text: str, repaired: str) -> None:
    _, report = read_file(text)
    edits = [edit for d in report.diagnostics if d.fix is not None for edit in d.fix.edits]
    assert apply_edits(text, edits) == repaired


def test_what_begins_after_a_tab_or_an_unseen_character_is_underlined_exactly() -> None:
    _, report = read_file("z:\n\tleft: 1\n\tleft: 2\n  r\u200eight: 3\n  r\u200eight: 4\n")
    spans = [d.span for d in report.diagnostics if d.span is not None and "twice" in d.message]
    assert [(s.line, s.column, s.end_column) for s in spans] == [(3, 2, 6), (5, 3, 9)]


def test_a_comment_that_cuts_a_text_is_found_behind_a_tab() -> None:
    node, _ = read_file("z:\n\t\tleft: Draw #2\n")
    cut = [scalar.cut_at() for scalar in every_node(node) if isinstance(scalar, Scalar)]
    assert cut == [None, None, 14]


def test_a_line_with_a_tab_stands_as_deep_as_the_one_above_if_that_may_be() -> None:
    source = readable("f.yaml", "a:\n  b:\n    c: 1\n\td: 2\n  e:\n    f: 3\n")
    assert source.lines[3] == "    d: 2"


def test_a_stretch_of_the_file_is_found_again() -> None:
    text = "z:\n\tle\u200eft {type: odd}\n"
    source = readable("f.yaml", text)
    source.replace(2, 6, 6, ":")
    assert source.lines[1] == "  left: {type: odd}"
    node, _ = read_file(text)
    for scalar in every_node(node):
        assert source.in_file(source.as_read(scalar.span)) == scalar.span
        if isinstance(scalar, Scalar):
            span = source.as_read(scalar.span)
            assert source.line(span.line)[span.column - 1 : span.end_column - 1] == scalar.text


def test_each_line_is_looked_at_a_few_times_to_find_the_width_of_tabs(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    margin = tabs.margin
    monkeypatch.setattr(tabs, "margin", lambda line: looked.append(line) or margin(line))
    readable("f.yaml", "a:\n\tb: 1\n" * 1000)
    assert len(looked) < 50 * 2000


def test_a_file_full_of_tabs_stays_small() -> None:
    source = readable("f.yaml", f"{' ' * 500}a:\n{chr(9) * 500}b: 1\n")
    assert sum(map(len, source.lines)) < 10_000
