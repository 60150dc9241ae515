"""A host in JavaScript shows each seat what the API shows it, byte for byte: views, options, tokens, log, result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

import artrules
from play.game.test_option_things import OFFERED, SAID
from play.game.test_triggers import LOST_GIFTS, LOST_POWERS, arena
from play.game.tiny import tiny
from play.standalone.states import compare
from play.standalone.test_hosts import DEALT, HIDDEN, LISTS

OWN = Path(__file__).parents[2] / "rulesets"
TABLES: Sequence[tuple[str, int, Mapping[str, str]]] = [
    ("avant_carde", 2, {}),
    ("avant_carde", 1, {"difficulty": "hard"}),
    ("art_decko", 3, {}),
    ("bioutifoul", 3, {}),
    ("vintage", 4, {"take_that": "yes"}),
    ("crazy_eights", 3, {"goal": "30"}),
    ("hearts", 4, {}),
    ("lanterns", 3, {}),
    ("caravans", 2, {}),
    ("whispers", 3, {}),
    ("kennels", 2, {}),
    ("hatchery", 3, {}),
]
"""Rulesets, players and settings. `python -m play.standalone.states` tries more games of each."""


def load(name: str) -> artrules.Ruleset:
    return artrules.load(OWN / name if (OWN / name).is_dir() else name)


@pytest.mark.parametrize(("name", "players", "settings"), TABLES, ids=str)
def test_each_seat_is_shown_the_same(name: str, players: int, settings: dict[str, str]) -> None:
    assert compare(load(name), players, settings, [1], every=29)


PAID = """
for c in pool where c.n = 1:
    move c to my row
collect 1 for k in colour:
    for c in heap covers c.shade
    "give {c}" for c in pool covers c.shade: move c to heap
    "lend {c}" for c in my row covers colour: move c to heap
collect 1 for p in others(me):
    "greet with {c}" for c in my row covers others(me): move c to pool
collect 1 for n in 1..2:
    "count {c}" for c in pool + heap covers 1..2: skip
"""
WITHOUT_EXAMPLES = {"looks": (OFFERED, SAID), "lists": (LISTS, ""), "resources": (PAID, "")}


def test_lost_powers_of_cards_that_a_seat_does_not_see(tmp_path: Path) -> None:
    assert compare(arena(tmp_path, LOST_POWERS, LOST_GIFTS), 2, {}, range(4))


@pytest.mark.parametrize(("act", "more"), WITHOUT_EXAMPLES.values(), ids=WITHOUT_EXAMPLES)
def test_what_shipped_rulesets_do_not_have(act: str, more: str, tmp_path: Path) -> None:
    assert compare(tiny(tmp_path, act, more=more), 2, {}, range(4))


def test_names_that_mean_something_in_javascript(tmp_path: Path) -> None:
    edits = [
        ("      mark: {type: 0..9, back_when_leaving: row}", "      mark: {type: 0..9, starts: 0, seen_by: everyone}"),
        ("      flag: {type: bool, lasts: turn}", "      constructor: {type: 0..9, starts: 0, seen_by: everyone}"),
        ("  total: {type: 0..99}", "  total: {type: 0..99}\n  constructor: {of: player, type: 0..9}"),
        ("  heap: {", "  to_string: {holds: tile, order: row, seen_by: everyone}\n  heap: {"),
    ]
    act = """
my constructor becomes 3
choose "take {c}" for c in pool
move c to to_string
choose "give {d}" for d in pool
d.constructor becomes 2
d.mark becomes 4
move d to my deck
"""
    more = """
layout:
  figures:
    has_own: {is: my constructor}
    pip: {for: c in tile, is: c.constructor, shown: changed}
"""
    assert compare(tiny(tmp_path, act, more=more, edits=edits), 2, {}, range(4))


def test_cards_that_not_everyone_sees(tmp_path: Path) -> None:
    pieces, edits = "[[1, red, 40], [2, blue, 40]]", [("\n      skip\n", DEALT.replace("300", "30"))]
    assert compare(tiny(tmp_path, HIDDEN, pieces=pieces, edits=edits), 2, {}, range(3))
