"""What the API is given and can't use is refused with one clear error."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import artrules
from artrules.engine.chance import LARGEST_SEED, BadSeed
from artrules.play.game.game import Game
from author.scenarios.one_scenario import lanterns


@pytest.fixture(scope="module")
def game() -> Game:
    return lanterns().new_game(2, seed=1)


@pytest.mark.parametrize("seed", [None, 1.5, "x", True, -1, LARGEST_SEED + 1, "9" * 1000])
def test_what_is_no_seed_is_refused(game: Game, seed: Any) -> None:
    plain = lanterns().new_game(2, seed=1, log=False)
    decision = game.decisions[0]
    uses: list[Callable[[], object]] = [
        lambda: lanterns().new_game(2, seed=seed),
        lambda: lanterns().fresh_game(2, seed),
        lambda: game.think.resample(1, seed),
        lambda: game.think.sample(1, seed),
        lambda: plain.play(seed=seed),
        lambda: plain.think.rollouts(1, seed=seed),
        lambda: game.think.search(decision, seed, iterations=1),
        lambda: game.think.greedy(decision, seed, samples=1),
    ]
    for use in uses:
        with pytest.raises(
            BadSeed, match=r"a seed is a whole number from 0 to 18,446,744,073,709,551,615, not .{1,40}$"
        ):
            use()


def test_the_largest_seed_is_played_and_resumed() -> None:
    game = lanterns().new_game(2, seed=LARGEST_SEED)
    game.choose(0)
    assert lanterns().resume(game.to_json()) == game


@pytest.mark.parametrize(
    ("use", "told"),
    [
        (lambda game: artrules.load("crazy_eights", extra="/usr"), r"a list of paths, such as \['/usr'\]"),
        (lambda game: artrules.load(None), "named by a text or a path, not by None"),  # type: ignore[arg-type]
        (lambda game: lanterns().new_game(2, settings=5), "settings are a mapping"),  # type: ignore[arg-type]
        (lambda game: lanterns().new_game(2, settings={5: 5}), "settings are a mapping"),  # type: ignore[dict-item]
        (lambda game: lanterns().new_game(2.0), "players, not 2.0"),  # type: ignore[arg-type]
        (lambda game: lanterns().new_game(True), "players, not True"),
        (lambda game: lanterns().resume(None), "it is no text"),  # type: ignore[arg-type]
        (lambda game: game.think.rollouts(-1), "played out -1 times"),
        (lambda game: game.think.rollouts(1.5), "played out 1.5 times"),
        (lambda game: game.why_not(1, None), "what is asked is a text, not None"),
        (lambda game: game.choose(True), "True is no option"),
    ],
)
def test_a_wrong_argument_is_told(game: Game, use: Callable[[Game], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        use(game)


def test_of_a_long_question_only_the_beginning_is_read(game: Game) -> None:
    text = "buy a lantern " * 100_000
    assert replace(game.why_not(1, text), asked="") == replace(game.why_not(1, text[:1000]), asked="")


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda game: copy.deepcopy([game])[0]])
def test_copies_are_independent_games(copied: Callable[[Game], Game], log: bool) -> None:
    game = lanterns().new_game(2, seed=1, log=log)
    before, other = game.digest(), copied(game)
    other.choose(0)
    assert other.digest() != game.digest() == before


def test_what_belongs_to_a_position_is_its_own_copy(game: Game) -> None:
    decision = game.decisions[0]
    for thing in (decision, decision.options[0], lanterns()):
        assert copy.copy(thing) is copy.deepcopy(thing) is thing
    assert copy.deepcopy(decision.options) == decision.options


def test_what_cannot_be_pickled_says_what_to_do(game: Game) -> None:
    decision = game.decisions[0]
    for thing, told in (
        (decision, "keep an option's `id`"),
        (decision.options, "keep an option's `id`"),
        (decision.options[0], "keep an option's `id`"),
    ):
        with pytest.raises(TypeError, match=told.replace("(", r"\(").replace(")", r"\)")):
            pickle.dumps(thing)
