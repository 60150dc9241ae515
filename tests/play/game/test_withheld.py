"""A power that is withheld from a player does nothing for that player, and what it does for others stays."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.play.game import executors
from artrules.play.game.decision import Option
from artrules.play.game.game import Game
from artrules.play.ruleset import Ruleset
from lab.simulation.small_ruleset import write_ruleset

EARNS = "river/guild.1"
ALWAYS = ("may use w", "use w")
"""What makes the game use powers without asking."""


def users(game: Game) -> set[int]:
    """Who uses a power in a game that is played by chance."""
    found: set[int] = set()

    def note(option: Option) -> None:
        if "earn" in option.label and not option.declines:
            found.add(option.decision.player)

    game.inspect.observe(note)
    game.play(seed=game.setup.seed)
    return found


def ruleset(folder: Path, break_it: tuple[str, str] | None = None) -> Ruleset:
    return artrules.load(write_ruleset(folder / "lanterns", break_it=break_it))


@pytest.mark.parametrize("key", [EARNS, f"{EARNS}.1"], ids=["all of a key", "one power"])
def test_it_is_not_offered(tmp_path: Path, key: str) -> None:
    rules = ruleset(tmp_path)
    assert users(rules.new_game(2, 5)) == {1, 2}
    assert users(rules.new_game(2, 5, withheld={1: [key]})) == {2}
    assert users(rules.new_game(2, 5, withheld={1: [key], 2: [key]})) == set()


def test_code_that_uses_it_all_the_same_has_no_effect(tmp_path: Path) -> None:
    rules = ruleset(tmp_path, ALWAYS)
    money = []
    for withheld in ({}, {1: [EARNS]}):
        game = rules.new_game(2, 1, log=False, withheld=withheld)
        while game.round == 1 and game.phase == "play":
            game.choose(0)
        money.append([game.view(1)["players"][p]["coins"] for p in (1, 2)])
    assert min(money[0]) > 0
    assert money[1] == [0, money[0][1]]


def test_nothing_withheld_is_the_same_game(tmp_path: Path) -> None:
    rules = ruleset(tmp_path)
    games = [rules.new_game(2, 5, withheld=withheld) for withheld in (None, {}, {1: []})]
    assert len({game.digest() for game in games}) == 1
    assert all(game.to_json() == games[0].to_json() for game in games)


@pytest.mark.parametrize("players", [2, 3])
def test_executors_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int) -> None:
    write_ruleset(tmp_path / "lanterns")
    found = []
    for executor in ("cpython", "wasm"):
        monkeypatch.setenv(executors.VARIABLE, executor)
        rules = artrules.load(tmp_path / "lanterns")
        games = [rules.new_game(players, seed, log=False, withheld={2: [EARNS]}) for seed in range(4)]
        for game in games:
            game.play(seed=game.setup.seed)
        found.append([(game.digest(), game.result) for game in games])
    assert found[0] == found[1]


def test_copies_and_determinizations_withhold_it_too(tmp_path: Path) -> None:
    rules = ruleset(tmp_path)
    game = rules.new_game(2, 5, withheld={1: [EARNS]})
    assert users(game.copy()) == {2}
    assert users(game.think.resample(2, 3)) <= {2}
    assert game != rules.new_game(2, 5)


def test_such_a_game_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(artrules.CannotSave, match="withheld from players can't be saved"):
        ruleset(tmp_path).new_game(2, 5, withheld={1: [EARNS]}).to_json()


@pytest.mark.parametrize(
    ("withheld", "message"),
    [
        ({3: [EARNS]}, "there is no player 3"),
        ({0: [EARNS]}, "there is no player 0"),
        ({1: ["river/gild.1"]}, "there is no power 'river/gild.1'; did you mean 'river/guild.1'"),
        ({1: ["nothing of the kind"]}, "there is no power 'nothing of the kind'$"),
    ],
)
def test_what_there_is_not(tmp_path: Path, withheld: dict[int, list[str]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ruleset(tmp_path).new_game(2, 5, withheld=withheld)
