"""`artrules test`: runs the scenarios of rulesets and says which of them the rules don't bear out."""

from __future__ import annotations

from collections.abc import Container, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from artrules.table.commands.content_loading import show, tell_shadowed
from artrules.table.commands.exit import EXIT_ERRORS, Misuse
from artrules.table.commands.options import OutsidePaths, format_option, with_option
from artrules.table.commands.targets import Target, open_targets
from artrules.text.plain_text import output as put

if TYPE_CHECKING:
    from artrules.author.scenarios.run import ScenarioResult
    from artrules.check.scenario_files.scenario import Scenario
    from artrules.play.content import Content
    from artrules.play.ruleset import Ruleset
    from artrules.text.diagnostics.diagnostic import Diagnostic


FORMAT_VERSION = 1


@click.command("test")
@click.argument("rulesets", nargs=-1, metavar="[NAME|PATH]...")
@click.option("--coverage", is_flag=True, help="Say which code the scenarios cover, and why not the rest.")
@click.option("--uncovered-fails", is_flag=True, help="The same, and exit with 1 when something isn't covered.")
@click.option("--removal", is_flag=True, help="Say without which powers all scenarios would still pass.")
@with_option
@format_option
@click.pass_context
def command(
    context: click.Context,
    rulesets: tuple[str, ...],
    coverage: bool,
    uncovered_fails: bool,
    removal: bool,
    outside: OutsidePaths,
    output: str,
) -> None:
    """Run the scenarios of rulesets.

    A ruleset is given by name or by its folder; a file of scenarios runs alone, wherever it lies. For a file with a
    set or an overlay the scenarios that choose it or are about it run, those that lie beside it too, and
    --coverage and --removal look at that file alone. Without any, all shipped rulesets are tested. Exits with 1
    when a scenario fails, a ruleset has errors, an exception from coverage is wrong or a power that --removal
    looks at isn't missed, else with 0.
    """
    from artrules.model.catalogue.locations import shipped_rulesets
    from artrules.model.declare.files import read_unread_scenarios
    from artrules.text.diagnostics.report import ReportFull

    broken: list[Content] = []
    results: list[tuple[Content, TestRun]] = []
    tell_shadowed(rulesets)
    for each in open_targets(rulesets or shipped_rulesets(), outside, to_test=True):
        with suppress(ReportFull):
            read_unread_scenarios(each.content.files, each.content.report)
        if each.content.report.has_errors:
            broken.append(each.content)
        else:
            results.append((each.content, _run(each, coverage or uncovered_fails, removal)))
    if output == "json":
        put(_as_json(broken, [tested for _, tested in results]))
    else:
        for content in broken:
            show(content.report.errors, content, to_error=False)
            put(f"{content.files.name}: not tested, because it has errors")
        for content, tested in results:
            _tell(content, tested)
    if broken or any(_failed(tested, uncovered_fails) for _, tested in results):
        context.exit(EXIT_ERRORS)


def _failed(tested: TestRun, uncovered_fails: bool) -> bool:
    failed = any(not r.passed for r in tested.results) or bool(tested.wrong_exceptions) or bool(tested.unnoticed)
    return failed or (uncovered_fails and tested.uncovered)


def _run(target: Target, coverage: bool, removal: bool) -> TestRun:
    from artrules.author.scenarios.power_removal import removed_powers_unnoticed
    from artrules.author.scenarios.run import run_scenario
    from artrules.check.scenario_files.scenario import read_scenarios
    from artrules.play.ruleset import Ruleset
    from artrules.text.garbage import no_search_for_garbage

    content, files = target.content, target.only
    ruleset = Ruleset(content, programs=target.programs)
    scenarios, names = read_scenarios(content.files), list[str]()
    if files is not None:
        names = _names_in(content, files)
        scenarios = [s for s in scenarios if s.file in files or any(s.concerns(name) for name in names)]
        if not scenarios:
            what = f", and none choose {' or '.join(names)}" if names else ""
            raise Misuse(f"there are no scenarios in {', '.join(sorted(files))}{what}")
    rules = files if files is not None and names else None  # a file of scenarios tests the whole game
    if coverage:
        tested = with_coverage(ruleset, scenarios, rules)
    else:
        with no_search_for_garbage():
            tested = TestRun([run_scenario(ruleset, scenario) for scenario in scenarios])
    if removal:
        powers = [p for p in ruleset.model.powers if rules is None or p.at.file in rules]
        tested.powers = len(powers)
        tested.unnoticed = removed_powers_unnoticed(ruleset, scenarios, powers)
    return tested


