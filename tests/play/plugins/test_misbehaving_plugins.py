"""The rules of the road: what a plugin does wrong is told, and names it."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from artrules.lab.bots.registry import bot_names
from artrules.play.content_search import plugin_content
from artrules.play.plugins.commands import plugin_commands
from artrules.play.plugins.contributions import exporters, reporters
from artrules.play.plugins.hooks import HOOKS_VERSION, hook
from artrules.play.plugins.registry import PluginProblem, Plugins, active
from artrules.play.plugins.run_checks import all_checks


def marked(**functions: Any) -> SimpleNamespace:
    return SimpleNamespace(**{name: hook(function) for name, function in functions.items()})


@pytest.mark.parametrize(
    ("implementation", "told"),
    [
        (
            marked(artrules_bot=lambda: {}),
            "implements a hook artrules_bot, but there is none; did you mean artrules_bots?",
        ),
        (marked(artrules_xyz=lambda: {}), "implements a hook artrules_xyz, but there is none; there are: "),
        (
            marked(artrules_bots=lambda sed: {}),
            "a parameter `sed` that the hook doesn't give; the hook is artrules_bots()",
        ),
        (marked(artrules_game_begins=lambda gam: None), "a parameter `gam` .*; did you mean `game`?"),
        (marked(artrules_game_begins=lambda *game: None), r"the parameter \*game; parameters are given by their names"),
        (SimpleNamespace(artrules_bots=lambda: {}), "a function artrules_bots that isn't marked with @hook"),
        (
            SimpleNamespace(artrules_bot=lambda: {}),
            "a function artrules_bot that is no hook; did you mean artrules_bots?",
        ),
        (
            SimpleNamespace(ARTRULES_HOOKS=HOOKS_VERSION + 1),
            f"needs hooks of version {HOOKS_VERSION + 1}; this artrules",
        ),
        (SimpleNamespace(ARTRULES_HOOKS="2"), "says ARTRULES_HOOKS = '2', which is no number from 1"),
    ],
)
def test_what_is_no_hook_is_refused(implementation: Any, told: str) -> None:
    with pytest.raises(PluginProblem, match=told.replace("?", r"\?").replace("()", r"\(\)")):
        Plugins().register(implementation, "sly")


def test_a_hook_may_take_fewer_parameters_than_it_is_given() -> None:
    assert Plugins().register(marked(artrules_game_begins=lambda: None), "short").name == "short"


def test_two_plugins_of_one_name_are_refused() -> None:
    plugins = Plugins()
    plugins.register(marked(), "twin", package="one-twin")
    with pytest.raises(PluginProblem, match="two plugins named twin, of one-twin and of other-twin"):
        plugins.register(marked(), "twin", package="other-twin")


def bot(seed: int, player: int) -> None:
    """What makes a bot, for all that these tests ask."""


COMMAND = click.Command("chronicle")


@pytest.mark.parametrize(
    ("asked", "function", "taken"),
    [
        (bot_names, {"artrules_bots": lambda: {"lazy": bot}}, "a bot `lazy`"),
        (lambda: reporters(()), {"artrules_reporters": lambda: {"table": bot}}, "a report `table`"),
        (exporters, {"artrules_exporters": lambda: {"table": bot}}, "a exporter `table`"),
        (lambda: plugin_commands(()), {"artrules_commands": lambda: [COMMAND]}, "a command `chronicle`"),
    ],
)
def test_a_name_that_two_plugins_define_names_both(add: Any, asked: Any, function: Any, taken: str) -> None:
    add("anna", **function)
    asked()
    add("berta", **function)
    with pytest.raises(PluginProblem, match=f"the plugin berta adds {taken}, but the plugin anna has one already"):
        asked()


@pytest.mark.parametrize(
    ("asked", "function"),
    [
        (bot_names, {"artrules_bots": lambda: {"uniform": bot}}),
        (exporters, {"artrules_exporters": lambda: {"json": bot}}),
        (lambda: plugin_commands(["chronicle"]), {"artrules_commands": lambda: [COMMAND]}),
        (lambda: reporters(["text"]), {"artrules_reporters": lambda: {"text": bot}}),
    ],
)
def test_a_name_of_artrules_own_is_not_taken(add: Any, asked: Any, function: Any) -> None:
    add("anna", **function)
    with pytest.raises(PluginProblem, match=r"the plugin anna adds .*, but artrules itself has one already"):
        asked()


@pytest.mark.parametrize(
    ("asked", "hooked", "given", "told"),
    [
        (bot_names, "artrules_bots", ["lazy"], "a mapping from names to bots"),
        (bot_names, "artrules_bots", {1: bot}, "names that are texts"),
        (bot_names, "artrules_bots", {"lazy": 1}, "a bot for `lazy`"),
        (all_checks, "artrules_checks", "check", "a list of checks"),
        (all_checks, "artrules_checks", [1], "checks"),
        (plugin_content, "artrules_ruleset_folders", "/nowhere", "a list of folders"),
        (plugin_content, "artrules_ruleset_folders", [Path("/nowhere")], "folders that are there"),
        (lambda: plugin_commands(()), "artrules_commands", COMMAND, "a list of commands"),
        (lambda: plugin_commands(()), "artrules_commands", ["chronicle"], "click commands with names"),
    ],
)
def test_what_is_of_a_wrong_type_is_told(add: Any, asked: Any, hooked: str, given: Any, told: str) -> None:
    add("sly", **{hooked: lambda: given})
    with pytest.raises(PluginProblem, match=f"the plugin sly must give {told} from {hooked}, and gave "):
        asked()


def test_what_a_plugin_raises_is_told_with_its_line(add: Any) -> None:
    def artrules_bots() -> dict[str, Any]:
        raise OSError("no disk")

    add("failing", artrules_bots=artrules_bots)
    with pytest.raises(PluginProblem, match=r"the plugin failing failed in artrules_bots \(OSError: no disk, .*:\d+\)"):
        bot_names()


def test_a_report_and_an_export_that_are_no_text_are_told(add: Any) -> None:
    add("sly", artrules_reporters=lambda: {"one": lambda s: 1}, artrules_exporters=lambda: {"two": lambda r: 2})
    with pytest.raises(PluginProblem, match="must give a text from its report `one`, and gave 1"):
        reporters(())["one"](SimpleNamespace())  # type: ignore[arg-type]
    with pytest.raises(PluginProblem, match="must give a text or bytes from its exporter `two`, and gave 2"):
        exporters()["two"](SimpleNamespace())  # type: ignore[arg-type]


def test_a_report_and_an_export_that_differ_are_told(add: Any) -> None:
    count = itertools.count()
    more = {"artrules_reporters": lambda: {"one": lambda s: str(next(count))}}
    add("sly", **more, artrules_exporters=lambda: {"two": lambda r: str(next(count))})
    for asked in (reporters(())["one"], exporters()["two"]):
        with pytest.raises(PluginProblem, match=r"the plugin sly is not deterministic: its .* says something else"):
            asked(SimpleNamespace())  # type: ignore[arg-type]


def test_no_plugin_of_a_test_stays(add: Any) -> None:
    assert "sly" not in active()


class Leaves(BaseException):
    """What a plugin may raise to get past everybody who catches errors."""


@pytest.mark.parametrize("problem", [SystemExit(0), BaseException("base"), Leaves("away")])
def test_a_plugin_that_leaves_is_named(add: Any, problem: BaseException) -> None:
    def artrules_bots() -> dict[str, Any]:
        raise problem

    add("leaver", artrules_bots=artrules_bots)
    with pytest.raises(PluginProblem, match=rf"the plugin leaver failed in artrules_bots \({type(problem).__name__}: "):
        bot_names()


def test_ctrl_c_is_no_fault_of_the_plugin(add: Any) -> None:
    def artrules_bots() -> dict[str, Any]:
        raise KeyboardInterrupt

    add("waiting", artrules_bots=artrules_bots)
    with pytest.raises(KeyboardInterrupt):
        bot_names()


def test_a_hook_that_raises_late_is_named(add: Any) -> None:
    def artrules_checks() -> Any:
        yield from ()
        raise RuntimeError("late")

    add("late", artrules_checks=artrules_checks)
    with pytest.raises(
        PluginProblem, match=r"the plugin late failed in artrules_checks \(RuntimeError: late, .*:\d+\)"
    ):
        all_checks()
