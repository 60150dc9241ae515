"""Pieces by rule: one for each value of binders, in the order of a loop; every mistake at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.model.declare import pieces
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic

MAIN = """\
ruleset: tiles
title: Tiles
players: 2
settings:
  size_of_it: {type: 1..9, starts: 3}
enums:
  colour:
    has: {warm: bool, worth: 0..9, foe: shape}
    members:
      red: {warm: yes, worth: 2, foe: square}
      blue: {warm: no, worth: 0, foe: disc}
  shape: [disc, square]
cards:
  tile:
    label: "{self.shade} {self.n}"
    attributes:
      n:     {type: 0..9}
      shade: {type: colour}
      other: {type: colour or none}
      sizes: {type: some of 0..5}
zones:
  box: {holds: tile, seen_by: everyone}
pieces:
  tiles:
    kind: tile
    start: box
    for: FOR
    has: {HAS}
totals:
  tiles: {count: size(tile), is: TOTAL}
flow:
  rounds: [{name: main, who: in_turn, from: "players[1]", do: "choose c in box"}]
  until: size_of_it > 0
  winners: players
"""


def read(
    folder: Path, rule: str, has: str = "n: a, shade: red, sizes: []", total: int = 0, *, more: str = ""
) -> Content:
    text = MAIN.replace("FOR", rule).replace("HAS", has).replace("TOTAL", str(total))
    (folder / "ruleset.yaml").write_text(text.replace("    start: box\n", f"    start: box\n{more}"))
    return read_content(folder, "tiles")


def printed(content: Content) -> list[tuple[object, ...]]:
    """How many of each piece there are, and what is printed on it, without names."""
    assert not content.report.errors
    return [(count, *values.values()) for count, values, _ in content.base.pieces["tiles"].rows]


def only(content: Content) -> Diagnostic:
    (diagnostic,) = content.report.errors
    return diagnostic


def test_each_value_of_the_binders_is_a_piece(tmp_path: Path) -> None:
    content = read(tmp_path, "k in colour, a in 1..3 where k.warm or a = 2", "n: a, shade: k, sizes: []", 4)
    assert printed(content) == [(1, 1, 0, 0), (1, 2, 0, 0), (1, 3, 0, 0), (1, 2, 1, 0)]
    view = artrules.load(tmp_path).new_game(seed=1).inspect.view()
    assert [card["card"] for card in view["zones"]["box"]] == ["red 1", "red 2", "red 3", "blue 2"]


def test_copies_lists_and_later_domains(tmp_path: Path) -> None:
    content = read(
        tmp_path, "a in [2, 0], b in a..2, k in [none, blue]", "n: a, shade: red, other: k, sizes: [a, b, 5]", 16,
        more="    count: 2\n",
    )  # fmt: skip
    assert printed(content) == [
        (2, 2, 0, None, 0b100100),
        (2, 2, 0, 1, 0b100100),
        (2, 0, 0, None, 0b100001),
        (2, 0, 0, 1, 0b100001),
        (2, 0, 0, None, 0b100011),
        (2, 0, 0, 1, 0b100011),
        (2, 0, 0, None, 0b100101),
        (2, 0, 0, 1, 0b100101),
    ]


@pytest.mark.parametrize(
    ("condition", "passing"),
    [
        ("a > 7", [8, 9]),
        ("a <= 1", [0, 1]),
        ("a < 1 or not a < 9", [0, 9]),
        ("a >= 4 and a != 5 and a % 2 = 1", [7, 9]),
        ("a in 3..4", [3, 4]),
        ("[1, 9] has a", [1, 9]),
        ("a not in 1..9", [0]),
        ("a / 2 * 2 - a + 1 = 0", [1, 3, 5, 7, 9]),
        ("a + -9 = 0", [9]),
        ("(a if red.warm else 0) = 4", [4]),
        ("a = red.worth", [2]),
        ("(disc if a = 6 else square) is blue.foe", [6]),
        ("red in colour and a = 1", [1]),
        ("a = 1 or a = 1 / 0", None),
        ("yes", list(range(10))),
    ],
)
def test_conditions_compare_constants(condition: str, passing: list[int] | None, tmp_path: Path) -> None:
    content = read(tmp_path, f"a in 0..9 where {condition}", total=len(passing or ()))
    if passing is None:
        assert only(content).slug == "bad-piece-rule"
    else:
        assert [row[1] for row in printed(content)] == passing


@pytest.mark.parametrize(
    ("rule", "slug", "words"),
    [
        ("a in 1..size_of_it", "bad-piece-rule", "`size_of_it` isn't known before a game"),
        ("a in players", "bad-piece-rule", "`players` isn't known before a game"),
        ("a in 1..3 where any(b in 1..3)", "bad-piece-rule", "this isn't known before a game"),
        ("a in red", "bad-piece-rule", "one can't go through this"),
        ("a in 1..3 where a is red", "bad-piece-rule", "these are of different types"),
        ("a in 1..3 where a in colour", "bad-piece-rule", "these are of different types"),
        ("a in 1..3 where a", "bad-piece-rule", "a condition is `yes` or `no`"),
        ("a in red..3", "bad-piece-rule", "this isn't a number"),
        ("a in 1..3 where red.cold", "bad-piece-rule", "members of colour have no `cold`"),
        ("a in 1..3 where a.warm", "bad-piece-rule", "nothing here has `warm`"),
        ("a in 1..3000000", "bad-piece-rule", "this range is too long"),
        ("a in 1..3, a in 1..3", "hides-name", "`a` is the name of something else here already"),
        ("a in 1..3, red in colour", "hides-name", "`red` is the name of something else here already"),
        ("a in", "bad-syntax", "the bindings ends too soon"),
        ("a in 7..11", "wrong-value", "`n` can't be `10`"),
        ("a in colour", "wrong-value", "`n` can't be `red`"),
        ("a in [[1, 2]]", "wrong-value", "`n` can't be a list"),
    ],
)
def test_what_is_wrong_in_a_rule(rule: str, slug: str, words: str, tmp_path: Path) -> None:
    found = only(read(tmp_path, rule))
    assert (found.slug, found.message) == (slug, words)
    assert found.span is not None and found.span.line == (28 if slug == "wrong-value" else 27)


def test_a_rule_stands_in_place_of_rows(tmp_path: Path) -> None:
    found = read(tmp_path, "a in 1..3", more="    columns: [n]\n    rows: [[1]]\n").report.errors
    assert [(d.slug, d.span.line) for d in found if d.span] == [("bad-piece-rule", 27)]
    found = read(tmp_path, "a in 1..3", more="    table: tiles.csv\n").report.errors
    assert [d.slug for d in found if d.span and d.span.line < 29] == ["bad-piece-table"]


def test_an_attribute_must_be_given_and_known(tmp_path: Path) -> None:
    assert only(read(tmp_path, "a in 1..3", "n: a, sizes: []", 3)).message == "these pieces have no `shade`"
    assert only(read(tmp_path, "a in 1..3", "n: a, shad: red, sizes: []", 3)).slug == "unknown-name"


def test_a_rule_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that lets nothing through, and one whose domains are empty."""
    for rule in ("a in 1..9999, b in 1..9999, c in 2..1", "a in 1..9999, b in 1..9999 where a < 0"):
        assert only(read(tmp_path, rule)).message == "the rule goes through too many values"
    monkeypatch.setattr(pieces, "_MOST_TRIED", 10**9)
    assert only(read(tmp_path, "a in 1..9999, b in 1..9999 where a < 0")).slug == "too-much-to-judge"


