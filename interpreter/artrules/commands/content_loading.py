"""Opens what a command's arguments name: content, a ruleset, the setup of a game.

A wrong name is a wrong use of the command (`Misuse`). For errors in content, the command prints the diagnostics like
`check` and exits with 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import click

from artrules.commands.exit import EXIT_ERRORS, Misuse, did_you_mean
from artrules.commands.with_option import OutsidePaths

if TYPE_CHECKING:
    from artrules.catalogue.locations import Location, OutsideContent
    from artrules.commands.budget import Budget
    from artrules.diagnostics.diagnostic import Diagnostic
    from artrules.pipeline import Content
    from artrules.ruleset import Ruleset
    from artrules.stored.programs import Programs
    from artrules.workspace import Workspace

NOTHING_OUTSIDE = OutsidePaths()


def open_content(
    name_or_path: str,
    outside: OutsidePaths = NOTHING_OUTSIDE,
    scenarios: bool = True,
    workspace: Workspace | None = None,
) -> Content:
    """Read and check a ruleset, named by its name, its folder or a file in it, with what comes from outside.

    With a workspace, what it has read before isn't read again. Raises Misuse where there is no such ruleset, and
    PluginProblem.
    """
    from artrules.workspace import Workspace

    extra = outside.find()
    return (workspace or Workspace()).read(*find_location(name_or_path, extra), scenarios, extra)


def open_stored(name_or_path: str, outside: OutsidePaths = NOTHING_OUTSIDE) -> tuple[Content, Programs]:
    """The same without scenarios, perhaps from the cache, and its programs."""
    from artrules.stored import content

    extra = outside.find()
    return content.open_content(*find_location(name_or_path, extra), extra)


def find_location(name_or_path: str, extra: OutsideContent) -> Location:
    """Where a ruleset lies, named by its name, its folder or a file in it. Raises Misuse where there is none."""
    from artrules.catalogue.find import find_ruleset
    from artrules.diagnostics.errors import ContentError

    try:
        return find_ruleset(name_or_path, extra.rulesets)
    except ContentError:
        refuse_unknown(name_or_path, extra)


def refuse_unknown(name: str, extra: OutsideContent) -> NoReturn:
    """Raise Misuse: there is no ruleset of this name. The message lists those that there are."""
    from pathlib import Path

    from artrules.catalogue.find import ruleset_names
    from artrules.catalogue.head import target_ruleset_of_file

    known = ruleset_names(extra.rulesets)
    near = did_you_mean(name, known)
    if name.endswith(".yaml") and Path(name).is_file():
        owner = target_ruleset_of_file(Path(name))
        near = f"; this file is added to its game: {owner or 'NAME'} --with {name}"
    raise Misuse(f"there is no ruleset `{name}`{near} (there are: {', '.join(known)}, or a folder)")


def open_ruleset(name_or_path: str, outside: OutsidePaths = NOTHING_OUTSIDE) -> Ruleset:
    """Open a ruleset. If it has errors, print them and exit."""
    from artrules.ruleset import Ruleset

    content, programs = open_stored(name_or_path, outside)
    if content.report.has_errors:
        show(content.report.errors, content)
        raise click.exceptions.Exit(EXIT_ERRORS)
    return Ruleset(content, programs=programs)


def prepare_game(ruleset: Ruleset, players: int | None, settings: Mapping[str, Any]) -> int:
    """Check that a game can be set up so, and compile its program. Returns the number of players. Raises Misuse."""
    from artrules.scenario_files.setup import BadSetup

    chosen = ruleset.fewest_players if players is None else players
    settings = ruleset.settle(settings, 0)
    try:
        ruleset.check_count(chosen, settings)
        ruleset.runtime(chosen, settings)
    except BadSetup as problem:
        raise Misuse(str(problem)) from None
    return chosen


def bots_for(
    bots: Sequence[str],
    players: int,
    called: str = "players",
    budget: Budget | None = None,
    usual: str = "uniform",
) -> list[str]:
    """The text of a bot (`bots/spec.py`) for each of so many seats, from what the command line says; where it says
    nothing, the usual one. Bots that don't say how long they think get the budget. Raises Misuse and PluginProblem."""
    from artrules.bots.registry import check_bot
    from artrules.bots.spec import BotProblem

    try:
        known = [str(check_bot(text)) for text in bots or [usual]]
        if len(known) > 1 and len(known) != players:
            raise Misuse(f"give --bot once, or once for each of {players} {called}, not {len(known)} times")
        known = known if len(known) > 1 else known * players
        return known if budget is None else budget.given(known)
    except BotProblem as problem:
        raise Misuse(str(problem)) from None


def show(diagnostics: Iterable[Diagnostic], content: Content, *, to_error: bool = True) -> None:
    """Show diagnostics with the lines of the files they point at."""
    from artrules.diagnostics.render import render_text
    from artrules.terminal.colour import output, wants_colour

    for diagnostic in diagnostics:
        output(render_text(diagnostic, content.source_text, wants_colour(to_error)) + "\n", to_error)


@contextmanager
def show_faults(ruleset: Ruleset) -> Iterator[None]:
    """Inside the `with`, a fault of the content (ContentError) is shown and the command exits."""
    from artrules.diagnostics.errors import ContentError

    try:
        yield
    except ContentError as problem:
        show(problem.diagnostics, ruleset.content)
        raise click.exceptions.Exit(EXIT_ERRORS) from None
