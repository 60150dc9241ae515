"""`artrules lsp`: a language server, which an editor starts and speaks to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from artrules.table.commands.exit import Misuse
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.author.editor.judging import Judgement
    from artrules.play.workspace import Workspace

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
def command(stdio: bool) -> None:
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
