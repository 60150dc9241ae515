"""The keys of groups (`docs/write/sets.md`, Sets): which there are, and what a set may hold."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic

GAME = """\
ruleset: hamlet
title: Hamlet
players: 2
enums:
  trade: [village, smithy, market, ruin]
  timing: [played]
settings: {trades: {set_of: card_power, starts: basic}}
groups: {card_power: {keyed_by: name, chosen_by: trades}}
power_has: {when: {type: timing}}
cards:
  building:
    label: "{self.trade}"
    attributes: {trade: {type: trade}, worth: {type: 0..9}}
    powers: {from: card_power, by: trade}
zones: {pile: {holds: building, order: pile, seen_by: everyone}}
variables: {coins: {of: player, type: 0..99}}
pieces:
  buildings:
    kind: building
    start: pile
    columns: [trade, worth]
    rows: [[village, 1], [smithy, 2], [market, 3]]
flow:
  rounds:
    - name: play
      who: in_turn
      from: players[1]
      do: |
        choose c in pile where c.worth < 9
        for w in c.powers where w.when is played:
            use w
  until: round_number > 2
  score: {coins: {is: my coins}}
"""
POWERS = "{name: One, text: Earn., powers: [{when: played, do: my coins += 1}]}"
SET = "set: basic\nof: hamlet\ncard_power:\n"
BY_NUMBER = (("keyed_by: name", "keyed_by: 1..3"), ("power, by: trade", "power, by: worth"))


def found(folder: Path, keys: list[str], *edits: tuple[str, str], leaves_out: str = "") -> list[Diagnostic]:
    """What is found in the game, changed perhaps, with a set that fills some keys. Unused keys aren't counted."""
    text = GAME
    for old, new in edits:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    head = SET.replace("card_power:", f"leaves_out: {leaves_out}\ncard_power:") if leaves_out else SET
    filled = "".join(f"  {key}: {POWERS}\n" for key in keys)
    (folder / "basic.yaml").write_text(head + filled, encoding="utf-8")
    beside = ("no-card-with-key", "unused-member")
    return [d for d in read_content(folder).report.diagnostics if d.slug not in beside]


def test_names_on_cards_are_keys(tmp_path: Path) -> None:
    assert found(tmp_path, ["village", "smithy", "market"]) == []
    assert found(tmp_path, ["village", "smithy", "market", "ruin"]) == []


def test_a_misspelt_name_is_no_key(tmp_path: Path) -> None:
    wrong = found(tmp_path, ["vilage", "smithy", "market"])
    (error,) = [d for d in wrong if d.severity == "error"]
    assert (error.slug, error.suggestions, error.span and error.span.line) == ("bad-group-key", ("village",), 4)


def test_a_name_on_a_card_that_no_set_fills(tmp_path: Path) -> None:
    (told,) = found(tmp_path, ["village", "smithy"])
    assert (told.slug, told.message) == ("unfilled-key", "the set `basic` has nothing for card_power market")


def test_a_key_left_out_on_purpose(tmp_path: Path) -> None:
    assert found(tmp_path, ["village", "smithy"], leaves_out="[market]") == []
    assert found(tmp_path, ["village", "smithy"], leaves_out="market") == []


def test_a_key_that_is_filled_and_left_out(tmp_path: Path) -> None:
    (told,) = found(tmp_path, ["village", "smithy", "market"], leaves_out="[market]")
    assert (told.slug, told.severity, told.span and told.span.line) == ("filled-and-left-out", "warning", 3)


def test_what_is_left_out_is_a_key(tmp_path: Path) -> None:
    wrong = found(tmp_path, ["village", "smithy"], leaves_out="[marked]")
    (error,) = [d for d in wrong if d.severity == "error"]
    assert (error.slug, error.suggestions, error.span and error.span.line) == ("bad-group-key", ("market",), 3)


