"""A plugin's bot that goes wrong is named, and a game that people sit at is not lost by it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import artrules
from artrules.bots.registry import make_bot
from artrules.commands.main import artrules as command
from artrules.plugins.problem import PluginProblem
from simulation.small_ruleset import write_ruleset


class Bad:
    """A bot that chooses what it was told to."""

    def __init__(self, choice: Any) -> None:
        self.choice = choice

    def choose(self, decision: Any, view: Any) -> Any:
        return self.choice(decision)


def raise_it(decision: Any) -> Any:
    raise KeyError("hand")


@pytest.fixture
def game(tmp_path: Path) -> artrules.Game:
    return artrules.load(write_ruleset(tmp_path / "lanterns")).new_game(2, 1)


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        (raise_it, r"the plugin sly failed in its bot `bad` \(KeyError: 'hand'"),
        (lambda decision: "play", "must give one of the decision's options from its bot `bad`, and gave 'play'"),
        (lambda decision: decision.options[0].id, "must give one of the decision's options"),
    ],
)
def test_what_a_bot_does_wrong_is_told(add: Any, game: artrules.Game, choice: Any, told: str) -> None:
    add("sly", artrules_bots=lambda: {"bad": lambda seed, player: Bad(choice)})
    bot = make_bot("bad", 1, 1)
    with pytest.raises(PluginProblem, match=told):
        bot.choose(game.decisions[0], lambda: {})


def test_an_option_of_another_decision_is_refused(add: Any, game: artrules.Game) -> None:
    other = game.copy().decisions[0].options[0]
    add("sly", artrules_bots=lambda: {"bad": lambda seed, player: Bad(lambda decision: other)})
    with pytest.raises(PluginProblem, match="one of the decision's options"):
        make_bot("bad", 1, 1).choose(game.decisions[0], lambda: {})


def test_a_bot_that_plays_otherwise_each_time_is_told(add: Any, tmp_path: Path) -> None:
    calls = itertools.count()
    folder = str(write_ruleset(tmp_path / "lanterns"))
    moody = Bad(lambda decision: decision.options[0 if next(calls) < 12 else -1])
    add("sly", artrules_bots=lambda: {"moody": lambda seed, player: moody})
    done = CliRunner().invoke(command, ["simulate", folder, "--players", "2", "--bot", "moody", "--games", "2"])
    assert done.exit_code == 2
    assert "the bot `moody` of the plugin sly is not deterministic" in done.stderr


def test_the_command_says_it_in_a_line(add: Any, tmp_path: Path) -> None:
    folder = str(write_ruleset(tmp_path / "lanterns"))
    add("sly", artrules_bots=lambda: {"bad": lambda seed, player: Bad(raise_it)})
    done = CliRunner().invoke(command, ["simulate", folder, "--players", "2", "--bot", "bad"])
    assert done.exit_code == 2
    assert done.stderr.startswith("artrules: the plugin sly failed in its bot `bad`") and "Traceback" not in done.stderr


def test_a_game_of_people_is_kept_up_to_the_last_choice(add: Any, tmp_path: Path) -> None:
    folder = str(write_ruleset(tmp_path / "lanterns"))
    calls: list[int] = []

    def third_time(decision: Any) -> Any:
        calls.append(1)
        if len(calls) > 2:
            raise RuntimeError("tired")
        return decision.options[0]

    add("sly", artrules_bots=lambda: {"bad": lambda seed, player: Bad(third_time)})
    save = tmp_path / "game.json"
    words = ["play", folder, "--players", "2", "--seat", "1", "--bot", "bad", "--seed", "1", "--save", str(save)]
    done = CliRunner().invoke(command, words, input="1\n" * 40)
    assert done.exit_code == 2 and "tired" in done.stderr
    replayed = CliRunner().invoke(command, ["replay", str(save), "--list"])
    assert replayed.exit_code == 0 and len(replayed.stdout.splitlines()) >= 2
