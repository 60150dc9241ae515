"""`artrules play`: one game, with people at some of its seats, or told as a story that bots make."""

from __future__ import annotations

import shutil
import sys
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
    OutsidePaths,
    budget_options,
    seat_options,
    setup_options,
    with_option,
)
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.play.game.game import Game
    from artrules.play.ruleset import Ruleset
    from artrules.table.session.record import Record
    from artrules.table.session.session import Session

_WIDEST = 110
"""The widest lines that are printed. Longer ones are hard to read, even on a wide terminal."""


@click.command("play")
@click.argument("ruleset_name", metavar="NAME", required=False)
@seat_options
@setup_options
@budget_options
@with_option
@click.option("--seed", metavar="S", type=SEED, help="The same seed brings the same game (default: one by chance).")
@click.option("--full", is_flag=True, help="Of a game of bots tell every round, and not only the first and the last.")
@click.option("--single-options", "single", is_flag=True, help="At a table be asked even where there is one option.")
@click.pass_context
def command(
    context: click.Context,
    ruleset_name: str | None,
    players: int | None,
    settings: dict[str, str],
    bots: tuple[str, ...],
    budget: Budget,
    outside: OutsidePaths,
    seed: int | None,
    full: bool,
    single: bool,
    seats: tuple[int, ...],
    open_table: bool,
    file: Path | None,
    resume: Path | None,
) -> None:
    """Play one game, at some of its seats or all of them; without a seat, let bots play and tell the story.

    With --seat you see the table from your seat, choose by number or name, and type ? for help. The game is kept after
    each choice: whatever happens, --resume goes on with it, and with the files from outside that were added. In a
    story, a choice in brackets was the only one.
    """
    seated = bool(seats) or open_table or resume is not None
    if seated and full:
        raise Misuse("--full is for the stories of bots; at a table, type `log 1000`")
    if single and (resume is not None or not seated):
        raise Misuse("--single-options is for a new game with people at seats")
    if resume is not None:
        if players is not None or settings or seed is not None:
            raise Misuse("a game that is gone on with has its players, settings and seed: leave these options out")
        if budget.named and not bots:
            raise Misuse(f"--{budget.option} goes with --bot: the bots of a game that is gone on with are kept")
        _resume(resume, ruleset_name, outside, seats, bots, budget, open_table, file)
    if ruleset_name is None:
        raise click.UsageError("Missing argument 'NAME'.", context)
    from secrets import randbelow

    ruleset, settings = open_game(ruleset_name, outside, settings)
    number = prepare_game(ruleset, players, settings)
    seed = randbelow(1_000_000) if seed is None else seed
    where = lasting_name(ruleset_name, ruleset)
    if file is not None:
        refuse_existing(file)
    if seated:
        _begin(ruleset, where, number, seed, settings, seats, bots, budget, open_table, file, single=single)
    else:
        _tell(ruleset, where, number, seed, settings, bots, budget, file, full=full)


def _begin(
    ruleset: Ruleset,
    where: str,
    players: int,
    seed: int,
    settings: dict[str, str],
    seats: tuple[int, ...],
    bots: tuple[str, ...],
    budget: Budget,
    open_table: bool,
    file: Path | None,
    *,
    single: bool,
) -> None:
    """Begin a new game with people at some seats."""
    from artrules.table.commands.play_at_terminal import play_session, seats_for
    from artrules.table.session.autosave import GameFile
    from artrules.table.session.session import Session

    model = ruleset.configured(players, ruleset.settle(settings, seed))[0]
    chosen = seats_for(model, seats, bots, budget, players, open_table)
    game = _new_game(ruleset, where, players, seed, settings, single=single)

    def begin() -> Game:
        return ruleset.new_game(players, seed, settings, single_options=single)

    with GameFile(file or new_file(ruleset.name), new=file is None) as game_file:
        if file is not None:
            lock_new(game_file)
        play_session(ruleset, Session(game, chosen, begin), where, game_file)