def test_a_set_that_fills_no_group_leaves_nothing_out(tmp_path: Path) -> None:
    (tmp_path / "more.yaml").write_text("set: more\nof: hamlet\nleaves_out: [market]\n", encoding="utf-8")
    (error,) = [d for d in found(tmp_path, ["village", "smithy"]) if d.severity == "error"]
    assert (error.slug, error.message) == ("bad-group-key", "the set leaves out `market`, but it fills no group")


def test_a_number_left_out(tmp_path: Path) -> None:
    assert found(tmp_path, ["1", "2"], *BY_NUMBER, leaves_out="[3]") == []
    assert [d.slug for d in found(tmp_path, ["1", "2", "3"], *BY_NUMBER, leaves_out="[4]")] == ["bad-group-key"]


def test_a_number_outside_of_the_group(tmp_path: Path) -> None:
    assert found(tmp_path, ["1", "2", "3"], *BY_NUMBER) == []
    slugs = [(d.slug, d.span and d.span.line) for d in found(tmp_path, ["1", "2", "3", "4", "two"], *BY_NUMBER)]
    assert slugs == [("bad-group-key", 7), ("bad-group-key", 8)]


def test_a_range_fills_each_number(tmp_path: Path) -> None:
    for keys, leaves_out in ((["1..3"], ""), (["1", "2..3"], ""), (["1"], "[2..3]"), (["1..2"], "3")):
        assert found(tmp_path, keys, *BY_NUMBER, leaves_out=leaves_out) == []
    assert found(tmp_path, ["1..3"], *BY_NUMBER) == []
    ruleset = artrules.load(tmp_path)
    assert {key: len(each.powers) for key, each in ruleset.model.sets["basic"].fills["card_power"].items()} == {
        1: 1,
        2: 1,
        3: 1,
    }
    for label in ("village", "market"):
        game = ruleset.new_game(seed=1)
        game.choose(next(option for option in game.decisions[0].options if label in option.label))
        assert game.view(1)["players"][1] == {"coins": 1}


RANGES = {
    "a number that stands twice": (["1..2", "2..3"], "", [("duplicate-key", "`2..3` and `1..2` both stand for 2")]),
    "a number in a range and alone": (["1..3", "2"], "", [("duplicate-key", "`2` and `1..3` both stand for 2")]),
    "numbers that the group doesn't have": (
        ["1..90"],
        "",
        [("bad-group-key", "`4` is no key of the group `card_power`")],
    ),
    "the greater number first": (["3..1"], "", [("bad-group-key", "`3..1` is no key of the group `card_power`")]),
    "more numbers than a group may have": (
        ["1..99999"],
        "",
        [("bad-group-key", "`1..99999` is no key of the group `card_power`")],
    ),
    "what is left out and filled": (
        ["1..3"],
        "[1..2]",
        [("filled-and-left-out", "the set `basic` has something for card_power 1, 2, which it says it leaves out")],
    ),
}


@pytest.mark.parametrize("name", RANGES)
def test_what_is_wrong_with_a_range_is_one_diagnostic(name: str, tmp_path: Path) -> None:
    keys, leaves_out, expected = RANGES[name]
    wrong = found(tmp_path, keys, *BY_NUMBER, leaves_out=leaves_out)
    assert [(d.slug, d.message) for d in wrong if d.slug != "unfilled-key"] == expected


def test_an_overlay_changes_one_number_of_a_range(tmp_path: Path) -> None:
    found(tmp_path, ["1..3"], *BY_NUMBER)
    overlay = "overlay: rich\nof: hamlet\napplies: size(players) = 2\nsets: {basic: {card_power: {2: {name: Rich}}}}\n"
    (tmp_path / "rich.yaml").write_text(overlay, encoding="utf-8")
    content = read_content(tmp_path)
    assert not content.report.errors
    filled = content.models["rich",].sets["basic"].fills["card_power"]
    assert [each.title for each in filled.values()] == ["One", "Rich", "One"]


