"""Zones with two owners: how code reaches them, what is wrong, and what views, saves and answers call them."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import artrules
from artrules.author.scenarios.run import run_scenario
from artrules.check.scenario_files.scenario import read_scenarios
from artrules.model.ir.print_code import print_body, print_expression
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic

CARAVANS = Path(__file__).parent.parent.parent / "rulesets" / "caravans"


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    """A copy of Caravans with texts of its ruleset replaced, each of which must be there."""
    copy = copytree(CARAVANS, folder / "caravans")
    text = (copy / "ruleset.yaml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (copy / "ruleset.yaml").write_text(text)
    return copy


def wrong(folder: Path, *changes: tuple[str, str]) -> list[Diagnostic]:
    return read_content(changed(folder, *changes), "caravans").report.diagnostics


def test_code_reaches_them_in_three_ways(tmp_path: Path) -> None:
    """`my x[k]`, `p.x[k]` and `x[p][k]` are the same zone."""
    same = changed(tmp_path, ("p.routes[k] where", "routes[p][k] where"), ("my bags[s]", "bags[me][s]"))
    models = [read_content(folder, "caravans").base for folder in (CARAVANS, same)]
    spelled = []
    for model in models:
        members = {enum.name: enum.members for enum in model.enums.values()}
        code = [line for body in model.bodies.values() for line in print_body(body, members)]
        assert model.functions["all_below"] in model.values
        value = print_expression(model.values[model.functions["all_below"]], members)
        spelled.append([value, *code])
    assert spelled[0] == spelled[1]
    assert "p_2.routes[k_3]" in spelled[0][0]


@pytest.mark.parametrize(
    ("code", "slug", "words"),
    [
        ("size(my routes)", "wrong-type", "there is one `routes` for each colour"),
        ("size(routes[me])", "wrong-type", "there is one `routes` for each colour"),
        ("size(my routes[1])", "wrong-type", "which `routes` is of the wrong type"),
        ("size(amber.routes[me])", "unknown-name", "a `colour` has no `routes`"),
        ("size(routes[amber][jade])", "wrong-type", "which `routes` is of the wrong type"),
        ("size(amber.stalls[3])", "wrong-type", "which `stalls` is out of bounds"),
        ("size(routes)", "unknown-name", "`routes` belongs to somebody or something: say whose"),
        ("size(my routes[amber][1])", "wrong-type", ""),
    ],
)
def test_what_code_can_get_wrong(code: str, slug: str, words: str, tmp_path: Path) -> None:
    found = wrong(tmp_path, ("finished becomes size(deck) = 0", f"finished becomes {code} = 0"))
    assert [d.slug for d in found] == [slug]
    assert words in found[0].message


@pytest.mark.parametrize(
    ("per", "slug", "words"),
    [
        ("[player, bool]", "bad-owner", "a zone can't be there for each value of `bool`"),
        ("[list of player, colour]", "bad-owner", "a zone can't be there for each value of `list of player`"),
        ("[slot, player]", "bad-owner", "the zone `bags` has no owner who could see it"),
        ("[player, slot, colour]", "does-not-fit", "`per` does not fit here"),
        ("[]", "nothing-in-it", "`per` has nothing in it"),
    ],
)
def test_what_a_declaration_can_get_wrong(per: str, slug: str, words: str, tmp_path: Path) -> None:
    found = wrong(tmp_path, ("bags:   {per: [player, slot]", f"bags:   {{per: {per}"))
    assert any(d.slug == slug and words in d.message for d in found)


def test_there_may_not_be_too_many(tmp_path: Path) -> None:
    found = wrong(tmp_path, ("bags:   {per: [player, slot]", "bags:   {per: [player, 1..400]"))
    assert "too-many" in {d.slug for d in found}


def test_the_first_owner_is_the_one_it_belongs_to(tmp_path: Path) -> None:
    """While all play at once, a player may change their own zones, and neither others' nor the table's."""
    for place in ("left(me).bags[s]", "towers[2][me]"):
        found = wrong(tmp_path / place[:4], ("move c to my bags[s]", f"move c to {place}"))
        assert "not-theirs" in {d.slug for d in found}, place


def test_a_view_shows_both_owners() -> None:
    view = artrules.load(CARAVANS).new_game(2, seed=1).view(1)
    zones = ["hand", "routes[amber]", "routes[jade]", "routes[rust]", "bags[left_bag]", "bags[right_bag]"]
    others = [*zones, "moved", "points", "renown"]
    assert list(view["players"][1]) == [*others, "bagged"] and list(view["players"][2]) == others
    assert [name for name in view["zones"] if name.startswith(("stalls", "towers"))] == [
        *(f"stalls[{k}][{n}]" for k in ("amber", "jade", "rust") for n in (1, 2)),
        *(f"towers[{n}][{p}]" for n in (2, 3) for p in (1, 2)),
    ]
    assert all(len(cards) == 1 for name, cards in view["zones"].items() if name.startswith("stalls"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("stalls[amber]", "there is one `stalls` for each of amber, jade, rust, and each of 1, 2"),
        ("stalls[amber][3]", "there is one `stalls` for each of amber, jade, rust, and each of 1, 2"),
        ("towers[2][4]", "there is one `towers` for each of 2, 3, and each of 1, 2"),
        ("gone[amber]", "there is one `gone` only"),
    ],
)
def test_a_scenario_names_both_owners(name: str, words: str, tmp_path: Path) -> None:
    folder = changed(tmp_path)
    one = f'{{source: rules, given: {{zones: {{"{name}": []}}}}, steps: [{{finished: no}}]}}'
    (folder / "scenarios" / "places.yaml").write_text(f"scenarios: caravans\nlist:\n  one: {one}\n")
    ruleset = artrules.load(folder)
    (scenario,) = read_scenarios(ruleset.content.files)
    (found,) = run_scenario(ruleset, scenario).diagnostics
    assert (found.slug, found.message) == ("unknown-place", words)
