"""A plugin for artrules: it writes down every finished game, and answers who wins.

`store.py` keeps games in an SQLite file, `answers.py` asks it, `told.py` says the answers as text; here they are joined
to artrules: a listener hears of games, a command answers.
"""

from __future__ import annotations

import click

from artrules import GameInfo, GameResult, Listener, hook
from chronicle.answers import answer
from chronicle.store import Store, place
from chronicle.told import tell

ARTRULES_HOOKS = 2


class Writer(Listener):
    """Writes one game down when it is over. It needs nobody's eyes: how a game ends everybody sees."""

    def __init__(self, game: GameInfo) -> None:
        self.game = game

    def end(self, result: GameResult) -> None:
        """The game is over."""
        with Store(place()) as store:
            store.add(self.game, result)


@hook
def artrules_game_begins(game: GameInfo) -> Listener:
    """Every game is listened to, those of simulations too."""
    return Writer(game)


@click.command("chronicle")
@click.argument("ruleset", metavar="NAME")
@click.option("--players", metavar="N", type=click.IntRange(min=1), help="Only games of so many players.")
@click.option("--how", type=click.Choice(["played", "simulated"]), help="Only games of this kind (default: all).")
@click.option("--bot", metavar="BOT", help="Only games in which this bot had every seat.")
def command(ruleset: str, players: int | None, how: str | None, bot: str | None) -> None:
    """Tell of the finished games of a ruleset: who wins, how long they take, how close they are.

    A share of wins stands with its interval: the true share lies in it in 95 of 100 such tables.
    """
    with Store(place()) as store:
        for line in tell(answer(store, ruleset, players, how, bot)):
            click.echo(line)


@hook
def artrules_commands() -> list[click.Command]:
    """The command that this plugin adds."""
    return [command]
