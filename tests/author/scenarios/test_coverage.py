"""Coverage: what counts as covered, why something isn't, exceptions, and that games with probes are the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.author.scenarios.coverage import Coverage, Miss, apply_exceptions, as_text, measure
from artrules.check.scenario_files.scenario import read_scenarios
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.inspection.counting import Execution
from artrules.text.diagnostics.report import Report
from author.scenarios.one_scenario import lanterns
from play.game.tiny import tiny

GIVEN = "    given: {players: {1: {hand: [red 1, blue 2]}}}\n"


def covered(folder: Path, act: str, *steps: str, more: str = "", given: str = GIVEN, **parts: object) -> Coverage:
    """Runs one scenario of Tiny with steps, and gives what it covers."""
    text = f"scenarios: tiny\n{more}list:\n  one:\n{given}    steps:\n      - finished: no\n"
    if not steps:
        text = text.replace("finished: no", "finished: yes")
    (folder / "scenarios.yaml").write_text(text + "".join(f"      - {step}\n" for step in steps), encoding="utf-8")
    ruleset = tiny(folder, act, **parts)  # type: ignore[arg-type]
    coverage = measure(ruleset, read_scenarios(ruleset.content.files))
    assert coverage.results
    assert [d.message for r in coverage.results for d in r.diagnostics] == []
    return coverage


def missed(coverage: Coverage, name: str = "act") -> dict[str, str]:
    """Of what a body misses, code and reason."""
    return {_shown(m): m.reason for m in coverage.misses if m.unit.suite.body.name == name}


def _shown(miss: Miss) -> str:
    kind = {"declined": "not ", "option": "option ", "function": "function "}.get(miss.unit.what, "")
    return kind + miss.text


CHOICE = """
choose one:
    "take {c}" for c in my hand where c.n > 1:
        my x += 1
    "leave" if size(my hand) > 1:
        my x += 2
    "never" if my x > 5:
        my x += 3
my y += 1
"""


def test_what_was_chosen_and_what_was_not(tmp_path: Path) -> None:
    assert missed(covered(tmp_path, CHOICE, "choose: take blue 2")) == {
        'option "leave" if size(my hand) > 1:': "offered, never chosen",
        "size(my hand) > 1": "always true",
        "my x += 2": "offered, never chosen",
        'option "never" if my x > 5:': "never offered",
        "my x > 5": "always false",
        "my x += 3": "never offered",
    }


def test_looking_ahead_does_not_count(tmp_path: Path) -> None:
    act = """
    choose one:
        "look":
            my x += 1
            choose n in 1..3 where n > my x
            require n > 2
            my x += n
        "leave":
            my y += 1
    """
    found = missed(covered(tmp_path, act, "choose: leave"))
    assert found["my x += 1"] == found["my x += n"] == "offered, never chosen"
    assert found["n > my x"] == found["n > 2"] == "offered, never chosen"


def test_a_refusal_counts_where_it_can_be_seen(tmp_path: Path) -> None:
    act = """
    choose one:
        "take {c}" for c in my hand:
            require fair(c) else "it is too small"
            my x += 1
        "leave":
            my y += 1
    """
    coverage = covered(tmp_path, act, "choose: take blue 2", edits=[("procedures:\n", FAIR + "procedures:\n")])
    assert missed(coverage) == {'option "leave":': "offered, never chosen", "my y += 1": "offered, never chosen"}
    assert missed(coverage, "fair") == {}


FAIR = "functions:\n  fair(tile c): c.n > 1 and c.mark = 0\n"


OUTSIDE = """
functions:
  rich(player p): p.x > 3
  doubled(0..99 n): 2 * n
  near(0..99 n): n > 90