def _names_in(content: Content, files: set[str]) -> list[str]:
    """The names of the sets and overlays in some files."""
    from artrules.text.source.node import word

    documents = (*content.files.sets, *content.files.overlays)
    return [word(next(iter(document)).value) for document in documents if document.span.file in files]


def _tell(content: Content, tested: TestRun) -> None:
    """Print the diagnostics of each failing scenario, the coverage, and how many passed, by heading and in all."""

    results = tested.results
    for result in results:
        if not result.passed:
            put(f"FAILED {result.name} ({result.file}:{result.scenario.line})")
            show(result.diagnostics, content, to_error=False)
    show(tested.wrong_exceptions, content, to_error=False)
    for line in tested.lines:
        put(line)
    render_removal(tested)
    for heading in sorted({r.heading for r in results}, key=lambda heading: (heading != "base", heading)):
        put(f"{heading} {_counts([r for r in results if r.heading == heading])}")
    put(f"{content.files.name}: {_counts(results) if results else 'no scenarios'}")


def _counts(results: list[ScenarioResult]) -> str:
    failed = sum(not r.passed for r in results)
    passed = f"{len(results) - failed} passed"
    return f"{passed}, {failed} failed" if failed else passed


def _as_json(broken: list[Content], tested: list[TestRun]) -> str:
    import json

    results = [r for each in tested for r in each.results]
    data: dict[str, Any] = {
        "version": FORMAT_VERSION,
        "diagnostics": [d.as_data() for content in broken for d in content.report.errors],
        "scenarios": [
            {
                "name": r.name,
                "file": r.file,
                "line": r.scenario.line,
                "passed": r.passed,
                "diagnostics": [d.as_data() for d in r.diagnostics],
            }
            for r in results
        ],
        "passed": sum(r.passed for r in results),
        "failed": sum(not r.passed for r in results),
    }
    if any(each.coverage is not None for each in tested):
        data["coverage"] = [each.coverage for each in tested]
        data["wrong_exceptions"] = [d.as_data() for each in tested for d in each.wrong_exceptions]
    if any(each.unnoticed is not None for each in tested):
        data["powers_not_missed"] = [power for each in tested for power in each.unnoticed or ()]
    return json.dumps(data, indent=2, ensure_ascii=True)


# Two options of `artrules test`: coverage of scenarios, and powers whose removal no scenario would notice.


@dataclass
class TestRun:
    """The results of testing one ruleset."""

    results: list[ScenarioResult]
    lines: list[str] = field(default_factory=list)
    """Coverage, for people."""
    coverage: dict[str, Any] | None = None
    """Coverage, for programs."""
    uncovered: bool = False
    wrong_exceptions: list[Diagnostic] = field(default_factory=list)
    unnoticed: list[str] | None = None
    """Powers without which all scenarios still pass; None unless asked for."""
    powers: int = 0
    """How many powers were tested."""


def with_coverage(ruleset: Ruleset, scenarios: Sequence[Scenario], files: Container[str] | None = None) -> TestRun:
    """Run scenarios and measure what they cover; of `files` (names in diagnostics) alone, where these are given."""
    from artrules.author.scenarios.coverage import apply_exceptions, as_data, as_text, measure
    from artrules.text.diagnostics.report import Report

    report = Report()
    coverage = measure(ruleset, scenarios)
    misses, excepted = apply_exceptions(ruleset.content.files, coverage, report)
    wrong = report.diagnostics
    if files is not None:
        coverage = coverage.of_files(files)
        misses = [miss for miss in misses if miss.unit.at.file in files]
        excepted = [each for each in excepted if each.miss.unit.at.file in files]
        # Exceptions in other files belong to scenarios that didn't run.
        run = {scenario.file for scenario in scenarios}
        wrong = [d for d in wrong if d.span is not None and (d.span.file in files or d.span.file in run)]
    return TestRun(
        coverage.results,
        as_text(coverage, misses, excepted),
        as_data(coverage, misses, excepted),
        bool(misses),
        wrong,
    )


def render_removal(tested: TestRun) -> None:
    """Print which powers could be removed without a failing scenario."""
    for power in tested.unnoticed or ():
        put(f"no scenario fails without {power}")
    if tested.unnoticed == []:
        put("each power is missed by a scenario" if tested.powers else "there are no powers here to take out")
