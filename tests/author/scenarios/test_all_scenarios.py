"""The scenarios of all shipped rulesets, of Lanterns and of the page on scenarios pass; each power is missed by one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import artrules
from artrules.author.scenarios.power_removal import Removal, removed_powers_unnoticed
from artrules.author.scenarios.run import run_scenario, run_scenarios
from artrules.check.scenario_files.scenario import Scenario, read_scenarios, scenarios_of
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.model.ir.declarations import PowerDefinition
from artrules.text.diagnostics.render import ContentError, render_text
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Mapping
from artrules.text.source.read import read
from author.scenarios.one_scenario import FOLDER, lanterns

PAGE = Path(__file__).parents[3] / "docs" / "write" / "scenarios.md"


@cache
def ruleset(name: str) -> artrules.Ruleset:
    ours = FOLDER.parent / name
    return lanterns() if name == "lanterns" else artrules.load(str(ours) if ours.is_dir() else name)


@cache
def removal(name: str) -> Removal:
    return Removal(ruleset(name))


def usable() -> list[str]:
    """The rulesets that have no errors: what is wrong with the others is told by the tests of checking."""
    names = []
    for name in [*sorted(path.parent.name for path in FOLDER.parent.glob("*/ruleset.yaml")), *shipped_rulesets()]:
        try:
            ruleset(name)
        except ContentError:
            continue
        names.append(name)
    return names


SCENARIOS = [(name, s) for name in usable() for s in read_scenarios(ruleset(name).content.files)]
POWERS = [(name, power) for name in usable() for power in ruleset(name).model.powers]


@pytest.mark.parametrize(
    ("name", "scenario"), SCENARIOS, ids=[f"{n}-{Path(s.file).stem}-{s.name}" for n, s in SCENARIOS]
)
def test_scenario(name: str, scenario: Scenario) -> None:
    result = run_scenario(ruleset(name), scenario)
    assert result.passed, "\n".join(render_text(d, lambda _: None) for d in result.diagnostics)


@pytest.mark.parametrize(("name", "power"), POWERS, ids=[f"{n}-{p.key}" for n, p in POWERS])
def test_each_power_is_missed(name: str, power: PowerDefinition) -> None:
    assert removal(name).is_noticed(power), f"no scenario fails without {power.key}"


@pytest.mark.parametrize("name", usable())
def test_names_of_scenarios_are_told_apart(name: str) -> None:
    found = [(s.file, s.name) for s in read_scenarios(ruleset(name).content.files)]
    assert len(found) == len(set(found))


def test_the_page() -> None:
    texts = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(texts) == 2
    for text in texts:
        document = read(text, "scenarios.md", Report())
        assert isinstance(document, Mapping)
        (scenario,) = scenarios_of(document)
        assert run_scenario(lanterns(), scenario).diagnostics == []


def test_only() -> None:
    names = {"echo_copies", "buy", "river"}
    found = run_scenarios(lanterns(), names)
    assert {r.name for r in found if r.heading != "river"} == {"echo_copies", "buying"}
    assert len({r.heading for r in found}) == 3
    assert run_scenarios(lanterns(), ["nothing"]) == []


def test_a_removal_nobody_notices(tmp_path: Path) -> None:
    for path in FOLDER.rglob("*.yaml"):
        copied = tmp_path / path.relative_to(FOLDER)
        copied.parent.mkdir(exist_ok=True)
        copied.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    river = tmp_path / "scenarios" / "river.yaml"
    kept, _, _ = river.read_text(encoding="utf-8").partition("  pedlar_earns_once:")
    river.write_text(kept, encoding="utf-8")
    assert removed_powers_unnoticed(artrules.load(tmp_path)) == ["river/guild.3.1"]
