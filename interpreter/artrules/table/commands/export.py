"""The command `export`: a ruleset as something else: a page that plays, cards to print, data.

Formats that have options of their own are commands, which one table lists; to add one, add a line to it. All other
formats are exporters: `json`, and those of plugins.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from artrules.table.commands.content_loading import open_ruleset
from artrules.table.commands.exit import Misuse, Table, did_you_mean
from artrules.table.commands.named_files import to_option, write_or_refuse
from artrules.table.commands.options import OutsidePaths, with_option
from artrules.text.plain_text import output as put

FORMATS: Table = {
    "cards": ("artrules.table.commands.export_cards:cards_command", "The cards, as a PDF to print."),
    "web": ("artrules.table.commands.export_web:web_command", "One HTML file that plays, or a site of several."),
    "games": (
        "artrules.table.commands.export_games:games_command",
        "Every decision of many games, as rows of CSV for spreadsheets and notebooks.",
    ),
}
"""Name of a format → where its command is ("module:attribute"), and what it writes, in one line. The command is a Click
command called `export --as FORMAT`, for the command line without `--as FORMAT`."""


def write_export(content: str | bytes | Iterable[str], file: Path | None, exporter: str) -> None:
    """Write what a format has made to a file, or a text without one to standard output; a text may come in pieces.
    Raises Misuse."""
    if file is not None:
        write_or_refuse(file, content)
        return
    if isinstance(content, bytes):
        raise Misuse(f"`{exporter}` makes no text: -o FILE says where to write it")
    for piece in (content,) if isinstance(content, str) else content:
        put(piece, end="")


class ExportCommand(click.Command):
    """`export`: hands the command line on to the command of the format that `--as` names, if there is one."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        exporter, others = _split(args)
        if exporter not in FORMATS:
            return super().make_context(info_name, args, parent, **extra)
        module, _, attribute = FORMATS[exporter][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command.make_context(f"{info_name} --as {exporter}", others, parent, **extra)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if FORMATS:
            with formatter.section("Formats with options of their own (artrules export --as FORMAT --help)"):
                formatter.write_dl([(name, FORMATS[name][1]) for name in sorted(FORMATS)])


def _split(args: list[str]) -> tuple[str, list[str]]:
    """The format that a command line names last, and all of it that doesn't name one."""
    exporter, others = "", []
    rest = iter(args)
    for arg in rest:
        if arg == "--as":
            exporter = next(rest, "")
        elif arg.startswith("--as="):
            exporter = arg.removeprefix("--as=")
        else:
            others.append(arg)
    return exporter, others


@click.command("export", cls=ExportCommand)
@click.argument("ruleset_name", metavar="NAME")
@click.option("--as", "exporter", metavar="FORMAT", default="json", show_default=True, help="The format.")
@to_option
@with_option
def export_command(ruleset_name: str, exporter: str, file: Path | None, outside: OutsidePaths) -> None:
    """Write a game as a page that plays, as cards to print, as data, or in the format of a plugin.

    `json` is what plugins see of a ruleset: its documents with the places of all that stands in them. Plugins add more
    formats.
    """
    from artrules.play.plugins.contributions import describe, exporters

    makers = exporters()
    if exporter not in makers:
        names = sorted([*FORMATS, *makers])
        raise Misuse(f"there is no format `{exporter}`{did_you_mean(exporter, names)} (there are: {', '.join(names)})")
    write_export(makers[exporter](describe(open_ruleset(ruleset_name, outside).content)), file, exporter)
