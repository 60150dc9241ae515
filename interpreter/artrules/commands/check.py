"""`artrules check`: everything that is wrong with rulesets, in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from artrules.commands.ending import FOUND_ERRORS
from artrules.commands.opening import open_content, show
from artrules.commands.options import format_option

if TYPE_CHECKING:
    from artrules.pipeline import Content


@click.command("check")
@click.argument("rulesets", nargs=-1, metavar="[NAME|PATH]...")
@format_option
@click.pass_context
def command(context: click.Context, rulesets: tuple[str, ...], output: str) -> None:
    """Find everything that is wrong with rulesets.

    A ruleset is given by name, by its folder or by a file in it; without any, all shipped ones are checked. Exits with
    1 when there are errors, with 0 when there is nothing or only warnings.
    """
    from artrules.diagnostics.render import render_json
    from artrules.shipped import shipped_rulesets

    contents: dict[str, Content] = {}
    for name in rulesets or shipped_rulesets():
        content = open_content(name)
        contents.setdefault(str(content.files.folder.resolve()), content)
    if output == "json":
        click.echo(render_json(d for content in contents.values() for d in content.report.diagnostics))
    else:
        for content in contents.values():
            show(content.report.diagnostics, content, to_error=False)
            click.echo(closing_line(content))
    if any(content.report.has_errors for content in contents.values()):
        context.exit(FOUND_ERRORS)


def closing_line(content: Content) -> str:
    """What a ruleset holds, and how much is wrong with it."""
    from artrules.resolve.reading import word
    from artrules.source.node import Mapping

    files = content.files
    name = word(files.main.get("ruleset")) if files.main is not None else ""
    lists = [document.get("list") for document in files.scenarios]
    held = [
        _several(len(files.texts), "file"),
        _several(len(files.sets), "set"),
        *([_several(len(files.overlays), "overlay")] if files.overlays else []),
        _several(sum(len(cases.entries) for cases in lists if isinstance(cases, Mapping)), "scenario"),
    ]
    errors = len(content.report.errors)
    warnings = len(content.report.diagnostics) - errors
    found = _several(errors, "error") if errors else "no errors"
    if warnings:
        found += f", {_several(warnings, 'warning')}"
    return f"{name or files.folder.name}: {', '.join(held)}: {found}"


def _several(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
