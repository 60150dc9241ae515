"""`artrules simulate`: many games, and their sum."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from artrules.table.commands.content_loading import bots_for, open_game, prepare_game, show_faults
from artrules.table.commands.exit import Misuse, did_you_mean
from artrules.table.commands.game_files import lasting_name, outside_paths_of, stop_at_fault
from artrules.table.commands.long_work import LongWork, long_work_options
from artrules.table.commands.options import (
    SEED,
    Budget,
    GameRequest,
    as_request,
    budget_options,
    setup_options,
    with_option,
)
from artrules.text.plain_text import output as put
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.lab.simulation import SimulationFault, Summary
    from artrules.play.ruleset import Ruleset
    from artrules.table.commands.listeners import GameObserver

_FORMATS = ("text", "json")


@dataclass(frozen=True, slots=True)
class SimulateRequest(GameRequest):
    """What the command line says of `artrules simulate`."""

    budget: Budget
    games: int
    seed: int
    work: LongWork
    most: int | None
    output: str


@click.command("simulate")
@click.argument("ruleset_name", metavar="NAME")
@setup_options
@budget_options
@click.option("--games", metavar="K", type=click.IntRange(min=1), default=100, show_default=True, help="How many.")
@click.option("--seed", metavar="S", type=SEED, default=0, show_default=True, help="The same seed, the same games.")
@long_work_options
@click.option(
    "--dearest",
    "most",
    metavar="N",
    type=click.IntRange(min=1),
    help="Show for which decisions the engine looked at most positions: N places in the content, and how to get there.",
)
@with_option
@click.option(
    "--format",
    "output",
    metavar="FORMAT",
    default="text",
    help="For people (text, the default), for programs (json), or a report that a plugin adds.",
)
@as_request(SimulateRequest)
def command(request: SimulateRequest) -> None:
    """Let bots play many games and sum them up.

    The digest is a hash of all final positions: it is the same for the same arguments on every machine. Ctrl-C ends the
    games, and sums up those that are done.
    """
    from artrules.lab.simulation import SimulationFault, simulate
    from artrules.table.commands.listeners import GameObserver

    work, most = request.work, request.most or 0
    report = _report(request.output, most)
    ruleset, request = open_game(request)
    with show_faults(ruleset):
        settings = request.settings
        number = prepare_game(ruleset, request.players, settings)
        names = bots_for(request.bots, number, budget=request.budget)
        observer = GameObserver(ruleset, number, settings, names)
        work.warm_up(ruleset, number, settings, names)
        try:
            summary = simulate(
                ruleset,
                number,
                request.games,
                request.seed,
                settings,
                bots=names,
                run=work.run,
                each=observer,
                dearest=most,
            )
        except SimulationFault as fault:
            stop_at_failed_game(ruleset, fault, number, names, request)
            raise
    if work.known:  # they took no time now
        new = (summary.games - work.known) / summary.games
        summary = replace(summary, decisions_per_second=round(summary.decisions_per_second * new))
    put(report(summary, observer, work.stopped).removesuffix("\n"))


def stop_at_failed_game(
    ruleset: Ruleset, fault: SimulationFault, players: int, bots: Sequence[str], request: GameRequest
) -> None:
    """Say how to play a game again that failed among many, and end the command with what failed, in a file of its own.
    Comes back where it can't be played again up to that."""
    from artrules.lab.bots.registry import thinks_by_time
    from artrules.lab.simulation import failed_game
    from artrules.table.session.record import failure_of, record_of

    play = f"artrules play {request.ruleset_name} --players {players} --seed {fault.seed}"
    story = f"its story: {' '.join([play, *request.again(bots)])} --full"
    if any(map(thinks_by_time, bots)):
        story = "its bots thought for a time, so perhaps it can't be played again"
    put(f"game {fault.index + 1} failed; {story}\n", to_error=True)
    failed = failed_game(ruleset, players, fault.seed, request.settings, bots)
    if failed is not None:
        where = lasting_name(request.ruleset_name, ruleset)
        record = record_of(failed[0], where, failure=failure_of(failed[1]), extra=outside_paths_of(ruleset))
        stop_at_fault(ruleset, failed[1], record)


Report = Callable[["Summary", "GameObserver", str], str]
"""Makes a report of a simulation, and of why it was stopped; that is empty where it wasn't."""


def _report(name: str, most: int) -> Report:
    """The function that makes a report in the format with a name, with so many of the dearest decisions. Raises Misuse
    for an unknown name."""
    from artrules.lab.simulation import dearest
    from artrules.play.plugins.contributions import reporters

    if name == "json":

        def as_json(summary: Summary, observer: GameObserver, stopped: str) -> str:
            asked = {"dearest": [each.as_data() for each in dearest(observer.dear, most)]} if most else {}
            partial = {"partial": stopped} if stopped else {}
            return json.dumps({**summary.as_data(), **asked, **partial}, indent=2) + "\n"

        return as_json
    if name == "text":
        from artrules.table.terminal.summary import render_dearest, render_summary

        def as_text(summary: Summary, observer: GameObserver, stopped: str) -> str:
            asked = "\n\n" + render_dearest(dearest(observer.dear, most)) if most else ""
            partial = f"PARTIAL RESULT: {stopped}\n" if stopped else ""
            return partial + render_summary(summary, observer.model) + asked + "\n"

        return as_text
    if most:
        raise Misuse("`--dearest` is for the formats text and json")
    formats = reporters(_FORMATS)
    if name not in formats:
        there = ", ".join((*_FORMATS, *formats))
        raise Misuse(f"there is no format `{name}`{did_you_mean(name, [*_FORMATS, *formats])} (there are: {there})")

    def as_plugin(summary: Summary, observer: GameObserver, stopped: str) -> str:
        if stopped:
            put(f"partial result: {stopped}", to_error=True)
        return formats[name](observer.simulation(summary))

    return as_plugin
