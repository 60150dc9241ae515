"""What the reader accepts, what it refuses, and where it says so."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from artrules.text.diagnostics.report import Report
from artrules.text.source.node import LateMapping, Mapping, Node, Scalar, Sequence, late, to_data
from artrules.text.source.read import read

REFUSED = [
    # input, slug, line, column
    ("title: Lanterns: the game", "yaml-syntax", 1, 16),
    ("a: [1, 2", "yaml-syntax", 1, 4),
    ("a: {b: 1", "yaml-syntax", 1, 4),
    ("a: 'x\nb: 1\n", "yaml-syntax", 1, 4),
    ('a: "x', "yaml-syntax", 1, 4),
    ("a: {b[1]: 2}", "yaml-syntax", 1, 6),
    ("- a\nb: 1", "yaml-syntax", 2, 1),
    ("a: 1\n b: 2", "yaml-syntax", 2, 2),
    ("a: @x", "yaml-syntax", 1, 4),
    ('a: "\\q"', "yaml-syntax", 1, 5),
    ("a: |x\n  y", "yaml-syntax", 1, 5),
    (b"a: 1\nb: \xff", "not-utf-8", 2, 4),
    ("a: 1\n".encode("utf-16"), "not-utf-8", 1, 1),
    ("\ufeffa: 1\n".encode("utf-16-be"), "not-utf-8", 1, 1),
    ("a: 1\x00", "control-character", 1, 5),
    ("a: 1\n" + "b\x00: \x01\n" * 20, "control-character", 2, 2),
    ("a: 1\nb: 2\n".encode("utf-16-le") * 3, "control-character", 1, 2),
    ("a: 1\rb: 2", "control-character", 1, 5),
    ("a: b\u202ec", "control-character", 1, 5),
    ("a: b\ud800", "control-character", 1, 5),
    ('a: "b\\0"', "control-character", 1, 6),
    ("a:\n\tb: 1", "tab", 2, 1),
    ("a: |\n  b\tc\n", "tab", 2, 4),
    ("", "empty-file", 1, 1),
    ("# only this\n", "empty-file", 1, 1),
    ("a: 1\n---\nb: 2", "several-documents", 2, 1),
    ("a: 1\nb: 2\na: 3", "duplicate-key", 3, 1),
    ("1: a\n'1': b", "duplicate-key", 2, 1),
    ("a: {b: 1, b: 2}", "duplicate-key", 1, 11),
    ("? [a]\n: b", "bad-key", 1, 3),
    ("? {a: 1}\n: b", "bad-key", 1, 3),
    ("? |\n  a\n: b", "bad-key", 1, 3),
    ("?\n: b", "bad-key", 1, 2),
    ("'': b", "bad-key", 1, 1),
    ("a: &x 1", "anchor", 1, 4),
    ("a: *x", "anchor", 1, 4),
    ("*x", "anchor", 1, 1),
    ("a: &", "anchor", 1, 5),
    ("<<: 1", "anchor", 1, 1),
    ("a: !b 1", "tag", 1, 4),
    ("a: !!int 1", "tag", 1, 4),
    ("a: !b!c 1", "tag", 1, 4),
    ("%YAML 1.1\n---\na: 1", "directive", 1, 1),
    ("a: true", "old-truth-word", 1, 4),
    ("a: [On]", "old-truth-word", 1, 5),
    ("a: " + "[" * 200, "too-deep", 1, 67),
    ("[" * 900, "too-deep", 1, 65),
    ("a: " + "1" * 2_000_000, "file-too-large", 1, 1),
    ("a: [" + "1," * 100_001 + "]", "file-too-large", 1, 199_999),
]


@pytest.mark.parametrize(("text", "slug", "line", "column"), REFUSED, ids=lambda value: repr(value)[:30])
def test_refuses(text: str | bytes, slug: str, line: int, column: int) -> None:
    report = Report()
    read(text, "lanterns.yaml", report)
    found = [(d.slug, d.span.line, d.span.column) for d in report.errors if d.span is not None]
    assert found == [(slug, line, column)]


@pytest.mark.parametrize("text", ["[" * 100_000, "a: 1\nb: " + "[" * 3_000 + "\nc: 2"], ids=["whole", "part"])
def test_refuses_what_is_too_deep_for_the_parser_itself(text: str) -> None:
    """Where it gives up depends on its version."""
    report = Report()
    read(text, "lanterns.yaml", report)
    assert [d.slug for d in report.errors] == ["too-deep"]


VALUES = [
    ("yes", True),
    ("no", False),
    ("12", 12),
    ("-3", -3),
    ("0", 0),
    ("~", None),
    ("null", None),
    ("", None),
    ("Yes", "Yes"),
    ("'yes'", "yes"),
    ('"12"', "12"),
    ("'true'", "true"),
    ("010", "010"),
    ("1_000", "1_000"),
    ("0x1F", "0x1F"),
    ("1:30", "1:30"),
    ("1.5", "1.5"),
    ("+1", "+1"),
    ("2020-01-01", "2020-01-01"),
    ("9" * 5000, "9" * 5000),
    ("1..3", "1..3"),
    ("|\n  yes\n", "yes\n"),
]


@pytest.mark.parametrize(("text", "value"), VALUES, ids=lambda value: repr(value)[:20])
def test_values(text: str, value: object) -> None:
    report = Report()
    node = read(f"a: {text}", "f", report)
    assert isinstance(node, Mapping)
    found = to_data(node)["a"]
    assert found == value
    assert type(found) is type(value)
    assert not report.diagnostics


def test_paths_and_spans() -> None:
    node = read("cards:\n  lantern:\n    has: [a, {b: 1}]\n\n# end\n", "f", Report())
    assert isinstance(node, Mapping)
    has = node.entries["cards"].value.get("lantern").get("has")  # type: ignore[union-attr]
    assert isinstance(has, Sequence)
    assert has.path == "cards.lantern.has"
    assert has.items[1].get("b").path == "cards.lantern.has[1].b"  # type: ignore[union-attr]
    assert (node.span.line, node.span.column, node.span.end_line, node.span.end_column) == (1, 1, 3, 21)
    assert (has.span.column, has.span.end_column) == (10, 21)


def test_byte_order_mark_and_windows_line_ends() -> None:
    report = Report()
    node = read("\ufeffa: 1\r\nb: |\r\n  x\r\n  y\r\n".encode(), "f", report)
    assert node is not None
    assert to_data(node) == {"a": 1, "b": "x\ny\n"}
    assert not report.diagnostics


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    report = Report()
    assert read(tmp_path / "none.yaml", "none.yaml", report) is None
    assert [d.slug for d in report.diagnostics] == ["unreadable-file"]
    assert read(tmp_path, "folder", Report()) is None


def test_joined_lines_are_marked() -> None:
    node = read("a: x\n  y\nb: 'x\n  y'\nc: >\n  x\nd: |\n  x\ne: x\n", "f", Report())
    assert isinstance(node, Mapping)
    assert [e.value.folded for e in node if isinstance(e.value, Scalar)] == [True, True, True, False, False]


def _judged(content: str | bytes) -> None:
    report = Report()
    node = read(content, "f", report)
    assert node is not None or report.has_errors
    if node is not None:
        _probe(node)


def _probe(node: Node) -> None:
    span = node.span
    assert (1, 1) <= (span.line, span.column) <= (span.end_line, span.end_column)
    if isinstance(node, Scalar):
        for offset in range(-1, len(node.text) + 2):
            assert node.position(offset) >= (1, 1)
    elif isinstance(node, Mapping):
        for entry in node:
            _probe(entry.key)
            _probe(entry.value)
    else:
        for item in node:
            _probe(item)


@given(st.binary(max_size=200))
def test_any_bytes(content: bytes) -> None:
    _judged(content)


@given(st.text(max_size=200))
def test_any_text(content: str) -> None:
    _judged(content)


PIECES = ["a", "b", ": ", ":", "\n", "\n  ", "\n    ", "- ", "[", "]", "{", "}", ",", "'", '"', "|", ">", "|2-",
          "&x ", "*x",
          "!t ", "? ", "# c", "%", "---", "...", "<<", "\\", "\\u0041", "\\\n", "yes", "1", "\t", "é", "名", "\r\n",
          "@"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_shape_of_yaml(content: str) -> None:
    _judged(content)


def test_a_mistake_at_the_end_of_an_unfinished_line_lies_on_that_line() -> None:
    report = Report()
    read(b"ruleset: x\ntitle", "f.yaml", report)
    (found,) = report.errors
    assert found.span is not None and (found.span.line, found.span.column) == (2, 6)


def _read_plainly(content: bytes, shown: str) -> Node | None:
    return read(content, shown, Report())


def test_a_tree_that_is_read_late_wants_the_content_of_its_file() -> None:
    tree = pickle.loads(pickle.dumps(late(_read_plainly(b"a: 1\nb: {c: 2}", "lanterns.yaml"), _read_plainly)))
    assert isinstance(tree, LateMapping)
    assert tree.size_of("b") == 1
    with pytest.raises(ValueError, match=r"lanterns\.yaml"):
        tree.get("b")
    tree.give_content(b"a: 1\nb: {c: 2}")
    again = pickle.loads(pickle.dumps(tree))
    assert to_data(tree) == {"a": 1, "b": {"c": 2}}
    with pytest.raises(ValueError, match="content"):
        to_data(again)
