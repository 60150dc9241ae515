"""`artrules fmt`: content, laid out in one style."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from artrules.table.commands.check_fix import show_changes, write_changes
from artrules.table.commands.exit import EXIT_ERRORS, Misuse
from artrules.table.commands.options import read_named_files
from artrules.text.plain_text import output as put
from artrules.text.plain_text import wants_colour
from artrules.text.source.bounded_file import real_path
from artrules.text.source.decode import plain_text

if TYPE_CHECKING:
    from artrules.text.diagnostics.report import Report


@click.command("fmt")
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing, and exit with 1 where something would change."
)
@click.option("--diff", is_flag=True, help="Show what would change, and write nothing.")
@click.pass_context
def command(context: click.Context, paths: tuple[Path, ...], only_check: bool, diff: bool) -> None:
    """Lay content out in one style: YAML, and the code in it.

    PATH is a YAML file or a folder, by default this one. Blanks and line breaks change, nothing else: not a word, not a
    comment. A file that can't be read stays as it is, and is reported. The others are written all, or none of them.
    Exits with 1 where a file can't be read, with --check also where one would change.
    """
    from artrules.text.diagnostics.render import render_text
    from artrules.text.diagnostics.report import Report

    unread = Report()
    contents = read_named_files(paths or (Path(),), unread)
    if not contents and not unread.has_errors:
        raise Misuse(f"there are no files `*.yaml` in {', '.join(map(str, paths or (Path.cwd(),)))}")
    changed: dict[Path, tuple[bytes, bytes]] = {}
    for file, content in contents.items():
        after = _formatted(file, content, unread)
        if after != content:
            changed[file] = (content, after)
    texts = {str(file): plain_text(content) for file, content in contents.items()}
    for diagnostic in unread.errors:
        put(render_text(diagnostic, texts.get, wants_colour(to_error=True)) + "\n", to_error=True)
    by_place = {real_path(file): both for file, both in changed.items()}
    if diff:
        show_changes(by_place)
    elif not only_check:
        write_changes(by_place, "formatted")
    if only_check or not diff:
        for file in changed:
            put(f"{'not formatted' if only_check else 'formatted'}: {file}")
    if not changed and not unread.has_errors:
        put("nothing to do: all is formatted", to_error=diff)
    if unread.has_errors or (only_check and changed):
        context.exit(EXIT_ERRORS)


def _formatted(file: Path, content: bytes, report: Report) -> bytes:
    """What becomes of a file. It comes back as it is where it can't be read, which is reported."""
    from artrules.author.formatting.style import format_text
    from artrules.text.source.read import read

    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        read(content, str(file), report)
        return content
    return format_text(text, str(file), report).encode("utf-8")
