"""Which plugins are active is said at the command line and by the environment, and `artrules plugins` tells."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.simulation.small_ruleset import write_ruleset

EXAMPLE = Path(__file__).parents[3] / "plugins" / "cautious_bot"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own: plugins are loaded once in each. `path` is searched for modules first."""
    paths = os.pathsep.join((environment.pop("path", ""), str(EXAMPLE), os.environ.get("PYTHONPATH", "")))
    variables = {**os.environ, **environment, "PYTHONPATH": paths}
    command = [sys.executable, "-m", "artrules", *words]
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=False)


@pytest.fixture
def installed(tmp_path: Path) -> str:
    """A folder in which packages with the plugins `hearer` and `broken` lie as if they had been installed."""
    for name, code in (("hearer", "ARTRULES_HOOKS = 2\n"), ("broken", "import nothing_like_this\n")):
        (tmp_path / f"{name}.py").write_text(code)
        info = tmp_path / f"artrules_{name}-1.5.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: artrules-{name}\nVersion: 1.5\n")
        (info / "entry_points.txt").write_text(f"[artrules]\n{name} = {name}\n")
    return str(tmp_path)


def names(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert done.returncode == 0, done.stderr
    return [plugin["name"] for plugin in json.loads(done.stdout)["plugins"]]


def test_a_module_is_made_active(installed: str) -> None:
    done = run("-p", "cautious_bot", "-p", "no:broken", "plugins", path=installed)
    assert done.stdout == "cautious_bot\n  bots: cautious, wary\nhearer 1.5, from artrules-hearer\n  adds nothing\n"


@pytest.mark.parametrize(
    ("options", "active"),
    [
        (["-p", "no:broken"], ["hearer"]),
        (["-p", "no:broken", "-p", "no:hearer"], []),
        (["--no-plugins"], []),
        (["--no-plugins", "-p", "hearer"], ["hearer"]),
    ],
)
def test_installed_plugins_are_left_out(installed: str, options: list[str], active: list[str]) -> None:
    assert names(run(*options, "plugins", "--format", "json", path=installed)) == active


def test_the_environment_says_the_same(installed: str) -> None:
    told = {"path": installed, "ARTRULES_DISABLE_PLUGIN_AUTOLOAD": "1"}
    assert names(run("plugins", "--format", "json", **told)) == []
    assert names(run("plugins", "--format", "json", ARTRULES_PLUGINS="hearer", **told)) == ["hearer"]


def test_a_plugin_that_cannot_be_loaded_is_named_with_what_leaves_it_out(installed: str) -> None:
    done = run("plugins", path=installed)
    assert done.returncode == 2
    assert done.stderr.startswith("artrules: the plugin broken can't be loaded (ModuleNotFoundError: ")
    assert "`-p no:broken` leaves it out" in done.stderr
    assert run("--help", path=installed).returncode == 0


def test_a_misspelt_plugin_is_suggested(installed: str) -> None:
    done = run("-p", "hearr", "plugins", path=installed)
    assert done.returncode == 2 and "no plugin and no module named hearr; did you mean hearer?" in done.stderr


def test_two_installed_plugins_of_one_name_are_told_and_can_be_left_out(tmp_path: Path) -> None:
    for package in ("one", "other"):
        (tmp_path / f"{package}.py").write_text("ARTRULES_HOOKS = 2\n")
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[artrules]\ntwin = {package}\n")
    done = run("plugins", path=str(tmp_path))
    assert done.returncode == 2 and "two plugins named twin, of one and of other; `-p no:twin`" in done.stderr
    assert names(run("-p", "no:twin", "plugins", "--format", "json", path=str(tmp_path))) == []


def test_a_game_that_needs_a_plugin_is_simulated_in_processes(tmp_path: Path) -> None:
    (tmp_path / "needed.py").write_text("ARTRULES_HOOKS = 2\n")
    main = Path(write_ruleset(tmp_path / "lanterns")) / "ruleset.yaml"
    main.write_text(main.read_text().replace("players:", "plugins: {needed: some-package}\nplayers:", 1))
    words = ["simulate", str(main.parent), "--players", "2", "--games", "4", "--jobs", "2"]
    done = run("--no-plugins", "-p", "needed", *words, path=str(tmp_path))
    assert done.returncode == 0, done.stderr


def test_workers_of_a_simulation_have_the_same_plugins() -> None:
    words = ["simulate", "vintage", "--players", "3", "--games", "4", "--bot", "cautious", "--jobs", "2"]
    done = run("--no-plugins", "-p", "cautious_bot", *words)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("code", ["raise SystemExit(0)", "import sys; sys.exit()", "raise BaseException('away')"])
def test_a_plugin_that_leaves_while_it_is_imported_is_named(tmp_path: Path, code: str) -> None:
    (tmp_path / "leaver.py").write_text(code)
    done = run("-p", "leaver", "check", "crazy_eights", path=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("artrules: the plugin leaver can't be loaded (")
