"""In every game of every ruleset copies are independent, and what isn't offered is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import artrules
from artrules.engine.chance import Stream
from author.properties.rulesets import FOLDERS, loaded


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
@settings(max_examples=15)
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
@settings(max_examples=15)
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
