"""A finished game says what its scores are made of (`docs/write/phases.md`, flow)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.table.terminal.story import render_result
from artrules.text.plain_text import Style
from play.game.tiny import play, tiny

SCORE = """
  score:
    shades:
      label: colours
      for: k in colour, c in my hand where c.shade is k
      is: c.n * 2
      line: "{c} of {k}"
    x: {is: my x, line: "{my x} kept"}
    y: {label: colours, is: size(my row)}
"""
ACT = """
move those(c in pool) to my hand
my x becomes 4
as left(me):
    my x becomes 0
"""


def scores(folder: Path) -> tuple[list[dict[str, Any]], str]:
    ruleset = tiny(folder, ACT, edits=[("\n  score: {x: {is: my x}}\n", SCORE)])
    result = play(ruleset).result
    assert result is not None
    return result["scores"], "\n".join(render_result(result, Style()))


def test_lines_name_what_gave_points_in_the_order_of_the_binders(tmp_path: Path) -> None:
    first, second = scores(tmp_path)[0]
    told = [(line["part"], line["label"], line["points"]) for line in first["lines"]]
    red, blue = [("colours", "red 1 of red", 2)] * 3 + [("colours", "red 2 of red", 4)], "blue 2 of blue"
    assert told == [*red, ("colours", blue, 4), ("x", "4 kept", 4), ("colours", "colours", 0)]
    assert first["parts"] == {"colours": 14, "x": 4}
    assert [line["label"] for line in second["lines"]] == ["0 kept", "colours"]
    assert first["total"] == sum(line["points"] for line in first["lines"]) == 18


def test_lines_know_their_place_in_content(tmp_path: Path) -> None:
    lines = scores(tmp_path)[0][0]["lines"]
    text = (tmp_path / "ruleset.yaml").read_text(encoding="utf-8").splitlines()
    places = [line["source"].rsplit(":", 1) for line in lines]
    assert {Path(file).name for file, _ in places} == {"ruleset.yaml"}
    rows = [text[int(number) - 1].strip() for _, number in places]
    assert rows[0] == "is: c.n * 2" and rows[-2].startswith("x: {is: my x") and rows[-1].startswith("y: {")


def test_the_result_tells_each_line_once_and_nothing_without_points(tmp_path: Path) -> None:
    told = scores(tmp_path)[1]
    assert "red 1 of red: 2 \N{MULTIPLICATION SIGN}3 · red 2 of red: 4" in told
    assert "4 kept: 4" in told
    assert "0 kept" not in told and "player 2\n" not in told


def test_what_is_wrong_in_a_line_or_its_binders_is_found(tmp_path: Path) -> None:
    wrong = SCORE.replace("c.n * 2", "c.m * 2").replace("{my x} kept", "{my z} kept")
    with pytest.raises(artrules.ContentError) as caught:
        tiny(tmp_path, ACT, edits=[("\n  score: {x: {is: my x}}\n", wrong)])
    found = [d.span.line for d in caught.value.diagnostics if d.slug == "unknown-name"]
    text = (tmp_path / "ruleset.yaml").read_text(encoding="utf-8").splitlines()
    assert [text[line - 1].strip()[:10] for line in found] == ["is: c.m * ", "x: {is: my"]
