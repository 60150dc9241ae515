"""The page about pairs of patrons holds each pair once, and its scenarios prove what they stand for."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import artrules
from artrules.author.scenarios.run import run_scenario
from artrules.check.scenario_files.scenario import Scenario, read_scenarios
from artrules.model.ir.declarations import PowerDefinition
from artrules.play.ruleset import Ruleset

PAGE = Path(__file__).parent.parent.parent.parent / "docs" / "rulings" / "avant_carde_pairs.md"
AT_STAKE, NOT_AT_STAKE = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
ROW = re.compile(r"^\| (The \S+), (The \S+) \| .+ \| (`.+`) \|$", re.MULTILINE)
LINE = re.compile(r"^- (The \S+): (The .+)$", re.MULTILINE)

Pair = frozenset[str]


@cache
def ruleset() -> Ruleset:
    return artrules.load("avant_carde")


@cache
def scenarios() -> list[Scenario]:
    return read_scenarios(ruleset().content.files)


@cache
def patrons() -> dict[str, list[PowerDefinition]]:
    """The powers of each patron."""
    found: dict[str, list[PowerDefinition]] = {}
    for power in ruleset().model.powers:
        found.setdefault(power.title, []).append(power)
    return found


def sections() -> dict[str, str]:
    """The tables of what is at stake, by their headings."""
    _, *parts = re.split(r"^### ", AT_STAKE, flags=re.MULTILINE)
    return {part.partition("\n")[0]: part for part in parts}


def rows(text: str) -> list[tuple[Pair, list[str]]]:
    """Pairs with the names of their scenarios."""
    return [(frozenset((one, other)), re.findall(r"`(\w+)`", names)) for one, other, names in ROW.findall(text)]


def pairs_not_at_stake() -> list[Pair]:
    return [frozenset((one, other)) for one, others in LINE.findall(NOT_AT_STAKE) for other in others.split(", ")]


def can_meet(one: str, other: str) -> bool:
    """Whether two patrons of different sets can be in one mix."""
    mine, theirs = patrons()[one][0], patrons()[other][0]
    return mine.owner != theirs.owner and mine.group_key != theirs.group_key


def test_every_pair_stands_there_once() -> None:
    found = [pair for pair, _ in rows(AT_STAKE)] + pairs_not_at_stake()
    expected = {frozenset(pair) for pair in combinations(patrons(), 2) if can_meet(*pair)}
    assert len(found) == len(set(found)) == 300
    assert set(found) == expected


def test_the_counts_are_true() -> None:
    at_stake = rows(AT_STAKE)
    text = PAGE.read_text(encoding="utf-8")
    assert f"**{len(at_stake)} are at stake**" in text
    assert f"**{len(pairs_not_at_stake())} nothing is at stake**" in text
    assert f"{len({name for _, names in at_stake for name in names})} scenarios prove them" in text


def test_each_name_is_one_scenario() -> None:
    names = [scenario.name for scenario in scenarios()]
    named = set(re.findall(r"`(\w+)`", AT_STAKE + NOT_AT_STAKE))
    assert {name: names.count(name) for name in named} == dict.fromkeys(named, 1)


@pytest.mark.parametrize("heading", sections())
def test_a_scenario_needs_both_patrons(heading: str) -> None:
    assert [(set(pair), names) for pair, names in rows(sections()[heading]) if not proved(pair, names)] == []


def proved(pair: Pair, names: list[str]) -> bool:
    """Whether one of these scenarios fails without the powers of either patron."""
    return any(all(fails_without(name, patron) for patron in pair) for name in names)


@cache
def fails_without(name: str, patron: str) -> bool:
    scenario = next(scenario for scenario in scenarios() if scenario.name == name)
    return any(not run_scenario(without(power.key), scenario).passed for power in patrons()[patron])


@cache
def without(key: str) -> Ruleset:
    return ruleset().without_power(key)
