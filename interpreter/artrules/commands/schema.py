"""`artrules schema`: JSON Schemas for editors and other tools."""

from __future__ import annotations

import json
from pathlib import Path

import click

from artrules.commands.content_loading import open_ruleset
from artrules.commands.exit import Misuse
from artrules.commands.with_option import OutsidePaths, with_option
from artrules.content.files import FILES
from artrules.terminal.colour import output as put


@click.command("schema")
@click.argument("ruleset_name", metavar="[NAME]", required=False)
@click.option("--kind", type=click.Choice(list(FILES)), help="Only for files of this kind, by their first key.")
@click.option("--to", "file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@with_option
def command(ruleset_name: str | None, kind: str | None, file: Path | None, outside: OutsidePaths) -> None:
    """Print a JSON Schema with which editors complete and check content.

    Without NAME it holds for files of all games. With the name of a game, or its folder, it knows the game's groups and
    their keys, the keys and limits of its powers, its settings, phases, zones and variables. It is one document
    (draft 7) that refers to nothing else. docs/editors.md says how to set up editors.
    """
    from artrules.editor_schemas.make import editor_schema
    from artrules.session.write import write_file

    ruleset = open_ruleset(ruleset_name, outside) if ruleset_name is not None else None
    text = json.dumps(editor_schema(kind, ruleset), indent=2, ensure_ascii=False) + "\n"
    if file is None:
        put(text.removesuffix("\n"))
        return
    try:
        write_file(file, text)
    except OSError as problem:
        raise Misuse(f"{file}: {problem.strerror or problem}") from None
