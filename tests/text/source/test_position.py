"""Each character of a scalar is found at its exact place in the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Mapping, Scalar
from artrules.text.source.read import read


def scalar_of(text: str) -> Scalar:
    """The value of `a.b`."""
    node = read(text, "f", Report())
    assert isinstance(node, Mapping)
    inner = node.get("a")
    assert isinstance(inner, Mapping)
    found = inner.get("b")
    assert isinstance(found, Scalar)
    return found


def character_at(text: str, place: tuple[int, int]) -> str:
    """The file's character at a place; a line break at the end of each line."""
    return (text.split("\n")[place[0] - 1] + "\n")[place[1] - 1]


def assert_exact(file: str, text: str) -> None:
    scalar = scalar_of(file)
    assert scalar.text == text
    for offset, character in enumerate(text):
        assert character_at(file, scalar.position(offset)) == character, offset


CODE = st.text(st.sampled_from("abc(),[] é名😀+=<>.:\"'#{}-|&*!%"), max_size=30)


@given(st.lists(CODE, max_size=6), st.integers(1, 5), st.sampled_from(["|", "|-", "|+", "| # why"]))
def test_blocks(lines: list[str], indent: int, header: str) -> None:
    if next((line for line in lines if line), " ").startswith(" "):
        # The first line that isn't empty sets the indentation.
        lines = ["x", *lines]
    while not lines[-1].strip():
        lines.pop()
    blanks = " " * (2 + indent)
    file = f"a:\n  b: {header}\n" + "".join(f"{blanks}{line}\n" for line in lines) + "  c: 1\n"
    assert_exact(file, "\n".join(lines) + ("" if header == "|-" else "\n"))


@given(st.text(st.sampled_from("abc(),[]é名😀+=<>.{}*"), min_size=1, max_size=30), st.booleans())
def test_plain(text: str, comment: bool) -> None:
    text = f"x {text} y"
    assert_exact(f"a:\n  b:   {text}{'   # why' if comment else ''}\n  c: 1\n", text)


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp", "Cn", "Co"]), max_size=30)
)
def test_single_quotes(text: str) -> None:
    assert_exact(f"a: {{c: 1, b: '{text.replace(chr(39), chr(39) * 2)}', d: 2}}\n", text)


ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "A": "\\x41",
    "B": "\\u0042",
    "C": "\\U00000043",
    "\n": "\\n",
    "/": "\\/",
    "\xa0": "\\_",
}


@given(st.text(st.sampled_from('abAB C"\\/\n\xa0é😀'), max_size=30))
def test_double_quotes(text: str) -> None:
    written = [ESCAPES.get(character, character) for character in text]
    scalar = scalar_of('a:\n  b: "' + "".join(written) + '"\n')
    assert scalar.text == text
    column = 7
    for offset, piece in enumerate(written):
        assert scalar.position(offset) == (2, column)
        column += len(piece)
    assert scalar.position(len(text)) == (2, column)


@pytest.mark.parametrize(
    ("file", "text", "places"),
    [
        ("a:\n  b: x y\n    z\n", "x y z", [(2, 6), (2, 7), (2, 8), (2, 9), (3, 5)]),
        ("a:\n  b: 'x  \n\n    y'\n", "x\ny", [(2, 7), (2, 10), (4, 5)]),
        ('a:\n  b: "x\\\n    y"\n', "xy", [(2, 7), (3, 5)]),
        ("a:\n  b: |2\n      x\n    y\n", "  x\ny\n", [(3, 5), (3, 6), (3, 7), (3, 8), (4, 5), (4, 6)]),
        ("a:\n  b: |\n\n    x\n", "\nx\n", [(3, 1), (4, 5), (4, 6)]),
    ],
)
def test_joined_lines(file: str, text: str, places: list[tuple[int, int]]) -> None:
    scalar = scalar_of(file)
    assert scalar.text == text
    assert [scalar.position(offset) for offset in range(len(text))] == places


def test_spans() -> None:
    scalar = scalar_of("a:\n  b: |\n    for x:\n        y\n  c: 1")
    assert scalar.span == Span("f", 2, 6, 4, 10)
    assert scalar.span_of(4, 5) == Span("f", 3, 9, 3, 10)
    assert scalar.span_of(0, 6) == Span("f", 3, 5, 3, 11)
    assert scalar.span_of(4, 16) == Span("f", 3, 9, 4, 10)
    assert scalar.span_of(len(scalar.text), len(scalar.text) + 5) == Span("f", 4, 10, 4, 10)
    quoted = scalar_of('a:\n  b: "\\u0032+"\n')
    assert quoted.span_of(0, 1) == Span("f", 2, 7, 2, 13)
