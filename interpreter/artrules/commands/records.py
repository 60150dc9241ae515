"""Files of games, as commands take them up and leave them."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from artrules.commands.config import see_no_root, see_number, there
from artrules.commands.exit import FOUND_ERRORS, Misuse
from artrules.commands.open import open_ruleset, show
from artrules.commands.with_option import OutsidePaths
from artrules.source.bounded_file import real_path
from artrules.terminal.colour import output as put

if TYPE_CHECKING:
    from artrules.ruleset import Ruleset
    from artrules.run.decision import GameFault
    from artrules.run.log import LogEntry
    from artrules.session.autosave import Keeper
    from artrules.session.record import Record

_LAST = 5
"""So many of the choices before a fault are told."""


def take_up(file: Path) -> Record:
    """What a file holds; a file that can't be read or is refused is a wrong use, with the reason."""
    from artrules.ruleset import SaveRefused
    from artrules.session.autosave import read_game
    from artrules.session.record import read_record

    try:
        return read_record(read_game(file))
    except SaveRefused as problem:
        raise Misuse(f"{file}: {problem}") from None
    except UnicodeDecodeError:
        raise Misuse(f"{file}: this is no saved game, or a damaged one (it isn't text)") from None
    except OSError as problem:
        raise Misuse(f"{file}: {problem.strerror or problem}") from None


def ruleset_of(record: Record, name: str | None, command: str, outside: OutsidePaths) -> Ruleset:
    """The ruleset of a recorded game: the one that is named, or the one with which it was begun.

    It is opened with the files from outside that the game was played with, unless others are named.
    """
    if record.extra is not None:
        see_number(record.extra, "this saved game")
        outside = OutsidePaths(named=outside.named or tuple(map(Path, record.extra)))
        gone = [path for path in outside.named if not there(path)]
        if gone:
            raise Misuse(
                f"this game was played with `{gone[0]}`, where there is nothing now; "
                f"say where it is: artrules {command} --with {gone[0].name}"
            )
        for path in outside.named:
            see_no_root(path, "this saved game")
    if name is not None:
        return open_ruleset(name, outside)
    try:
        return open_ruleset(record.where, outside)
    except Misuse:
        raise Misuse(
            f"the ruleset of this game was `{record.where}`, where there is none now; "
            f"say where it is: artrules {command}"
        ) from None


def where_found(name_or_path: str, ruleset: Ruleset) -> str:
    """By what the ruleset will be found again from anywhere: its name, or its folder."""
    from artrules.catalogue.find import find_ruleset, ruleset_names

    folder = real_path(ruleset.content.files.folder)
    known = name_or_path in ruleset_names() and real_path(find_ruleset(name_or_path)[0]) == folder
    return name_or_path if known else str(folder)


def extra_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The files from outside with which a ruleset was opened, to be found again from anywhere."""
    return tuple(str(real_path(path)) for path in ruleset.content.files.extra_rules.values())


def new_file(name: str) -> Path:
    """A new file in the folder of games."""
    from artrules.session.autosave import games_folder, new_place

    try:
        return new_place(name)
    except OSError as problem:
        reason = problem.strerror or problem
        raise Misuse(f"no game can be kept in {games_folder()}: {reason}; --save FILE names another place") from None


def hold(keeper: Keeper) -> None:
    """See that nobody else plays on with a game; that somebody does is a wrong use."""
    from artrules.session.lock import Held

    shown = shlex.quote(str(keeper.path))
    try:
        keeper.hold()
    except Held:
        raise Misuse(
            f"{keeper.path}: another process plays this game; when it has ended, it can be gone on with "
            f"(artrules replay {shown} shows it meanwhile)"
        ) from None
    except OSError as problem:
        raise Misuse(f"{keeper.path}: the game can't be kept there: {problem.strerror or problem}") from None


def hold_new(keeper: Keeper) -> None:
    """The same for a place where there is nothing yet."""
    hold(keeper)
    refuse_taken(keeper.path)


def refuse_taken(file: Path) -> None:
    """What is there already isn't replaced by a new game."""
    if there(file):
        raise Misuse(f"there is a file {file} already; --resume goes on with a game, or name another")


def stop_at_fault(
    ruleset: Ruleset, fault: GameFault, record: Record, file: Path | None = None, *, asked_for: bool = False
) -> NoReturn:
    """Show a fault of the content, leave a file that plays the game again up to it, and end the command."""
    from artrules.session.autosave import Keeper
    from artrules.session.record import write_record
    from artrules.session.write import PRIVATE, PUBLIC

    show(fault.diagnostics, ruleset.content)
    for line in _choices_so_far(record):
        put(line, to_error=True)
    try:
        path = file or new_file(f"{record.setup.ruleset}-fault")
        with Keeper(path, new=file is None) as keeper:
            keeper.write(write_record(record), PUBLIC if asked_for else PRIVATE)
    except (Misuse, OSError) as problem:
        put(f"the game can't be left in a file: {problem}", to_error=True)
    else:
        put(f"the game is in {path}; see it with: artrules replay {shlex.quote(str(path))}", to_error=True)
    raise click.exceptions.Exit(FOUND_ERRORS)


def _choices_so_far(record: Record) -> list[str]:
    chosen: list[LogEntry] = [entry for entry in record.log if entry.kind == "chose"]
    if not chosen:
        return ["nothing was chosen before"]
    last = [f"  player {entry.player}: {entry.text}" for entry in chosen[-_LAST:]]
    more = len(chosen) - len(last)
    return ["the choices so far:", *([f"  ({more} before these)"] if more else []), *last]
