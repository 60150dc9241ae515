"""The commands that write files: `build`, `doc` and `schema` of a ruleset, `migrate` in the place of old content.
`export` and `new` have modules of their own.
"""

from __future__ import annotations

import json
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from artrules.table.commands.content_loading import open_game, open_ruleset, prepare_game, show_faults
from artrules.table.commands.exit import EXIT_ERRORS, Misuse, did_you_mean
from artrules.table.commands.named_files import OutputPath, page_in_place, read_named_files, to_option, write_or_refuse
from artrules.table.commands.options import (
    GameRequest,
    OutsidePaths,
    as_request,
    players_option,
    settings_option,
    with_option,
)
from artrules.text.content.documents import FILES
from artrules.text.plain_text import output as put
from artrules.text.plain_text import wants_colour
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.author.booklet.document import Document
    from artrules.author.booklet.selection import BookletRequest, CardPictures
    from artrules.check.migrate import Migrated
    from artrules.play.ruleset import Ruleset
    from artrules.text.diagnostics.report import Report


# `artrules build`: a game as a WebAssembly module, for hosts that aren't written in Python.


@click.command("build")
@click.argument("ruleset_name", metavar="NAME")
@players_option
@settings_option
@click.option(
    "-o",
    "--to",
    "file",
    metavar="FILE",
    required=True,
    type=OutputPath(),
    help="The file to write, such as game.wasm.",
)
@with_option
def build_command(
    ruleset_name: str, players: int | None, settings: dict[str, str], file: Path, outside: OutsidePaths
) -> None:
    """Write a game as a WebAssembly module that plays by itself, for one number of players and one choice of settings.

    The module imports nothing, so a game that calls functions of plugins can't be one. It holds a description of
    itself, so that a host needs nothing else: docs/extend/modules.md says how to write one.
    """
    from artrules.play.standalone.build import NoModule, module_of

    ruleset, request = open_game(GameRequest(ruleset_name, players, settings, (), outside))
    with show_faults(ruleset):
        number = prepare_game(ruleset, players, request.settings)
        try:
            module, _ = module_of(ruleset, number, ruleset.settle(request.settings, 0))
        except NoModule as problem:
            raise Misuse(str(problem)) from None
    write_or_refuse(file, module)


# `artrules doc`: the rulebook of a game, to be read or printed.

_BY_ENDING = {".html": "html", ".htm": "html", ".pdf": "pdf"}


@dataclass(frozen=True, slots=True)
class DocRequest:
    """What the command line says."""

    ruleset_name: str
    file: Path | None
    output: str | None
    sets: tuple[str, ...]
    code: bool
    no_pictures: bool
    rulings: bool
    players: int | None
    settings: dict[str, str]
    outside: OutsidePaths

    @property
    def format(self) -> str:
        """What is asked for, or what the name of the file says."""
        by_name = _BY_ENDING.get(self.file.suffix.lower()) if self.file is not None else None
        return self.output or by_name or "markdown"

    @property
    def is_of_a_table(self) -> bool:
        return self.players is not None or bool(self.settings)


@click.command("doc")
@click.argument("ruleset_name", metavar="NAME")
@to_option
@click.option(
    "--format",
    "output",
    type=click.Choice(["markdown", "html", "pdf"]),
    help="Default: what the file's name says, else markdown.",
)
@click.option("--set", "sets", metavar="SET", multiple=True, help="Only this set's powers; may be given several times.")
@click.option("--code", is_flag=True, help="Show the code, where rules come from, and all rulings.")
@click.option("--no-pictures", is_flag=True, help="Without pictures of cards, which take a while to be drawn.")
@click.option("--rulings", is_flag=True, help="Only the rulings, all of them, by heading and number.")
@click.option("--players", metavar="N", type=click.IntRange(min=1), help="The rulebook of one table, with so many.")
@settings_option
@with_option
@as_request(DocRequest)
def doc_command(request: DocRequest) -> None:
    """Write the rulebook of a game, as its content tells the rules: components, setup, a turn, powers, scoring.

    With --players or --setting it is the rulebook of one table: only the powers in play, and only the variants that
    apply. An HTML file needs nothing but a browser, and prints well. Pictures of cards and PDF need a Chromium; where
    there is none, the page comes without pictures, and in place of the PDF.
    """
    ruleset = open_ruleset(request.ruleset_name, request.outside)
    if request.rulings and (request.sets or request.code or request.is_of_a_table):
        raise Misuse("--rulings shows all rulings: leave --set, --code, --players and --setting out")
    if request.sets and request.is_of_a_table:
        raise Misuse("give --set, or what is in play at one table (--players, --setting), not both")
    if request.format == "pdf" and request.file is None:
        raise Misuse("a PDF is no text: --to FILE.pdf says where to write it")
    document = _rulings(ruleset) if request.rulings else _rulebook(ruleset, request)
    if request.file is None:
        put(_written(document, request.format), end="")
    elif request.format == "pdf":
        _print(document, request.file)
    else:
        write_or_refuse(request.file, _written(document, request.format))


def _rulings(ruleset: Ruleset) -> Document:
    from artrules.author.booklet.make import make_rulings

    if not ruleset.model.rulings:
        raise Misuse(f"{ruleset.title} has no rulings")
    return make_rulings(ruleset)


