"""`artrules simulate`: many games, and their sum."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from artrules.commands.content_loading import bots_for, open_ruleset, prepare_game, show_faults
from artrules.commands.exit import Misuse, did_you_mean
from artrules.commands.game_files import lasting_name, outside_paths_of, stop_at_fault
from artrules.commands.options import setup_options
from artrules.commands.with_option import OutsidePaths, with_option
from artrules.terminal.colour import output as put

if TYPE_CHECKING:
    from artrules.commands.simulation_progress import GameObserver
    from artrules.simulation.summary import Summary

_FORMATS = ("text", "json")


@click.command("simulate")
@click.argument("ruleset_name", metavar="NAME")
@setup_options
@click.option("--games", metavar="K", type=click.IntRange(min=1), default=100, show_default=True, help="How many.")
@click.option("--seed", metavar="S", type=int, default=0, show_default=True, help="The same seed, the same games.")
@click.option("--jobs", metavar="J", type=click.IntRange(min=1), default=1, help="In how many processes (default: 1).")
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
def command(
    ruleset_name: str,
    players: int | None,
    settings: dict[str, str],
    bots: tuple[str, ...],
    games: int,
    seed: int,
    jobs: int,
    most: int | None,
    outside: OutsidePaths,
    output: str,
) -> None:
    """Let bots play many games and sum them up.

    The digest is a hash of all final positions: it is the same for the same arguments on every machine.
    """
    from artrules.commands.simulation_progress import GameObserver
    from artrules.session.record import failure_of, record_of
    from artrules.simulation.failure import failed_game
    from artrules.simulation.run import SimulationFault, simulate

    report = _report(output, most or 0)
    ruleset = open_ruleset(ruleset_name, outside)
    with show_faults(ruleset):
        number = prepare_game(ruleset, players, settings)
        names = bots_for(bots, number)
        observer = GameObserver(ruleset, number, settings, names, games)
        try:
            summary = simulate(
                ruleset, number, games, seed, settings, bots=names, jobs=jobs, each=observer, dearest=most or 0
            )
        except SimulationFault as fault:
            again = [f"artrules play {ruleset_name} --players {number} --seed {fault.seed}"]
            again += [f"--with {shlex.quote(str(path))}" for path in outside.named]
            again += [f"--setting {key}={value}" for key, value in settings.items()]
            again += [f"--bot {name}" for name in bots]
            put(f"game {fault.index + 1} failed; its story: {' '.join(again)} --full\n", to_error=True)
            failed = failed_game(ruleset, number, fault.seed, settings, names)
            if failed is not None:
                where = lasting_name(ruleset_name, ruleset)
                record = record_of(failed[0], where, failure=failure_of(failed[1]), extra=outside_paths_of(ruleset))
                stop_at_fault(ruleset, failed[1], record)
            raise
        finally:
            observer.clear()
    put(report(summary, observer).removesuffix("\n"))


def _report(name: str, most: int) -> Callable[[Summary, GameObserver], str]:
    """The function that makes a report of a simulation, with so many of the dearest decisions. Raises Misuse for an
    unknown name."""
    from artrules.plugins.reporters import reporters
    from artrules.simulation.dearest import dearest

    if name == "json":

        def as_json(summary: Summary, observer: GameObserver) -> str:
            asked = {"dearest": [each.as_data() for each in dearest(observer.dear, most)]} if most else {}
            return json.dumps({**summary.as_data(), **asked}, indent=2) + "\n"

        return as_json
    if name == "text":
        from artrules.terminal.summary import render_dearest, render_summary

        def as_text(summary: Summary, observer: GameObserver) -> str:
            asked = "\n\n" + render_dearest(dearest(observer.dear, most)) if most else ""
            return render_summary(summary, observer.model) + asked + "\n"

        return as_text
    if most:
        raise Misuse("`--dearest` is for the formats text and json")
    known = reporters(_FORMATS)
    if name not in known:
        there = ", ".join((*_FORMATS, *known))
        raise Misuse(f"there is no format `{name}`{did_you_mean(name, [*_FORMATS, *known])} (there are: {there})")
    return lambda summary, observer: known[name](observer.simulation(summary))