def _resume(
    file: Path,
    ruleset_name: str | None,
    outside: OutsidePaths,
    seats: tuple[int, ...],
    bots: tuple[str, ...],
    budget: Budget,
    open_table: bool,
    save: Path | None,
) -> None:
    """Continue a game from its file."""
    from artrules.table.commands.play_at_terminal import play_session
    from artrules.table.session.autosave import GameFile

    record = read_record_file(file)
    again = real_path(save) == real_path(file) if save is not None else record.automatic
    place = save or (file if again else None)
    with GameFile(place or new_file(record.setup.ruleset), new=place is None) as game_file:
        if again:
            lock(game_file)
            record = read_record_file(file)  # as it is since nobody else can play on with it
        elif save is not None:
            lock_new(game_file)
        ruleset, session = _taken_up(file, record, ruleset_name, outside, seats, bots, budget, open_table)
        where = record.where if ruleset_name is None else lasting_name(ruleset_name, ruleset)
        play_session(ruleset, session, where, game_file)


def _taken_up(
    file: Path,
    record: Record,
    ruleset_name: str | None,
    outside: OutsidePaths,
    seats: tuple[int, ...],
    bots: tuple[str, ...],
    budget: Budget,
    open_table: bool,
) -> tuple[Ruleset, Session]:
    """The ruleset of a recorded game, and a session that continues the game with the present seats."""
    from artrules.play.ruleset import SaveRefused
    from artrules.table.commands.play_at_terminal import seats_for, seats_of_record
    from artrules.table.session.session import Session

    if record.save is None:
        raise Misuse(f"{file}: this game failed before its first decision: artrules replay shows how")
    if record.seats is None and not (seats or open_table):
        raise Misuse(f"{file} doesn't say who has which seat: give --seat")
    ruleset = ruleset_of(record, ruleset_name, f"play NAME --resume {file}", outside)
    try:
        game = ruleset.resume(record.save)
    except SaveRefused as problem:
        raise Misuse(f"{file}: {problem}") from None
    if record.seats is None or seats or open_table:
        chosen = seats_for(game.model, seats, bots, budget, record.setup.players, open_table)
    else:
        chosen = seats_of_record(game.model, record.seats, bots, budget)
    return ruleset, Session(game, chosen, lambda: ruleset.begin(game.setup), game.notes)


def _new_game(
    ruleset: Ruleset, where: str, players: int, seed: int, settings: dict[str, str], *, single: bool = False
) -> Game:
    """A new game at its first decisions. If its setup has a fault, the command exits."""
    from artrules.play.game.decision import GameFault
    from artrules.table.session.record import Record, failure_of

    try:
        return ruleset.new_game(players, seed, settings, single_options=single)
    except GameFault as fault:
        setup = ruleset.setup(players, seed, settings, single_options=single)
        record = Record(setup, where, None, failure=failure_of(fault), extra=outside_paths_of(ruleset))
        stop_at_fault(ruleset, fault, record)


def _tell(
    ruleset: Ruleset,
    where: str,
    players: int,
    seed: int,
    settings: dict[str, str],
    bots: tuple[str, ...],
    budget: Budget,
    file: Path | None,
    *,
    full: bool,
) -> None:
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
        model = ruleset.configured(players, ruleset.settle(settings, seed))[0]
        names = bots_for(bots, players, budget=budget, usual=usual_bot(model))
        game = _new_game(ruleset, where, players, seed, settings)
        listeners = listeners_of(ruleset, game, names)
        fault = None
        try:
            with show_if_long(WARMING_UP):
                prepare_thinking(game, names)
            with show_if_long("the bots are playing …"):
                run_playout(game, make_bots(names, seed))
        except GameFault as problem:
            fault = problem
        notify(listeners, game)
        columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDEST
        style = Style(wants_colour(), min(_WIDEST, columns))
        for line in render_heading(ruleset.title, game, names, style):
            output(line)
        for line in render_story(game.log, style, full=full):
            output(line)
        if fault is not None:
            output("")
            failed = record_of(game, where, failure=failure_of(fault), extra=outside_paths_of(ruleset))
            stop_at_fault(ruleset, fault, failed, file, asked_for=file is not None)
        for line in render_result(game.result, style):
            output(line)
    if file is not None:
        with GameFile(file) as game_file:
            lock_new(game_file)
            try:
                game_file.write(write_record(record_of(game, where, extra=outside_paths_of(ruleset))))
            except OSError as problem:
                raise Misuse(f"the game can't be kept in {file}: {problem.strerror or problem}") from None