def _rulebook(ruleset: Ruleset, request: DocRequest) -> Document:
    from artrules.author.booklet.make import NO_PICTURES, make_booklet
    from artrules.author.booklet.selection import BookletRequest

    names = list(ruleset.model.sets)
    for name in request.sets:
        if name not in names:
            there = ", ".join(names) or "none"
            raise Misuse(
                f"there is no set `{name}`{did_you_mean(name, names)} (there are: {there}; --with FILE adds one)"
            )
    wanted = BookletRequest(request.sets, request.code, request.players, request.settings)
    try:
        make_booklet(ruleset, wanted)  # what can't be made is refused before anything is drawn
        has_pictures = not request.no_pictures and request.format != "markdown"
        return make_booklet(ruleset, wanted, _pictures(ruleset, wanted) if has_pictures else NO_PICTURES)
    except ValueError as problem:
        raise Misuse(str(problem)) from None


def _pictures(ruleset: Ruleset, wanted: BookletRequest) -> CardPictures:
    """The pictures of cards; none, and a sentence that says so, where nothing here can draw them."""
    from artrules.author.booklet.make import NO_PICTURES
    from artrules.author.booklet.pictures import draw_card_pictures
    from artrules.author.cards.pictures import PictureRefused
    from artrules.author.printing import CannotPrint

    try:
        with show_faults(ruleset):
            return draw_card_pictures(ruleset, wanted)
    except PictureRefused as problem:
        raise Misuse(str(problem)) from None
    except CannotPrint as problem:
        put(f"the rulebook has no pictures of cards: {problem}", to_error=True)
        return NO_PICTURES


def _written(document: Document, output: str) -> str:
    if output == "html":
        from artrules.author.booklet.page import write_page

        return write_page(document)
    from artrules.author.booklet.markdown import write_markdown

    return write_markdown(document)


def _print(document: Document, file: Path) -> None:
    """Write a document as PDF; where nothing here can, as the page that prints so."""
    from artrules.author.booklet.page import write_page
    from artrules.author.printing import CannotPrint, print_page

    page = write_page(document)
    try:
        write_or_refuse(file, print_page(page))
    except CannotPrint as problem:
        instead, sentence = page_in_place(file, problem)
        write_or_refuse(instead, page)
        put(sentence, to_error=True)


# `artrules schema`: JSON Schemas for editors and other tools.


@click.command("schema")
@click.argument("ruleset_name", metavar="[NAME]", required=False)
@click.option("--kind", type=click.Choice(list(FILES)), help="Only for files of this kind, by their first key.")
@click.option("--to", "file", metavar="FILE", type=OutputPath(), help="Write to a file.")
@with_option
def schema_command(ruleset_name: str | None, kind: str | None, file: Path | None, outside: OutsidePaths) -> None:
    """Print a JSON Schema with which editors complete and check content.

    Without NAME it holds for files of all games. With the name of a game, or its folder, it knows the game's groups and
    their keys, the keys and limits of its powers, its settings, phases, zones and variables. It is one document
    (draft 7) that refers to nothing else. docs/write/editors.md says how to set up editors.
    """
    from artrules.author.editor_schemas import editor_schema

    ruleset = open_ruleset(ruleset_name, outside) if ruleset_name is not None else None
    text = json.dumps(editor_schema(kind, ruleset), indent=2, ensure_ascii=False) + "\n"
    if file is None:
        put(text, end="")
    else:
        write_or_refuse(file, text)


# `artrules migrate`: rewrites content that is written in an older version of the language.


@click.command("migrate")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.pass_context
def migrate_command(context: click.Context, paths: tuple[Path, ...], dry_run: bool) -> None:
    """Bring content to the newest version of the language.

    PATH is a YAML file or a folder: a ruleset, a set, an overlay, scenarios. Names that have become words of the
    language get a `_` at their end, and what used to go without saying is written down. Comments and everything else
    stay as they are. If one of the files can't be read, none is rewritten. Files that belong together must be migrated
    together.
    """
    from artrules.text.diagnostics.render import render_text
    from artrules.text.diagnostics.report import Report

    report = Report()
    texts: dict[str, str] = {}
    changed = _migrated(paths, report, texts)
    if report.has_errors:
        for diagnostic in report.diagnostics:
            put(render_text(diagnostic, texts.get, wants_colour(to_error=True)) + "\n", to_error=True)
        context.exit(EXIT_ERRORS)
    for path, before, migrated in changed:
        if dry_run:
            old, new = before.splitlines(keepends=True), migrated.text.splitlines(keepends=True)
            put("".join(unified_diff(old, new, str(path), str(path))), end="")
            continue
        write_or_refuse(path, migrated.text)
        put(f"{path}: {_told(migrated)}")
    if not changed:
        put("nothing to do: all of it is written in the newest version of the language")


def _migrated(paths: tuple[Path, ...], report: Report, texts: dict[str, str]) -> list[tuple[Path, str, Migrated]]:
    """The files under some paths that change: each with its text before and what becomes of it. The texts of all files
    come into `texts`, for diagnostics. Raises Misuse for what is neither a folder nor a YAML file."""
    from artrules.check.migrate import migrate_file, names_of_file

    contents = read_named_files(paths, report)
    declared = set[str]().union(*map(names_of_file, contents.values()))
    changed = []
    for file, content in contents.items():
        before = texts[str(file)] = content.decode("utf-8", "replace")
        migrated = migrate_file(content, str(file), report, declared)
        if migrated is not None and migrated.text != before:
            changed.append((file, before, migrated))
    return changed


def _told(migrated: Migrated) -> str:
    changes = [f"from version {migrated.before}"]
    changes += [f"`{word}` is now called `{name}`" for word, name in migrated.renamed.items()]
    if migrated.starts:
        changes.append(f"{migrated.starts} starts written down" if migrated.starts > 1 else "a start written down")
    return ", ".join(changes)
