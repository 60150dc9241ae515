"""`artrules play`: one game, with people at some of its seats, or told as a story that bots make."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from artrules.table.commands.content_loading import bots_for, open_game, prepare_game, show_faults
from artrules.table.commands.exit import Misuse
from artrules.table.commands.game_files import (
    lasting_name,
    lock,
    lock_new,
    new_file,
    outside_paths_of,
    read_record_file,
    refuse_existing,
    ruleset_of,
    stop_at_fault,
)
from artrules.table.commands.options import (
    SEED,
    Budget,
    GameRequest,
    as_request,
    budget_options,
    program,
    seat_options,
    setup_options,
    with_option,
)
from artrules.text.record import dataclass
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.play.game.game import Game
    from artrules.play.game.saves import Setup
    from artrules.play.ruleset import Ruleset
    from artrules.table.session.record import Record
    from artrules.table.session.session import Session
    from artrules.text.plain_text import Style

_WIDEST = 110
"""The widest lines that are printed. Longer ones are hard to read, even on a wide terminal."""


@dataclass(frozen=True, slots=True)
class PlayRequest(GameRequest):
    """What the command line says of `artrules play`."""

    budget: Budget
    seed: int | None
    full: bool
    single: bool
    seats: tuple[int, ...]
    open_table: bool
    file: Path | None
    resume: Path | None


@click.command("play")
@click.argument("ruleset_name", metavar="NAME", required=False, default="")
@seat_options
@setup_options
@budget_options
@with_option
@click.option("--seed", metavar="S", type=SEED, help="The same seed brings the same game (default: one by chance).")
@click.option("--full", is_flag=True, help="Of a game of bots tell every round, and not only the first and the last.")
@click.option("--single-options", "single", is_flag=True, help="At a table be asked even where there is one option.")
@as_request(PlayRequest)
def command(request: PlayRequest) -> None:
    """Play one game, at some of its seats or all of them; without a seat, let bots play and tell the story.

    With --seat you see the table from your seat, choose by number or name, and type ? for help. The game is kept after
    each choice: whatever happens, --resume goes on with it, and with the files from outside that were added. In a
    story, a choice in brackets was the only one.
    """
    seated = bool(request.seats) or request.open_table or request.resume is not None
    if seated and request.full:
        raise Misuse("--full is for the stories of bots; at a table, type `log 1000`")
    if request.single and (request.resume is not None or not seated):
        raise Misuse("--single-options is for a new game with people at seats")
    if request.resume is not None:
        if request.players is not None or request.settings or request.seed is not None:
            raise Misuse("a game that is gone on with has its players, settings and seed: leave these options out")
        if request.budget.named and not request.bots:
            raise Misuse(f"--{request.budget.option} goes with --bot: the bots of a game that is gone on with are kept")
        _resume(request.resume, request)
    if not request.ruleset_name:
        raise click.UsageError("Missing argument 'NAME'.", click.get_current_context())
    from secrets import randbelow

    ruleset, request = open_game(request)
    number = prepare_game(ruleset, request.players, request.settings)
    seed = randbelow(1_000_000) if request.seed is None else request.seed
    setup = ruleset.setup(number, seed, request.settings, single_options=request.single)
    if request.file is not None:
        refuse_existing(request.file)
    (_begin if seated else _tell)(ruleset, lasting_name(request.ruleset_name, ruleset), setup, request)


def _begin(ruleset: Ruleset, where: str, setup: Setup, request: PlayRequest) -> None:
    """Begin a new game with people at some seats."""
    from artrules.table.commands.play_at_terminal import play_session, seats_for
    from artrules.table.session.autosave import GameFile
    from artrules.table.session.session import Session

    game, file = _new_game(ruleset, where, setup), request.file
    chosen = seats_for(
        game.inspect.model, request.seats, request.bots, request.budget, setup.players, request.open_table
    )
    with GameFile(file or new_file(ruleset.name), new=file is None) as game_file:
        if file is not None:
            lock_new(game_file)
        play_session(ruleset, Session(game, chosen, lambda: ruleset.begin(setup)), where, game_file)


def _resume(file: Path, request: PlayRequest) -> None:
    """Continue a game from its file."""
    from artrules.table.commands.play_at_terminal import play_session
    from artrules.table.session.autosave import GameFile

    record, save = read_record_file(file), request.file
    again = real_path(save) == real_path(file) if save is not None else record.automatic
    place = save or (file if again else None)
    with GameFile(place or new_file(record.setup.ruleset), new=place is None) as game_file:
        if again:
            lock(game_file)
            record = read_record_file(file)  # as it is since nobody else can play on with it
        elif save is not None:
            lock_new(game_file)
        ruleset, session = _taken_up(file, record, request)
        where = lasting_name(request.ruleset_name, ruleset) if request.ruleset_name else record.where
        play_session(ruleset, session, where, game_file)


def _taken_up(file: Path, record: Record, request: PlayRequest) -> tuple[Ruleset, Session]:
    """The ruleset of a recorded game, and a session that continues the game with the present seats."""
    from artrules.play.ruleset import SaveRefused
    from artrules.table.commands.play_at_terminal import seats_for, seats_of_record
    from artrules.table.session.session import Session

    if record.save is None:
        raise Misuse(f"{file}: this game failed before its first decision: artrules replay shows how")
    with_seats = bool(request.seats) or request.open_table
    if record.seats is None and not with_seats:
        raise Misuse(f"{file} doesn't say who has which seat: give --seat")
    ruleset = ruleset_of(record, request.ruleset_name or None, f"play NAME --resume {file}", request.outside)
    try:
        game = ruleset.resume(record.save)
    except SaveRefused as problem:
        raise Misuse(f"{file}: {problem}") from None
    bots, budget = request.bots, request.budget
    if record.seats is None or with_seats:
        chosen = seats_for(game.inspect.model, request.seats, bots, budget, record.setup.players, request.open_table)
    else:
        chosen = seats_of_record(game.inspect.model, record.seats, bots, budget)
    return ruleset, Session(game, chosen, lambda: ruleset.begin(game.setup), game.log.notes)


def _new_game(ruleset: Ruleset, where: str, setup: Setup) -> Game:
    """A new game at its first decisions. If its setup has a fault, the command exits."""
    from artrules.play.game.decision import GameFault
    from artrules.table.session.record import Record, failure_of

    try:
        return ruleset.begin(setup)
    except GameFault as fault:
        record = Record(setup, where, None, failure=failure_of(fault), extra=outside_paths_of(ruleset))
        stop_at_fault(ruleset, fault, record)


def _ways_to_play(players: int, request: PlayRequest, style: Style) -> Iterator[str]:
    """What to type to play the game of a story oneself."""
    outside = shlex.join(word for path in request.outside.named for word in ("--with", str(path)))
    game = shlex.quote(request.ruleset_name)
    seated = ["play", game, f"--players {players}", *request.again(()), "--seat 1"]
    yield style.paint("Play it yourself", "bold")
    for where, words in (("at this terminal", seated), ("in the browser", ["serve", game, outside])):
        yield f"  {where:<16}  {' '.join(filter(None, [program(), *words]))}"


def _tell(ruleset: Ruleset, where: str, setup: Setup, request: PlayRequest) -> None:
    """Let bots play a game, and print its log as a story."""
    from artrules.lab.bots.registry import make_bots, prepare_thinking, run_playout, usual_bot
    from artrules.play.game.decision import GameFault
    from artrules.table.commands.listeners import listeners_of, notify
    from artrules.table.session.autosave import GameFile
    from artrules.table.session.record import failure_of, record_of, write_record
    from artrules.table.terminal.progress import WARMING_UP, show_if_long
    from artrules.table.terminal.story import render_heading, render_result, render_story
    from artrules.text.plain_text import Style, output, wants_colour

    with show_faults(ruleset):
        game, file = _new_game(ruleset, where, setup), request.file
        names = bots_for(request.bots, setup.players, budget=request.budget, usual=usual_bot(game.inspect.model))
        listeners = listeners_of(ruleset, game, names)
        fault = None
        try:
            with show_if_long(WARMING_UP):
                prepare_thinking(game, names)
            with show_if_long("the bots are playing …"):
                run_playout(game, make_bots(names, setup.seed))
        except GameFault as problem:
            fault = problem
        notify(listeners, game)
        columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDEST
        style = Style(wants_colour(), min(_WIDEST, columns))
        for line in render_heading(ruleset.title, game, names, style):
            output(line)
        for line in render_story(game.log, style, full=request.full):
            output(line)
        if fault is not None:
            output("")
            failed = record_of(game, where, failure=failure_of(fault), extra=outside_paths_of(ruleset))
            stop_at_fault(ruleset, fault, failed, file, asked_for=file is not None)
        for line in (*render_result(game.result, style), "", *_ways_to_play(setup.players, request, style)):
            output(line)
    if file is not None:
        with GameFile(file) as game_file:
            lock_new(game_file)
            try:
                game_file.write(write_record(record_of(game, where, extra=outside_paths_of(ruleset))))
            except OSError as problem:
                raise Misuse(f"the game can't be kept in {file}: {problem.strerror or problem}") from None
