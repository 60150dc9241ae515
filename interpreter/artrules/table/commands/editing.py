"""For whoever edits content: `artrules fmt` lays it out in one style, `artrules lsp` answers an editor."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from artrules.table.commands.exit import EXIT_ERRORS, Misuse
from artrules.table.commands.named_files import read_named_files, show_changes, write_changes
from artrules.text.plain_text import output as put
from artrules.text.plain_text import wants_colour
from artrules.text.source.bounded_file import real_path
from artrules.text.source.decode import plain_text

if TYPE_CHECKING:
    from artrules.author.editor.judging import Judgement
    from artrules.play.workspace import Workspace
    from artrules.text.diagnostics.report import Report

# `artrules fmt`: content, laid out in one style.


@click.command("fmt")
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing, and exit with 1 where something would change."
)
@click.option("--diff", is_flag=True, help="Show what would change, and write nothing.")
@click.pass_context
def fmt_command(context: click.Context, paths: tuple[Path, ...], only_check: bool, diff: bool) -> None:
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


# `artrules lsp`: a language server, which an editor starts and speaks to.

EXTRA = "`artrules lsp` needs the extra `editor`: pip install 'artrules[editor]'"


def judge(path: Path, workspace: Workspace) -> list[Judgement]:
    """The ruleset of a file as `check FILE` judges it, with what the nearest configuration says. Raises Misuse and
    PluginProblem."""
    from artrules.author.editor.judging import Judgement
    from artrules.table.commands.check_fix import editable_files
    from artrules.table.commands.check_output import selected_diagnostics
    from artrules.table.commands.check_settings import read_policy
    from artrules.table.commands.checked import checked, read_targets
    from artrules.table.commands.config import configured_paths
    from artrules.table.commands.options import OutsidePaths

    outside = OutsidePaths(configured_paths(path.parent))
    policy = read_policy((), (), (), None, path.parent)
    judgements = []
    for target in read_targets([str(path)], outside, workspace):
        verdict = checked(target)
        editable = {shown: real_path(each) for shown, each in editable_files(target).items()}
        judgements.append(
            Judgement(target.content, selected_diagnostics(verdict, policy), target.content.files.paths(), editable)
        )
    return judgements


@click.command("lsp")
@click.option("--stdio", is_flag=True, hidden=True, help="Some editors add it. There is no other way to speak to it.")
def lsp_command(stdio: bool) -> None:
    """Answer an editor over standard input and output.

    It speaks the Language Server Protocol: diagnostics while you type, completion, renaming and more. An editor starts
    it by itself (docs/write/editors.md).
    """
    try:
        from artrules.author.editor.server import run
    except ModuleNotFoundError as problem:
        if (problem.name or "").split(".")[0] in ("pygls", "lsprotocol"):
            raise Misuse(EXTRA) from None
        raise
    run(judge)
