"""The tutorials are followed to the letter: their files are written, their commands run, their outputs looked for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import artrules
from artrules.author.scenarios.power_removal import Removal
from artrules.author.scenarios.run import run_scenarios

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def read(name: str) -> str:
    """A page of the documentation."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


RECIPES = {section.partition("\n")[0]: section for section in re.split("(?m)^## ", read("write/recipes.md"))[1:]}
"""The sections of the page, by heading. Each has a game of its own."""


def run(line: str, folder: Path) -> tuple[int, str]:
    """Exit code and output of one command line, with `artrules` that of this environment."""
    words = line.split()
    if words[0] == "artrules":
        words = [sys.executable, "-m", "artrules", *words[1:]]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
    return done.returncode, done.stdout + done.stderr


def follow(page: str, tmp_path: Path) -> int:
    """Do all that a page says, in an empty folder; how many commands there were."""
    kept: dict[Path, str] = {}
    output = ""
    commands = 0
    for kind, info, text in FENCE.findall(page):
        if kind in ("yaml", "toml", "csv"):
            path = tmp_path / re.search(r"file=(\S+)", info).group(1)  # type: ignore[union-attr]
            if "only-for-now" in info:
                kept[path] = path.read_text(encoding="utf-8")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif kind == "sh":
            results = [run(line, tmp_path) for line in text.strip().splitlines()]
            output = "\n".join(said for _, said in results)
            commands += len(results)
            assert all((code != 0) == ("fails" in info) for code, _ in results), output
        elif kind == "text":
            for line in text.strip().splitlines():
                assert line in output
            for path, before in kept.items():
                path.write_text(before, encoding="utf-8")
            kept.clear()
    return commands


def test_the_page_works_and_its_scenarios_notice_every_power(tmp_path: Path) -> None:
    assert follow(read("start/own_set.md"), tmp_path) == 20
    files = [tmp_path / "berliners.yaml", tmp_path / "berliners_scenarios.yaml"]
    ruleset = artrules.load("avant_carde", extra=files)
    results = run_scenarios(ruleset, ["berliners"])
    assert len(results) == 8 and all(result.passed for result in results)
    removal = Removal(ruleset)
    own = [power for power in ruleset.model.powers if power.owner == "berliners"]
    assert [power.name for power in own if removal.is_noticed(power)] == [f"patron.{n}.1" for n in range(2, 8)]


def test_the_readme_invents_a_card(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    _, _, invent = readme.partition("**Invent.**")
    assert follow(invent.partition("**Program.**")[0], tmp_path) == 4


def test_a_game_from_nothing(tmp_path: Path) -> None:
    assert follow(read("start/first_game.md"), tmp_path) == 16
    ruleset = artrules.load(tmp_path / "orchard")
    assert ruleset.player_counts == [2, 3, 4]
    assert all(result.passed for result in run_scenarios(ruleset))


@pytest.mark.parametrize("heading", RECIPES)
def test_a_recipe_works(heading: str, tmp_path: Path) -> None:
    assert follow(RECIPES[heading], tmp_path) > 0
