"""Rollouts are games that a host plays out one by one, and they leave the game as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.engine.chance import UNIFORM_BOT, Stream
from artrules.play.game.playout import Rollouts
from artrules.play.game.seat import Seat
from play.game.test_playing_in_memory import load
from play.game.tiny import tiny


def played_out(game: artrules.Game, count: int, seed: int) -> Rollouts:
    """The same, choice by choice."""
    streams = Stream.of_players(seed, game.players, UNIFORM_BOT)
    choices, wins, points = 0, [0] * game.players, [0] * game.players
    for _ in range(count):
        copy = game.copy()
        while offered := copy.option_count:
            copy.choose(streams[copy.decisions[0].player - 1].below(offered))
            choices += 1
        result = copy.result
        assert result is not None
        for winner in result["winners"]:
            wins[winner - 1] += 1
        for score in result["scores"]:
            points[score["player"] - 1] += score["total"]
    return Rollouts(count, choices, tuple(wins), tuple(points))


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize("name", ["lanterns", "hearts"])
def test_they_are_games_played_out_one_by_one(name: str, log: bool) -> None:
    game = load(name).new_game(seed=4, log=log, settings={"goal": 1} if name == "hearts" else {})
    game.choose(0)
    before, offered = game.copy(), [option.id for option in game.decisions[0].options]
    found = game.think.rollouts(3, seed=9)
    assert found.games == 3 and found.choices > 3 and sum(found.wins) >= 3
    assert found == played_out(game, 3, 9)
    assert game == before and [option.id for option in game.decisions[0].options] == offered
    game.choose(0)
    before.choose(0)
    assert game == before


def test_both_executors_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for executor in ("cpython", "wasm"):
        monkeypatch.setenv("ARTRULES_EXECUTOR", executor)
        found.append(load("lanterns").new_game(seed=4, log=False).think.rollouts(2, seed=3))
    assert found[0] == found[1]


def test_a_game_that_is_over_is_its_own_result() -> None:
    game = load("lanterns").new_game(seed=4, log=False)
    game.play()
    result = game.result
    assert result is not None
    found = game.think.rollouts(2)
    assert (found.games, found.choices) == (2, 0)
    assert found.points == tuple(2 * score["total"] for score in result["scores"])


def test_a_seat_samples_its_own_game_afterwards() -> None:
    """The machine keeps the position that is dealt anew, and must not take the one that was played out for it."""
    ruleset = load("lanterns")
    game, other = (ruleset.new_game(seed=seed, log=False, knowledge=True) for seed in (4, 5))
    samples = [Seat(game, 1), Seat(game.copy(), 1)]
    before = [samples[0].sample(number).inspect.view() for number in range(3)]
    other.think.rollouts(2)
    for seat in samples:
        assert [seat.sample(number).inspect.view() for number in range(3)] == before


def test_what_the_machine_has_no_bot_for() -> None:
    with pytest.raises(ValueError, match="no bot 'clever'"):
        load("lanterns").new_game().think.rollouts(1, "clever")


FAULTY = """
choose one:
    "a":
        my x becomes 99
        random y in 1..2
        my x += y
    "b": skip
"""


def test_a_fault_of_the_content_is_told(tmp_path: Path) -> None:
    game = tiny(tmp_path, FAULTY).new_game()
    with pytest.raises(artrules.GameFault):
        game.think.rollouts(5, "first")
    game.choose(1)
