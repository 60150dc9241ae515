"""How players stand decides who wins, and can be asked in the middle of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.play.game.scores import is_last_round, standing
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


@pytest.mark.parametrize(
    ("until", "told"),
    [
        ("round_number >= 1", True),
        ("round_number >= 2", False),
        ("players[1].x >= 2", True),
        ("any(c in players[1].deck where c.n > 0)", False),
        ("players[1].row[1].n > 0", False),
    ],
)
def test_the_last_round_is_told_as_soon_as_all_may_know_it(until: str, told: bool, tmp_path: Path) -> None:
    act = 'move pool to my deck\nmove top 1 of my deck to pool\nmy x += 2\nmay "go on": skip'
    game = tiny(tmp_path, act, edits=[("until: round_number >= 1", f"until: {until}")]).new_game(2)
    assert game.round == 1 and is_last_round(game.playing.moment) == told


def test_a_round_without_another_after_it_is_the_last(tmp_path: Path) -> None:
    edits = [("until: round_number >= 1", "last_round: 2")]
    game = tiny(tmp_path, 'may "go on": skip', edits=edits).new_game(2)
    assert not is_last_round(game.playing.moment)
    game.choose(game.decisions[0].options[0])
    assert (game.round, is_last_round(game.playing.moment)) == (2, True)
    game.choose(game.decisions[0].options[0])
    assert game.finished and not is_last_round(game.playing.moment)