hints: {position: doubled(my x)}
layout: {figures: {wealth: {for: p in players, is: 2 if rich(p) else 0}}}
"""


def test_functions_of_hints_and_figures_do_not_count(tmp_path: Path) -> None:
    act = """
    choose n in 1..2
    if n = 1 and near(my y):
        my x += n
    """
    edits = [("procedures:\n", OUTSIDE + "procedures:\n")]
    coverage = covered(tmp_path, act, 'choose: "2"', edits=edits)
    assert {m.unit.suite.body.name for m in coverage.misses if m.unit.suite.body.kind == "function"} == {"near"}


def test_neither_setup_for_a_position_nor_labels_count(tmp_path: Path) -> None:
    act = """
    choose one:
        "take {fair(last(c in my hand))}" if size(my hand) > 0:
            my x += 1
        "leave":
            my y += 1
    """
    act = act.replace("fair(last(c in my hand))", "big(my x)")
    edits = [
        ("procedures:\n", "functions:\n  big(0..99 n): n > 1 and n < 9\nprocedures:\n"),
        ("skip\n", "total += 1\n"),
    ]
    coverage = covered(tmp_path, act, "choose: leave", edits=edits)
    assert missed(coverage, "begin") == {"total += 1": "the step is never run"}
    assert missed(coverage, "big")["function n > 1 and n < 9"] == "never called"


@pytest.mark.parametrize(
    ("act", "text", "reason"),
    [
        ("if my x > 3:\n    my y += 1", "my y += 1", "`my x > 3` is always false"),
        ("if my x < 3:\n    skip\nelif my x > 7:\n    my y += 1", "my x > 7", "`my x < 3` is always true"),
        ("for c in my hand where c.n > 5:\n    my y += 1", "my y += 1", "`c.n > 5` never lets it turn"),
        ("my x += 1\nfor c in my row:\n    my y += 1", "my y += 1", "there is nothing to go through"),
        ("repeat my x times:\n    my y += 1", "my y += 1", "the phase goes on"),
        ("my x becomes 1 if my y = 0 else 2", "my y = 0", "always true"),
        ("my x += 1\nend game\nmy y += 1", "my y += 1", "never reached: line {before} ends it, or never gets here"),
        (
            "watch kept as e where e.by is not me until turn ends:\n    my y += 1",
            "my y += 1",
            "nothing that is watched for happens while it is watched for",
        ),
        (
            "watch kept as e where e.by is not me until turn ends:\n    my y += 1\n"
            "for c in my hand:\n    announce kept(card: c, by: me)",
            "my y += 1",
            "`e.by is not me` is always false",
        ),
    ],
)
def test_reasons(tmp_path: Path, act: str, text: str, reason: str) -> None:
    coverage = covered(tmp_path, act)
    found = missed(coverage)[text]
    lines = (tmp_path / "ruleset.yaml").read_text(encoding="utf-8").splitlines()
    before = next((i for i, line in enumerate(lines, 1) if line.strip() == "end game"), 0)
    expected = reason.format(before=before)
    assert found == ("there is nothing to go through" if expected == "the phase goes on" else expected)


def test_each_operand_is_not_a_condition(tmp_path: Path) -> None:
    coverage = covered(tmp_path, "if my x = 0 or my y > 3 and not my x > 4:\n    my x += 1")
    assert missed(coverage) == {"my x = 0 or my y > 3 and not my x > 4": "always true"}


USING = "for c in my hand, w in c.powers where w.when is now:\n    may use w"


def test_powers(tmp_path: Path) -> None:
    gifts = {1: "- {when: now, do: my x += 1}", 2: "- {when: now, if: my x > 3, do: my x += 2}"}
    declined = covered(tmp_path, USING, "choose: don't use it", gifts=gifts)
    assert missed(declined)["option may use w"] == "offered, never chosen"
    assert missed(declined, "plain/gift.1.1") == {"my x += 1": "the power is offered, never chosen"}
    assert missed(declined, "plain/gift.2.1") == {
        "my x > 3": "always false",
        "my x += 2": "the power is never offered",
    }
    one = "    given: {players: {1: {hand: [red 1]}}}\n"
    used = covered(tmp_path, USING, "choose: use Gift 1 (red 1)", gifts=gifts, given=one)
    assert missed(used)["not may use w"] == "offered, never chosen"
    assert missed(used, "plain/gift.1.1") == {}


def test_a_set_that_no_scenario_plays(tmp_path: Path) -> None:
    tmp_path.joinpath("other.yaml").write_text(
        "set: other\nof: tiny\ngift:\n  1:\n    name: Other\n    powers: [{when: now, do: my x += 1}]\n",
        encoding="utf-8",
    )
    coverage = covered(tmp_path, USING)
    assert missed(coverage, "other/gift.1.1") == {"my x += 1": "in no scenario's game: none plays with it, of other"}


def test_only_the_power_of_a_key_that_is_played(tmp_path: Path) -> None:
    """A set may be in play without all of its powers."""
    tmp_path.joinpath("other.yaml").write_text(
        "set: other\nof: tiny\ngift:\n"
        + "".join(f"  {n}:\n    name: O{n}\n    powers: [{{when: now, do: my x += 1}}]\n" for n in (1, 2, 3)),
        encoding="utf-8",
    )
    coverage = covered(tmp_path, USING, "choose: don't use it", given=GIVEN + "    settings: {gifts.1: other}\n")
    assert missed(coverage, "other/gift.1.1") == {"my x += 1": "the power is offered, never chosen"}
    assert missed(coverage, "other/gift.2.1")["my x += 1"].startswith("in no scenario's game")


def test_a_game_that_counts_is_the_same_game() -> None:
    ruleset = lanterns()
    counting = ruleset.counting()
    happened = []
    for guilds in ("river", "hill"):
        for seed in range(5):
            plain = ruleset.new_game(players=2, seed=seed, settings={"guilds": guilds})
            counted = counting.fresh_game(2, seed, {"guilds": guilds})
            execution = Execution(counted)
            counted.inspect.begin()
            for turn in range(60):
                offers = [[o.id for d in g.decisions for o in d.options] for g in (plain, counted)]
                assert offers[0] == offers[1]
                if not offers[0]:
                    break
                plain.choose(offers[0][turn * 7 % len(offers[0])])
                counted.choose(offers[0][turn * 7 % len(offers[0])])
            assert plain.digest() == counted.digest()
            happened += execution.happened()
    assert happened


def test_other_programs_count_nothing() -> None:
    assert not Execution(lanterns().fresh_game(2, 0)).happened()


EXCEPTION = "uncovered:\n  - {{at: {at}, what: '{what}', {outcome}reason: it is so}}\n"


@pytest.mark.parametrize(
    ("at", "what", "outcome", "slugs", "left"),
    [
        ("act", "my x += 2", "", [], False),
        ("act", "size(my hand)  > 1", "outcome: no, ", [], True),
        ("act", "my x += 1", "", ["covered-after-all"], True),
        ("act", "size(my hand) > 1", "outcome: yes, ", ["covered-after-all"], True),
        ("act", "my x += 22", "", ["unknown-exception"], True),
        ("art", "my x += 2", "", ["unknown-exception"], True),
    ],
)
def test_exceptions(tmp_path: Path, at: str, what: str, outcome: str, slugs: list[str], left: bool) -> None:
    more = EXCEPTION.format(at=at, what=what, outcome=outcome)
    coverage = covered(tmp_path, CHOICE, "choose: take blue 2", more=more)
    report = Report()
    ruleset = tiny(tmp_path, CHOICE)
    read_scenarios(ruleset.content.files)
    misses, excepted = apply_exceptions(ruleset.content.files, coverage, report)
    assert [d.slug for d in report.diagnostics] == slugs
    assert ("my x += 2" in [m.text for m in misses]) is left
    assert [e.reason for e in excepted] == ["it is so"] * (not slugs)
    assert sum(len(m.outcomes) for m in misses) + len(excepted) == sum(len(m.outcomes) for m in coverage.misses)
    for diagnostic in report.diagnostics:
        assert diagnostic.span is not None and diagnostic.span.line == 3


def test_the_report_fits_80_columns(tmp_path: Path) -> None:
    act = f"if {' or '.join(f'my x = {n}' for n in range(40))}:\n    my y += 1"
    coverage = covered(tmp_path, act)
    lines = as_text(coverage, coverage.misses, [])
    assert all(len(line) <= 80 for line in lines if line.startswith("      "))
    assert lines[-1].startswith("coverage: statements ")
    assert sum("always true" in line for line in lines) >= 1


@pytest.mark.parametrize("name", shipped_rulesets())
def test_shipped_rulesets_are_covered(name: str) -> None:
    """Every statement and outcome, but for exceptions that have their reason."""
    ruleset = artrules.load(name)
    coverage = measure(ruleset, read_scenarios(ruleset.content.files))
    report = Report()
    misses, _ = apply_exceptions(ruleset.content.files, coverage, report)
    assert report.diagnostics == []
    assert [f"{m.unit.at.file}:{m.unit.at.line} {m.text}: {m.reason}" for m in misses] == []
