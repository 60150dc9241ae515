"""How players stand decides who wins, and can be asked in the middle of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.play.game.scores import standing
from play.game.tiny import tiny


@pytest.mark.parametrize("name", ["bioutifoul", "vintage", "hearts"])
def test_who_stands_best_at_the_end_has_won(name: str) -> None:
    ruleset = artrules.load(name)
    game = ruleset.new_game(seed=5, players=ruleset.player_counts[-1], log=False)
    game.play(seed=2, choices=10)
    digest, before = game.digest(), standing(game.playing.moment)
    assert game.digest() == digest
    game.play(seed=2)
    found, result = standing(game.playing.moment), game.result
    assert result is not None and found != before
    assert [p for p in range(1, game.players + 1) if found[p - 1] == max(found)] == sorted(result["winners"])


def stands(folder: Path, winners: str) -> list[list[int]]:
    edits = [("best(p in players, most score(p))", winners)]
    game = tiny(folder, "my x becomes 7\nmy y becomes 3\nchoose n in 1..2", edits=edits).new_game(log=False)
    return standing(game.playing.moment)


def test_keys_are_turned_so_that_larger_is_better(tmp_path: Path) -> None:
    assert stands(tmp_path, "best(p in players, most p.y, least p.x + 1)") == [[3, -8], [0, -1]]


def test_without_keys_the_score_is_the_key(tmp_path: Path) -> None:
    assert stands(tmp_path, "those(p in players where p.x > 3)") == [[7], [0]]


def test_keys_that_are_lists_are_left_out(tmp_path: Path) -> None:
    keys = "best(p in players, most list(c.n for c in p.row), most p.x)"
    assert stands(tmp_path, keys) == [[7], [0]]
