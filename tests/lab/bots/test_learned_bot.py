"""The bot that has learned from games: it learns what brings something, without hints, alike under every executor, and
knows no more than its player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.lab.bots.registry import make_bot, prepare_thinking, run_playout
from artrules.play.game.practising import ROUNDS, Policy, learn_policy
from artrules.play.game.runtime import Runtime
from artrules.play.game.seat import Seat
from artrules.play.stored import cache
from engine.execute.executors import on_cpython, on_wasm
from play.game.policies import any_policy, follow_policy
from play.game.tiny import choose, tiny

from .test_rules_bot import ACT, moved_to

FEW = 2_000
"""Enough choices to learn how to play a tiny game."""


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Policies are measured in no more games than a tiny game needs."""
    monkeypatch.setattr("artrules.play.game.practising.MEASURED_CHOICES", 200)


def began(folder: Path, act: str = ACT, **wishes: Any) -> artrules.Game:
    """A tiny game that is played as fast as it can be, for to learn takes many games."""
    return moved_to(on_wasm, tiny(folder, act, **wishes).new_game(2, 1))


def label(game: artrules.Game, seed: int = 7) -> str:
    """The label of the option that the first decision's player takes."""
    decision = game.decisions[0]
    return make_bot("learned", seed, decision.player).choose(decision, Seat(game, decision.player)).label


def test_it_learns_what_brings_most(tmp_path: Path) -> None:
    game = began(tmp_path)
    policy = learn_policy(game.playing.runtime, 2, FEW)
    assert policy.reward > policy.before + 500
    assert {label(follow_policy(game, policy), seed) for seed in range(5)} <= {"take 2", "take 3"}
    decision = game.decisions[0].narrowed([0, 4])
    assert make_bot("learned", 1, 1).choose(decision, Seat(game, 1)).label == "take 1"


def test_all_executors_learn_the_same(tmp_path: Path) -> None:
    found = []
    for make in (on_cpython, on_wasm):
        runtime = moved_to(make, tiny(tmp_path, ACT).new_game(2, 1)).playing.runtime
        for seed in range(20):
            runtime.load(runtime.start[0])
            runtime.instance.region("think_key")[0] = seed
            runtime.run("first_step")
            runtime.run("ask_anew")
            runtime.run("practise", 150, 2, 4)
        found.append([runtime.instance.region("trait_worth")[:], runtime.instance.region("trait_count")[:]])
    assert found[0] == found[1] and any(found[0][0])


def test_hints_are_where_it_begins(tmp_path: Path) -> None:
    game = began(tmp_path, more="hints: {options: {leave: 1}}")
    assert label(follow_policy(game, learn_policy(game.playing.runtime, 0))) == "leave"


GUESS = 'choose "guess {n}" for n in 1..2\nmy x += (1 if (top of my deck).n = n else 0)'


def test_what_is_hidden_has_no_say(tmp_path: Path) -> None:
    """In worlds that differ in the card on top of the deck the bot takes the same."""
    edits = [("begin: |\n      skip", "begin: |\n      move pool to players[1].deck\n      shuffle players[1].deck")]
    game = began(tmp_path, GUESS, edits=edits)
    policy = learn_policy(game.playing.runtime, 1, FEW)
    worlds = [game, *(game.think.resample(1, seed) for seed in range(8))]
    assert len({str(world.inspect.view()["players"]) for world in worlds}) > 1
    found = {str(follow_policy(world, policy).think.learned(world.decisions[0], 3)) for world in worlds}
    assert len(found) == 1


ALL_AT_ONCE = """
- name: together
  who: all_at_once
  do: |
    repeat 2 times:
        choose one:
            "grow {n} beside {p}" for n in 1..3, p in players:
                my x += n
            "wait":
                skip
"""


def test_it_does_not_look_at_what_others_do_at_the_same_time(tmp_path: Path) -> None:
    before = began(tmp_path, "skip", phases=ALL_AT_ONCE)
    after = before.copy()
    choose(after, "grow 3 beside player 1")
    mine = [next(each for each in game.decisions if each.player == 2) for game in (before, after)]
    for seed in range(30):
        follow_policy(before, any_policy(seed))
        here, there = (
            make_bot("learned", seed, 2).choose(each, Seat(game, 2)).id
            for game, each in zip((before, after), mine, strict=True)
        )
        assert here == there, seed


def test_it_does_not_look_at_what_only_others_see(tmp_path: Path) -> None:
    edits = [
        (
            "  total: {type: 0..99}",
            "  total: {type: 0..99}\n  luck: {of: player, type: 0..9, seen_by: owner, may_be: yes}",
        ),
        ("begin: |\n      skip", "begin: |\n      random n in 0..1\n      players[2].luck becomes n"),
    ]
    ruleset = tiny(tmp_path, ACT, edits=edits)
    games = [ruleset.new_game(2, seed, log=False) for seed in range(8)]
    assert len({game.inspect.view()["players"][2]["luck"] for game in games}) == 2
    for seed in range(10):
        chosen = {label(follow_policy(game, any_policy(seed))) for game in games}
        assert len(chosen) == 1, seed


def test_playouts_are_as_before_when_it_has_learned(tmp_path: Path) -> None:
    game = began(tmp_path)
    before = game.think.greedy(game.decisions[0], 5, samples=2)
    learn_policy(game.playing.runtime, 1, FEW)
    assert game.think.greedy(game.decisions[0], 5, samples=2) == before


def test_it_learns_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[int] = []

    def counted(runtime: Runtime, rounds: int) -> Policy:
        times.append(rounds)
        return Policy((), 0, 0)

    monkeypatch.setattr("artrules.play.game.practising.learn_policy", counted)
    monkeypatch.setattr(cache, "cache_folder", lambda: None)
    game = began(tmp_path)
    prepare_thinking(game, ["uniform", "learned", "learned:rounds=3"])
    assert sorted(times) == [3, ROUNDS]
    run_playout(game, [make_bot("learned", 5, 1), make_bot("learned:rounds=3", 5, 2)])
    assert game.finished and len(times) == 2
