"""Opens what a command's arguments name: content, a ruleset, the setup of a game.

A wrong name is a wrong use of the command (`Misuse`). For errors in content, the command prints the diagnostics like
`check` and exits with 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from artrules.table.commands.config import exists
from artrules.table.commands.exit import EXIT_ERRORS, Misuse, did_you_mean
from artrules.table.commands.options import GameRequest, OutsidePaths
from artrules.text.plain_text import output

if TYPE_CHECKING:
    from artrules.model.catalogue.locations import Location, OutsideContent
    from artrules.play.content import Content
    from artrules.play.ruleset import Ruleset
    from artrules.play.stored.content import Programs
    from artrules.play.workspace import Workspace
    from artrules.table.commands.options import Budget
    from artrules.text.diagnostics.diagnostic import Diagnostic

AnyGame = TypeVar("AnyGame", bound=GameRequest)
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
    from artrules.play.workspace import Workspace

    extra = _with_file(outside, name_or_path).find()
    return (workspace or Workspace()).read(*find_location(name_or_path, extra), scenarios, extra)


def open_stored(
    name_or_path: str, outside: OutsidePaths = NOTHING_OUTSIDE, *, here: bool = True
) -> tuple[Content, Programs]:
    """The same without scenarios, perhaps from the cache, and its programs. Unless `here`, a folder in the current one
    that has the name of a shipped ruleset doesn't count."""
    from artrules.play.stored import content

    extra = _with_file(outside, name_or_path).find()
    return content.open_content(*find_location(name_or_path, extra, here=here), extra)


def find_location(name_or_path: str, extra: OutsideContent, *, here: bool = True) -> Location:
    """Where a ruleset lies, named by its name, its folder or a file in it, or by a file of a set or an overlay for it
    that is among the content from outside. Raises Misuse where there is none."""
    from artrules.model.catalogue.locations import target_ruleset_of_file
    from artrules.play.content_search import find_ruleset, folder_here
    from artrules.text.diagnostics.render import ContentError

    try:
        return find_ruleset((folder_here(name_or_path) if here else None) or name_or_path, extra.rulesets)
    except ContentError:
        location = None
        if _declares(name_or_path):
            location = extra.known().get(target_ruleset_of_file(Path(name_or_path)))
        return location or refuse_unknown(name_or_path, extra)


def _declares(name_or_path: str) -> str:
    """The set or overlay that a file outside of rulesets' folders declares, such as `set hill`; empty for anything
    else."""
    from artrules.model.catalogue.locations import declared_as
    from artrules.play.content_search import find_ruleset
    from artrules.text.diagnostics.render import ContentError

    if not name_or_path.endswith(".yaml") or not exists(Path(name_or_path)):
        return ""
    try:
        find_ruleset(name_or_path, with_plugins=False)
    except ContentError:
        return declared_as(Path(name_or_path))
    return ""


def _with_file(outside: OutsidePaths, name_or_path: str) -> OutsidePaths:
    """What comes from outside, with the file that names a game by a set or an overlay for it."""
    if not _declares(name_or_path):
        return outside
    return OutsidePaths(outside.configured, (*outside.named, Path(name_or_path)))


def tell_shadowed(names: Iterable[str]) -> None:
    """Say on standard error of each folder here that has the name of a shipped ruleset that it is meant."""
    from artrules.model.catalogue.locations import shipped_folder
    from artrules.play.content_search import folder_here

    for name in sorted(set(names)):
        if folder_here(name) is not None:
            shipped = shipped_folder() / name
            output(
                f"artrules: `{name}` is the folder here; the shipped ruleset of this name is {shipped}", to_error=True
            )


def refuse_unknown(name: str, extra: OutsideContent) -> NoReturn:
    """Raise Misuse: there is no ruleset of this name. The message lists those that there are. A library is none."""
    from artrules.model.catalogue.locations import target_ruleset_of_file
    from artrules.play.content_search import library_called, ruleset_names

    if library_called(name) is not None:
        raise Misuse(f"`{name}` is a library: rules that games use, and no game by itself; `artrules check` takes it")
    names = ruleset_names(extra.rulesets)
    near = did_you_mean(name, names)
    if name.endswith(".yaml") and Path(name).is_file():
        owner = target_ruleset_of_file(Path(name))
        near = f"; this file is added to its game: {owner or 'NAME'} --with {name}"
    raise Misuse(f"there is no ruleset `{name}`{near} (there are: {', '.join(names)}, or a folder)")


