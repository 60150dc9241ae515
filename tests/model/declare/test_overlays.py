"""Overlays (`docs/write/sets.md`, Overlays): merged by key, removing, adding, conflicting."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.play.pipeline import read_content
from play.game.tiny import tiny, told

ACT = 'say "{step(1)} {total}"\nhelp()'
PROCEDURES = 'help: |\n  say "help"\n'
FUNCTIONS = "functions:\n  step(0..9 n): n + 1\n"
CASES: dict[str, tuple[list[str], list[str]]] = {
    "none": ([], ["2 0", "help", "final"]),
    "a function by name, however it is spelled": (["functions: {'step( 0..9  n )': n + 5}"], ["6 0", "help", "final"]),
    "a variable's key": (["variables: {total: {starts: 7}}"], ["2 7", "help", "final"]),
    "a key of a phase by its name": (
        ['flow: {rounds: [{name: main, do: "say \\"other\\""}]}'],
        ["other", "other", "final"],
    ),
    "a step is removed": (["flow: {final: {last: null}}"], ["2 0", "help"]),
    "a step is added": (["flow: {final: {more: 'say \"more\"'}}"], ["2 0", "help", "final", "more"]),
    "two that touch different keys": (
        ["variables: {total: {starts: 7}}", "functions: {step(0..9 n): n + 5}"],
        ["6 7", "help", "final"],
    ),
    "two that touch the same, in order": (
        ["variables: {total: {starts: 7}}", "after: o0\nvariables: {total: {starts: 8}}"],
        ["2 8", "help", "final"],
    ),
    "two that say their version, title and source": (
        [
            "language: 3\ntitle: One\nsource: page 1\nvariables: {total: {starts: 7}}",
            "language: 3\ntitle: Two\nsource: page 2\nfunctions: {step(0..9 n): n + 5}",
        ],
        ["6 7", "help", "final"],
    ),
    "in the order that `after` says": (
        ["after: o1\nvariables: {total: {starts: 7}}", "variables: {total: {starts: 8}}"],
        ["2 7", "help", "final"],
    ),
}


def load(folder: Path, overlays: list[str]) -> artrules.Ruleset:
    """Tiny with a function, a final step and overlays that always apply."""
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(overlays):
        whole = f"overlay: o{number}\nof: tiny\napplies: size(players) < 9\n{text}\n"
        (folder / f"o{number}.yaml").write_text(whole, encoding="utf-8")
    final = [("  score:", '  final:\n    last: say "final"\n  score:')]
    return tiny(folder, ACT, more=FUNCTIONS, procedures=PROCEDURES, edits=final)


@pytest.mark.parametrize("name", CASES)
def test_overlays(name: str, tmp_path: Path) -> None:
    overlays, story = CASES[name]
    assert told(load(tmp_path, overlays).new_game()) == story


def test_an_overlay_may_add_numbers_of_players(tmp_path: Path) -> None:
    without = load(tmp_path / "without", ["variables: {total: {starts: 7}}"]).player_counts
    ruleset = load(
        tmp_path / "with", [f"players: {without[-1] + 1}..{without[-1] + 2}\nvariables: {{total: {{starts: 7}}}}"]
    )
    assert ruleset.player_counts == [*without, without[-1] + 1, without[-1] + 2]
    assert ruleset.new_game(players=without[-1] + 2).players == without[-1] + 2


CONFLICTS: dict[str, tuple[list[str], str]] = {
    "the same key": (["variables: {total: {starts: 7}}", "variables: {total: {starts: 8}}"], "overlay-conflict"),
    "one signature in two spellings": (
        ["functions: {step(0..9 n): n + 5}", "functions: {'step(0..9  n)': n + 6}"],
        "overlay-conflict",
    ),
    "one removes what the other changes": (
        ["flow: {final: {last: null}}", "flow: {final: {last: skip}}"],
        "overlay-conflict",
    ),
    "one removes the whole of which the other changes a key": (
        ["variables: {total: null}", "variables: {total: {starts: 8}}"],
        "overlay-conflict",
    ),
    "nothing to remove": (["flow: {final: {lost: null}}"], "nothing-to-replace"),
    "a name in a section that is closed, though the game doesn't have it": (
        ["limits: {wide: {counts_for: card, lasts: turn, at_most: 1}}"],
        "nothing-to-replace",
    ),
    "nothing to change": (["flow: {rounds: [{name: lost, do: skip}]}"], "nothing-to-replace"),
}


@pytest.mark.parametrize("name", CONFLICTS)
def test_overlays_that_do_not_fit(name: str, tmp_path: Path) -> None:
    overlays, slug = CONFLICTS[name]
    with pytest.raises(artrules.ContentError) as caught:
        load(tmp_path, overlays)
    assert slug in [d.slug for d in caught.value.diagnostics]


def test_settings_of_sets_by_key(tmp_path: Path) -> None:
    """A set for all keys, another for one; a saved game knows both."""
    act = """
    move those(c in pool) to my row
    for c in my row where c.n = 2 or c is my row[1], w in c.powers:
        use w
    choose n in 1..2
    say "{my x}"
    """
    gifts = {1: "- {when: now, do: my x += 1}", 2: "- {when: now, do: my x += 10}"}
    tiny(tmp_path, act, gifts=gifts)
    text = (tmp_path / "plain.yaml").read_text(encoding="utf-8").replace("set: plain", "set: rich")
    (tmp_path / "rich.yaml").write_text(text.replace("+= 10", "+= 20").replace("+= 1}", "+= 2}"), encoding="utf-8")
    ruleset = artrules.load(tmp_path)
    totals = {}
    for settings in ({}, {"gifts": "rich"}, {"gifts.2": "rich"}, {"gifts": "rich", "gifts.2": "plain"}):
        game = ruleset.resume(ruleset.new_game(settings=settings).to_json())
        game.choose(game.decisions[0].options[0])
        totals[tuple(settings.items())] = told(game)
    assert list(totals.values()) == [["21"], ["42"], ["41"], ["22"]]
    with pytest.raises(artrules.BadSetting):
        ruleset.new_game(settings={"gifts.9": "rich"})


USING = """
move those(c in pool) to my row
for w in my row[1].powers:
    use w
