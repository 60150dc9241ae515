"""`artrules export`: a ruleset in another format, by an exporter."""

from __future__ import annotations

from pathlib import Path

import click

from artrules.commands.content_loading import open_ruleset
from artrules.commands.exit import Misuse, did_you_mean
from artrules.commands.with_option import OutsidePaths, with_option
from artrules.terminal.colour import output as put


@click.command("export")
@click.argument("ruleset_name", metavar="NAME")
@click.option("--as", "exporter", metavar="FORMAT", default="json", show_default=True, help="The name of an exporter.")
@click.option("--to", "file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@with_option
def command(ruleset_name: str, exporter: str, file: Path | None, outside: OutsidePaths) -> None:
    """Write a ruleset in the format of an exporter.

    `json` is what plugins see of a ruleset: its documents with the places of all that stands in them. Plugins add more.
    """
    from artrules.plugins.describe import describe
    from artrules.plugins.exporters import exporters
    from artrules.session.write import write_file

    known = exporters()
    if exporter not in known:
        raise Misuse(
            f"there is no exporter `{exporter}`{did_you_mean(exporter, list(known))} (there are: {', '.join(known)})"
        )
    content = known[exporter](describe(open_ruleset(ruleset_name, outside).content))
    if file is None:
        if isinstance(content, bytes):
            raise Misuse(f"`{exporter}` makes no text: --to FILE says where to write it")
        put(content, end="")
        return
    try:
        write_file(file, content)
    except OSError as problem:
        raise Misuse(f"{file} can't be written: {problem.strerror or problem}") from None
