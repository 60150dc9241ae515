"""Options that several commands share, and the parsing of their values. Nothing here imports the engine."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isnan
from typing import Any, TypeVar

import click

from artrules.commands.exit import Misuse

F = TypeVar("F", bound=Callable[..., Any])


class NumberRange(click.FloatRange):
    """A number between two bounds. Unlike Click's own type it refuses `nan`, which compares with nothing."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


class Seed(click.types.IntParamType):
    """A seed (`chance.py`)."""

    def __init__(self, largest: int | None = None) -> None:
        """`largest`: the largest seed, where it isn't that of all games."""
        self._largest = largest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from artrules.chance import LARGEST_SEED, BadSeed, check_seed

        seed = int(value) if _WHOLE.fullmatch(str(value)) else value
        try:
            return check_seed(seed, self._largest or LARGEST_SEED)
        except BadSeed as problem:
            self.fail(f"{problem}.", param, ctx)


SEED = Seed()
_WHOLE = re.compile(r"[+-]?[0-9]{1,30}", re.ASCII)


def format_option(function: F) -> F:
    """Add `--format text|json`."""
    return click.option(
        "--format",
        "output",
        type=click.Choice(["text", "json"]),
        default="text",
        help="For people (default) or programs.",
    )(function)


def setup_options(function: F) -> F:
    """Add the options that set up a game: `--players`, `--setting` and `--bot`."""
    for option in (
        click.option(
            "--bot",
            "bots",
            metavar="BOT",
            multiple=True,
            help="Who plays: one for all seats, or one for each. NAME or NAME:option=value,…, as search:time=0.5.",
        ),
        settings_option,
        players_option,
    ):
        function = option(function)
    return function


def players_option(function: F) -> F:
    """Add `--players N`."""
    return click.option(
        "--players", metavar="N", type=click.IntRange(min=1), help="How many play (default: the fewest)."
    )(function)


def settings_option(function: F) -> F:
    """Add `--setting KEY=VALUE`."""
    return click.option(
        "--setting",
        "settings",
        metavar="KEY=VALUE",
        multiple=True,
        callback=as_settings,
        help="A setting of the ruleset; may be given several times.",
    )(function)


def as_settings(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """The value of an option that is given as KEY=VALUE several times. Raises Misuse."""
    settings: dict[str, str] = {}
    for text in given:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key:
            raise Misuse(f"a setting is given as KEY=VALUE, not as `{text}`")
        if key in settings:
            raise Misuse(f"the setting `{key}` is given twice")
        settings[key] = value
    return settings
