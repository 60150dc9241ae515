"""A plugin's bot that goes wrong is named, and a game that people sit at is not lost by it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import artrules
from artrules.lab.bots.kind import BotProblem
from artrules.lab.bots.registry import bot_names, make_bot
from artrules.play.game.seat import Seat
from artrules.play.plugins.registry import PluginProblem
from artrules.table.commands.main import artrules as command
from lab.simulation.small_ruleset import write_ruleset


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
    later = game.copy()
    later.choose(game.decisions[0].options[0])
    other = later.decisions[0].options[0]
    add("sly", artrules_bots=lambda: {"bad": lambda seed, player: Bad(lambda decision: other)})
    with pytest.raises(PluginProblem, match="one of the decision's options"):
        make_bot("bad", 1, 1).choose(game.decisions[0], lambda: {})


class Thinker:
    """A bot that thinks from its seat, in a way that it was told."""

    def __init__(self, think: Any) -> None:
        self.think = think

    def choose(self, decision: Any, seat: Any) -> Any:
        return self.think(decision, seat)


def by_sample(decision: Any, seat: Any) -> Any:
    sample = seat.sample(7)
    own = next(each for each in sample.decisions if each.player == seat.player)
    return decision.with_id(own.options[-1].id)


def by_search(decision: Any, seat: Any) -> Any:
    return decision.options[seat.search(decision, 1, iterations=3).option]


def among_few(decision: Any, seat: Any) -> Any:
    few = decision.narrowed([0, 1])
    return few.options[seat.greedy(few, 1, samples=1, horizon=2).option]


@pytest.mark.parametrize("think", [by_sample, by_search, among_few])
def test_a_bot_may_think_from_its_seat(add: Any, tmp_path: Path, think: Any) -> None:
    folder = str(write_ruleset(tmp_path / "lanterns"))
    add("deep", artrules_bots=lambda: {"thinker": lambda seed, player: Thinker(think)})
    words = ["simulate", folder, "--players", "2", "--bot", "thinker", "--bot", "uniform", "--games", "1"]
    done = CliRunner().invoke(command, words)
    assert (done.exit_code, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("think", "told"),
    [
        (lambda decision, seat: seat.search(decision, 1, iterations=3), "must give one of the decision's options"),
        (lambda decision, seat: seat.search(decision, 1), "a search takes a number of iterations, or of seconds"),
        (lambda decision, seat: seat.sample(1).decisions[0].options[0], "must give one of the decision's options"),
        (lambda decision, seat: decision.narrowed([]), "can't show only those"),
        (lambda decision, seat: seat.greedy(decision, 1, samples=0), "samples must be more than 0, not 0"),
        (lambda decision, seat: seat.greedy(decision, 1, among=[99]), "can't show only those"),
        (lambda decision, seat: seat.search(decision, 1, iterations=0), "iterations must be more than 0"),
        (lambda decision, seat: seat.search(decision, 1, seconds=-1), "seconds must be more than 0"),
    ],
)
def test_thoughts_that_cannot_be_are_told(add: Any, game: artrules.Game, think: Any, told: str) -> None:
    add("deep", artrules_bots=lambda: {"thinker": lambda seed, player: Thinker(think)})
    decision = game.decisions[0]
    with pytest.raises(PluginProblem, match=told):
        make_bot("thinker", 1, decision.player).choose(decision, Seat(game, decision.player))


def test_a_name_with_a_colon_could_not_be_told_from_options(add: Any) -> None:
    add("sly", artrules_bots=lambda: {"a:b": lambda seed, player: Bad(raise_it)})
    with pytest.raises(PluginProblem, match="names without a colon"):
        bot_names()


def test_a_plugins_bot_has_no_options(add: Any) -> None:
    add("sly", artrules_bots=lambda: {"bad": lambda seed, player: Bad(raise_it)})
    with pytest.raises(BotProblem, match="the bot `bad` has no options, so it can't be `bad:time=1`"):
        make_bot("bad:time=1", 1, 1)


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
