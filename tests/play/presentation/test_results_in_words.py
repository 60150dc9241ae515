"""The result that a page gets: parts with their lines, and the tie-break in words."""

from __future__ import annotations

from typing import Any

import pytest

import artrules
from artrules.play.presentation.state import result_data
from tools.page_messages import state_message


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ("most p.income", "most income"),
        ("most wealth(p)", "most wealth"),
        ("least years(p.hoard)", "least years of hoard"),
        ("fewest p.won_tricks", "fewest won tricks"),
        ("most size(p.hand) + p.gold", "most size of hand + gold"),
    ],
)
def test_a_tie_break_is_told_in_words(by: str, words: str) -> None:
    scores = [{"player": player, "total": 0, "parts": {}, "lines": []} for player in (1, 2)]
    result: dict[str, Any] = {"winners": [1], "scores": scores, "stalled": False, "rounds": 3}
    result["tie_break"] = {"key": 2, "by": by, "tied": [1, 2]}
    assert result_data(result)["tie_break"] == {"text": words, "tied": [1, 2]}


def test_the_lines_of_each_part_sum_to_its_points() -> None:
    game = artrules.load("vintage").new_game(3, seed=4)
    game.play(seed=4)
    result = state_message(game, 2)["result"]
    assert [score["total"] for score in result["scores"]] == [score["total"] for score in game.result["scores"]]
    for score in result["scores"]:
        assert score["total"] == sum(part["points"] for part in score["parts"])
        for part in score["parts"]:
            assert part["lines"] and part["points"] == sum(line["points"] for line in part["lines"])