say "{my x}"
"""


def with_set(folder: Path, overlays: list[str]) -> artrules.Ruleset:
    """Tiny with a set whose power uses a function of the set, and overlays for one player and more."""
    tiny(folder, USING, gifts={1: "- {when: now, do: my x += 1}"})
    path = folder / "plain.yaml"
    text = path.read_text(encoding="utf-8").replace("my x += 1", "my x += more()", 1)
    path.write_text(text + "functions: {more: 1}\n", encoding="utf-8")
    for number, text in enumerate(overlays):
        whole = f"overlay: o{number}\nof: tiny\napplies: size(players) = 2\n{text}\n"
        (folder / f"o{number}.yaml").write_text(whole, encoding="utf-8")
    return artrules.load(folder)


OF_SETS = {
    "a function of the set": ["sets: {plain: {functions: {more: 5}}}"],
    "a power": ["sets: {plain: {gift: {1: {powers: [{when: now, do: my x += 4 + more()}]}}}}"],
    "both, by two overlays": [
        "sets: {plain: {functions: {more: 2}}}",
        "sets: {plain: {gift: {1: {powers: [{when: now, do: my x += 3 + more()}]}}}}",
    ],
    "by something added": ["sets: {plain: {functions: {more: four() + 1, four: 4}}}"],
}


@pytest.mark.parametrize("name", OF_SETS)
def test_overlays_change_sets(name: str, tmp_path: Path) -> None:
    ruleset = with_set(tmp_path, OF_SETS[name])
    assert told(ruleset.new_game(players=2)) == ["5"]
    assert told(ruleset.new_game(players=3)) == ["1"]


OF_SETS_WRONG = {
    "no such set": (["sets: {plane: {functions: {more: 5}}}"], "nothing-to-replace"),
    "no such key of a group": (["sets: {plain: {gift: {99: {powers: []}}}}"], "nothing-to-replace"),
    "the same function": (
        ["sets: {plain: {functions: {more: 2}}}", "sets: {plain: {functions: {more: 3}}}"],
        "overlay-conflict",
    ),
    "no section of sets": (["sets: {plain: {flow: {until: no}}}"], "wrong-shape"),
    "code that is wrong": (["sets: {plain: {functions: {more: lots}}}"], "unknown-name"),
}


@pytest.mark.parametrize("name", OF_SETS_WRONG)
def test_changes_of_sets_that_do_not_fit(name: str, tmp_path: Path) -> None:
    overlays, slug = OF_SETS_WRONG[name]
    with pytest.raises(artrules.ContentError) as caught:
        with_set(tmp_path, overlays)
    assert slug in [d.slug for d in caught.value.diagnostics]


def test_enums_for_the_settings_that_an_overlay_adds(tmp_path: Path) -> None:
    text = "enums: {level: {has: {gift: 1..9}, members: {low: {gift: 3}, high: {gift: 7}}}}\n"
    text += "settings: {difficulty: {type: level, starts: low}}\nfunctions: {step(0..9 n): difficulty.gift}"
    ruleset = load(tmp_path, [text])
    assert told(ruleset.new_game())[0] == "3 0"
    assert told(ruleset.new_game(settings={"difficulty": "high"}))[0] == "7 0"


LISTS = "[{old}]", "{{members: [{old}]}}", "{{members: {{{old}: {{}}}}}}"
NEW = "[{new}]", "{{members: [{new}]}}", "{{members: {{{new}: {{}}}}}}", "[{old}, {new}]"


@pytest.mark.parametrize("added", NEW)
@pytest.mark.parametrize("listed", LISTS)
def test_members_are_added_to_an_enum_however_the_two_are_written(listed: str, added: str, tmp_path: Path) -> None:
    own, more = listed.format(old="gold"), added.format(old="gold", new="copper")
    enums = f"enums: {{metal: {own}}}\nvariables: {{m: {{of: metal, type: 0..9}}}}\n"
    overlay = f"overlay: o\nof: tiny\napplies: size(players) = 2\nenums: {{metal: {more}}}\n"
    (tmp_path / "o.yaml").write_text(overlay + "functions: {metals: count(k in metal)}\n", encoding="utf-8")
    enums += "functions: {metals: 7 * gold.m}\n"
    ruleset = tiny(tmp_path, 'gold.m += 1\nsay "{metals()}"', more=enums)
    assert told(ruleset.new_game(players=2)) == ["2"]
    assert told(ruleset.new_game(players=3)) == ["7"]


def test_an_overlay_removes_a_listed_member(tmp_path: Path) -> None:
    overlay = "overlay: o\nof: tiny\napplies: size(players) = 2\nenums: {metal: {members: {gold: null}}}\n"
    (tmp_path / "o.yaml").write_text(overlay, encoding="utf-8")
    ruleset = tiny(tmp_path, 'say "{count(k in metal)}"', more="enums: {metal: [silver, gold]}\n")
    assert [told(ruleset.new_game(players=n)) for n in (2, 3)] == [["1"], ["2"]]


LISTED = ["[low, mid, high]", "{low: {}, mid: {}, high: {}}"]


@pytest.mark.parametrize("listed", LISTED)
def test_members_that_are_only_listed_have_the_numbers_of_a_range_in_order(listed: str, tmp_path: Path) -> None:
    enums = f"enums: {{step: {{has: {{height: 4..6, fall: -2..0}}, members: {listed}}}}}\n"
    act = 'say "{list(s.height for s in step)} {list(s.fall for s in step)}"'
    assert told(tiny(tmp_path, act, more=enums).new_game()) == ["4, 5, 6 -2, -1, 0"]


@pytest.mark.parametrize("listed", LISTED)
def test_what_is_added_to_listed_members_has_values_of_its_own(listed: str, tmp_path: Path) -> None:
    overlay = "overlay: o\nof: tiny\napplies: size(players) = 2\n"
    (tmp_path / "o.yaml").write_text(overlay + "enums: {step: {members: {top_one: {height: 6}}}}\n", encoding="utf-8")
    enums = f"enums: {{step: {{has: {{height: 4..6}}, members: {listed}}}}}\n"
    ruleset = tiny(tmp_path, 'say "{list(s.height for s in step)}"', more=enums)
    assert [told(ruleset.new_game(players=n)) for n in (2, 3)] == [["4, 5, 6, 6"], ["4, 5, 6"]]


@pytest.mark.parametrize("has", ["3..6", "4..5"])
def test_a_range_that_is_longer_or_shorter_than_the_list_numbers_nothing(has: str, tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as caught:
        tiny(tmp_path, "skip", more=f"enums: {{step: {{has: {{height: {has}}}, members: [low, mid, high]}}}}\n")
    (diagnostic,) = (each for each in caught.value.diagnostics if each.severity == "error")
    expected = "`low: {height: …}`, or a range of 3 numbers, which the 3 members have in order"
    assert (diagnostic.slug, diagnostic.expected) == ("missing-value", expected)


def test_members_that_are_only_listed_lack_their_properties(tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as caught:
        tiny(tmp_path, "skip", more="enums: {metal: {has: {warm: bool, worth: 1..9}, members: [gold, silver]}}\n")
    (diagnostic,) = (each for each in caught.value.diagnostics if each.severity == "error")
    assert (diagnostic.slug, diagnostic.expected) == ("missing-value", "`gold: {warm: …, worth: …}`")


@pytest.mark.parametrize(("overlay", "told_of"), [("x: {seen_by: nobody}", ["price"]), ("price: {starts: 2}", [])])
def test_what_differs_from_variant_to_variant_is_no_value_that_never_changes(
    overlay: str, told_of: list[str], tmp_path: Path
) -> None:
    text = f"overlay: o\nof: tiny\napplies: size(players) = 2\nvariables: {{{overlay}}}\n"
    (tmp_path / "o.yaml").write_text(text, encoding="utf-8")
    closed = [("chosen_by: gifts}", "chosen_by: gifts, closed: yes}")]
    tiny(tmp_path, 'say "{price}"', more="variables: {price: {type: 0..9, starts: 1}}\n", edits=closed)
    report = read_content(tmp_path).report
    found = [d.message.split("`")[1] for d in report.diagnostics if d.slug == "never-changed"]
    assert [name for name in found if name == "price"] == told_of
