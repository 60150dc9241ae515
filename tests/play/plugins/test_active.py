"""Plugins: the example works, and the order in which they were installed doesn't matter."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import artrules
from artrules.lab.bots.registry import bot_names, make_bot, run_playout
from artrules.play.content_search import find_ruleset, ruleset_names
from artrules.play.plugins.ask import ask
from artrules.play.plugins.hooks import HOOKS_VERSION, hook
from artrules.play.plugins.registry import PluginProblem, active
from lab.simulation.small_ruleset import write_ruleset

EXAMPLE = Path(__file__).parents[3] / "plugins" / "cautious_bot"


@pytest.fixture
def register() -> Iterator[Any]:
    """Registers plugins for the time of a test."""
    before = {plugin.name for plugin in active()}
    yield active().register
    for name in {plugin.name for plugin in active()} - before:
        active().unregister(name)


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    sys.modules.pop("cautious_bot", None)
    import cautious_bot

    return cautious_bot


class Plugin:
    """A plugin that adds bots of some names."""

    def __init__(self, *names: str, folder: Path | None = None) -> None:
        self.names, self.folder = names, folder

    @hook
    def artrules_bots(self) -> dict[str, Any]:
        return {name: (lambda seed, player: None) for name in self.names}

    @hook
    def artrules_ruleset_folders(self) -> list[Path]:
        return [self.folder] if self.folder else []


def test_the_example_plays_a_game(register, example, tmp_path):
    register(example, name="cautious_bot")
    assert "cautious" in bot_names()
    game = artrules.load(write_ruleset(tmp_path / "lanterns")).new_game(2, 1)
    run_playout(game, [make_bot("cautious", 1, 1), make_bot("uniform", 1, 2)])
    assert game.finished


def test_a_plugin_with_newer_hooks_is_refused(register, example, monkeypatch):
    monkeypatch.setattr(example, "ARTRULES_HOOKS", HOOKS_VERSION + 1)
    with pytest.raises(PluginProblem, match="needs hooks of version"):
        register(example, name="cautious_bot")


@pytest.mark.parametrize("order", [["anna", "berta"], ["berta", "anna"]])
def test_plugins_are_asked_in_order_of_their_names(register, order):
    for name in order:
        register(Plugin(f"bot_of_{name}"), name=name)
    assert [plugin.name for plugin, _ in ask("artrules_bots") if plugin.name in order] == ["anna", "berta"]


def test_a_bot_that_there_is_already_is_refused(register):
    register(Plugin("uniform"), name="greedy")
    with pytest.raises(PluginProblem, match="the plugin greedy adds a bot `uniform`"):
        bot_names()


def test_rulesets_in_plugins_folders_are_found_by_name(register, tmp_path):
    write_ruleset(tmp_path / "lanterns")
    write_ruleset(tmp_path / "avant_carde")
    register(Plugin(folder=tmp_path), name="more")
    assert {"avant_carde", "lanterns"} <= set(ruleset_names())
    assert find_ruleset("lanterns")[0] == tmp_path / "lanterns"
    assert find_ruleset("avant_carde")[0] != tmp_path / "avant_carde"


def test_a_plugin_that_fails_is_named(register):
    class Failing:
        @hook
        def artrules_bots(self) -> dict[str, Any]:
            raise OSError("no disk")

    register(Failing(), name="failing")
    with pytest.raises(PluginProblem, match=r"the plugin failing failed in artrules_bots .*no disk"):
        bot_names()
