"""Every ruling about the base game and the New Yorkers has a scenario, and every scenario cites rulings that exist."""

from __future__ import annotations

import re
from pathlib import Path

from artrules.diagnostics.report import Report
from artrules.resolve.files import read_ruleset
from artrules.scenarios.scenario import read_scenarios
from artrules.shipped import shipped_folder

ROOT = Path(__file__).parent.parent.parent
CITED = re.compile(r"rulings? ((?:[C\d][-\d]*(?:, | and )?)+)")


def cited(source: str) -> set[int]:
    """The numbers of the rulings that a source names: `ruling 21`, `rulings 17-20, 28`."""
    found: set[int] = set()
    for numbers in CITED.findall(source):
        for part in re.split(r", | and ", numbers):
            if match := re.fullmatch(r"(\d+)(?:-(\d+))?", part):
                found |= set(range(int(match[1]), int(match[2] or match[1]) + 1))
    return found


def numbered() -> set[int]:
    """The numbers under which `docs/rulings/avant_carde.md` states rulings."""
    page = (ROOT / "docs" / "rulings" / "avant_carde.md").read_text(encoding="utf-8")
    return {int(number) for number in re.findall(r"^(?:\| *)?(\d+)[.|\s]", page, re.MULTILINE)}


def sources() -> list[str]:
    return [s.source for s in read_scenarios(read_ruleset(shipped_folder() / "avant_carde", Report()))]


def test_every_ruling_has_a_scenario() -> None:
    covered = set().union(*(cited(source) for source in sources()))
    assert set(range(1, 42)) - covered == set()


def test_every_scenario_cites_something_that_is_stated() -> None:
    stated = numbered()
    assert stated >= set(range(1, 128))
    for source in sources():
        assert source
        assert cited(source) <= stated
