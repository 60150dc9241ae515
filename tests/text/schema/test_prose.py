"""Texts that a comment cuts (`docs/write/files.md`, YAML): told where they read as if they were cut, and only there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from artrules.text.diagnostics.report import Report
from artrules.text.schema.validate import validate
from artrules.text.source.node import Scalar, every_node
from artrules.text.source.read import read

ROOT = Path(__file__).parents[3]
SET = "set: river\nof: lanterns\nguild:\n  1:\n    name: {name}\n    text: {text}\n    powers: []\n"
CUT = ["Draw #2 card", "Draw a card (see # 3)", "Take {c} #1", "The #blue one #red", "Take [a  # b]"]
WHOLE = [
    "Draw a card  # two of them",
    "Draw a card # a comment",
    "Draw a card  #TODO",
    "Draw#2",
    '"Draw #2 card"',
    "'Draw #2 card'",
    "Draw (one)  # or none",
]


def told(text: str) -> list[tuple[str, int]]:
    """What is told of a file, and the column."""
    report = Report()
    node = read(text, "river.yaml", report)
    assert node is not None
    validate(node, report)
    return [(d.slug, d.span.column if d.span else 0) for d in report.diagnostics]


@pytest.mark.parametrize("text", CUT)
def test_a_text_that_is_cut(text: str) -> None:
    assert told(SET.format(name="N", text=text)) == [("cut-text", len("    text: ") + text.index("#") + 1)]


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("Draw #2 card", True),
        ("Draw #2#3", True),
        ("Lanterns #2  # artrules: ignore never-used: so far", False),
        ("The #blue one #red", False),
    ],
)
def test_quotes_are_put_where_no_comment_may_follow(text: str, fixed: bool) -> None:
    report = Report()
    node = read(SET.format(name="N", text=text), "river.yaml", report)
    assert node is not None
    validate(node, report)
    (diagnostic,) = report.diagnostics
    assert (diagnostic.fix is not None) == fixed


@pytest.mark.parametrize("text", WHOLE)
def test_a_text_that_is_whole(text: str) -> None:
    assert told(SET.format(name="N", text=text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "ruleset: x\ntitle: Game #2\nplayers: 2\n",
        "ruleset: x\ntitle: X\nplayers: 2\nrulings: {}\nlives: {turn: each_player}\nsource: Page #3\n",
        "ruleset: x\ntitle: X\nplayers: 2\nrulings:\n  A:\n    1: See #4\n",
        "ruleset: x\ntitle: X\nplayers: 2\nrulings:\n  A:\n    1:\n      text: See #4\n",
        "part_of: x\nmenus:\n  m:\n    entries:\n      a:\n        label: take #1\n        do: skip\n",
        "part_of: x\nsettings:\n  a:\n    type: bool\n    assumed: as in #1\n",
        "overlay: a\nof: x\napplies: yes\ntitle: Variant #1\n",
        SET.format(name="Guild #1", text="T"),
    ],
)
def test_every_sort_of_prose(text: str) -> None:
    assert [slug for slug, _ in told(text)] == ["cut-text"]


def test_comments_behind_code_are_comments() -> None:
    assert told("part_of: x\nprocedures:\n  a: draw(1) #twice\nzones:\n  z: {holds: a, seen_by: nobody} #here\n") == []


FENCE = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def shipped() -> Iterator[str]:
    """All YAML there is: content, and examples in the docs."""
    for folder in (ROOT / "rulesets", ROOT / "tests" / "rulesets"):
        yield from (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.yaml")))
    for page in sorted((ROOT / "docs").rglob("*.md")):
        yield from FENCE.findall(page.read_text(encoding="utf-8"))


def test_no_false_alarm() -> None:
    """No plain text in content or in the docs reads as if it were cut, be it prose or code."""
    scalars = 0
    for text in shipped():
        node = read(text, "page.yaml", Report())
        for scalar in every_node(node) if node is not None else ():
            if isinstance(scalar, Scalar):
                scalars += 1
                assert scalar.cut_at() is None, scalar
    assert scalars > 10_000
