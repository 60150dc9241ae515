"""Files of games for commands: reading one, finding its ruleset, locking it, and writing one after a fault."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from artrules.table.commands.config import check_count, check_not_root, exists
from artrules.table.commands.content_loading import open_ruleset, show
from artrules.table.commands.exit import EXIT_ERRORS, Misuse
from artrules.table.commands.options import OutsidePaths
from artrules.text.plain_text import output as put
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.play.game.decision import GameFault
    from artrules.play.ruleset import Ruleset
    from artrules.table.session.autosave import GameFile
    from artrules.table.session.record import Record

_LAST = 5
"""Choices before a fault that are shown."""


def read_record_file(file: Path) -> Record:
    """The record in a file. Raises Misuse, with the reason, for a file that can't be read or is refused."""
    from artrules.play.ruleset import SaveRefused
    from artrules.table.session.autosave import read_game
    from artrules.table.session.record import read_record

    try:
        return read_record(read_game(file))
    except SaveRefused as problem:
        raise Misuse(f"{file}: {problem}") from None
    except UnicodeDecodeError:
        raise Misuse(f"{file}: this is no saved game, or a damaged one (it isn't text)") from None
    except OSError as problem:
        raise Misuse(f"{file}: {problem.strerror or problem}") from None


def ruleset_of(record: Record, name: str | None, command: str, outside: OutsidePaths) -> Ruleset:
    """The ruleset of a recorded game: the one named `name`, or else the one with which the game was begun.

    It is opened with the files from outside that the record names, unless the command line names others. `command` is
    the command line to suggest when the ruleset or a file isn't found. Raises Misuse.
    """
    if record.extra is not None:
        check_count(record.extra, "this saved game")
        outside = OutsidePaths(named=outside.named or tuple(map(Path, record.extra)))
        gone = [path for path in outside.named if not exists(path)]
        if gone:
            raise Misuse(
                f"this game was played with `{gone[0]}`, where there is nothing now; "
                f"say where it is: artrules {command} --with {gone[0].name}"
            )
        for path in outside.named:
            check_not_root(path, "this saved game")
    if name is not None:
        return open_ruleset(name, outside)
    try:
        return open_ruleset(record.where, outside, here=False)
    except Misuse:
        raise Misuse(
            f"the ruleset of this game was `{record.where}`, where there is none now; "
            f"say where it is: artrules {command}"
        ) from None


def lasting_name(name_or_path: str, ruleset: Ruleset) -> str:
    """The name or the folder by which a ruleset is found again from any current folder."""
    from artrules.play.content_search import find_ruleset, ruleset_names

    folder, names = real_path(ruleset.content.files.folder), ruleset_names()
    for name in (name_or_path, ruleset.name):
        if name in names and real_path(find_ruleset(name).folder) == folder:
            return name
    return str(folder)


def outside_paths_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The absolute paths of the files from outside with which a ruleset was opened."""
    return tuple(str(real_path(path)) for path in ruleset.content.files.extra_rules.values())


def new_file(name: str) -> Path:
    """Create a file in the folder of games. Raises Misuse when that fails."""
    from artrules.table.session.autosave import create_game_file, games_folder

    try:
        return create_game_file(name)
    except OSError as problem:
        reason = problem.strerror or problem
        raise Misuse(f"no game can be kept in {games_folder()}: {reason}; --save FILE names another place") from None


def lock(game_file: GameFile) -> None:
    """Lock the file of a game. Raises Misuse when another process plays that game."""
    from artrules.text.source.written_file import FileLocked

    shown = shlex.quote(str(game_file.path))
    try:
        game_file.lock()
    except FileLocked:
        raise Misuse(
            f"{game_file.path}: another process plays this game; when it has ended, it can be gone on with "
            f"(artrules replay {shown} shows it meanwhile)"
        ) from None
    except OSError as problem:
        raise Misuse(f"{game_file.path}: the game can't be kept there: {problem.strerror or problem}") from None


def lock_new(game_file: GameFile) -> None:
    """Lock the file of a new game. Raises Misuse also when the file exists."""
    lock(game_file)
    refuse_existing(game_file.path)


def refuse_existing(file: Path) -> None:
    """Raise Misuse when a file exists: a new game doesn't replace it."""
    if exists(file):
        raise Misuse(f"there is a file {file} already; --resume goes on with a game, or name another")


def stop_at_fault(
    ruleset: Ruleset, fault: GameFault, record: Record, file: Path | None = None, *, asked_for: bool = False
) -> NoReturn:
    """Show a fault of the content, write a file that replays the game up to it, and exit with 1."""
    from artrules.table.session.autosave import GameFile
    from artrules.table.session.record import write_record
    from artrules.text.source.written_file import PRIVATE, PUBLIC

    show(fault.diagnostics, ruleset.content)
    for line in _choices_so_far(record):
        put(line, to_error=True)
    try:
        path = file or new_file(f"{record.setup.ruleset}-fault")
        with GameFile(path, new=file is None) as game_file:
            game_file.write(write_record(record), PUBLIC if asked_for else PRIVATE)
    except (Misuse, OSError) as problem:
        put(f"the game can't be left in a file: {problem}", to_error=True)
    else:
        put(f"the game is in {path}; see it with: artrules replay {shlex.quote(str(path))}", to_error=True)
    raise click.exceptions.Exit(EXIT_ERRORS)


def _choices_so_far(record: Record) -> list[str]:
    from artrules.table.session.seats import chooser

    chosen = record.labelled_choices
    if not chosen:
        return ["nothing was chosen before"]
    last = [f"  player {chooser(choice)}: {label}" for choice, label in chosen[-_LAST:]]
    more = len(chosen) - len(last)
    return ["the choices so far:", *([f"  ({more} before these)"] if more else []), *last]
