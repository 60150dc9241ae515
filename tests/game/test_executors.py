"""Games move from CPython to WebAssembly in their middle, and nobody notices."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random

import pytest

import artrules
from artrules.execute.cpython import CPythonInstance
from artrules.execute.native import NoWebAssembly
from artrules.execute.wasm import WasmInstance
from artrules.game import executors, runtime
from artrules.ruleset import Ruleset
from scenarios import one_scenario


def lanterns() -> Ruleset:
    """A ruleset for which nothing has been compiled."""
    return Ruleset(one_scenario.lanterns().content)


def situation(game: artrules.Game) -> list[object]:
    offers = [(d.player, [o.id for o in d.options]) for d in game.decisions]
    return [game.digest(), offers, game.view_all(), game.log, game.option_count, game.result]


def choose_by_chance(games: list[artrules.Game], seed: int) -> None:
    """Let each game make the same choice, at any of its decisions."""
    chance = Random(seed)
    place = chance.randrange(len(games[0].decisions))
    options = games[0].decisions[place].options
    index = chance.randrange(len(options))
    for game in games:
        game.choose(index if place == 0 else game.decisions[place].options[index])


@pytest.mark.parametrize("before", [1, 2, 7, 30])
@pytest.mark.parametrize("name", ["lanterns", "avant_carde"])
def test_games_go_on_the_same(name: str, before: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(executors.VARIABLE, raising=False)
    monkeypatch.setattr(runtime, "CHOICES_BEFORE", before)
    moving = lanterns() if name == "lanterns" else artrules.load(name)
    played = [moving.new_game(3, seed=1, log=log) for log in (True, False)]
    for turn in range(25):
        if not played[0].decisions:
            break
        played.append(played[1].copy())
        choose_by_chance(played, turn)
        assert len({game.digest() for game in played}) == 1
    assert isinstance(moving.runtime(3)[0].instance, WasmInstance)
    monkeypatch.setenv(executors.VARIABLE, "cpython")
    staying = Ruleset(moving.content)
    other = staying.new_game(3, seed=1)
    for choice in played[0].choices:
        other.choose(choice)
    assert isinstance(staying.runtime(3)[0].instance, CPythonInstance)
    assert situation(other) == situation(played[0])
    for game in (played[1], other):
        game.play(seed=3)
    assert played[1].digest() == other.digest() and played[1].result == other.result


def test_a_game_moves_while_it_plays_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(executors.VARIABLE, raising=False)
    monkeypatch.setattr(runtime, "CHOICES_BEFORE", 5)
    ruleset = lanterns()
    one = ruleset.new_game(2, seed=1, log=False)
    one.play(choices=6)
    assert isinstance(ruleset.runtime(2)[0].instance, WasmInstance)
    one.play(seed=2)
    monkeypatch.setenv(executors.VARIABLE, "cpython")
    other = lanterns().new_game(2, seed=1, log=False)
    other.play(choices=6)
    other.play(seed=2)
    assert one == other and one.finished


def test_a_compiled_program_is_kept(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(executors.VARIABLE, raising=False)
    ruleset = lanterns()
    assert isinstance(ruleset.runtime(2)[0].instance, CPythonInstance)
    assert ruleset.runtime(2)[0].compile() and not ruleset.runtime(2)[0].compile()
    assert isinstance(lanterns().runtime(2)[0].instance, WasmInstance)
    assert isinstance(lanterns().runtime(3)[0].instance, CPythonInstance)
    assert lanterns().new_game(2, seed=1) == ruleset.new_game(2, seed=1)


def test_without_wasmtime_games_stay_and_that_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise NoWebAssembly("there is no wasmtime")

    monkeypatch.delenv(executors.VARIABLE, raising=False)
    monkeypatch.setattr(runtime, "compiled_instance", refuse)
    monkeypatch.setattr(runtime, "CHOICES_BEFORE", 2)
    executors.say_once.cache_clear()
    with caplog.at_level(logging.WARNING, logger="artrules"):
        for _ in range(2):
            game = lanterns().new_game(2, seed=1, log=False)
            game.play(seed=1)
            assert game.finished
    assert [record.message for record in caplog.records] == [
        "games are played without WebAssembly, which is slower: there is no wasmtime"
    ]
    monkeypatch.setenv(executors.VARIABLE, "wasm")
    with pytest.raises(NoWebAssembly):
        lanterns().new_game(2)


def test_an_executor_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(executors.VARIABLE, "steam")
    with pytest.raises(ValueError, match="may be `cpython` or `wasm`"):
        lanterns().new_game(2)
