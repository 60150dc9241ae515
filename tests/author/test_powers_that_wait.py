"""Whatever lists or shows code tells of powers that wait, and of tokens, as their author wrote them: in Hatchery."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import artrules
from artrules.author.booklet.make import make_booklet
from artrules.author.booklet.markdown import write_markdown
from artrules.author.booklet.selection import BookletRequest
from artrules.author.scenarios.coverage import measure
from artrules.author.scenarios.run import run_scenarios
from artrules.author.vocabulary import vocabulary
from artrules.check.scenario_files.scenario import read_scenarios
from artrules.model.elaborate import names, triggers
from artrules.model.ir import nodes as k
from artrules.model.ir.print_model import print_named
from artrules.model.ir.types import BOOL
from artrules.table.commands.inspect import every_name, find_named
from artrules.table.terminal.inventory import render_inventory, ruleset_inventory
from planting import changed, planted
from tools.mutation.sample import all_mutants
from tools.mutation.source import Mutant

FOLDER = Path(__file__).parents[1] / "rulesets" / "hatchery"


@cache
def hatchery() -> artrules.Ruleset:
    return artrules.load(FOLDER)


def test_a_power_is_shown_with_what_it_waits_for() -> None:
    model = hatchery().model
    first, _ = find_named(model, "common/wasp")
    shown = print_named(model, first)
    assert [line for line in shown if line.startswith("function") or line.startswith("procedure")]
    assert any("e_1.card = self" in line for line in shown) and any("becomes" in line for line in shown)


def test_nothing_is_listed_that_nobody_has_written() -> None:
    names = every_name(hatchery().model)
    assert not [name for name in names if "trigger" in name or "powers that wait" in name]
    assert "power common/swarm.wasp.1" in names and "setup deal" in names


def test_coverage_counts_it_under_its_power() -> None:
    ruleset = hatchery()
    coverage = measure(ruleset, read_scenarios(ruleset.content.files)[:1])
    titles = {unit.suite.body.title for unit in coverage.units}
    assert "power common/swarm.wasp.1" in titles and not [title for title in titles if "trigger" in title]
    lines = {unit.at.line for unit in coverage.units if unit.at.file.endswith("ruleset.yaml")}
    events = next(
        line for line, text in enumerate((FOLDER / "ruleset.yaml").read_text().split("\n"), 1) if "hatched: {" in text
    )
    assert not lines & {1, 4, events, events + 1, events + 2}
    reasons = {miss.reason for miss in coverage.misses if miss.unit.suite.body.title == "power common/swarm.wasp.1"}
    assert reasons == {"what it waits for never happens while its card is in play"}


def test_inventory_and_vocabulary() -> None:
    inventory = render_inventory(ruleset_inventory(hatchery()))
    assert "insect  19\n  insect  14 tokens" in inventory
    assert "one for each player, seen by everyone, in play" in inventory
    entries = {
        entry.written.partition(":")[0].partition("(")[0]: entry
        for section in vocabulary(hatchery().model)
        for entry in section.entries
    }
    assert entries["stung"].facts[1:] == ["powers that wait for it are given to put_aside"]
    assert entries["hatched"].facts == ["powers that wait for it run as their cards lie"]
    assert "back when it leaves play" in entries["c.size"].facts and "copied" in entries["c.size"].facts
    assert "while `yes`, the card has no powers" in entries["c.numb"].facts


def test_the_rulebook_tells_what_its_author_wrote() -> None:
    text = write_markdown(make_booklet(hatchery(), BookletRequest(code=True)))
    assert "| grubs | 6 tokens |" in text
    assert "- numb: by itself\n" in text and "- feed: once for each card, each day" in text
    assert "Powers that wait" not in text and "\nDeal.\n" in text


@pytest.mark.parametrize(
    ("path", "becomes"),
    [
        ("swarm.wasp.powers[0].on", "- on: died as e where e.card is not self"),
        ("swarm.wasp.powers[0].on", "- on: died as e"),
        ("swarm.mantis.powers[0].on", "- on: end of my turn"),
        ("events.hatched.order", "hatched: {has: {card: insect, by: player}, order: chosen}"),
    ],
)
def test_faults_are_seeded_into_it(path: str, becomes: str) -> None:
    assert (path, becomes) in {(mutant.path, mutant.becomes) for mutant in _mutants()}


def test_faults_are_seeded_into_where_tokens_exist() -> None:
    changed = [m.becomes for m in _mutants() if m.path == "pieces.grubs.exists_in"]
    assert any("exists_in" not in text for text in changed) and any("exists_in: hand" in text for text in changed)


@cache
def _mutants() -> list[Mutant]:
    return all_mutants(FOLDER)[1]


# Faults planted in the machine, and in what triggers become: scenarios notice each.


@pytest.mark.parametrize(
    ("module", "function", "sound", "faulty", "missed"),
    [
        ("rules.triggers", "announce", "(first + turn)", "(first + turn + 1)", "the_player_on_turn_comes_first"),
        ("rules.cards", "place_of_made", "return made_home[batch]", "return zone", "grubs_go_back_to_the_earth"),
    ],
    ids=["the order of players", "tokens that stay where they don't exist"],
)
def test_a_fault_of_the_machine_is_noticed(module: str, function: str, sound: str, faulty: str, missed: str) -> None:
    faulty_ruleset = planted(hatchery(), changed(module, function, sound, faulty))
    assert missed in _failing(faulty_ruleset)


def if_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Of the conditions of a power that waits, only the first counts: what stands under `on`."""
    all_of = triggers._all_of
    patch.setattr(triggers, "_all_of", lambda conditions, at: all_of(conditions[:1], at))


def lost_powers_run(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(triggers, "has_lost_powers", lambda *of: None)


def lost_powers_give(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(names, "has_lost_powers", lambda *of: None)


def conditions_forgotten(patch: pytest.MonkeyPatch) -> None:
    """What waits is run for every card that has such a power, whatever happens."""
    patch.setattr(triggers, "_all_of", lambda conditions, at: k.Constant(at, BOOL, True))


@pytest.mark.parametrize(
    ("plant", "missed"),
    [
        (if_forgotten, "whose_hand_is_empty_is_not_asked"),
        (lost_powers_run, "numbed_powers_wait_for_nothing"),
        (lost_powers_give, "numbed_bugs_give_nothing"),
        (conditions_forgotten, "those_that_lie_first_run_first"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_fault_of_elaboration_is_noticed(
    plant: Callable[[pytest.MonkeyPatch], None], missed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert missed in _failing(artrules.load(FOLDER))


def _failing(ruleset: artrules.Ruleset) -> list[str]:
    return [result.scenario.name for result in run_scenarios(ruleset) if not result.passed]


def test_without_a_fault_all_pass() -> None:
    assert _failing(hatchery()) == []
