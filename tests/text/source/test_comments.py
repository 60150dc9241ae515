"""Comments beside declarations, and the lines of a declaration."""

from __future__ import annotations

import pytest

from artrules.text.source.comments import comment_at, lines_of


@pytest.mark.parametrize(
    ("text", "line", "comment"),
    [
        ("a: 1", 1, ""),
        ("a: 1  # one", 1, "one"),
        ("# one\na: 1", 2, "one"),
        ("# one,\n# two\na: 1", 3, "one, two"),
        ("# above\na: 1  # behind", 2, "above; behind"),
        ("# far\n\na: 1", 3, ""),
        ("# ---------- ruled\na: 1", 2, ""),
        ("# ---- ruled\n# one\na: 1", 3, "one"),
        ("b:\n  # deeper\na: 1", 3, ""),
        ('a: "one # two"', 1, ""),
        ('a: "one # two"  # three', 1, "three"),
        ("a: a player's  # one's", 1, "one's"),
        ("a: {b: 'x # y'} # z", 1, "z"),
        ("a: b#c", 1, ""),
        ("a: 1", 7, ""),
    ],
)
def test_comments(text: str, line: int, comment: str) -> None:
    assert comment_at(text.split("\n"), line) == comment


@pytest.mark.parametrize(
    ("text", "line", "lines"),
    [
        ("a: 1\nb: 2", 1, ["a: 1"]),
        ("s:\n  a: |\n    x\n\n    y\n\n  b: 2", 2, ["a: |", "  x", "", "  y"]),
        ("s:\n  a:\n    - x\n# end", 2, ["a:", "  - x"]),
        ("a: 1", 7, [""]),
    ],
)
def test_lines(text: str, line: int, lines: list[str]) -> None:
    assert lines_of(text.split("\n"), line) == lines
