"""An attribute that several kinds have can be read from a card of any of them, and changed where it is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic

KINDS = """\
ruleset: crockery
title: Crockery
players: 2
enums: {colour: [red, blue]}
cards:
  cup:
    label: cup {self.n}
    attributes:
      n: {type: 1..4}
      shade: {type: colour}
      worn: {type: 0..9, starts: "self.n"}
      clean: {type: bool}
      left: {type: 0..5}
      sizes: {type: some of 1..3}
      only: {type: bool}
  dish:
    label: dish {self.n}
    attributes:
      n: {type: 3..9}
      shade: {type: colour or none}
      worn: {type: 0..9, starts: 7}
      clean: {type: bool}
      left: {type: 5..9, starts: 8}
      sizes: {type: some of 1..4}
  spoon:
    label: spoon {self.n}
    attributes:
      n: {type: 0..1}
      shade: {type: colour}
      worn: {type: 0..9, starts: 3}
      clean: {type: bool, starts: yes}
      left: {type: 0..9, starts: 1}
      sizes: {type: some of 1..3}
zones:
  box: {holds: [cup, dish, spoon], order: row, seen_by: everyone}
  bin: {holds: [cup, spoon], seen_by: everyone}
variables: {told: {type: list of 0..9}}
pieces:
  spoons: {kind: spoon, start: box, for: n in 0..1, has: {n: n, shade: blue, sizes: [1]}}
  cups: {kind: cup, start: box, for: n in 1..2, has: {n: n, shade: red, clean: yes, left: n, sizes: [n], only: no}}
  dishes: {kind: dish, start: box, columns: [n, shade, clean], rows: [[5, none, no], [9, blue, yes]], has: {sizes: [4]}}
functions:
  shown(card c): c.n
flow:
  rounds:
    - name: main
      who: in_turn
      from: players[1]
      do: |
        CODE
        choose "take {c}" for c in box where c.n > 0 and c.shade is not red
  until: size(told) = 0 or size(bin) > 0 or any(c in cup where c.only)
  winners: players
"""


def ruleset(folder: Path, code: str) -> Path:
    (folder / "ruleset.yaml").write_text(KINDS.replace("CODE", code))
    return folder


def wrong(folder: Path, code: str) -> list[Diagnostic]:
    return [d for d in read_content(ruleset(folder, code), "crockery").report.diagnostics if d.severity == "error"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('say "{list(c.n for c in box)}"', "1, 2, 5, 9, 0, 1"),
        ('say "{list(shown(c) for c in box)}"', "1, 2, 5, 9, 0, 1"),
        ('say "{list(c.shade for c in box)}"', "red, red, none, blue, blue, blue"),
        ('say "{list(c.worn for c in box)}"', "1, 2, 7, 7, 3, 3"),
        ('say "{list(c.clean for c in box)}"', "yes, yes, no, yes, yes, yes"),
        ('say "{list(c.left for c in box)}"', "1, 2, 8, 8, 1, 1"),
        ('say "{list(size(c.sizes) for c in box where c.kind is not dish)}"', "1, 1, 1, 1"),
        ('say "{count(c in box where c.n > 1 and c.worn < 9)} {box[4].n} {box[3].left}"', "3 9 8"),
        ('say "{best(c in box, most c.worn, least c.n)}"', "dish 5"),
        ('for c in box where c.worn > 2:\\n    c.worn -= 2\\nsay "{list(c.worn for c in box)}"', "1, 2, 5, 5, 1, 1"),
        ('box[3].worn becomes 9\\nbox[5].worn += 1\\nsay "{list(c.worn for c in box)}"', "1, 2, 9, 7, 4, 3"),
    ],
)
def test_each_kind_gives_its_own(code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = code.replace("\\n", "\n        ")
    texts = []
    for executor in ("cpython", "wasm"):
        monkeypatch.setenv("ARTRULES_EXECUTOR", executor)
        game = artrules.load(ruleset(tmp_path, code)).new_game(seed=1)
        texts.append([entry.text for entry in game.log if entry.kind == "said"])
        assert [option.label for option in game.decisions[0].options] == ["take dish 5", "take dish 9", "take spoon 1"]
    assert texts == [[said], [said]]


@pytest.mark.parametrize(
    ("code", "slug", "words"),
    [
        ('say "{list(c.only for c in box)}"', "wrong-type", "not every card here has `only`"),
        ('say "{list(c.only for c in bin)}"', "wrong-type", "not every card here has `only`"),
        ('say "{list(c.lost for c in box)}"', "unknown-name", "has no `lost`"),
        (
            'say "{list(size(c.sizes) for c in box)}"',
            "wrong-type",
            "`sizes` has different types: of `cup` it is",
        ),
        ("box[1].n becomes 1", "not-assignable", "`n` isn't the same for all cards that this may be"),
        ("box[1].left becomes 5", "not-assignable", "`left` isn't the same for all cards that this may be"),
        ("box[1].clean becomes no", "not-assignable", "`clean` isn't the same for all cards that this may be"),
        ("box[1].worn becomes red", "wrong-type", "the new value is of the wrong type"),
    ],
)
def test_what_is_wrong(code: str, slug: str, words: str, tmp_path: Path) -> None:
    (found,) = wrong(tmp_path, code)
    assert found.slug == slug
    assert words in found.message


def test_a_value_is_tested_against_its_type(tmp_path: Path) -> None:
    game = artrules.load(
        ruleset(tmp_path, "for c in box where c.n = 9:\n            c.worn += 1\n            c.worn += 1")
    )
    game.new_game(seed=1)
    with pytest.raises(artrules.GameFault, match="10"):
        artrules.load(ruleset(tmp_path, "for c in box where c.n = 9:\n            c.worn += 3")).new_game(seed=1)


def test_why_not_names_the_value(tmp_path: Path) -> None:
    game = artrules.load(ruleset(tmp_path, "skip")).new_game(seed=1)
    assert "red" in str(game.why_not(1, "take cup 2"))
