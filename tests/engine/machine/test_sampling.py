"""Samples: determinizations that the machine makes of a position that it keeps."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import artrules
from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.execute.instance import Instance
from artrules.engine.execute.position import Knowledge, Position
from artrules.engine.machine.numbers import FINE, KEPT_AREAS
from artrules.play.game.game import Game
from artrules.play.game.resample import put_root
from author.scenarios.one_scenario import lanterns
from engine.execute.executors import on_wasm

SEATS = (0, 1)
CHOICES = (3, 9, 20)


@pytest.fixture(scope="module")
def ruleset() -> artrules.Ruleset:
    return lanterns()


def games(ruleset: artrules.Ruleset) -> Iterator[Game]:
    """Games that keep what seats know, after some choices."""
    for choices in CHOICES:
        game = ruleset.new_game(2, seed=choices, log=False, knowledge=True)
        game.play(seed=1, choices=choices)
        yield game


@pytest.fixture(scope="module")
def both(ruleset: artrules.Ruleset) -> list[Instance]:
    """An instance of each executor, ready to take up a game."""
    program = ruleset.runtime(2)[0].program
    instances: list[Instance] = [CPythonInstance(program, CHECKED), on_wasm(program)]
    for instance in instances:
        instance.call("start")
    return instances


def keep_root(instance: Instance, game: Game, key: int = 12345) -> None:
    moment = game.playing.moment
    assert moment.knowledge is not None
    instance.load(moment.position)
    instance.load_knowledge(moment.knowledge)
    instance.set_register("logging", 0)
    instance.call("keep_root")
    instance.region("root_key")[:] = moment.keys
    instance.region("deal_key")[0] = key


def sample(instance: Instance, seat: int, number: int) -> tuple[int, bytes, list[int]]:
    """What `take_sample` gives, the position, and the keys of chance."""
    given = instance.call("take_sample", seat, number)
    assert instance.register("status") == FINE
    return given, instance.save().data, list(instance.region("stream_key"))


@pytest.mark.parametrize("which", [0, 1])
def test_what_is_kept_comes_back(which: int, both: list[Instance], ruleset: artrules.Ruleset) -> None:
    instance = both[which]
    kept: dict[int, Position] = {}
    known: Knowledge | None = None
    numbers = random.Random(1)
    some = list(games(ruleset))
    for _ in range(40):
        moment = numbers.choice(some).playing.moment
        assert moment.knowledge is not None
        area = numbers.randrange(KEPT_AREAS)
        match numbers.randrange(4):
            case 0:
                instance.load(moment.position)
                instance.call("keep_position", area)
                kept[area] = moment.position
            case 1 if area in kept:
                instance.call("bring_back_position", area)
                assert instance.save() == kept[area]
            case 2:
                instance.load_knowledge(moment.knowledge)
                instance.call("keep_knowledge")
                known = moment.knowledge
            case _ if known is not None:
                instance.call("bring_back_knowledge")
                assert instance.save_knowledge() == known
            case _:
                pass
    assert len(kept) == KEPT_AREAS


def test_samples_are_the_same_whatever_was_done_before(both: list[Instance], ruleset: artrules.Ruleset) -> None:
    for game in games(ruleset):
        for instance in both:
            keep_root(instance, game)
        numbers = [(seat, number) for number in range(6) for seat in SEATS]
        found = {place: sample(both[0], *place) for place in numbers}
        for place in reversed(numbers):
            assert sample(both[1], *place) == found[place]
        for seat in SEATS:
            assert len({position for (s, _), (_, position, _) in found.items() if s == seat}) > 3
            assert len({tuple(keys) for (s, _), (_, _, keys) in found.items() if s == seat}) == 6
            assert found[seat, 0][2] == list(game.playing.moment.keys)


def test_the_root_stays_whatever_is_played_from_samples(both: list[Instance], ruleset: artrules.Ruleset) -> None:
    game = list(games(ruleset))[1]
    for instance in both:
        keep_root(instance, game)
        first = sample(instance, 0, 5)
        while instance.call("offered_now"):
            instance.step(0)
            instance.call("ask_anew")
            instance.call("rest")
        assert sample(instance, 0, 5) == first


def test_what_a_game_resamples_is_sample_0(ruleset: artrules.Ruleset) -> None:
    for game in games(ruleset):
        for seat in SEATS:
            expected = game.think.resample(seat + 1, 7)
            put_root(game.playing.moment, seat + 1, 7)
            game.playing.runtime.run("take_sample", seat, 0)
            assert game.playing.runtime.instance.save() == expected.playing.moment.position


def test_the_keys_of_another_game_are_set_after_samples(ruleset: artrules.Ruleset) -> None:
    """Chance in a game isn't that of samples that were made before in the same memory."""
    played, twin = (ruleset.new_game(2, seed=5, log=False, knowledge=True) for _ in range(2))
    put_root(played.playing.moment, 1, 1)
    for number in range(3):
        played.playing.runtime.run("take_sample", 0, number)
    played.playing.moment.put_into(played.playing.runtime, logging=False)
    assert list(played.playing.runtime.instance.region("stream_key")) == list(played.playing.moment.keys)
    played.play(seed=2)
    twin.play(seed=2)
    assert played == twin


def test_a_game_resamples_the_same_on_both_executors(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host calls functions of a module with numbers of 32 bits."""
    found = []
    for executor in ("cpython", "wasm"):
        monkeypatch.setenv("ARTRULES_EXECUTOR", executor)
        ruleset = artrules.Ruleset(lanterns().content)
        for seed in range(3):
            game = ruleset.new_game(2, seed=seed)
            game.play(seed=seed, choices=7)
            found.append([game.think.resample(seat + 1, seed).digest() for seat in SEATS])
    assert found[:3] == found[3:]
