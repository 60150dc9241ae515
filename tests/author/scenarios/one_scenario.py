"""Runs one scenario of Lanterns from its text, for the tests beside this file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import artrules
from artrules.author.scenarios.run import run_scenario
from artrules.check.scenario_files.scenario import Scenario, scenarios_of
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.report import Report
from artrules.text.schema.validate import validate
from artrules.text.source.node import Mapping
from artrules.text.source.read import read

FOLDER = Path(__file__).parent.parent.parent / "rulesets" / "lanterns"
HEAD = "scenarios: lanterns\nlist:\n  one:\n"
"""What stands before the text of a scenario; so its first line is line 4."""


@cache
def lanterns() -> artrules.Ruleset:
    return artrules.load(FOLDER)


def scenario(text: str) -> Scenario:
    """A scenario from what stands below its name, without indentation."""
    indented = "".join(f"    {line}\n" for line in text.strip("\n").splitlines())
    report = Report()
    document = read(HEAD + indented, "one.yaml", report)
    assert isinstance(document, Mapping) and validate(document, report) == "scenarios"
    assert report.diagnostics == []
    (found,) = scenarios_of(document)
    return found


def run(text: str) -> list[Diagnostic]:
    return run_scenario(lanterns(), scenario(text)).diagnostics


def outcome(text: str) -> list[tuple[str, int]]:
    """What is wrong with a scenario: slugs with lines, counted from the scenario's first."""
    return [(d.slug, d.span.line - HEAD.count("\n")) for d in run(text) if d.span is not None]
