"""`python -m artrules.author.conformance`: what it prints, how it ends, and which tables it plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from artrules.author.conformance.__main__ import main
from artrules.author.conformance.random_play import Table, table
from artrules.author.conformance.run import PROPERTIES
from artrules.engine.execute.cpython import CHECKED
from artrules.play.ruleset import Ruleset
from artrules.play.settings import choose_settings
from author.properties.rulesets import FOLDERS, loaded
from planting import changed, planted
from play.game.tiny import tiny

LANTERNS = next(folder for folder in FOLDERS if folder.name == "lanterns")
ROOT = Path(__file__).parents[3]


def conformance(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


def without_time(text: str) -> list[str]:
    return text.splitlines()[:-1]


def test_it_says_what_was_tried() -> None:
    result = conformance(LANTERNS, "--games", "2", "--property", "ends", "--property", "conserves")
    assert result.exit_code == 0
    ends, conserves, seconds = result.output.splitlines()
    assert re.fullmatch(rf"{re.escape(str(LANTERNS))} ends: holds \(2 games, \d+ decisions\)", ends)
    assert "conserves: holds (2 games, " in conserves
    assert re.fullmatch(r"\d+ s", seconds)


def test_nothing_depends_on_the_number_of_processes() -> None:
    arguments = [LANTERNS, "--games", "3", "--property", "ends", "--property", "complete", "--seed", "5"]
    one, two = conformance(*arguments), conformance(*arguments, "--jobs", "2")
    assert without_time(one.output) == without_time(two.output)
    assert without_time(one.output) != without_time(conformance(*arguments[:-1], "6").output)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_is_broken_is_told_with_what_plays_it_again(jobs: str, tmp_path: Path) -> None:
    act = 'repeat 6 times:\n    may "risk": my x += 30'
    tiny(tmp_path, act)
    result = conformance(tmp_path, "--property", "ends", "--games", "8", "--seed", "2", "--jobs", jobs)
    assert result.exit_code == 1
    assert f"{tmp_path} ends: BROKEN" in result.output
    accounts = re.findall(r"the content is at fault: the new value is out of bounds", result.output)
    again = re.search(r"again: python -m artrules.author.conformance (.*)$", result.output, re.MULTILINE)
    assert accounts and again is not None
    once = conformance(*again.group(1).split())
    assert once.exit_code == 1
    at = re.compile(r"at (\d players, .*, seed \d+, after \d+ choices)")
    first = at.search(result.output)
    assert first is not None and at.findall(once.output) == [first.group(1)]


def test_memory_that_checks_every_access(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = [LANTERNS, "--games", "1", "--property", "conserves", "--checked", "--seed", "3"]
    assert conformance(*arguments).exit_code == 0
    beyond = changed("rules.zones", "put_before", "next_in_zone[card] = after", "next_in_zone[card] = -2**31 - 1")
    monkeypatch.setattr(Ruleset, "checked", lambda ruleset: planted(ruleset, beyond, CHECKED))
    monkeypatch.setattr("artrules.author.conformance.run._loaded", {})
    result = conformance(*arguments)
    assert result.exit_code == 1
    assert "the machine uses memory as it mustn't: next_in_zone[" in result.output
    assert "--games 1 --checked" in result.output


def test_what_is_not_there(tmp_path: Path) -> None:
    unknown = conformance("lantern")
    assert unknown.exit_code == 1 and "there is no ruleset `lantern`" in unknown.output
    assert conformance(LANTERNS, "--property", "glows").exit_code == 2
    tiny(tmp_path, 'may "go on": skip')
    (tmp_path / "plain.yaml").write_text("set: plain\nof: tiny\ngift: {1: {powers: [{do: nonsense}]}}\n")
    assert conformance(tmp_path, "--games", "1").exit_code == 1


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.name)
def test_tables_are_of_all_numbers_of_players_and_mixed_settings(folder: Path) -> None:
    ruleset = loaded(folder)
    tables = [table(ruleset, "ends", 0, index) for index in range(40)]
    assert tables == [table(ruleset, "ends", 0, index) for index in range(40)]
    assert {t.players for t in tables} == set(ruleset.player_counts)
    assert len({t.seed for t in tables}) == 40
    assert all(not t.settings for t in tables[::2])
    for t in tables[1::2]:
        choose_settings(ruleset.model, t.players, t.settings)
        assert {key.partition(".")[0] for key in t.settings} == set(ruleset.model.settings)
    only_set = set(ruleset.model.sets) if len(ruleset.model.sets) == 1 else set()
    values = {str(value) for t in tables for value in t.settings.values()}
    least = 1 if values <= only_set else 2 if values <= {"yes", "no"} | only_set else 6
    assert len({str(sorted(t.settings.items())) for t in tables[1::2]}) >= least
    assert str(Table(2, {}, 7)) == "2 players, default settings, seed 7"


def test_the_page_names_every_promise() -> None:
    page = (ROOT / "docs" / "inside" / "properties.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(PROPERTIES)
    assert re.findall(r"^\*\*(\w+)\.\*\*", page, re.MULTILINE) == list(PROPERTIES)
