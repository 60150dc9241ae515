"""Many games in a row, which the machine plays without its host, are those that are played one by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import artrules
from artrules.engine.machine.numbers import GAMES_AT_ONCE
from artrules.play.game import playout
from artrules.play.game.executors import VARIABLE
from artrules.play.game.playout import machine_bots
from artrules.play.game.scores import PlayedGame, sides_of, totals_of_sides
from artrules.play.ruleset import Ruleset
from play.game.policies import any_policy, follow_policy
from play.game.test_playing_in_memory import load
from play.game.test_sides import SUM, with_sides
from play.game.tiny import tiny

SEEDS = [3, 2**53 - 1, 2**64 - 1, 0]


def one_by_one(ruleset: Ruleset, players: int, seed: int, bot: str = "uniform") -> PlayedGame:
    """What `play_games` gives, found out by all that a single game tells."""
    game = ruleset.new_game(players, seed, log=False)
    choices = game.play(bot, seed=seed)
    result = game.result
    assert result is not None
    return PlayedGame(
        seed,
        choices,
        result["rounds"],
        result["stalled"],
        tuple(result["winners"]),
        tuple(score["total"] for score in result["scores"]),
        tuple(map(tuple, sides_of(result))),
        tuple(totals_of_sides(result)),
        game.digest(),
        tuple(score["parts"] for score in result["scores"]),
    )


@pytest.fixture(scope="module")
def compiled() -> Iterator[Ruleset]:
    """A game for two, in WebAssembly from the beginning."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "wasm")
        ruleset = load("lanterns")
        follow_policy(ruleset.new_game(2), any_policy(3))
        yield ruleset


@pytest.fixture(params=["cpython", "wasm"])
def executor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(VARIABLE, request.param)
    return str(request.param)


@pytest.mark.parametrize("bot", machine_bots(load("lanterns").model))
def test_they_are_games_played_one_by_one(compiled: Ruleset, bot: str) -> None:
    assert list(compiled.play_games(2, SEEDS, bot=bot)) == [one_by_one(compiled, 2, seed, bot) for seed in SEEDS]


def test_they_may_be_longer_than_what_is_played_at_once(compiled: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = [one_by_one(compiled, 2, seed) for seed in SEEDS]
    for most in (1, 7):
        monkeypatch.setattr(playout, "MOST_AT_ONCE", most)
        assert list(compiled.play_games(2, SEEDS)) == alone
        assert one_by_one(compiled, 2, SEEDS[0]) == alone[0]


def test_there_may_be_more_than_are_played_at_once(compiled: Ruleset) -> None:
    seeds = range(GAMES_AT_ONCE + 2)
    played = list(compiled.play_games(2, iter(seeds)))
    assert [each.seed for each in played if isinstance(each, PlayedGame)] == list(seeds)
    assert played[-1] == one_by_one(compiled, 2, seeds[-1])


def test_a_game_goes_on_afterwards(compiled: Ruleset) -> None:
    games = [compiled.new_game(2, seed=4, log=log) for log in (True, False)]
    list(compiled.play_games(2, SEEDS))
    for game in games:
        game.play(seed=1)
    assert games[0] == games[1]


def test_drawn_settings(compiled: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "cpython")
    ruleset, settings = compiled, {"length": "random"}
    games = [ruleset.new_game(2, seed, settings, log=False) for seed in range(4)]
    lengths = [game.play(seed=seed) for seed, game in enumerate(games)]
    played = [each for each in ruleset.play_games(2, range(4), settings) if isinstance(each, PlayedGame)]
    assert [(each.digest, each.choices) for each in played] == [
        (g.digest(), n) for g, n in zip(games, lengths, strict=True)
    ]
    assert len({game.setup.settings["length"] for game in games}) == 2


FAULTY = """
random n in 1..6
my x += 33 * n
"""


def test_a_game_that_fails_is_its_fault_and_the_others_go_on(tmp_path: Path, executor: str) -> None:
    ruleset = tiny(tmp_path, FAULTY)
    played = list(ruleset.play_games(2, range(20)))
    faults = [seed for seed, each in enumerate(played) if isinstance(each, artrules.GameFault)]
    assert 0 < len(faults) < 20
    for seed, each in enumerate(played):
        if seed in faults:
            with pytest.raises(artrules.GameFault) as caught:
                ruleset.new_game(2, seed, log=False)
            assert isinstance(each, artrules.GameFault) and each.diagnostics == caught.value.diagnostics
        else:
            assert each == one_by_one(ruleset, 2, seed)


def test_sides(tmp_path: Path, executor: str) -> None:
    ruleset = with_sides(tmp_path, "[1, 2, 1, 2][me]", winners=SUM)
    alone = [one_by_one(ruleset, 4, 1)]
    assert list(ruleset.play_games(4, [1])) == alone
    if executor == "cpython":  # which hashes too slowly to be asked for it, and does the same
        assert playout.play_many(ruleset.runtime(4)[0], ruleset.content_hash, "uniform", [1]) == alone


def test_more_winners_than_players(tmp_path: Path, executor: str) -> None:
    edits = [("best(p in players, most score(p))", '"[players[2], players[1], players[2]]"')]
    ruleset = tiny(tmp_path, "my x becomes 3", edits=edits)
    assert list(ruleset.play_games(2, [1])) == [one_by_one(ruleset, 2, 1)]


def test_what_cannot_be_played(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, "skip")
    with pytest.raises(ValueError, match="no bot 'clever'"):
        list(ruleset.play_games(2, [1], bot="clever"))
    with pytest.raises(ValueError, match="a seed is a whole number"):
        list(ruleset.play_games(2, [-1]))
    with pytest.raises(ValueError, match="players"):
        list(ruleset.play_games(9, [1]))
    assert list(ruleset.play_games(2, [])) == []
