"""`artrules export NAME --as games`: every decision of many games, as a table for spreadsheets and notebooks."""

from __future__ import annotations

from pathlib import Path

import click

from artrules.table.commands.content_loading import bots_for, open_game, prepare_game, show_faults
from artrules.table.commands.export import write_export
from artrules.table.commands.long_work import LongWork, long_work_options
from artrules.table.commands.named_files import to_option
from artrules.table.commands.options import (
    SEED,
    Budget,
    GameRequest,
    as_request,
    budget_options,
    setup_options,
    with_option,
)
from artrules.table.commands.simulate import stop_at_failed_game
from artrules.text.plain_text import output as put
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class GamesRequest(GameRequest):
    """What the command line says of `artrules export --as games`."""

    budget: Budget
    games: int
    seed: int
    work: LongWork
    file: Path | None


@click.command("export --as games")
@click.argument("ruleset_name", metavar="NAME")
@to_option
@setup_options
@budget_options
@click.option("--games", metavar="K", type=click.IntRange(min=1), default=100, show_default=True, help="How many.")
@click.option("--seed", metavar="S", type=SEED, default=0, show_default=True, help="The same seed, the same games.")
@long_work_options
@with_option
@as_request(GamesRequest)
def games_command(request: GamesRequest) -> None:
    """Let bots play games, and write each decision as a row of CSV.

    A row says what was asked and offered, what the seat knew, what it chose, and how the game came out; what a seat
    couldn't know doesn't stand in it. Without --bot the bots play as those at a table with people. Ctrl-C ends the
    games, and those that are done are written.
    """
    from artrules.lab.bots.registry import usual_bot
    from artrules.lab.decision_table import as_csv, table_of_decisions
    from artrules.lab.simulation import Plan, SimulationFault

    work = request.work
    ruleset, request = open_game(request)
    with show_faults(ruleset):
        settings = request.settings
        number = prepare_game(ruleset, request.players, settings)
        model = ruleset.configured(number, ruleset.settle(settings, request.seed))[0]
        names = bots_for(request.bots, number, budget=request.budget, usual=usual_bot(model))
        work.warm_up(ruleset, number, settings, names)
        plan = Plan(number, request.seed, settings, tuple(names))
        try:
            write_export(as_csv(table_of_decisions(ruleset, plan, request.games, work.run)), request.file, "games")
        except SimulationFault as fault:
            stop_at_failed_game(ruleset, fault, number, names, request)
            raise
    if work.stopped:
        put(f"partial result: {work.stopped}", to_error=True)
