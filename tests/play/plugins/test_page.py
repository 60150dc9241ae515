"""`docs/extend/plugins.md` is followed: what its walk-through writes and runs works, and its tables name what there
is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from artrules.engine.execute.foreign import try_foreign
from artrules.engine.lower.lowering import foreign_function
from artrules.play.plugins import hooks as hookspecs
from artrules.play.plugins.added_functions import added_functions
from artrules.play.plugins.api import Listener
from artrules.play.plugins.registry import HOOKS
from artrules.table.commands.main import artrules as command

PLUGINS = Path(__file__).parents[3] / "plugins"
PAGE = (Path(__file__).parents[3] / "docs" / "extend" / "plugins.md").read_text(encoding="utf-8")
WALK = PAGE[PAGE.index("## 1.") : PAGE.index("## 2.")]
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", WALK, re.MULTILINE | re.DOTALL)
PYTHON = [text for kind, text in BLOCKS if kind == "python"]


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """The plugin of the walk-through, with the bot and the check that the page adds."""
    done = CliRunner().invoke(command, ["new", "plugin", "other_bots", "--in", str(tmp_path)])
    assert done.exit_code == 0, done.output
    folder = tmp_path / "other_bots"
    bot, check = PYTHON[0], PYTHON[1]
    module = folder / "other_bots.py"
    text = module.read_text().replace("@hook\ndef artrules_bots", "def no_longer_the_hook")
    text = text.replace("    return [\n        Check(", "    return [\n        LONG_NAME,\n        Check(")
    module.write_text(f"{text}\n\n{bot}\n\n{check}")
    return folder


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", "")))}
    done = subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_the_walk_through_works(plugin: Path) -> None:
    listed = run(plugin, "-m", "artrules", "--no-plugins", "-p", "other_bots", "plugins").stdout
    assert "bots: other_bots, lazy" in listed
    assert "checks: OTHERBOT1 other-bots-power-without-text, OTHERBOT2 long-function-name" in listed
    simulate = next(text for kind, text in BLOCKS if kind == "sh" and "--bot lazy" in text).split()
    run(plugin, "-m", "artrules", "--no-plugins", "-p", "other_bots", *simulate[1:])
    explained = run(plugin, "-m", "artrules", "--no-plugins", "-p", "other_bots", "explain", "OTHERBOT2").stdout
    assert "A long name makes long lines." in explained


def test_the_template_passes_its_own_tests(plugin: Path) -> None:
    run(plugin, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(plugin))


def test_what_the_page_shows_of_the_template_is_so(tmp_path: Path) -> None:
    CliRunner().invoke(command, ["new", "plugin", "other_bots", "--in", str(tmp_path)])
    words = ["-m", "artrules", "--no-plugins", "-p", "other_bots", "plugins"]
    shown = next(text for kind, text in BLOCKS if kind == "text")
    assert run(tmp_path / "other_bots", *words).stdout.splitlines()[1:] == shown.splitlines()[1:]


def test_the_examples_of_hooks_keep_to_the_rules(add: Any) -> None:
    hooks = PAGE[PAGE.index("## 2.") : PAGE.index("## 3.")]
    names: dict[str, Any] = {"click": click, "hook": hookspecs.hook, "Listener": Listener}
    for block in re.findall(r"^```python\n(.*?)^```$", hooks, re.MULTILINE | re.DOTALL):
        exec(compile(block, "plugins.md", "exec"), names)
    implemented = {name: function for name, function in names.items() if name in HOOKS}
    assert set(implemented) == {
        *("artrules_reporters", "artrules_commands", "artrules_game_begins"),
        *("artrules_functions", "artrules_draws"),
    }
    add("shown", **implemented)
    brought = added_functions()["shown"]
    assert [each.signature for each in brought] == [
        "exploding(2..20 sides) gives 1..120",
        "half(0..99 n, bool up) gives 0..50",
    ]
    assert [try_foreign(foreign_function(each)).problem for each in brought] == ["", ""]
    runner = CliRunner()
    assert runner.invoke(command, ["hello"]).stdout == "hello\n"
    simulated = runner.invoke(command, ["simulate", "vintage", "--players", "3", "--games", "2", "--format", "csv"])
    assert simulated.stdout.startswith("seed,rounds,winners\n") and len(simulated.stdout.splitlines()) == 3
    played = runner.invoke(command, ["play", "vintage", "--players", "3", "--seed", "1"])
    assert re.fullmatch(r"\d+ entries\n", played.stderr)


def test_every_hook_is_in_the_table_with_its_parameters() -> None:
    listed = dict(re.findall(r"^\| `(artrules_\w+)\((\w*)\)` \| (?:\d)", PAGE, re.MULTILINE))
    assert listed == {name: "game" if name == "artrules_game_begins" else "" for name in HOOKS}
    since = {name: int(n) for name, n in re.findall(r"^\| `(artrules_\w+)\(\w*\)` \| (\d)", PAGE, re.MULTILINE)}
    assert max(since.values()) == hookspecs.HOOKS_VERSION
    assert all(f"Since version {n}." in (HOOKS[name].__doc__ or "") for name, n in since.items())


def test_plugins_need_the_version_of_their_latest_hook(tmp_path: Path) -> None:
    """Those in the repository, and the one that the template makes."""
    CliRunner().invoke(command, ["new", "plugin", "other_bots", "--in", str(tmp_path)])
    modules = [path for path in PLUGINS.glob("*/**/*.py") if "ARTRULES_HOOKS" in path.read_text()]
    assert len(modules) == len(list(PLUGINS.glob("*/pyproject.toml")))
    since = {name: int(n) for name, n in re.findall(r"^\| `(artrules_\w+)\(\w*\)` \| (\d)", PAGE, re.MULTILINE)}
    for module in (*modules, tmp_path / "other_bots" / "other_bots.py"):
        text = module.read_text()
        hooks = re.findall(r"^@hook\ndef (\w+)", text, re.MULTILINE)
        assert re.findall(r"^ARTRULES_HOOKS = (\d+)", text, re.MULTILINE) == [str(max(since[name] for name in hooks))]
    assert "so it says `ARTRULES_HOOKS = 2`" in PAGE and "ARTRULES_HOOKS = 2 " in text


@pytest.mark.parametrize("name", ["", "Other", "9lives", "a b", "x" * 61, "a-b"])
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str) -> None:
    done = CliRunner().invoke(command, ["new", "plugin", name, "--in", str(tmp_path)])
    assert done.exit_code == 2 and "can't be a plugin's name" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "other_bots").mkdir()
    done = CliRunner().invoke(command, ["new", "plugin", "other_bots", "--in", str(tmp_path)])
    assert done.exit_code == 2 and "there is something at" in done.stderr
