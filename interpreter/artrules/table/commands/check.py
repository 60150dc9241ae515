"""`artrules check`: everything that is wrong with rulesets, in one run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from artrules.table.commands.check_output import (
    FORMATS,
    Findings,
    each_warning_once,
    formatted,
    selected_diagnostics,
)
from artrules.table.commands.check_settings import policy_options, read_policy
from artrules.table.commands.config import configured_paths
from artrules.table.commands.exit import EXIT_ERRORS, EXIT_INTERRUPTED, Misuse
from artrules.table.commands.named_files import write_or_refuse
from artrules.table.commands.options import SEED, OutsidePaths, with_option
from artrules.text.plain_text import output as put
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.author.random_testing.run import RandomGames
    from artrules.play.workspace import Workspace
    from artrules.table.commands.checked import Checked
    from artrules.table.commands.targets import Target


# The option `--play` of `artrules check`: random games of rulesets without errors.

F = TypeVar("F", bound=Callable[..., Any])
MOST_GAMES = 100_000


@dataclass(frozen=True, slots=True)
class RandomGamesWanted:
    """How many random games to play of each ruleset, from which seed on, and into which folder to write what fails."""

    games: int
    seed: int
    folder: Path | None


def play_options(function: F) -> F:
    """Add the options `--play`, `--seed` and `--write` to a command, whose parameter `random_games` then gets
    RandomGamesWanted."""

    @wraps(function)
    def with_wishes(*arguments: Any, play: int, seed: int, write: Path | None, **others: Any) -> Any:
        return function(*arguments, random_games=RandomGamesWanted(play, seed, write), **others)

    play_help = "Play N random games, too, and report what goes wrong in them and what they never reach."
    seed_help = "With --play: the same seed, the same games (default: 0)."
    write_help = "With --play: write the shortest game of each fault into a folder, as a scenario."
    most = click.IntRange(min=0, max=MOST_GAMES)
    folder = click.Path(file_okay=False, path_type=Path)
    for option in (
        click.option("--write", metavar="FOLDER", type=folder, help=write_help),
        click.option("--seed", metavar="S", type=SEED, default=0, help=seed_help),
        click.option("--play", metavar="N", type=most, default=0, help=play_help),
    ):
        with_wishes = option(with_wishes)
    return cast(F, with_wishes)


def play_targets(targets: Sequence[Target], wanted: RandomGamesWanted) -> tuple[list[str], bool]:
    """Play random games of each target without errors, and add to its report what they have shown. Gives lines that sum
    up the games, for people, and whether Ctrl-C has ended them. Raises Misuse when a scenario can't be written."""
    from artrules.author.random_testing.run import play_random_games
    from artrules.author.random_testing.shrink import write_scenario
    from artrules.play.ruleset import Ruleset
    from artrules.table.terminal.progress import Progress

    lines: list[str] = []
    for target in targets if wanted.games else ():
        content = target.content
        if content.report.has_errors or not content.models:
            continue
        ruleset = Ruleset(content)
        progress = Progress(wanted.games, "games")
        try:
            played = play_random_games(ruleset, wanted.games, wanted.seed, progress)
        finally:
            progress.close()
        content.report.extend(played.diagnostics)
        lines += _summary(content.files.name, played, wanted.games)
        if wanted.folder is not None:
            try:
                written = [write_scenario(wanted.folder, ruleset.name, failure) for failure in played.failures]
            except OSError as problem:
                raise Misuse(f"{wanted.folder}: {problem.strerror or problem}") from None
            lines += [f"written: {path}" for path in written]
        elif played.failures:
            lines.append("`--write FOLDER` writes the shortest game of each fault as a scenario")
        if played.interrupted:
            return lines, True
    return lines, False


def _summary(name: str, played: RandomGames, wanted: int) -> list[str]:
    games = _several(wanted, "random game")
    if played.interrupted:
        games = f"{played.games:,} of {games}, then interrupted"
    tried = f"{_several(played.setups, 'setup')}, {_several(played.choices, 'choice')}"
    return [f"{name}: {games}: {tried}, {played.reached:,} of {played.rules:,} rules reached"]


