"""Options of `play` for people: their seats, and the files of their games. This module doesn't import the engine, so
that help texts come fast."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from artrules.commands.exit import Misuse

F = TypeVar("F", bound=Callable[..., Any])


def seat_options(function: F) -> F:
    """Add the options for people's seats, `--seat` and `--open`, and for the file of the game, `--save` and
    `--resume`."""
    for option in (
        click.option(
            "--resume",
            metavar="FILE",
            type=click.Path(path_type=Path, dir_okay=False),
            help="Go on with a game that was kept; NAME is needed only if its ruleset has been moved.",
        ),
        click.option(
            "--save",
            "file",
            metavar="FILE",
            type=click.Path(path_type=Path, dir_okay=False),
            help="Where the game is kept, after each choice (default: a new file in your folder of games).",
        ),
        click.option(
            "--open",
            "open_table",
            is_flag=True,
            help="Nothing is hidden, and anything can be undone. Without --seat, all seats are yours.",
        ),
        click.option(
            "--seat",
            "seats",
            metavar="K",
            multiple=True,
            callback=as_seats,
            help="A seat of yours, counted from 1; several for several people (also 1,3). Bots have the others.",
        ),
    ):
        function = option(function)
    return function


def as_seats(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> tuple[int, ...]:
    seats: set[int] = set()
    for text in given:
        for part in text.split(","):
            if not part.strip().isdecimal() or int(part) < 1:
                raise Misuse(f"a seat is given as a number from 1, or several as 1,3; not as `{text}`")
            if int(part) in seats:
                raise Misuse(f"the seat {int(part)} is given twice")
            seats.add(int(part))
    return tuple(sorted(seats))
