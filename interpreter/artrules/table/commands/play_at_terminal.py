"""`artrules play` with people: a game at this terminal, saved after each choice."""

from __future__ import annotations

import shlex
import shutil
import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

import click

from artrules.table.commands.config import exists
from artrules.table.commands.content_loading import bots_for
from artrules.table.commands.exit import Misuse
from artrules.table.commands.game_files import outside_paths_of, stop_at_fault
from artrules.table.commands.options import Budget
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from artrules.model.ir.model import Model
    from artrules.play.ruleset import Ruleset
    from artrules.table.session.autosave import GameFile
    from artrules.table.session.record import Record
    from artrules.table.session.seats import Seats
    from artrules.table.session.session import Session
    from artrules.text.plain_text import Style

_USUAL = Budget("time", "0.5")
"""For how long bots think at a table with people where nothing is said."""
_WIDTH = 80
_NARROWEST = 40


def seats_for(
    model: Model, seat_numbers: Sequence[int], bots: Sequence[str], budget: Budget, players: int, open_table: bool
) -> Seats:
    """The seats of a game: which are people's, and the bots at the others."""
    from artrules.lab.bots.registry import usual_bot
    from artrules.table.session.seats import Seats

    people = tuple(seat_numbers) or tuple(range(1, players + 1))
    if people[-1] > players:
        raise Misuse(f"there is no seat {people[-1]}: {players} play")
    others = [seat for seat in range(1, players + 1) if seat not in people]
    budget = budget if budget.named else _USUAL
    chosen = bots_for(bots, len(others), "seats of bots", budget, usual_bot(model))
    names = dict(zip(others, chosen, strict=True))
    return Seats(people, tuple(names.get(seat, "") for seat in range(1, players + 1)), open_table)


def seats_of_record(model: Model, recorded: Seats, bots: Sequence[str], budget: Budget) -> Seats:
    """The seats of a game that is gone on with, perhaps with other bots at the seats of bots."""
    from artrules.lab.bots.kind import BotProblem
    from artrules.lab.bots.registry import check_bot

    if bots:
        return seats_for(model, recorded.people, bots, budget, len(recorded.bots), recorded.open)
    try:
        for text in filter(None, recorded.bots):
            check_bot(text)
    except BotProblem as problem:
        raise Misuse(f"the bots of this game can't play on: {problem}; --bot names others") from None
    return recorded


def play_session(ruleset: Ruleset, session: Session, where: str, game_file: GameFile) -> None:
    """Play until the game is over or somebody leaves. The command's exit code says which."""
    from artrules.lab.bots.kind import parse_spec
    from artrules.lab.bots.registry import prepare_thinking, seconds_of
    from artrules.play.game.decision import GameFault
    from artrules.table.commands.listeners import listeners_of, notify
    from artrules.table.session.record import failure_of, record_of, write_record
    from artrules.table.terminal.loop import Ending, Loop
    from artrules.table.terminal.progress import WARMING_UP, show_if_long
    from artrules.table.terminal.session import Files, TerminalSession
    from artrules.text.plain_text import output

    extra, file = outside_paths_of(ruleset), game_file.path

    def record() -> Record:
        return record_of(session.game, where, session.seats, extra=extra, automatic=True)

    listeners = listeners_of(ruleset, session.game, session.seats.bots)

    def keep() -> str | None:
        notify(listeners, session.game)
        return game_file.save(lambda: write_record(record()))

    files = Files(keep=keep, save=lambda name: _save(name, file, record()))
    message = files.keep()
    if message is not None:
        raise Misuse(f"{message}; --save FILE names another place")
    style = screen_style()
    for line in _heading(ruleset, session, file, style):
        output(line)
    with show_if_long(WARMING_UP):
        prepare_thinking(
            session.game, list(filter(None, session.seats.bots))
        )  # so that no choice takes longer than it may
    loop = Loop()

    @contextmanager
    def thinking(seat: int) -> Iterator[None]:
        bot = session.seats.bots[seat - 1]
        with loop.interruptible(), show_if_long(f"player {seat} ({parse_spec(bot).name}) is thinking …"):
            began = monotonic()
            yield
            if loop.interactive:
                # How long a bot takes must not tell how much there was to think about.
                sleep(max(0.0, began + seconds_of(bot) - monotonic()))

    terminal = TerminalSession(
        session, session.game.description, files, style, thinking, stops_at_pauses=loop.interactive
    )
    try:
        ending = loop.run(terminal)
    except GameFault as fault:
        failed = replace(record(), failure=failure_of(fault), automatic=False)
        stop_at_fault(ruleset, fault, failed, file.with_name(f"{file.stem}.fault.json"))
    if ending is not Ending.HUNG_UP:
        for line in _farewell(session, game_file):
            output(line)
    raise click.exceptions.Exit(ending.value)


def screen_style() -> Style:
    """The style of tables for this terminal: whether it has colour, and its width."""
    from artrules.text.plain_text import Style, wants_colour

    columns = shutil.get_terminal_size((_WIDTH, 24)).columns if sys.stdout.isatty() else _WIDTH
    return Style(wants_colour(), max(_NARROWEST, min(_WIDTH, columns)))


def _heading(ruleset: Ruleset, session: Session, file: Path, style: Style) -> list[str]:
    from artrules.table.terminal.story import render_heading

    names = [name or "you" for name in session.seats.bots]
    return [
        *render_heading(ruleset.title, session.game, names, style),
        f"  kept after each choice in {file}",
        "  ? helps",
        "",
    ]


def _farewell(session: Session, game_file: GameFile) -> list[str]:
    named = shlex.quote(str(game_file.path))
    if game_file.problem is not None:
        return ["", f"The game could not be kept in {game_file.path}: {game_file.problem}"]
    if session.game.finished:
        return ["", f"The game is kept in {game_file.path}; see it again with:", f"  artrules replay {named}"]
    return ["", f"The game is kept in {game_file.path}; go on with:", f"  artrules play --resume {named}"]


def _save(name: str, own: Path, record: Record) -> str:
    """Write the game to the file that a person names. A file that isn't a game stays as it is. Returns the answer."""
    from artrules.play.ruleset import SaveRefused
    from artrules.table.session.autosave import GameFile, read_game
    from artrules.table.session.record import read_record, write_record

    try:
        path = Path(name).expanduser()
    except RuntimeError:
        return f"nothing is written: nobody here is called as `{name}` says"
    if real_path(path) == real_path(own):
        return "the game is kept there anyway, after each choice"
    try:
        with GameFile(path) as copy:
            copy.lock()
            if exists(path) and read_record(read_game(path)).setup != record.setup:
                return f"{path} holds another game: name another file"
            copy.write(write_record(replace(record, automatic=False)))
    except (SaveRefused, UnicodeDecodeError):
        return f"{path} is there already, and is no saved game: name another file"
    except OSError as problem:
        return f"nothing is written to {path}: {problem.strerror or problem}"
    return f"written to {path}"
