"""What holds in every game of every ruleset: shipped ones and those of the tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import artrules
from artrules.run.chance import Stream
from artrules.shipped import shipped_folder, shipped_rulesets

FOLDERS = [shipped_folder() / name for name in shipped_rulesets()]
FOLDERS += sorted(p.parent for p in (Path(__file__).parent.parent / "rulesets").glob("*/ruleset.yaml"))
LOADED: dict[Path, artrules.Ruleset] = {}


def loaded(folder: Path) -> artrules.Ruleset:
    if folder not in LOADED:
        LOADED[folder] = artrules.load(folder)
    return LOADED[folder]


def walk(game: artrules.Game, seed: int, steps: int) -> None:
    """Choose at random so often, or to the end."""
    stream = Stream(seed, 0, "test walk")
    for _ in range(steps):
        if not game.decisions:
            return
        decision = game.decisions[stream.below(len(game.decisions))]
        game.choose(decision.options[stream.below(len(decision.options))])


every_ruleset = pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.name)
walks = given(seed=st.integers(0, 10**6), steps=st.integers(0, 120), players=st.integers(0, 3))


def begun(folder: Path, seed: int, steps: int, players: int) -> artrules.Game:
    ruleset = loaded(folder)
    counts = ruleset.player_counts
    game = ruleset.new_game(players=counts[players % len(counts)], seed=seed)
    walk(game, seed, steps)
    return game


@every_ruleset
@walks
@settings(max_examples=15, deadline=None)
def test_a_resumed_game_is_the_same_and_goes_on_the_same(folder: Path, seed: int, steps: int, players: int) -> None:
    game = begun(folder, seed, steps, players)
    again = loaded(folder).resume(game.to_json())
    assert again == game and again.to_json() == game.to_json()
    assert [[o.id for o in d.options] for d in again.decisions] == [[o.id for o in d.options] for d in game.decisions]
    walk(game, seed + 1, 40)
    walk(again, seed + 1, 40)
    assert again.to_json() == game.to_json()


@every_ruleset
@walks
@settings(max_examples=15, deadline=None)
def test_a_copy_is_independent(folder: Path, seed: int, steps: int, players: int) -> None:
    game = begun(folder, seed, steps, players)
    before = game.to_json()
    copy = game.copy()
    assert copy == game
    walk(copy, seed + 1, 30)
    assert game.to_json() == before
    walk(game, seed + 1, 30)
    assert game.to_json() == copy.to_json()


@every_ruleset
@walks
@settings(max_examples=15, deadline=None)
def test_every_card_lies_in_one_zone_and_knows_where(folder: Path, seed: int, steps: int, players: int) -> None:
    state = begun(folder, seed, steps, players)._state
    lying = sorted((card, zone) for zone, cards in enumerate(state.zones) for card in cards)
    assert lying == [(card, state.cells[card]) for card in range(len(state.runtime.kind_of))]


@every_ruleset
@walks
@settings(max_examples=15, deadline=None)
def test_every_option_offered_can_be_chosen(folder: Path, seed: int, steps: int, players: int) -> None:
    game = begun(folder, seed, steps, players)
    for place, decision in enumerate(game.decisions):
        assert len(decision.options) >= 2
        ids = [o.id for o in decision.options]
        assert len(set(ids)) == len(ids)
        for identity in ids:
            copy = game.copy()
            copy.choose(identity)
            assert copy != game
        assert decision.player == game.copy().decisions[place].player


@every_ruleset
@walks
@settings(max_examples=15, deadline=None)
def test_what_is_not_offered_is_refused_and_changes_nothing(folder: Path, seed: int, steps: int, players: int) -> None:
    game = begun(folder, seed, steps, players)
    before = game.to_json()
    stale = game.decisions[0].options[0] if game.decisions else None
    with pytest.raises(artrules.IllegalChoice):
        game.choose("1:nothing.1()")
    assert game.to_json() == before
    if stale is not None:
        game.choose(stale)
        offered = {o.id for d in game.decisions for o in d.options}
        if stale.id not in offered:
            with pytest.raises(artrules.IllegalChoice):
                game.choose(stale)


@every_ruleset
def test_players_who_choose_at_once_may_do_so_in_any_order(folder: Path) -> None:
    """Each player's choices are drawn from a stream of their own; who goes first must not matter, even in the log."""
    ruleset = loaded(folder)
    players = ruleset.player_counts[-1]
    outcomes = set()
    for order in ([*range(players)], [*reversed(range(players))]):
        game = ruleset.new_game(players=players, seed=5)
        streams = [Stream(5, p, "test at once") for p in range(players)]
        while game.decisions and game.round < 4:
            decision = sorted(game.decisions, key=lambda d: order.index(d.player - 1))[0]
            stream = streams[decision.player - 1]
            game.choose(decision.options[stream.below(len(decision.options))])
        outcomes.add((game.digest(), json.dumps([e.as_data() for e in game.log])))
    assert len(outcomes) == 1


SCRIPT = """
import sys, artrules
sys.path.insert(0, sys.argv[1])
from run.test_properties import walk
from pathlib import Path
game = artrules.load(Path(sys.argv[2])).new_game(seed=11)
walk(game, 3, 150)
print(game.digest())
sys.stdout.write(game.to_json())
"""


@every_ruleset
def test_the_same_game_in_other_processes(folder: Path) -> None:
    tests = str(Path(__file__).parent.parent)
    outputs = set()
    for hash_seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT, tests, str(folder)],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1
    digest, text = outputs.pop().split("\n", 1)
    assert loaded(folder).resume(text).digest() == digest


@every_ruleset
def test_games_end(folder: Path) -> None:
    ruleset = loaded(folder)
    game = ruleset.new_game(players=ruleset.player_counts[0], seed=4, log=False)
    walk(game, 4, 100_000)
    result = game.result
    assert game.finished and result is not None and result["winners"]
    assert [sum(s["parts"].values()) for s in result["scores"]] == [s["total"] for s in result["scores"]]