@pytest.mark.parametrize(
    "edit",
    [
        ("power, by: trade", "power, by: worth"),
        ("keyed_by: name", "keyed_by: 1..3"),
        ("keyed_by: name", "keyed_by: timing"),
        ("keyed_by: name", "keyed_by: bool"),
    ],
)
def test_a_key_that_could_never_be_the_attributes_value(edit: tuple[str, str], tmp_path: Path) -> None:
    assert "bad-type" in [d.slug for d in found(tmp_path, ["village"], edit)]


@pytest.mark.parametrize("type_", ["trade", "trade or none"])
def test_cards_have_the_powers_of_their_key(type_: str, tmp_path: Path) -> None:
    typed = ("trade: {type: trade}", f"trade: {{type: {type_}}}")
    assert found(tmp_path, ["village", "smithy", "market"], typed) == []
    game = artrules.load(tmp_path).new_game(seed=1)
    game.choose(game.decisions[0].options[0])
    game.choose(game.decisions[0].options[0])
    assert game.view(1)["players"] == {1: {"coins": 1}, 2: {"coins": 1}}


BY_ENUM = ("keyed_by: name", "keyed_by: trade")


def test_the_members_of_an_enum_are_keys(tmp_path: Path) -> None:
    assert found(tmp_path, ["village", "smithy", "market"], BY_ENUM) == []
    (told,) = found(tmp_path, ["village", "smithy"], BY_ENUM)
    assert (told.slug, told.message) == ("unfilled-key", "the set `basic` has nothing for card_power market")
    assert found(tmp_path, ["village", "smithy"], BY_ENUM, leaves_out="[market]") == []
    (error,) = (d for d in found(tmp_path, ["vilage", "smithy", "market"], BY_ENUM) if d.severity == "error")
    assert (error.slug, error.suggestions) == ("bad-group-key", ("village",))


def test_the_members_of_an_enum_are_keys_of_a_group_that_no_card_has_powers_of(tmp_path: Path) -> None:
    unused = ("    powers: {from: card_power, by: trade}\n", "")
    assert "bad-group-key" in [d.slug for d in found(tmp_path, ["vilage"], BY_ENUM, unused)]


def test_what_a_closed_group_offers_to_sets_and_none_uses(tmp_path: Path) -> None:
    unused = ("pieces:", "tables: {worths: '1 -> 1'}\nfunctions: {twice(0..9 n): 2 * n}\npieces:")
    closed = ("chosen_by: trades}", "chosen_by: trades, closed: yes}")
    keys = ["village", "smithy", "market"]
    assert found(tmp_path, keys, unused) == []
    told = found(tmp_path, keys, unused, closed)
    assert [d.message for d in told] == ["nothing uses the table `worths`", "nothing uses the function `twice`"]


def test_a_set_is_chosen_for_a_member(tmp_path: Path) -> None:
    assert found(tmp_path, ["village", "smithy", "market"], BY_ENUM) == []
    other = (tmp_path / "basic.yaml").read_text(encoding="utf-8").replace("basic", "rich").replace("+= 1", "+= 5")
    (tmp_path / "rich.yaml").write_text(other, encoding="utf-8")
    ruleset = artrules.load(tmp_path)
    for settings, coins in (({}, 1), ({"trades.village": "rich"}, 5), ({"trades.smithy": "rich"}, 1)):
        game = ruleset.new_game(seed=1, settings=settings)
        game.choose(game.decisions[0].options[0])  # the village
        assert game.view(1)["players"][1] == {"coins": coins}


def test_an_overlay_adds_a_member_that_a_set_may_leave_out(tmp_path: Path) -> None:
    found(tmp_path, ["village", "smithy", "market"], BY_ENUM)
    overlay = "overlay: wide\nof: hamlet\napplies: size(players) = 2\nenums: {trade: [harbour]}\n"
    overlay += "pieces: {buildings: {rows: [[village, 1], [smithy, 2], [market, 3], [harbour, 4]]}}\n"
    (tmp_path / "wide.yaml").write_text(overlay, encoding="utf-8")
    told = [d for d in read_content(tmp_path).report.diagnostics if d.slug == "unfilled-key"]
    assert [d.message for d in told] == ["the set `basic` has nothing for card_power harbour"]
