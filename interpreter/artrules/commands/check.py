"""`artrules check`: everything that is wrong with rulesets, in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from artrules.commands.content_loading import show
from artrules.commands.exit import EXIT_ERRORS
from artrules.commands.options import format_option
from artrules.commands.targets import Target, open_targets
from artrules.commands.with_option import OutsidePaths, with_option
from artrules.terminal.colour import output as put

if TYPE_CHECKING:
    from artrules.diagnostics.diagnostic import Diagnostic
    from artrules.diagnostics.span import Span


@click.command("check")
@click.argument("rulesets", nargs=-1, metavar="[NAME|PATH]...")
@with_option
@format_option
@click.pass_context
def command(context: click.Context, rulesets: tuple[str, ...], outside: OutsidePaths, output: str) -> None:
    """Find everything that is wrong with rulesets.

    A ruleset is given by name, by its folder or by a file in it; without any, all shipped ones are checked. A set, an
    overlay or scenarios that lie elsewhere, or a folder of them, are checked in the game that they are for. Exits with
    1 when there are errors, with 0 when there is nothing or only warnings.
    """
    from artrules.catalogue.shipped import shipped_rulesets
    from artrules.diagnostics.render import render_json
    from artrules.plugins.describe import describe
    from artrules.plugins.run_checks import all_checks, run_checks

    targets = open_targets(rulesets or shipped_rulesets(), outside)
    for each in targets:
        if not each.called:
            each.only = None  # a file in its ruleset's folder stands for the whole ruleset
        if all_checks() and each.content.models and not each.content.report.has_errors:
            run_checks(describe(each.content), each.content.report)
    if output == "json":
        put(render_json(d for each in targets for d in selected_diagnostics(each)))
    else:
        for each in targets:
            show(selected_diagnostics(each), each.content, to_error=False)
            put(closing_line(each))
    if any(each.content.report.has_errors for each in targets):
        context.exit(EXIT_ERRORS)


def selected_diagnostics(target: Target) -> list[Diagnostic]:
    """The diagnostics to show. For a whole ruleset these are all. For files from outside they are those that name the
    files, and all errors, because the files may have caused them."""
    found = target.content.report.diagnostics
    if target.only is None:
        return found
    return [d for d in found if d.severity == "error" or any(p.file in target.only for p in places(d))]


def places(diagnostic: Diagnostic) -> list[Span]:
    """All places that a diagnostic mentions."""
    return [place for place in (diagnostic.span, *(p for _, p in diagnostic.related)) if place is not None]


def closing_line(target: Target) -> str:
    """One line that counts what a ruleset or the named files contain, and the errors and warnings."""
    from artrules.source.node import Mapping

    files, only = target.content.files, target.only

    def here(documents: list[Mapping]) -> list[Mapping]:
        return [d for d in documents if only is None or d.span.file in only]

    lists = [document.get("list") for document in here(files.scenarios)]
    overlays = here(files.overlays)
    held = [
        _several(len(files.texts) + len(files.extra_texts) if only is None else len(only), "file"),
        _several(len(here(files.sets)), "set"),
        *([_several(len(overlays), "overlay")] if overlays else []),
        _several(sum(len(cases.entries) for cases in lists if isinstance(cases, Mapping)), "scenario"),
    ]
    found = selected_diagnostics(target)
    errors = sum(d.severity == "error" for d in found)
    counted = _several(errors, "error") if errors else "no errors"
    if warnings := len(found) - errors:
        counted += f", {_several(warnings, 'warning')}"
    called = files.name
    if target.called:
        called = f"{target.called} in {called}" if files.main is not None else target.called
    return f"{called}: {', '.join(held)}: {counted}"


def _several(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
