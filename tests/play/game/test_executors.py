"""Games move from CPython to WebAssembly in their middle, and nobody notices."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random

import pytest

import artrules
from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.execute.native import NoWebAssembly
from artrules.engine.execute.wasm import WasmInstance
from artrules.engine.machine_code.program import Linkable
from artrules.lab.bots.registry import make_bot, prepare_thinking
from artrules.play.game import executors, runtime
from artrules.play.game.learning import find_learned
from artrules.play.game.seat import Seat
from artrules.play.ruleset import Ruleset
from author.scenarios import one_scenario


def lanterns() -> Ruleset:
    """A ruleset for which nothing has been compiled."""
    return Ruleset(one_scenario.lanterns().content)


def situation(game: artrules.Game) -> list[object]:
    offers = [(d.player, [o.id for o in d.options]) for d in game.decisions]
    return [game.digest(), offers, game.inspect.view(), game.log, game.option_count, game.result]


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


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The programs that were compiled, in a process that may choose its executor."""
    monkeypatch.delenv(executors.VARIABLE, raising=False)
    programs: list[object] = []

    def compile_it(program: Linkable, key: str | None) -> WasmInstance:
        programs.append(program)
        return executors.compiled_instance(program, key)

    monkeypatch.setattr(runtime, "compiled_instance", compile_it)
    return programs


@pytest.mark.parametrize("bot", ["rules", "greedy:samples=1,horizon=1", "search:iterations=1"])
@pytest.mark.parametrize("log", [True, False])
def test_nothing_thinks_under_cpython(bot: str, log: bool, compiled: list[object]) -> None:
    """The first thought compiles the program, and no other one does."""
    ruleset = lanterns()
    for seed in (1, 2):
        game = ruleset.new_game(2, seed, log=log, knowledge=True)
        for _ in range(2):
            decision = game.decisions[0]
            game.choose(make_bot(bot, seed, decision.player).choose(decision, Seat(game, decision.player)))
        assert isinstance(ruleset.runtime(2)[0].instance, WasmInstance)
    assert len(compiled) == 1


@pytest.mark.parametrize(
    ("bots", "compilations", "learns"),
    [
        (["uniform", "uniform"], 0, False),
        (["rules", "uniform"], 1, False),
        (["uniform", "greedy"], 1, True),
        (["search:time=1"], 1, True),
    ],
)
def test_what_bots_need_is_done_in_advance(
    bots: list[str], compilations: int, learns: bool, compiled: list[object]
) -> None:
    game = lanterns().new_game(2, 1, log=False, knowledge=True)
    for _ in range(2):
        prepare_thinking(game, bots)
        assert (len(compiled), find_learned in game.playing.runtime.derived) == (compilations, learns)


def test_what_is_played_inside_for_a_bot_counts(compiled: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are played out, and determinizations: what comes of them stays the same when the executor changes."""
    monkeypatch.setattr(runtime, "CHOICES_BEFORE", 100)
    ruleset = lanterns()
    game = ruleset.new_game(2, seed=1, log=False)
    before = game.digest()
    rollouts = game.think.rollouts(30, seed=3)
    assert rollouts.choices > 200 and len(compiled) == 1 and game.digest() == before
    thoughtful = lanterns().new_game(2, seed=1, log=False, knowledge=True)
    samples = [thoughtful.think.sample(1, seed).digest() for seed in range(101)]
    assert len(compiled) == 2
    monkeypatch.setenv(executors.VARIABLE, "cpython")
    assert lanterns().new_game(2, seed=1, log=False).think.rollouts(30, seed=3) == rollouts
    thoughtful = lanterns().new_game(2, seed=1, log=False, knowledge=True)
    assert [thoughtful.think.sample(1, seed).digest() for seed in range(101)] == samples


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
