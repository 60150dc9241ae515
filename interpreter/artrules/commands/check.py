"""`artrules check`: everything that is wrong with rulesets, in one run."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from artrules.commands.check_formats import FORMATS, Found, formatted
from artrules.commands.check_settings import policy_options, read_policy
from artrules.commands.check_summary import selected_diagnostics
from artrules.commands.config import configured_paths
from artrules.commands.exit import EXIT_ERRORS, EXIT_INTERRUPTED, Misuse
from artrules.commands.random_games import RandomGamesWanted, play_options, play_targets
from artrules.commands.with_option import OutsidePaths, with_option
from artrules.terminal.colour import output as put

if TYPE_CHECKING:
    from artrules.commands.checked import Checked
    from artrules.commands.targets import Target
    from artrules.workspace import Workspace


@click.command("check")
@click.argument("rulesets", nargs=-1, metavar="[NAME|PATH]...")
@click.option("--fix", is_flag=True, help="Repair what can be repaired safely, and say what was.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@policy_options
@click.option(
    "--format",
    "output",
    type=click.Choice(FORMATS),
    default="text",
    help="For people (default), programs, code scanning, or annotations in workflows of GitHub.",
)
@click.option("--output", "to", metavar="FILE", type=click.Path(path_type=Path), help="Write it into a file.")
@play_options
@with_option
@click.pass_context
def command(
    context: click.Context,
    rulesets: tuple[str, ...],
    fix: bool,
    diff: bool,
    watch: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: tuple[str, ...],
    strict: bool | None,
    random_games: RandomGamesWanted,
    outside: OutsidePaths,
    output: str,
    to: Path | None,
) -> None:
    """Find everything that is wrong with rulesets.

    A ruleset is given by name, by its folder or by a file in it; without any, all shipped ones are checked. A set, an
    overlay or scenarios that lie elsewhere, or a folder of them, are checked in the game that they are for. A file
    artrules.toml can say which warnings are shown, as the options do. Exits with 1 when there are errors, with 0 when
    there is nothing or only warnings.
    """
    from artrules.catalogue.shipped import shipped_rulesets
    from artrules.commands.checked import checked, judge_once, read_targets
    from artrules.commands.content_loading import tell_shadowed
    from artrules.session.write import write_file

    if (fix or diff) and not rulesets:
        raise Misuse(f"`--{'diff' if diff else 'fix'}` needs to be told which ruleset or files")

    if watch and (fix or diff or to is not None or output != "text" or random_games.games):
        raise Misuse("`--watch` shows text, and goes with none of `--fix`, `--diff`, `--output` and `--play`")

    if diff and (to is not None or output != "text"):
        raise Misuse("`--diff` shows text, and goes with neither `--format` nor `--output`")

    tell_shadowed(rulesets)

    @cache
    def workspace() -> Workspace:
        from artrules.workspace import Workspace  # most of the engine, which isn't needed for what was judged before

        return Workspace()

    def names() -> tuple[str, ...]:
        return rulesets or tuple(shipped_rulesets())

    def read() -> list[Target]:
        now = replace(outside, configured=configured_paths(Path.cwd()))
        return read_targets(names(), now, workspace())

    def selected(judged: Iterable[Checked]) -> Found:
        policy = read_policy(select, ignore, severity, strict)
        return [(each, selected_diagnostics(each, policy)) for each in judged]

    if watch:
        from artrules.commands.check_watch import watch as watch_files

        watch_files(lambda: selected(map(checked, read())), [*map(Path, rulesets), *outside.paths])
    policy = read_policy(select, ignore, severity, strict)
    played: list[str] = []
    interrupted = False
    if fix or diff or random_games.games:
        from artrules.commands.check_fix import apply_fixes, show_fixes

        if fix and not diff:
            apply_fixes(read, policy, to_error=output != "text" or to is not None)
        targets = read()
        played, interrupted = play_targets(targets, random_games)
        found = selected(map(checked, targets))
    else:
        found = selected(judge_once(names(), outside))
    if diff:
        show_fixes(read, policy)
    else:
        text = formatted(found, output, to_file=to is not None, hint=not fix)
        if to is not None:
            try:
                write_file(to, f"{text}\n" if text else "")
            except OSError as problem:
                raise Misuse(f"{to}: {problem.strerror or problem}") from None
        elif text:
            put(text)
    for line in played:
        put(line, to_error=output != "text" or to is not None)
    is_clean = not any(told for _, told in found)
    if is_clean and _is_screen() and output == "text" and to is None and not (random_games.games or diff):
        put("`--play 200` plays random games, and finds what only games show")
    if interrupted:
        context.exit(EXIT_INTERRUPTED)
    if any(diagnostic.severity == "error" for _, diagnostics in found for diagnostic in diagnostics):
        context.exit(EXIT_ERRORS)


def _is_screen() -> bool:
    return sys.stdout.isatty()