def test_an_overlay_replaces_a_rule(tmp_path: Path) -> None:
    (tmp_path / "few.yaml").write_text(
        "overlay: few\nof: tiles\napplies: size_of_it = 1\n"
        "pieces: {tiles: {for: a in 1..2}}\ntotals: {tiles: {is: 2}}\n"
    )
    (tmp_path / "rows.yaml").write_text(
        "overlay: rows\nof: tiles\napplies: size_of_it = 2\ntotals: {tiles: {is: 1}}\n"
        "pieces: {tiles: {for: null, has: {n: null}, columns: [n], rows: [[7]]}}\n"
    )
    assert not read(tmp_path, "a in 1..5", total=5).report.errors
    game = artrules.load(tmp_path)
    views = [game.new_game(settings={"size_of_it": most}).inspect.view()["zones"]["box"] for most in (1, 2, 3)]
    assert [[card["card"] for card in cards] for cards in views] == [
        ["red 1", "red 2"],
        ["red 7"],
        ["red 1", "red 2", "red 3", "red 4", "red 5"],
    ]


def test_values_that_members_lack_are_one_mistake(tmp_path: Path) -> None:
    read(tmp_path, "c in colour, n in 1..c.worth", "n: n, shade: c, sizes: []")
    text = (tmp_path / "ruleset.yaml").read_text()
    begin, end = text.index("    members:\n      red"), text.index("  shape:")
    (tmp_path / "ruleset.yaml").write_text(f"{text[:begin]}    members: [red, blue]\n{text[end:]}")
    assert only(read_content(tmp_path, "tiles")).slug == "missing-value"
