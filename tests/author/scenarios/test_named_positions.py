"""Positions that scenarios share, and `all other cards`."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import artrules
from artrules.author.scenarios.run import run_scenario
from artrules.check.scenario_files.scenario import read_scenarios
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.render import ContentError

CARAVANS = Path(__file__).parent.parent.parent / "rulesets" / "caravans"
POSITIONS = """\
scenarios: caravans
positions:
  opening:
    phase: trading
    turn: 1
    round: 2
    zones: {gone: [all other cards]}
    players:
      1: {hand: [rust 1, jade 4], "routes[rust]": [rust 2]}
      2: {hand: [rust 6]}
  later: {like: opening, round: 5, players: {2: {"routes[jade]": [jade 1]}}}
list:
  one:
    source: rules
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copytree(CARAVANS, tmp_path / "caravans")


def run(folder: Path, given: str, expect: str, positions: str = POSITIONS) -> list[Diagnostic]:
    text = f"{positions}    given: {given}\n    steps: [{{expect: {expect}}}]\n"
    (folder / "scenarios" / "places.yaml").write_text(text)
    ruleset = artrules.load(folder)
    (scenario,) = read_scenarios(ruleset.content.files)
    return run_scenario(ruleset, scenario).diagnostics


@pytest.mark.parametrize(
    ("given", "expect"),
    [
        ("{like: opening}", '{players: {1: {hand: [rust 1, jade 4], "routes[rust]": [rust 2]}, 2: {hand: [rust 6]}}}'),
        ("{like: opening}", '{players: {2: {"routes[jade]": []}}, zones: {gone: 38, deck: 0, "stalls[rust][1]": 0}}'),
        ("{like: opening, zones: {deck: [jade 6]}}", "{zones: {deck: [jade 6], gone: 37}, players: {1: {hand: 2}}}"),
        ("{like: opening, players: {1: {hand: [amber 1]}}}", '{players: {1: {hand: [amber 1], "routes[rust]": 1}}}'),
        ("{like: later}", '{zones: {gone: 37}, players: {2: {hand: [rust 6], "routes[jade]": [jade 1]}}}'),
        ("{like: later, players: {2: {hand: []}}}", '{players: {2: {hand: 0, "routes[jade]": [jade 1]}}}'),
        ("{like: later, turn: 2}", "{players: {1: {moved: 0}}}"),
    ],
)
def test_a_scenario_takes_over_a_position_and_changes_it(given: str, expect: str, folder: Path) -> None:
    assert run(folder, given, expect) == []


def test_the_rest_of_a_position_is_as_in_any_other(folder: Path) -> None:
    found = run(folder, "{like: opening}", "{players: {1: {hand: [rust 1]}}}")
    assert [d.slug for d in found] == ["not-as-expected"]
    found = run(folder, "{like: opening}", "{players: {1: {}}}", POSITIONS.replace("jade 4]", "jade 9]"))
    assert [(d.slug, d.span.line) for d in found if d.span] == [("unknown-card", 9)]
    found = run(folder, "{like: opening}", "{players: {1: {}}}", POSITIONS.replace("gone: [", "lost: ["))
    assert [(d.slug, d.span.line) for d in found if d.span] == [("unknown-place", 7)]


@pytest.mark.parametrize(
    ("given", "changed", "message"),
    [
        ("{like: openin}", POSITIONS, "there is no position `openin`"),
        ("{like: later}", POSITIONS.replace("round: 2", "like: later"), "the position `later` is like itself"),
        ("{phase: trading}", POSITIONS.replace("like: opening", "like: middle"), "there is no position `middle`"),
    ],
)
def test_names_must_be_those_of_positions(given: str, changed: str, message: str, folder: Path) -> None:
    with pytest.raises(ContentError) as raised:
        run(folder, given, "{zones: {gone: 0}}", changed)
    assert {(d.slug, d.message) for d in raised.value.diagnostics} >= {("unknown-position", message)}


@pytest.mark.parametrize(
    ("zones", "expect"),
    [
        ("{deck: [all other cards], gone: []}", "{zones: {deck: 42, gone: 0}}"),
        ("{deck: [jade 6, all other cards]}", "{zones: {deck: [jade 6, ...]}}"),
        ("{deck: [jade 6, all other cards, rust 1], gone: [rust 2]}", "{zones: {deck: 41, gone: [rust 2]}}"),
        ("{gone: [all other cards], deck: [...]}", '{zones: {gone: 16, "stalls[jade][2]": 0}}'),
        ('{"stalls[jade][2]": [all other cards], deck: [kindly jade omen]}', '{zones: {"stalls[jade][2]": 36}}'),
    ],
)
def test_all_other_cards_lie_where_a_scenario_says(zones: str, expect: str, folder: Path) -> None:
    assert run(folder, f"{{phase: trading, zones: {zones}, players: {{}}}}", expect) == []


@pytest.mark.parametrize(
    ("zones", "expect"),
    [
        ("{deck: [2 other cards]}", "{zones: {deck: 2}}"),
        ("{deck: [jade 6, 1 other card, rust 1, 2 other cards]}", "{zones: {deck: 5}}"),
        ("{deck: [jade 6, 1 other card, ...], gone: [5 other cards]}", "{zones: {deck: [jade 6, ...], gone: 5}}"),
        ("{deck: [2 other cards], gone: [all other cards]}", "{zones: {deck: 2, gone: 40}}"),
        ("{gone: [all other cards], deck: [2 other cards]}", "{zones: {deck: 2, gone: 40}}"),
        ("{deck: [1 other card, jade 6, all other cards, rust 1, 1 other card]}", "{zones: {deck: 42}}"),
        ('{"stalls[jade][2]": [3 other cards], deck: [kindly jade omen]}', '{zones: {"stalls[jade][2]": 3}}'),
    ],
)
def test_some_other_cards_lie_where_a_scenario_says(zones: str, expect: str, folder: Path) -> None:
    assert run(folder, f"{{phase: trading, zones: {zones}, players: {{}}}}", expect) == []


@pytest.mark.parametrize(
    ("zones", "message"),
    [
        ("{deck: [40 other cards], gone: [3 other cards]}", "2 other cards are left for this place"),
        ('{"stalls[jade][2]": [36 other cards], gone: [jade 1]}', "35 other cards are left for this place"),
        ("{deck: [42 other cards], gone: [1 other card]}", "no other cards are left for this place"),
    ],
)
def test_there_must_be_so_many_other_cards(zones: str, message: str, folder: Path) -> None:
    (found,) = run(folder, f"{{phase: trading, zones: {zones}, players: {{}}}}", "{zones: {gone: 0}}")
    assert (found.slug, found.message, found.span and found.span.line) == ("no-copy-left", message, 15)


def test_they_lie_in_one_place(folder: Path) -> None:
    given = "{zones: {deck: [all other cards], gone: [all other cards]}}"
    (found,) = run(folder, given, "{zones: {gone: 0}}")
    assert (found.slug, found.message) == ("bad-position", "all other cards lie somewhere else already")
