"""The setups of random games, and the ways to choose in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from artrules.author.random_testing import setups
from artrules.author.random_testing.setups import Row, pairwise, tables
from artrules.author.random_testing.trial import Chooser, Form, Way
from artrules.engine.chance import Stream
from artrules.text.diagnostics.diagnostic import Span
from author.random_testing.planted_lanterns import plant
from author.scenarios.one_scenario import lanterns

FACTORS = {"a": [1, 2, 3], "b": [1, 2, 3], "c": ["x", "y"], "d": [True, False]}
OFTEN, SELDOM = (Span("a.yaml", 1, 1, 1, 5), ""), (Span("a.yaml", 2, 1, 2, 5), "")


def pairs(rows: list[Row]) -> set[object]:
    return {frozenset(pair) for row in rows for pair in combinations(row.items(), 2)}


def test_every_pair_stands_in_a_row() -> None:
    rows = list(pairwise(FACTORS, lambda _: True))
    assert len(pairs(rows)) == 9 + 4 * 6 + 4
    assert len(rows) < 14


def test_only_allowed_rows_are_given() -> None:
    rows = list(pairwise(FACTORS, lambda row: row["a"] != 3 or row["b"] == 3))
    assert all(row["a"] != 3 or row["b"] == 3 for row in rows)
    assert len(pairs(rows)) == 9 + 4 * 6 + 4 - 2


def test_setups_of_lanterns() -> None:
    """First the defaults, then all pairs; a mix has a set for each key that can be filled."""
    found = list(islice(tables(lanterns(), 3), 60))
    assert [(t.players, t.settings, t.seed) for t in found[:3]] == [(n, {}, n + 1) for n in (2, 3, 4)]
    asked = [{"players": t.players, **{k: v for k, v in t.settings.items() if "." not in k}} for t in found[3:20]]
    for players in (2, 3, 4):
        for length in ("quick", "normal"):
            assert any(row["players"] == players and row["length"] == length for row in asked)
    mixes = [{v for k, v in t.settings.items() if "." in k} for t in found]
    assert {"hill", "river"} in mixes
    assert found == list(islice(tables(lanterns(), 3), 60))


def test_of_many_values_a_few_are_tried_with_all_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other seeds try others; random setups draw from all."""
    members = ", ".join(f"v{number}" for number in range(200))
    ruleset = plant(
        tmp_path / "lanterns",
        ("ruleset.yaml", "  speed: [quick, normal]\n", f"  speed: [quick, normal]\n  shade: [{members}]\n"),
        ("ruleset.yaml", "settings:\n", "settings:\n  hue: {type: shade, starts: v0}\n"),
    )
    tried: list[Mapping[str, Sequence[Any]]] = []

    def noted(factors: Mapping[str, Sequence[Any]], allowed: object) -> Iterator[Row]:
        tried.append(factors)
        return iter(())

    monkeypatch.setattr(setups, "pairwise", noted)
    drawn = [{table.settings.get("hue") for table in islice(tables(ruleset, seed), 60)} for seed in (3, 3, 4)]
    assert tried[0] == tried[1] != tried[2]
    assert len(set(tried[0]["hue"])) == 16
    assert tried[0]["guilds"] == ["hill", "river", setups.MIX]
    assert drawn[0] == drawn[1] and drawn[0] - {None, *tried[0]["hue"]}


def test_a_mix_is_always_tried() -> None:
    values = [*(f"set {number}" for number in range(40)), setups.MIX]
    found = setups._some(values, Stream(0, 0, "test"))
    assert len(found) == 16 and found[-1] == setups.MIX and found == [each for each in values if each in found]


def choices(way: Way, forms: list[Form], number: int) -> Counter[int]:
    chooser, stream = Chooser(), Stream(0, 0, "test")
    return Counter(chooser.choose(way, forms, stream) for _ in range(number))


def test_what_is_taken_least_often_is_preferred() -> None:
    assert choices("least taken", [OFTEN] * 9 + [SELDOM], 100)[9] == 50
    assert choices("any", [OFTEN] * 9 + [SELDOM], 100)[9] < 25


def test_what_is_offered_least_often_is_preferred() -> None:
    chooser, stream = Chooser(), Stream(0, 0, "test")
    for _ in range(5):
        chooser.choose("any", [OFTEN], stream)
    assert [chooser.choose("rarest", [OFTEN, SELDOM], stream) for _ in range(5)] == [1] * 5
