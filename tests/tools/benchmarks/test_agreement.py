"""The engine written by hand and artrules give the same games: a share of what `agreement.py` does at length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import artrules
from artrules.engine.chance import Stream
from artrules.play.ruleset import Ruleset

from .handwritten import buying, playing
from .handwritten.game import Game
from .handwritten.player import Player
from .lockstep import Disagreement, play_both
from .pictures import of_handwritten


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return artrules.load("avant_carde")


@pytest.mark.parametrize(("players", "seed"), [(2, 385), (3, 178), (4, 34), (5, 28)])
def test_whole_games_are_the_same(ruleset: Ruleset, players: int, seed: int) -> None:
    """Games by chance; the seeds are those of short ones."""
    assert play_both(ruleset, players, seed) > 1000


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_of_eager_players_are_the_same(ruleset: Ruleset, players: int) -> None:
    assert play_both(ruleset, players, 1, eager=True) > 200


def most_twos_alone(game: Game, player: Player) -> bool:
    """Ruling 19 broken: a tie is not enough."""
    return all(other is player or other.twos < player.twos for other in game.players)


def no_copied_change(player: Player, cards: list[int]) -> bool:
    """A look-ahead that doesn't see that a 6 may become what is needed."""
    return False


def one_for_every_six(dollars: int) -> int:
    """Another award table."""
    return dollars // 6


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (buying, "has_most_twos", most_twos_alone),
        (playing, "_can_copy_change", no_copied_change),
        (buying, "awards_for", one_for_every_six),
    ],
)
def test_a_rule_that_differs_is_found(
    ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, wrong: Callable[..., object]
) -> None:
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises(Disagreement, match="what is offered"):
        for seed in range(1, 6):
            play_both(ruleset, 4, seed, eager=True)


def test_a_shuffle_that_differs_is_found(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that lie elsewhere are seen although the same is offered."""
    monkeypatch.setattr(
        "tools.benchmarks.handwritten.game.PACKS", tuple(tuple(range(s, s + 10)) for s in range(100, 50, -10))
    )
    with pytest.raises(Disagreement):
        play_both(ruleset, 2, 1)


def test_a_copy_of_a_game_written_by_hand_is_independent() -> None:
    """Else the time to copy one would be compared with less than a copy."""
    stream = Stream(3, 0, "bot")
    game = Game(3, 3)
    while game.decisions:
        copy = game.copy()
        before = of_handwritten(copy)
        options = [list(d.options) for d in copy.decisions]
        index = stream.below(len(game.decisions[0].options))
        game.choose(game.decisions[0], index)
        assert (of_handwritten(copy), [list(d.options) for d in copy.decisions]) == (before, options)
        copy.choose(copy.decisions[0], index)
        assert of_handwritten(copy) == of_handwritten(game)
        game = copy
