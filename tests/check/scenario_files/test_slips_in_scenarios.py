"""Every slip of the pen in a scenario is found without running it, on its line; and most are told right."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from artrules.check.checks.registry import check_scenarios
from artrules.check.checks.soundness import Entries, Soundness
from artrules.check.scenario_files.scenario import ScenarioFile
from artrules.model.analyses import possible_texts
from artrules.model.analyses.possible_texts import Pattern
from artrules.play.content import Content
from artrules.play.content_search import find_ruleset
from artrules.play.pipeline import read_content
from artrules.play.setups import Setups
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.report import MOST_SUGGESTED, Report
from artrules.text.schema.validate import validate
from artrules.text.source.node import Mapping
from artrules.text.source.read import read
from lab.simulation.small_ruleset import write_ruleset

RULESETS = Path(__file__).parent.parent.parent / "rulesets"
LABELS = re.compile(
    r"^ +- (?:\{by: \d, )?(?:choose|took|not_offered|offered|not_took): \[?(?P<label>[^\[\],{}\"]{6,}?)[\]}]*$"
)
PLACES = re.compile(r"[{ ](?P<place>[a-z_]{4,}(?=: [\[{0-9]|\[[a-z0-9]+\]))")


@cache
def content(name: str) -> Content:
    folder = RULESETS / name
    return read_content(folder if folder.is_dir() else find_ruleset(name)[0], name)


def judged(name: str, text: str) -> list[Diagnostic]:
    """What is found in a file of scenarios of a game."""
    report, of = Report(), content(name)
    document = read(text, "one.yaml", report)
    assert isinstance(document, Mapping)
    validate(document, report)
    if not report.has_errors:
        ways = Setups(of.model, of.setups, of.applicable)
        file = ScenarioFile(document, list(of.models.values()), ways.find)
        check_scenarios(file, report, lambda found: Soundness(found, Entries((), of.source_text)))
    return report.diagnostics


def slips(name: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, int, str, str]]:
    """Files of scenarios with one slip each: the text, the line, what was right and what stands there."""
    chance = random.Random(name)
    for document in content(name).files.scenarios:
        text = content(name).source_text(document.span.file)
        assert text is not None
        lines = text.splitlines()
        for number, line in enumerate(lines):
            for match in pattern.finditer(line):
                right = match[1]
                at = chance.choice([m.start() for m in re.finditer("[a-z]", right)][1:])
                wrong = right[:at] + chance.choice(["", right[at] * 2, "q"]) + right[at + 1 :]
                changed = line[: match.start(1)] + wrong + line[match.end(1) :]
                yield "\n".join([*lines[:number], changed, *lines[number + 1 :], ""]), number + 1, right, wrong


@pytest.mark.parametrize("name", ["lanterns", "whispers", "hearts", "vintage"])
@pytest.mark.parametrize("pattern", [LABELS, PLACES], ids=["label", "place"])
def test_a_slip_is_found_on_its_line(name: str, pattern: re.Pattern[str]) -> None:
    tried = told = 0
    for text, line, right, wrong in [*slips(name, pattern)][::3]:
        found = judged(name, text)
        assert {d.span.line for d in found if d.span is not None} == {line}, (wrong, found)
        tried += 1
        told += any(suggestion in (right, right.strip()) for d in found for suggestion in d.suggestions)
    assert tried
    assert told >= 0.9 * tried


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("choose: buy a 7", "a number from 1 to 3 where `7` stands"),
        ("not_offered: [play rad 3]", "`red` where `rad` stands"),
        ("took: [stop plaing]", "`playing` where `plaing` stands"),
    ],
)
def test_the_part_that_is_wrong_is_named(step: str, expected: str) -> None:
    text = f"scenarios: lanterns\nlist:\n  one:\n    steps:\n      - {step}\n      - finished: no\n"
    assert [d.expected for d in judged("lanterns", text)] == [expected]


def test_only_the_first_labels_get_suggestions(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def only_faults(row: Pattern, text: str) -> Iterator[str]:
        calls.append(text)
        return iter([])

    monkeypatch.setattr(possible_texts, "_only_faults", only_faults)
    steps = "".join(f"      - choose: stop plaing {n}\n" for n in range(2 * MOST_SUGGESTED))
    found = judged("lanterns", f"scenarios: lanterns\nlist:\n  one:\n    steps:\n{steps}")
    assert sum(d.slug == "impossible-label" for d in found) == 2 * MOST_SUGGESTED
    assert len(set(calls)) == MOST_SUGGESTED


def test_one_fault_of_all_scenarios_is_said_once() -> None:
    scenarios = "".join(f"  s{n}:\n    seed: {n}\n    steps: [{{options: [stop playing]}}]\n" for n in range(20))
    text = f"scenarios: lanterns\ndefaults: {{settings: {{gilds: river}}, players: 2}}\nlist:\n{scenarios}"
    (found,) = judged("lanterns", text)
    assert (found.slug, found.span and found.span.line, found.suggestions) == ("bad-position", 2, ("guilds",))


@pytest.mark.parametrize(
    ("given", "at", "suggestion"),
    [
        ("settings: {length: quik}", "quik", "quick"),
        ("settings: {lenght: quick}", "lenght", "length"),
        ("settings: {guilds.1: rivr}", "rivr", "river"),
        ("players: 7", "7", None),
    ],
)
def test_the_setup_is_underlined_where_it_is_wrong(given: str, at: str, suggestion: str | None) -> None:
    text = f"scenarios: lanterns\nlist:\n  one:\n    {given}\n    steps: [finished: no]\n"
    (found,) = judged("lanterns", text)
    assert found.span is not None
    assert text.splitlines()[3][found.span.column - 1 : found.span.end_column - 1] == at
    assert [*found.suggestions] == ([suggestion] if suggestion else [])


@pytest.mark.parametrize("hint", ['"plai {c}": c.printed', '"play {c}": c.printd', '"stop playing": my rde'])
def test_errors_in_hints_hide_no_slip_in_a_label(hint: str, tmp_path: Path) -> None:
    """Nothing of a hint comes into a label, whatever is meant there."""
    folder = write_ruleset(tmp_path / "lanterns", break_it=("flow:\n", f"hints:\n  options:\n    {hint}\nflow:\n"))
    text = "scenarios: lanterns\nlist:\n  one:\n    steps: [{by: 1, choose: plai rde 1}, {finished: no}]\n"
    (folder / "cases.yaml").write_text(text, encoding="utf-8")
    found = [each.slug for each in read_content(folder).report.diagnostics if each.slug != "unknown-name"]
    assert found == ["impossible-label"]
