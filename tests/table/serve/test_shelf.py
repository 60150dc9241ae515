"""One server for several rulesets: what can be opened, how they are loaded, and whose games go on."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import artrules
from artrules.table.commands.main import artrules as command
from artrules.table.serve.shelf import ServedRuleset, Shelf
from lab.simulation.small_ruleset import write_ruleset
from table.serve.conftest import Serving, Tables
from waiting import wait_until


def write_another(folder: Path, name: str) -> Path:
    """The small ruleset, under another name."""
    write_ruleset(folder)
    for file in folder.rglob("*.yaml"):
        file.write_text(file.read_text().replace("lanterns", name))
    return folder


def shelf_in(folder: Path) -> Shelf:
    """Two good rulesets, of which none is loaded, and one with errors."""
    folders = {
        "lanterns": write_ruleset(folder / "lanterns"),
        "lights": write_another(folder / "lights", "lights"),
        "broken": write_another(folder / "broken", "a name that cannot be"),
    }
    return Shelf(ServedRuleset(name, str(path), ()) for name, path in folders.items())


@pytest.fixture
def several(serving: Serving, tmp_path: Path) -> Iterator[Tables]:
    with serving(tmp_path / "games.sqlite", shelf=shelf_in(tmp_path)) as tables:
        yield tables


def listed(tables: Tables) -> dict[str, dict[str, Any]]:
    answer = tables.client.get("/api/rulesets", headers=tables.host).json()
    return {each["name"]: each for each in answer["rulesets"]}


def test_what_isnt_loaded_yet_is_listed_by_its_name(several: Tables) -> None:
    rulesets = listed(several)
    assert [each["ready"] for each in rulesets.values()] == [False] * 3
    assert rulesets["lights"]["title"] == "Lights"
    answer = several.client.get("/api/rulesets/lights", headers=several.host).json()
    assert answer["players"] == [2, 3, 4] and answer["bots"]
    assert listed(several)["lights"]["ready"] is True
    several.client.portal.call(several.server.load_rulesets)  # type: ignore[union-attr]
    rulesets = listed(several)
    assert {name: each["ready"] for name, each in rulesets.items()} == {
        "lanterns": True,
        "lights": True,
        "broken": False,
    }
    assert rulesets["broken"]["refused"].startswith("Broken can't be played: ")


def test_tables_of_several_rulesets_go_on_side_by_side(several: Tables) -> None:
    games = [several.open(2, ruleset=name) for name in ("lights", "lanterns")]
    assert [game["ruleset"] for game in several.client.get("/api/games", headers=several.host).json()["games"]] == [
        "lanterns",
        "lights",
    ]
    several.server.rooms.clear()
    for game, name in zip(games, ("lights", "lanterns"), strict=True):
        with several.page(game["secrets"][0]) as page:
            page.until("state")
            assert page.last["welcome"]["ruleset"] == name
            page.say("why", id=1, text="stop playing")
            page.until("why")


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({}, 400, "`ruleset` must be the name of a game."),
        ({"ruleset": 3}, 400, "`ruleset` must be the name of a game."),
        ({"ruleset": "torches"}, 404, "This server has no game `torches`."),
        ({"ruleset": "broken"}, 409, "Broken can't be played: "),
    ],
)
def test_a_table_of_no_ruleset_is_refused(body: dict[str, Any], status: int, said: str, several: Tables) -> None:
    answer = several.client.post("/api/games", json={"players": 2, **body}, headers=several.host)
    assert answer.status_code == status and said in answer.json()["error"]


def test_games_of_other_rulesets_are_listed_and_refused(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file, artrules.load(write_another(tmp_path / "torches", "torches"))) as tables:
        tables.open(2)
    with serving(file, shelf=shelf_in(tmp_path)) as tables:
        (game,) = tables.client.get("/api/games", headers=tables.host).json()["games"]
        assert game["refused"] == "This is a game of Lanterns, which the server doesn't serve."


def test_the_command_without_a_name_serves_all(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "artrules", "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen(
        [*call, "--games", str(tmp_path / "games.sqlite")], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    try:
        assert process.stdout is not None
        title, start = process.stdout.readline(), process.stdout.readline().split()[-1]
        assert " games: tables at http://127.0.0.1:" in title
        address, _, secret = start.partition("/#host=")

        def ready() -> bool:
            call = ["curl", "-s", "-H", f"Authorization: Bearer {secret}", f"{address}/api/rulesets"]
            answer = json.loads(subprocess.run(call, capture_output=True, check=True).stdout)
            return all(each["ready"] for each in answer["rulesets"]) and len(answer["rulesets"]) > 1

        wait_until(ready)
    finally:
        process.terminate()
        process.wait(20)


def test_the_command_without_a_name_opens_no_table() -> None:
    done = CliRunner().invoke(command, ["serve", "--players", "3"], prog_name="artrules")
    assert done.exit_code == 2 and "needs the name of its ruleset: artrules serve NAME" in done.stderr
