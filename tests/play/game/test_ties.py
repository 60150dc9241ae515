"""Which key of `best` decided who wins: told where it wasn't the first (`docs/write/phases.md`, flow)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from artrules.table.terminal.story import render_result
from artrules.text.plain_text import Style
from play.game.tiny import tiny

WINNERS = "winners: best(p in players, most score(p), least p.debt, most count(c in p.row  where c.n > 1))"
MORE = "variables: {debt: {of: player, type: 0..9}}\n"
LEVEL = "for p in players:\n    p.x becomes 5\n"
CASES: dict[str, tuple[str, list[int], dict[str, Any] | None]] = {
    "the first key": ("players[2].x becomes 9", [2], None),
    "the second": (
        LEVEL + "players[1].x becomes 1\nplayers[2].debt becomes 3",
        [3],
        {"key": 2, "by": "least p.debt", "tied": [2, 3]},
    ),
    "the third": (
        LEVEL + "move those(c in pool where c.n = 2) to players[2].row",
        [2],
        {"key": 3, "by": "most count(c in p.row where c.n > 1)", "tied": [1, 2, 3]},
    ),
    "the second leaves two": (
        LEVEL + "players[1].debt becomes 2",
        [2, 3],
        {"key": 2, "by": "least p.debt", "tied": [1, 2, 3]},
    ),
    "none": (LEVEL, [1, 2, 3], None),
}


@pytest.mark.parametrize("name", CASES)
def test_what_broke_a_tie(name: str, tmp_path: Path) -> None:
    act, winners, tie = CASES[name]
    edits = [("winners: best(p in players, most score(p))", WINNERS)]
    result = tiny(tmp_path, act, more=MORE, edits=edits).new_game(3).result
    assert result is not None
    assert (result["winners"], result["tie_break"]) == (winners, tie)
    told = "\n".join(render_result(result, Style()))
    assert ("were level" in told) == (tie is not None)
    if tie is not None:
        words = {2: "least debt", 3: "most count(c in row where n > 1)"}[tie["key"]]
        assert f"decided by: {words}." in told


def test_winners_who_are_not_the_best_of_all(tmp_path: Path) -> None:
    edits = [("winners: best(p in players, most score(p))", "winners: those(p in players where p.x > 3)")]
    result = tiny(tmp_path, "players[2].x becomes 5", edits=edits).new_game(3).result
    assert result is not None and (result["winners"], result["tie_break"]) == ([2], None)