def open_ruleset(name_or_path: str, outside: OutsidePaths = NOTHING_OUTSIDE, *, here: bool = True) -> Ruleset:
    """Open a ruleset. If it has errors, print them and exit. Unless `here`, a folder in the current one that has the
    name of a shipped ruleset doesn't count."""
    from artrules.play.ruleset import Ruleset

    if here:
        tell_shadowed([name_or_path])
    content, programs = open_stored(name_or_path, outside, here=here)
    if content.report.has_errors:
        show(content.report.errors, content)
        raise click.exceptions.Exit(EXIT_ERRORS)
    return Ruleset(content, programs=programs)


def open_game(request: AnyGame) -> tuple[Ruleset, AnyGame]:
    """Open a ruleset to play its games. Gives the request, too: where a file of a set names the ruleset, with
    the setting that chooses this set. Raises Misuse where several might."""
    settings = request.settings
    ruleset = open_ruleset(request.ruleset_name, request.outside)
    kind, _, name = _declares(request.ruleset_name).partition(" ")
    if kind != "set" or name not in ruleset.model.sets:
        return ruleset, request
    fills = ruleset.model.sets[name].fills
    choosing = [setting for setting in ruleset.model.settings.values() if setting.group in fills]
    named = {setting.partition(".")[0] for setting in settings}
    if any(setting.name in named for setting in choosing):
        return ruleset, request
    if len(choosing) > 1:
        ways = " or ".join(f"--setting {setting.name}={name}" for setting in choosing)
        raise Misuse(f"several settings can choose the set {name}: say which, with {ways}")
    chosen: dict[str, str] = {}
    for setting in choosing:
        keys, usual = fills[setting.group or ""], ruleset.model.sets.get(str(setting.starts))
        if usual is not None and set(usual.fills[setting.group or ""]) - set(keys):
            chosen |= {f"{setting.name}.{key}": name for key in keys}  # the usual set fills the others
        else:
            chosen[setting.name] = name
    return ruleset, replace(request, settings={**chosen, **settings})


def prepare_game(ruleset: Ruleset, players: int | None, settings: Mapping[str, Any]) -> int:
    """Check that a game can be set up so, and compile its program. Returns the number of players. Raises Misuse."""
    from artrules.model.declare.overlay_conditions import BadSetup

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
    """The text of a bot (`lab/bots/kind.py`) for each of so many seats, from what the command line says; where it says
    nothing, the usual one. Bots that don't say how long they think get the budget. Raises Misuse and PluginProblem."""
    from artrules.lab.bots.kind import BotProblem
    from artrules.lab.bots.registry import check_bot

    try:
        specs = [str(check_bot(text)) for text in bots or [usual]]
        if len(specs) > 1 and len(specs) != players:
            raise Misuse(f"give --bot once, or once for each of {players} {called}, not {len(specs)} times")
        specs = specs if len(specs) > 1 else specs * players
        return specs if budget is None else budget.given(specs)
    except BotProblem as problem:
        raise Misuse(str(problem)) from None


def show(diagnostics: Iterable[Diagnostic], content: Content, *, to_error: bool = True) -> None:
    """Show diagnostics with the lines of the files they point at."""
    from artrules.text.diagnostics.render import render_text
    from artrules.text.plain_text import wants_colour

    for diagnostic in diagnostics:
        output(render_text(diagnostic, content.source_text, wants_colour(to_error)) + "\n", to_error)


@contextmanager
def show_faults(ruleset: Ruleset) -> Iterator[None]:
    """Inside the `with`, a fault of the content (ContentError) is shown and the command exits."""
    from artrules.text.diagnostics.render import ContentError

    try:
        yield
    except ContentError as problem:
        show(problem.diagnostics, ruleset.content)
        raise click.exceptions.Exit(EXIT_ERRORS) from None
