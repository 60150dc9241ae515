"""`artrules simulate`: many games, and their sum."""

from __future__ import annotations

import json
import shlex
import sys

import click

from artrules.commands.given import Given, with_option
from artrules.commands.opening import bots_for, faults_shown, open_ruleset, set_up
from artrules.commands.options import format_option, setup_options
from artrules.commands.records import extra_of, stop_at_fault, where_found
from artrules.terminal.colour import output as put
from artrules.terminal.colour import overwrite


@click.command("simulate")
@click.argument("ruleset_name", metavar="NAME")
@setup_options
@click.option("--games", metavar="K", type=click.IntRange(min=1), default=100, show_default=True, help="How many.")
@click.option("--seed", metavar="S", type=int, default=0, show_default=True, help="The same seed, the same games.")
@click.option("--jobs", metavar="J", type=click.IntRange(min=1), default=1, help="In how many processes (default: 1).")
@with_option
@format_option
def command(
    ruleset_name: str,
    players: int | None,
    settings: dict[str, str],
    bots: tuple[str, ...],
    games: int,
    seed: int,
    jobs: int,
    given: Given,
    output: str,
) -> None:
    """Let bots play many games and sum them up.

    The digest is a hash of all final positions: it is the same for the same arguments on every machine.
    """
    from artrules.simulation.failed import failed_game
    from artrules.simulation.run import SimulationFault, simulate
    from artrules.sitting.record import failure_of, record_of
    from artrules.terminal.summary import tell_summary

    ruleset = open_ruleset(ruleset_name, given)
    with faults_shown(ruleset):
        number = set_up(ruleset, players, settings)
        names = bots_for(bots, number)
        progress = _Progress(games) if sys.stderr.isatty() else None
        try:
            summary = simulate(ruleset, number, games, seed, settings, bots=names, jobs=jobs, progress=progress)
        except SimulationFault as fault:
            again = [f"artrules play {ruleset_name} --players {number} --seed {fault.seed}"]
            again += [f"--with {shlex.quote(str(path))}" for path in given.named]
            again += [f"--setting {key}={value}" for key, value in settings.items()]
            again += [f"--bot {name}" for name in bots]
            put(f"game {fault.index + 1} failed; its story: {' '.join(again)} --full\n", to_error=True)
            failed = failed_game(ruleset, number, fault.seed, settings, names)
            if failed is not None:
                where = where_found(ruleset_name, ruleset)
                record = record_of(failed[0], where, failure=failure_of(failed[1]), extra=extra_of(ruleset))
                stop_at_fault(ruleset, failed[1], record)
            raise
        finally:
            if progress is not None:
                progress.clear()
    model, _, _ = ruleset.configured(number, settings)
    put(json.dumps(summary.as_data(), indent=2) if output == "json" else tell_summary(summary, model))


class _Progress:
    """How far it is, for people who wait: on a terminal's standard error only."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.shown = ""

    def __call__(self, done: int) -> None:
        text = f"{done * 100 // self.games}% of {self.games} games"
        if text != self.shown:
            self.shown = text
            overwrite(text)

    def clear(self) -> None:
        """Leave no trace."""
        if self.shown:
            overwrite(" " * len(self.shown))
            overwrite("")
