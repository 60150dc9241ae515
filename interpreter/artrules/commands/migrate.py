"""`artrules migrate`: rewrites content that is written in an older version of the language."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from artrules.commands.exit import EXIT_ERRORS, Misuse
from artrules.terminal.colour import output as put
from artrules.terminal.colour import wants_colour

if TYPE_CHECKING:
    from artrules.diagnostics.report import Report
    from artrules.migrate.migrate import Migrated


@click.command("migrate")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.pass_context
def command(context: click.Context, paths: tuple[Path, ...], dry_run: bool) -> None:
    """Bring content to the newest version of the language.

    PATH is a YAML file or a folder: a ruleset, a set, an overlay, scenarios. Names that have become words of the
    language get a `_` at their end, and what used to go without saying is written down. Comments and everything else
    stay as they are. If one of the files can't be read, none is rewritten. Files that belong together must be migrated
    together.
    """
    from artrules.diagnostics.render import render_text
    from artrules.diagnostics.report import Report
    from artrules.session.write import write_file

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
        try:
            write_file(path, migrated.text)
        except OSError as problem:
            raise Misuse(f"{path} can't be written: {problem.strerror or problem}") from None
        put(f"{path}: {_told(migrated)}")
    if not changed:
        put("nothing to do: all of it is written in the newest version of the language")


def _migrated(paths: tuple[Path, ...], report: Report, texts: dict[str, str]) -> list[tuple[Path, str, Migrated]]:
    """The files under some paths that change: each with its text before and what becomes of it. The texts of all files
    come into `texts`, for diagnostics. Raises Misuse for what is neither a folder nor a YAML file."""
    from artrules.catalogue.folder import yaml_files
    from artrules.migrate.migrate import migrate_file, names_of_file
    from artrules.source.read import read_bytes

    contents: dict[Path, bytes] = {}
    for path in paths:
        if not path.is_dir() and path.suffix != ".yaml":
            raise Misuse(f"{path} is neither a folder nor a file `*.yaml`")
        for file in yaml_files(path, str(path), report) if path.is_dir() else [path]:
            content = read_bytes(file, str(file), report)
            if content is not None:
                contents[file] = content
    declared = set[str]().union(*map(names_of_file, contents.values()))
    changed = []
    for file, content in contents.items():
        before = texts[str(file)] = content.decode("utf-8", "replace")
        migrated = migrate_file(content, str(file), report, declared)
        if migrated is not None and migrated.text != before:
            changed.append((file, before, migrated))
    return changed


def _told(migrated: Migrated) -> str:
    told = [f"from version {migrated.before}"]
    told += [f"`{word}` is now called `{name}`" for word, name in migrated.renamed.items()]
    if migrated.starts:
        told.append(f"{migrated.starts} starts written down" if migrated.starts > 1 else "a start written down")
    return ", ".join(told)
