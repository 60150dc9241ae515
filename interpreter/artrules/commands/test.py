"""`artrules test`: runs the scenarios of rulesets and says which of them the rules don't bear out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from artrules.commands.ending import FOUND_ERRORS, Misuse
from artrules.commands.given import Given, with_option
from artrules.commands.opened import open_each
from artrules.commands.opening import show
from artrules.commands.options import format_option

if TYPE_CHECKING:
    from artrules.pipeline import Content
    from artrules.scenarios.run import ScenarioResult

FORMAT_VERSION = 1


@click.command("test")
@click.argument("rulesets", nargs=-1, metavar="[NAME|PATH]...")
@with_option
@format_option
@click.pass_context
def command(context: click.Context, rulesets: tuple[str, ...], given: Given, output: str) -> None:
    """Run the scenarios of rulesets.

    A ruleset is given by name or by its folder; a file of scenarios runs alone, wherever it lies. For a file with a set
    or an overlay the scenarios that choose it or are about it run, those that lie beside it too. Without any, all
    shipped rulesets are tested. Exits with 1 when a scenario fails or a ruleset has errors, else with 0.
    """
    from artrules.shipped import shipped_rulesets

    broken: list[Content] = []
    results: list[tuple[Content, list[ScenarioResult]]] = []
    for each in open_each(rulesets or shipped_rulesets(), given, beside=True):
        if each.content.report.has_errors:
            broken.append(each.content)
        else:
            results.append((each.content, _run(each.content, each.only)))
    if output == "json":
        click.echo(_as_json(broken, [r for _, found in results for r in found]))
    else:
        for content in broken:
            show(content.report.errors, content, to_error=False)
            click.echo(f"{_name(content)}: not tested, because it has errors")
        for content, found in results:
            _tell(content, found)
    if broken or any(not r.passed for _, found in results for r in found):
        context.exit(FOUND_ERRORS)


def _run(content: Content, files: set[str] | None) -> list[ScenarioResult]:
    from artrules.ruleset import Ruleset
    from artrules.scenarios.run import run_scenario
    from artrules.scenarios.scenario import read_scenarios

    scenarios = read_scenarios(content.files)
    if files is not None:
        names = _names_in(content, files)
        scenarios = [s for s in scenarios if s.file in files or any(s.concerns(name) for name in names)]
        if not scenarios:
            what = f", and none choose {' or '.join(names)}" if names else ""
            raise Misuse(f"there are no scenarios in {', '.join(sorted(files))}{what}")
    ruleset = Ruleset(content)
    return [run_scenario(ruleset, scenario) for scenario in scenarios]


def _names_in(content: Content, files: set[str]) -> list[str]:
    """The names of the sets and overlays that some files hold."""
    from artrules.resolve.reading import word

    held = [("set", content.files.sets), ("overlay", content.files.overlays)]
    return [word(d.get(kind)) for kind, documents in held for d in documents if d.span.file in files]


def _tell(content: Content, results: list[ScenarioResult]) -> None:
    """Each scenario that fails with its diagnostics, then how many passed, by heading and in all."""
    for result in results:
        if not result.passed:
            click.echo(f"FAILED {result.name} ({result.file}:{result.scenario.line})")
            show(result.diagnostics, content, to_error=False)
    for heading in sorted({r.heading for r in results}, key=lambda heading: (heading != "base", heading)):
        click.echo(f"{heading} {_counts([r for r in results if r.heading == heading])}")
    click.echo(f"{_name(content)}: {_counts(results) if results else 'no scenarios'}")


def _counts(results: list[ScenarioResult]) -> str:
    failed = sum(not r.passed for r in results)
    passed = f"{len(results) - failed} passed"
    return f"{passed}, {failed} failed" if failed else passed


def _name(content: Content) -> str:
    from artrules.resolve.reading import word

    main = content.files.main
    return word(main.get("ruleset")) if main is not None else content.files.folder.name


def _as_json(broken: list[Content], results: list[ScenarioResult]) -> str:
    import json

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
    return json.dumps(data, indent=2, ensure_ascii=True)
