"""`artrules play`: one game, told as a story."""

from __future__ import annotations

import shutil
import sys

import click

from artrules.commands.opening import bots_for, faults_shown, open_ruleset, set_up
from artrules.commands.options import setup_options

_WIDEST = 110
"""Longer lines are hard to read, on however wide a terminal."""


@click.command("play")
@click.argument("ruleset_name", metavar="NAME")
@setup_options
@click.option("--seed", metavar="S", type=int, help="The same seed brings the same game (default: one by chance).")
@click.option("--full", is_flag=True, help="Tell every round, and not only the first and the last.")
def command(
    ruleset_name: str,
    players: int | None,
    settings: dict[str, str],
    bots: tuple[str, ...],
    seed: int | None,
    full: bool,
) -> None:
    """Let bots play one game and tell its story.

    A choice in brackets was the only one.
    """
    from secrets import randbelow

    from artrules.bots.play_out import play_out
    from artrules.bots.registry import make_bot
    from artrules.run.decision import GameFault
    from artrules.terminal.colour import output, wants_colour
    from artrules.terminal.result import tell_result
    from artrules.terminal.story import tell_heading, tell_story
    from artrules.terminal.style import Style

    ruleset = open_ruleset(ruleset_name)
    with faults_shown(ruleset):
        number = set_up(ruleset, players, settings)
        seed = randbelow(1_000_000) if seed is None else seed
        names = bots_for(bots, number)
        game = ruleset.new_game(number, seed, settings)
        fault = None
        try:
            play_out(game, [make_bot(name, seed, player) for player, name in enumerate(names, 1)])
        except GameFault as problem:
            fault = problem
        columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDEST
        style = Style(wants_colour(), min(_WIDEST, columns))
        for line in tell_heading(ruleset.title, game, names, style):
            output(line)
        for line in tell_story(game.log, style, full=full):
            output(line)
        if fault is not None:
            output("")
            raise fault
        for line in tell_result(game.result, style):
            output(line)
