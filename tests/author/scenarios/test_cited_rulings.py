"""Rulings of shipped games are proved: each is cited by a scenario."""

from __future__ import annotations

import re

import pytest

import artrules
from artrules.check.scenario_files.scenario import read_scenarios
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.model.declare.prose import citations

NOTHING_TO_PROVE = {"avant_carde": {"C-2", "C-9"}}
"""What was lost, and slips of the pen."""
PROVED = re.compile(r"([A-Z]-|decision )?\d+")
"""Facts (`fact 3`) tell what is in the box: totals and the booklet prove them."""


@pytest.mark.parametrize("name", shipped_rulesets())
def test_each_ruling_is_cited_by_a_scenario(name: str) -> None:
    ruleset = artrules.load(name)
    known = [ruling.name for ruling in ruleset.model.rulings.values()]
    cited = {c.number for s in read_scenarios(ruleset.content.files) for c in citations(s.source, known)}
    wanted = {number for number in known if PROVED.fullmatch(number)}
    assert wanted - cited == NOTHING_TO_PROVE.get(name, set())
    assert cited <= set(known)
