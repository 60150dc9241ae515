"""Every ruling about the base game and the New Yorkers has a scenario, every scenario cites rulings that exist."""

from __future__ import annotations

from functools import cache

import pytest

import artrules
from artrules.check.scenario_files.scenario import read_scenarios
from artrules.model.catalogue.locations import shipped_folder
from artrules.model.declare.files import read_ruleset
from artrules.model.declare.prose import citations
from artrules.play.ruleset import Ruleset
from artrules.text.diagnostics.report import Report


@cache
def ruleset() -> Ruleset:
    return artrules.load("avant_carde")


def stated() -> set[str]:
    return {ruling.name for ruling in ruleset().model.rulings.values()}


def cited(source: str) -> set[str]:
    """The numbers of the rulings that a source cites."""
    return {citation.number for citation in citations(source, stated())}


def sources() -> list[str]:
    return [s.source for s in read_scenarios(read_ruleset(shipped_folder() / "avant_carde", Report()))]


def test_every_ruling_has_a_scenario() -> None:
    covered = set().union(*(cited(source) for source in sources()))
    assert {str(number) for number in range(1, 42)} - covered == set()


def test_every_scenario_cites_something_that_is_stated() -> None:
    assert stated() >= {str(number) for number in range(1, 128)}
    for source in sources():
        assert source
        assert cited(source) <= stated()


@pytest.mark.parametrize("players", [1, 2])
def test_what_cannot_be_copied_is_not_doubled(players: int) -> None:
    """Decision 36: a Designer copies, so a power that can't be copied is used once; solo has powers of its own."""
    model, _, _ = ruleset().configured(players, {})
    uncopyable = [power for power in model.powers if not power.attributes["copyable"]]
    assert {power.title for power in uncopyable} == {"The Trendoid", "The Impersonator", "The Designer"}
    for power in uncopyable:
        assert "once" in [limit.name for limit in power.limits], power.title
