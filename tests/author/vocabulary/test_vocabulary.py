"""The vocabulary of Lanterns, as a golden file (`RENEW_VOCABULARY=1` writes it anew), and that nothing is left out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import artrules
from artrules.author.vocabulary import vocabulary
from artrules.table.commands.main import artrules as command
from lab.simulation.small_ruleset import write_ruleset

ROOT = Path(__file__).parents[3]
LANTERNS = "tests/rulesets/lanterns"
GOLDEN = Path(__file__).with_name("lanterns.txt")


@pytest.fixture(autouse=True)
def at_the_top() -> Iterator[None]:
    with chdir(ROOT):
        yield


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["vocabulary", *arguments])


def test_the_whole() -> None:
    done = run(LANTERNS)
    assert (done.exit_code, done.stderr) == (0, "")
    if os.environ.get("RENEW_VOCABULARY"):
        GOLDEN.write_text(done.stdout, encoding="utf-8")
    assert done.stdout == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [LANTERNS, "avant_carde", "crazy_eights", "tests/rulesets/caravans"])
def test_no_line_is_longer_than_a_terminal(name: str) -> None:
    assert max(map(len, run(name).stdout.split("\n"))) <= 80


def test_a_game_that_declares_no_lives(tmp_path: Path) -> None:
    done = run(str(write_ruleset(tmp_path / "lanterns")))
    assert (done.exit_code, done.stderr) == (0, "")
    assert "  round\n" in done.stdout, "every game has these"


def test_all_that_the_game_declares_is_there() -> None:
    model = artrules.load(ROOT / LANTERNS).model
    names = {entry.name for section in vocabulary(model) for entry in section.entries}
    tables = (model.power_attributes, model.enums, model.limits, model.zones, model.variables, model.events)
    more = (model.functions, model.tables, model.lives, model.groups)
    declared = {d.name for table in (*tables, *more) for d in table.values() if d.owner is None}
    assert declared <= names
    assert {"buy", "power", "leave"} <= names and {"draw", "tidy"} <= names
    assert "wet" not in names, "what a set keeps for itself is no other's"


def test_a_word_shows_code() -> None:
    done = run(LANTERNS, "SHOWN")
    assert "  shown(player p): list of lantern" in done.stdout
    assert "      | shown(player p): those(c in p.row where c.face is up)\n" in done.stdout
    assert "price" not in done.stdout


def test_a_word_that_is_nowhere() -> None:
    done = run(LANTERNS, "coinz")
    assert done.exit_code == 2
    assert "matches `coinz`; did you mean `coins`?" in done.stderr


def test_for_programs() -> None:
    data = json.loads(run(LANTERNS, "price", "--format", "json").stdout)
    assert list(data) == ["version", "ruleset", "title", "sections"]
    (section,) = data["sections"]
    assert section["name"] == "Variables"
    (price,) = section["entries"]
    line = (ROOT / LANTERNS / "ruleset.yaml").read_text(encoding="utf-8").split("\n").index(
        "  price:        {of: colour, type: 1..9, starts: 3}"
    )  # fmt: skip
    assert price == {
        "name": "price",
        "written": "k.price: 1..9 = 3",
        "type": "1..9",
        "default": "3",
        "facts": ["k a colour"],
        "description": "",
        "assumed": None,
        "file": f"{LANTERNS}/ruleset.yaml",
        "line": line + 1,
        "code": ["price:        {of: colour, type: 1..9, starts: 3}"],
    }


def test_comments_and_assumptions_are_told() -> None:
    data = json.loads(run("avant_carde", "--format", "json").stdout)
    entries = {e["name"]: e for section in data["sections"] for e in section["entries"]}
    assert entries["turn_limit"]["description"] == "of powers that say once per turn"
    assert entries["forced"]["assumed"].startswith("powers that only ever help")


def test_what_a_set_from_outside_keeps_for_itself_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "fen.yaml"
    file.write_text("set: fen\nof: lanterns\nfunctions: {deep(player p): size(p.hand) > 3}\n", encoding="utf-8")
    assert run(LANTERNS, "--with", str(file)).stdout == run(LANTERNS).stdout


def test_names_of_a_library_tell_where_they_come_from() -> None:
    done = run("hearts", "suit")
    assert "of the library playing_cards" in done.stdout
    assert "rulesets/libraries/playing_cards.yaml:" in done.stdout


def test_what_an_expansion_may_add() -> None:
    output = run("vintage", "rows:").stdout
    assert "pieces: {items: {columns: [category, colour, decade, year, points, count]," in " ".join(output.split())
    assert "pieces:" not in run("crazy_eights").stdout, "there they are made by a rule"
