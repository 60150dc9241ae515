"""Listeners hear of games what their seat may know, and harm none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import artrules
from artrules.play.plugins.api import GameInfo, GameResult, Happening, Listener
from artrules.table.commands.listeners import listeners_of, notify
from artrules.table.commands.main import artrules as command
from lab.simulation.small_ruleset import write_ruleset


class Ear(Listener):
    """Remembers all that it hears."""

    def __init__(self, game: GameInfo, seat: int | None = None) -> None:
        self.game, self.seat = game, seat
        self.heard: list[Happening] = []
        self.results: list[GameResult] = []

    def hear(self, happenings: Sequence[Happening]) -> None:
        self.heard += happenings

    def end(self, result: GameResult) -> None:
        self.results.append(result)


@pytest.fixture
def ears(add: Any) -> list[Ear]:
    """One listener for everybody, one for seat 1, in every game that begins."""
    found: list[Ear] = []

    def listener(seat: int | None) -> Any:
        def artrules_game_begins(game: GameInfo) -> Listener:
            found.append(Ear(game, seat))
            return found[-1]

        return artrules_game_begins

    add("all", artrules_game_begins=listener(None))
    add("one", artrules_game_begins=listener(1))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(write_ruleset(tmp_path / "lanterns"))


def play_to_the_end(game: artrules.Game, each: Any) -> None:
    while game.decisions:
        game.choose(game.decisions[0].options[0])
        each()


def test_each_hears_what_its_seat_may_read_once(ears: list[Ear], folder: Path) -> None:
    ruleset = artrules.load(folder)
    game = ruleset.new_game(2, 1)
    listeners = listeners_of(ruleset, game, ["uniform", ""])
    notify(listeners, game)
    play_to_the_end(game, lambda: notify(listeners, game))
    everybody, first = ears
    assert [h.text for h in first.heard] == [e.text for e in game.log.read_by(1)]
    assert [h.text for h in everybody.heard] == [e.text for e in game.log.read_by(None)]
    assert [r.winners for r in everybody.results] == [tuple(game.result["winners"])] if game.result else False
    assert everybody.results[0].digest == game.digest()
    info = everybody.game
    assert (info.ruleset, info.players, info.seed, info.bots, info.how) == ("lanterns", 2, 1, ("uniform", ""), "played")


def test_what_everybody_may_read_names_no_hidden_card(ears: list[Ear], folder: Path) -> None:
    ruleset = artrules.load(folder)
    game = ruleset.new_game(3, 5)
    play_to_the_end(game, lambda: None)
    for mine, everybodys in zip(game.log.read_by(2), game.log.read_by(None), strict=True):
        theirs = game.log.read_by(3 if mine.player == 2 else 2)[game.log.read_by(2).index(mine)]
        assert everybodys.text == theirs.text


def test_a_game_that_is_gone_on_with_is_told_from_there(ears: list[Ear], folder: Path) -> None:
    ruleset = artrules.load(folder)
    game = ruleset.new_game(2, 1)
    for _ in range(3):
        game.choose(game.decisions[0].options[0])
    again = ruleset.resume(game.to_json())
    listeners = listeners_of(ruleset, again, ["", ""])
    again.choose(again.decisions[0].options[0])
    notify(listeners, again)
    assert ears[0].game.choices == 3
    assert [h.text for h in ears[0].heard] == [e.text for e in again.log.read_by(None)][len(game.log) :]


def test_simulated_games_tell_their_ends(ears: list[Ear], folder: Path) -> None:
    done = CliRunner().invoke(command, ["simulate", str(folder), "--players", "2", "--games", "3", "--jobs", "2"])
    assert done.exit_code == 0, done.output
    assert [ear.game.how for ear in ears] == ["simulated"] * 6
    assert [len(ear.results) for ear in ears] == [1] * 6 and not any(ear.heard for ear in ears)
    assert len({ear.game.seed for ear in ears}) == 3
    assert all(sum(score.parts.values()) == score.total for ear in ears for score in ear.results[0].scores)


class Deaf(Listener):
    def hear(self, happenings: Sequence[Happening]) -> None:
        raise RuntimeError("too loud")


def raising(game: GameInfo) -> Listener:
    raise RuntimeError("no")


@pytest.mark.parametrize(
    ("begins", "told"),
    [
        (raising, "the plugin sly failed in artrules_game_begins (RuntimeError: no"),
        (lambda game: Deaf(), "the plugin sly failed in artrules_game_begins, hear (RuntimeError: too loud"),
        (
            lambda game: 1,
            "the plugin sly must give a Listener (a class made of artrules.play.plugins.api.Listener) or nothing",
        ),
        (lambda game: Ear(game, 9), "a listener with a seat from 1 to 2 from artrules_game_begins, and gave 9"),
    ],
)
def test_a_listener_that_fails_is_named_once_and_the_game_goes_on(
    add: Any, folder: Path, begins: Any, told: str
) -> None:
    words = ["play", str(folder), "--players", "2", "--seed", "1"]
    plain = CliRunner().invoke(command, words)
    add("sly", artrules_game_begins=begins)
    done = CliRunner().invoke(command, words)
    assert (done.exit_code, done.stdout) == (0, plain.stdout)
    assert done.stderr.count("the plugin sly") == 1
    assert told in done.stderr