def _several(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


@click.command("check")
@click.argument("rulesets", nargs=-1, metavar="[NAME|PATH]...")
@click.option("--fix", is_flag=True, help="Repair what can be repaired safely, and say what was.")
@click.option(
    "--add-ignore",
    "reason",
    metavar="REASON",
    help="Write a comment above each warning that is shown, so that it is ignored for this reason.",
)
@click.option("--diff", is_flag=True, help="Show what --fix or --add-ignore would change, and write nothing.")
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
    reason: str | None,
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

    A ruleset is given by name, by its folder or by a file in it; without any, all shipped ones are checked, and all
    libraries. A set, an overlay or scenarios that lie elsewhere, or a folder of them, are checked in the game that they
    are for, a library alone, by its name or its file. A file artrules.toml can say which warnings are shown, as the
    options do. Exits with 1 when there are errors, with 0 when there is nothing or only warnings.
    """
    from artrules.model.catalogue.locations import shipped_libraries, shipped_rulesets
    from artrules.model.catalogue.scan import library_names
    from artrules.table.commands.checked import checked, judge_once, read_targets
    from artrules.table.commands.content_loading import tell_shadowed

    changes = fix or reason is not None
    if (changes or diff) and not rulesets:
        option = "diff" if diff else "fix" if fix else "add-ignore"
        raise Misuse(f"`--{option}` needs to be told which ruleset or files")

    if fix and reason is not None:
        raise Misuse("`--fix` and `--add-ignore` go one after the other: repair first, then ignore what is left")

    if reason is not None and (not reason.strip() or not reason.isprintable()):
        raise Misuse("`--add-ignore` needs a reason in one line, such as 'not judged yet'")

    if watch and (changes or diff or to is not None or output != "text" or random_games.games):
        options = "`--fix`, `--add-ignore`, `--diff`, `--output` and `--play`"
        raise Misuse(f"`--watch` shows text, and goes with none of {options}")

    if diff and (to is not None or output != "text"):
        raise Misuse("`--diff` shows text, and goes with neither `--format` nor `--output`")

    tell_shadowed(rulesets)

    @cache
    def workspace() -> Workspace:
        from artrules.play.workspace import (
            Workspace,  # most of the engine, which isn't needed for what was judged before
        )

        return Workspace()

    def names() -> tuple[str, ...]:
        return rulesets or (*shipped_rulesets(), *library_names([shipped_libraries()]))

    def read() -> list[Target]:
        now = replace(outside, configured=configured_paths(Path.cwd()))
        return read_targets(names(), now, workspace())

    def selected(judged: Iterable[Checked]) -> Findings:
        policy = read_policy(select, ignore, severity, strict)
        return each_warning_once([(each, selected_diagnostics(each, policy)) for each in judged])

    if watch:
        from artrules.table.commands.check_watch import watch as watch_files

        watch_files(lambda: selected(map(checked, read())), [*map(Path, rulesets), *outside.paths])
    policy = read_policy(select, ignore, severity, strict)
    played: list[str] = []
    interrupted = False
    if changes or diff or random_games.games:
        from artrules.table.commands.check_fix import apply_fixes, show_fixes

        if changes and not diff:
            apply_fixes(read, policy, to_error=output != "text" or to is not None, reason=reason)
        targets = read()
        played, interrupted = play_targets(targets, random_games)
        findings = selected(map(checked, targets))
    else:
        findings = selected(judge_once(names(), outside))
    if diff:
        show_fixes(read, policy, reason)
    else:
        text = formatted(findings, output, to_file=to is not None, hint=not fix)
        if to is not None:
            write_or_refuse(to, f"{text}\n" if text else "")
        elif text:
            put(text)
    for line in played:
        put(line, to_error=output != "text" or to is not None)
    is_clean = not any(of_one for _, of_one in findings)
    if is_clean and _is_screen() and output == "text" and to is None and not (random_games.games or diff):
        put("`--play 200` plays random games, and finds what only games show")
    if interrupted:
        context.exit(EXIT_INTERRUPTED)
    if any(diagnostic.severity == "error" for _, diagnostics in findings for diagnostic in diagnostics):
        context.exit(EXIT_ERRORS)


def _is_screen() -> bool:
    return sys.stdout.isatty()
