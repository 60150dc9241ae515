"""`artrules doc`: the booklet of a ruleset, to be read or printed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from artrules.commands.content_loading import open_ruleset
from artrules.commands.exit import Misuse, did_you_mean
from artrules.commands.options import settings_option
from artrules.commands.with_option import OutsidePaths, with_option
from artrules.terminal.colour import output as put

if TYPE_CHECKING:
    from artrules.booklet.document import Document
    from artrules.ruleset import Ruleset

_BY_ENDING = {".html": "html", ".htm": "html"}


@click.command("doc")
@click.argument("ruleset_name", metavar="NAME")
@click.option("--to", "file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@click.option(
    "--format",
    "output",
    type=click.Choice(["markdown", "html"]),
    help="Default: what the file's name says, else markdown.",
)
@click.option("--set", "sets", metavar="SET", multiple=True, help="Only this set's powers; may be given several times.")
@click.option("--code", is_flag=True, help="Show the code of each power beside it.")
@click.option("--rulings", is_flag=True, help="Only the rulings, all of them, by heading and number.")
@click.option("--players", metavar="N", type=click.IntRange(min=1), help="The booklet of one table, with so many.")
@settings_option
@with_option
def command(
    ruleset_name: str,
    file: Path | None,
    output: str | None,
    sets: tuple[str, ...],
    code: bool,
    rulings: bool,
    players: int | None,
    settings: dict[str, str],
    outside: OutsidePaths,
) -> None:
    """Write the booklet of a ruleset: pieces, settings, powers, rulings, scoring and variants.

    With --players or --setting it is the booklet of one table: only the powers in play, and only the variants that
    apply. An HTML file needs nothing but a browser, and can be printed.
    """
    ruleset = open_ruleset(ruleset_name, outside)
    table = players is not None or bool(settings)
    if rulings and (sets or code or table):
        raise Misuse("--rulings shows all rulings: leave --set, --code, --players and --setting out")
    if sets and table:
        raise Misuse("give --set, or what is in play at one table (--players, --setting), not both")
    document = _rulings(ruleset) if rulings else _booklet(ruleset, sets, code, players, settings)
    chosen = output or (_BY_ENDING.get(file.suffix.lower()) if file is not None else None) or "markdown"
    _put(_written(document, chosen), file)


def _rulings(ruleset: Ruleset) -> Document:
    from artrules.booklet.make import make_rulings

    if not ruleset.model.rulings:
        raise Misuse(f"{ruleset.title} has no rulings")
    return make_rulings(ruleset)


def _booklet(
    ruleset: Ruleset, sets: tuple[str, ...], code: bool, players: int | None, settings: dict[str, str]
) -> Document:
    from artrules.booklet.make import make_booklet
    from artrules.booklet.selection import BookletRequest

    known = list(ruleset.model.sets)
    for name in sets:
        if name not in known:
            there = ", ".join(known) or "none"
            raise Misuse(f"there is no set `{name}`{did_you_mean(name, known)} (there are: {there})")
    if players is None and settings:
        players = ruleset.fewest_players
    try:
        return make_booklet(ruleset, BookletRequest(sets, code, players, settings))
    except ValueError as problem:
        raise Misuse(str(problem)) from None


def _written(document: Document, output: str) -> str:
    if output == "html":
        from artrules.booklet.page import write_page

        return write_page(document)
    from artrules.booklet.markdown import write_markdown

    return write_markdown(document)


def _put(text: str, file: Path | None) -> None:
    if file is None:
        put(text, end="")
        return
    from artrules.session.write import write_file

    try:
        write_file(file, text)
    except OSError as problem:
        raise Misuse(f"{file} can't be written: {problem.strerror or problem}") from None
