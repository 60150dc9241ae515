"""Ctrl-C in the middle of a step: it was made or it wasn't, and the game goes on as if nothing had happened."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

import artrules
from artrules.game.game import Game
from artrules.ruleset import Ruleset
from simulation.small_ruleset import write_ruleset

TRIED = 60
"""Moments at which a step is interrupted, spread over all its calls."""


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    yield artrules.load(write_ruleset(tmp_path_factory.mktemp("rulesets") / "lanterns"))


@contextmanager
def interrupted(after: int) -> Iterator[list[int]]:
    """Raise KeyboardInterrupt at a call with a number; gives how many there were in the end."""
    calls = [0]

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            calls[0] += 1
            if calls[0] == after:
                raise KeyboardInterrupt

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def play_on(game: Game) -> str:
    while game.decisions:
        game.choose(game.decisions[0].options[-1])
    return game.digest()


def moments(step: Callable[[], object]) -> Iterator[int]:
    """Numbers of calls within a step, from the first to the last."""
    with interrupted(0) as calls:
        step()
    return iter(sorted({1 + (calls[0] - 1) * i // TRIED for i in range(TRIED)}))


WISHES: list[dict[str, Any]] = [{}, {"log": False}, {"log": False, "knowledge": True}]


@pytest.mark.parametrize("wishes", WISHES, ids=["with a log", "without one", "with knowledge alone"])
def test_a_choice_that_is_interrupted_is_made_or_not(ruleset: Ruleset, wishes: dict[str, Any]) -> None:
    def begun() -> Game:
        game = ruleset.new_game(2, 5, **wishes)
        for _ in range(6):
            game.choose(game.decisions[0].options[-1])
        return game

    plain = begun()
    before, end = plain.digest(), play_on(plain.copy())
    chosen = begun()
    chosen.choose(chosen.decisions[0].options[-1])
    after, made = chosen.digest(), 0
    for moment in moments(lambda: plain.copy().choose(plain.decisions[0].options[-1])):
        game = begun()
        try:
            with interrupted(moment):
                game.choose(game.decisions[0].options[-1])
        except KeyboardInterrupt:
            assert game.digest() in (before, after), moment
            made += game.digest() == after
        assert play_on(game) == end, moment
    assert made < TRIED / 2, "most were interrupted before"


def test_bots_that_are_interrupted_inside_the_machine(ruleset: Ruleset) -> None:
    """`play` makes many choices in one call. What it was at is open afterwards; other games aren't touched."""
    end = ruleset.new_game(2, 5, log=False)
    end.play("uniform", seed=1)
    other = ruleset.new_game(2, 6)
    other_end = play_on(other.copy())
    for moment in moments(lambda: ruleset.new_game(2, 5, log=False).play("uniform", seed=1)):
        game = ruleset.new_game(2, 5, log=False)
        with pytest.raises(KeyboardInterrupt), interrupted(moment):
            game.play("uniform", seed=1)
            raise KeyboardInterrupt  # a step may have one call fewer than another time
        assert play_on(other.copy()) == other_end, moment
        again = ruleset.new_game(2, 5, log=False)
        again.play("uniform", seed=1)
        assert again.digest() == end.digest(), moment
