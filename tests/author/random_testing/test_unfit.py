"""Where `may_be` says something else than the rules do, random games find it, the scenario of the shortest one fails
for it, and bots that think don't play on."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.author.random_testing.run import play_random_games
from artrules.author.random_testing.shrink import scenario_name, write_scenario
from artrules.author.scenarios.run import run_scenarios
from artrules.lab.simulation import SimulationFault, simulate
from artrules.play.ruleset import load
from author.random_testing.planted_lanterns import Plant, plant

FAULTS: dict[str, tuple[str, Plant, str]] = {
    "what was brought is noted, not what was asked": (
        "orchards",
        ("ruleset.yaml", "my lacks becomes my lacks + [asked]", "my lacks becomes my lacks + [c.fruit]"),
        "unfit-card",
    ),
    "a condition that never holds for long": (
        "orchards",
        ("ruleset.yaml", '"may_hold(holder(self), self)"', "self.fruit is plum"),
        "unfit-card",
    ),
    "a mark tells of the other cards": (
        "causeways",
        ("ruleset.yaml", "c.colours becomes [k]", "c.colours becomes c.colours - [k]"),
        "unfit-card",
    ),
    "gold comes from nowhere": (
        "misers",
        (
            "ruleset.yaml",
            "random n in 0..min(2, bank)\n            bank -= n",
            "random n in 0..min(2, bank)\n            bank -= 0",
        ),
        "unfit-values",
    ),
}


@pytest.mark.parametrize(("name", "fault", "slug"), FAULTS.values(), ids=FAULTS)
def test_random_games_find_what_may_be_denies(name: str, fault: Plant, slug: str, tmp_path: Path) -> None:
    broken = plant(tmp_path / "broken" / name, fault)
    played = play_random_games(broken, 6, 0, lambda _: None)
    errors = [each for each in played.diagnostics if each.severity == "error"]
    assert [each.slug for each in errors] == [slug]
    assert errors[0].span is not None and "may_be" in errors[0].message
    text = (tmp_path / "broken" / name / fault[0]).read_text(encoding="utf-8")
    assert "may_be:" in text.splitlines()[errors[0].span.line - 1]
    (failure,) = played.failures
    assert len(failure.choices) < 12
    file = write_scenario(tmp_path / "found", name, failure)
    assert outcome(tmp_path / "broken" / name, file, scenario_name(failure)) == [slug]
    assert outcome(plant(tmp_path / "sound" / name).content.files.folder, file, scenario_name(failure)) == []


def outcome(folder: Path, file: Path, scenario: str) -> list[str]:
    """The slugs of what is wrong with a scenario."""
    (result,) = run_scenarios(load(folder, [file]), [scenario])
    return [each.slug for each in result.diagnostics]


@pytest.mark.parametrize("bot", ["search:iterations=20", "greedy", "rules"])
def test_bots_that_think_do_not_play_on(bot: str, tmp_path: Path) -> None:
    name, fault, slug = FAULTS["a mark tells of the other cards"]
    with pytest.raises(SimulationFault) as caught:
        simulate(plant(tmp_path / name, fault), 2, games=1, bots=[bot, bot])
    assert caught.value.diagnostics[0].slug == slug
