"""A name that two things of different kinds have: one diagnostic at the second, which shows the first, and none where
it is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.play.pipeline import read_content
from lab.simulation.small_ruleset import write_ruleset

ROW = "  row: {per: player"
PROCEDURES = "procedures:\n"


@pytest.mark.parametrize(
    ("before", "added", "name"),
    [
        (ROW, "  coins: {per: player, holds: lantern, seen_by: everyone}\n", "coins"),
        (ROW, "  first_player: {holds: lantern, seen_by: everyone}\n", "first_player"),
        (ROW, "  refill: {holds: lantern, seen_by: everyone}\n", "refill"),
        ("settings:\n", "enums:\n  hand: [left, right]\n", "hand"),
        (PROCEDURES, "events:\n  row: {}\n", "row"),
        (PROCEDURES, "functions:\n  refill(): 3\n", "refill"),
        (PROCEDURES, "functions:\n  coins(): 3\n", "coins"),
        ("  coins: {of", "  hand: {of: player, type: 0..9}\n", "hand"),
    ],
)
def test_it_is_told_once_at_the_second(tmp_path: Path, before: str, added: str, name: str) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    file = folder / "ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    text = text.replace("enums:\n", added) if added.startswith("enums:") else text.replace(before, added + before)
    file.write_text(text, encoding="utf-8")
    (diagnostic,) = read_content(folder).report.errors
    assert (diagnostic.slug, diagnostic.message) == ("name-twice", f"the name `{name}` is given twice")
    ((_, first),) = diagnostic.related
    assert diagnostic.span is not None and first.line < diagnostic.span.line


TINY = """\
ruleset: tiny
language: 3
title: Tiny
players: 2
cards:
  tile: {label: tile}
zones:
  row: {per: player, holds: tile, seen_by: everyone}
variables:
  x: {of: player, type: 0..9}
ADDED
procedures:
  raise_it: my x becomes 3
  go: |
    my x becomes 1
    CODE
flow:
  rounds:
    - {name: main, who: all_at_once, do: go()}
  until: round_number = 1
  last_round: 1
  score: {x: {is: my x}}
  winners: best(p in players, most score(p))
"""
FUNCTION = "functions:\n  raise_it(0..9 n): n"


@pytest.mark.parametrize(
    ("added", "code"),
    [
        (FUNCTION, "let y = raise_it(3)"),
        (FUNCTION, "my x becomes raise_it(3)"),
        (FUNCTION, "raise_it(3)"),
        ("events:\n  raise_it: {has: {n: 0..9}}", "announce raise_it(n: 3)"),
        ("events:\n  raise_it: {has: {n: 0..9}}", "watch raise_it as e where e.n > 3 until round ends:\n        skip"),
        ("events:\n  rung: {has: {n: 0..9}, stack: raise_it}\nfunctions:\n  raise_it: 3", "announce rung(n: 3)"),
    ],
)
def test_nothing_more_is_told_of_its_uses(tmp_path: Path, added: str, code: str) -> None:
    text = TINY.replace("ADDED", added).replace("CODE", code)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert [error.slug for error in read_content(tmp_path).report.errors] == ["name-twice"]


def test_two_procedures_of_one_name(tmp_path: Path) -> None:
    text = TINY.replace("ADDED\n", "").replace("CODE", "let y = raise_it(3)\n    my x becomes y")
    text = text.replace("  go: |", "  raise_it(0..9 n) gives 0..9: result becomes n\n  go: |")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert [error.slug for error in read_content(tmp_path).report.errors] == ["name-twice"]
