"""Options that several commands share, and the parsing of their values. Nothing here imports the engine, so that help
and completion answer at once.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from math import isnan
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from artrules.table.commands.config import check_count, check_not_root, configured_paths, exists
from artrules.table.commands.exit import Misuse, did_you_mean
from artrules.text.record import dataclass
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.model.catalogue.locations import OutsideContent


F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")


def as_request(kind: type[R]) -> Callable[[Callable[[R], None]], Callable[..., None]]:
    """Hand a command what the command line says as one object: a field of its class for each parameter of Click."""

    def decorate(function: Callable[[R], None]) -> Callable[..., None]:
        @wraps(function)
        def command(**values: Any) -> None:
            function(kind(**values))

        return command

    return decorate


class NumberRange(click.FloatRange):
    """A number between two bounds. Unlike Click's own type it refuses `nan`, which compares with nothing."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


class Seed(click.types.IntParamType):
    """A seed (`engine/chance.py`)."""

    def __init__(self, largest: int | None = None) -> None:
        """`largest`: the largest seed, where it isn't that of all games."""
        self._largest = largest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from artrules.engine.chance import LARGEST_SEED, BadSeed, check_seed

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


def as_settings(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """The value of an option that is given as KEY=VALUE several times. Raises Misuse."""
    settings: dict[str, str] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key:
            raise Misuse(f"a setting is given as KEY=VALUE, not as `{text}`")
        if key in settings:
            raise Misuse(f"the setting `{key}` is given twice")
        settings[key] = value
    return settings


# The option `--with`: files and folders outside a ruleset's folder, in addition to those in the configuration file.

PLUGIN_PREFIX = "plugin:"
"""The prefix of a plugin's name, which may replace a path."""


@dataclass(frozen=True, slots=True)
class OutsidePaths:
    """The paths of files and folders outside a ruleset: from the configuration file, and from the command line."""

    configured: tuple[Path, ...] = ()
    named: tuple[Path, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        """All paths, those of the configuration first."""
        return (*self.configured, *self.named)

    def find(self, *more: Path) -> OutsideContent:
        """The content under these paths, and under some more. Raises PluginProblem."""
        from artrules.play.content_search import find_outside

        return find_outside((*self.paths, *more))


def with_option(function: F) -> F:
    """Add the option `--with` to a command, whose parameter `outside` then gets OutsidePaths."""
    return click.option(
        "--with",
        "outside",
        metavar="FILE|FOLDER|plugin:NAME",
        multiple=True,
        callback=_outside_paths,
        help="Add a set, an overlay, an expansion or scenarios from anywhere, a folder of them, or with plugin:NAME "
        "what a plugin brings; may be given several times.",
    )(function)


def _outside_paths(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> OutsidePaths:
    named = tuple(path for text in texts for path in _paths_of(text))
    check_count(named, "--with")
    for path in named:
        if not exists(path):
            raise Misuse(f"--with: there is no file or folder `{path}`")
        check_not_root(path, "--with")
    return OutsidePaths(configured_paths(Path.cwd()), named)


def _paths_of(text: str) -> tuple[Path, ...]:
    if text.startswith(PLUGIN_PREFIX):
        return _paths_of_plugin(text.removeprefix(PLUGIN_PREFIX))
    return (Path(text),)


def _paths_of_plugin(name: str) -> tuple[Path, ...]:
    """The sets and overlays of an active plugin. Raises Misuse for a plugin that isn't active or has no folders."""
    from artrules.play.content_search import plugin_content
    from artrules.play.plugins.registry import active

    contents = plugin_content()
    content = contents.get(name)
    if content is None:
        names = sorted(contents)
        brings_none = f"the plugin `{name}` brings no sets and overlays"
        missing = brings_none if name in active() else f"there is no plugin `{name}`"
        there_are = f" (plugins that do: {', '.join(names)})" if names else ""
        raise Misuse(f"--with plugin:{name}: {missing}{did_you_mean(name, names)}{there_are}")
    return tuple(file.path for file in content.files)


# The options `--time` and `--iterations`: for how long bots think.


@dataclass(frozen=True, slots=True)
class Budget:
    """For how long bots think that don't say it themselves: an option of theirs and its value, as text; None for what
    each does without. `named` says whether the command line names it."""

    option: str | None = None
    value: str = ""
    named: bool = False

    def given(self, texts: list[str]) -> list[str]:
        """The texts of bots, with it. Raises BotProblem; and Misuse where it is named, and no bot can use it."""
        from artrules.lab.bots.registry import bots_that_take_time, check_bot, takes_time, with_budget

        if self.option is None:
            return texts
        if self.named and not any(map(takes_time, texts)):
            able = " or ".join(f"`{name}`" for name in bots_that_take_time())
            raise Misuse(f"no bot here thinks for as long as --{self.option} says: choose --bot {able}")
        texts = [with_budget(text, self.option, self.value) for text in texts]
        for text in texts:
            check_bot(text)
        return texts


def budget_options(function: F) -> F:
    """Add the options `--time` and `--iterations` to a command, whose parameter `budget` then gets a Budget."""

    @wraps(function)
    def with_budget(*arguments: Any, time: str | None, iterations: str | None, **rest: Any) -> Any:
        if time is not None and iterations is not None:
            raise Misuse("give --time or --iterations, not both")
        chosen = {"time": time, "iterations": iterations}
        option = next((key for key, value in chosen.items() if value is not None), None)
        budget = Budget() if option is None else Budget(option, (chosen[option] or "").strip(), named=True)
        return function(*arguments, budget=budget, **rest)

    decorated: Callable[..., Any] = with_budget
    for option in (
        click.option(
            "--iterations",
            metavar="N",
            help="How many iterations bots think that search: the same seed, the same choices.",
        ),
        click.option(
            "--time",
            metavar="SECONDS",
            help="How many seconds of processor time bots think that search, at each decision.",
        ),
    ):
        decorated = option(decorated)
    return cast(F, decorated)


# A command line that is shown to people, to be typed.


def program() -> str:
    """How `artrules` can be called again: by its name where the search path leads to it, else as it was called."""
    called = Path(sys.argv[0])
    by_name = which("artrules")
    if called.stem != "artrules" or (by_name is not None and real_path(Path(by_name)) == real_path(called)):
        return "artrules"
    return shlex.quote(str(called))


# What a command is asked that plays games: with the options above, and those for people.


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What the command line says of games to play: of which ruleset, with how many players (None: the fewest),
    settings, bots, and files from outside."""

    ruleset_name: str
    players: int | None
    settings: dict[str, str]
    bots: tuple[str, ...]
    outside: OutsidePaths

    def again(self, bots: Sequence[str]) -> list[str]:
        """The options again, for a command line, with these bots."""
        seated = bots[:1] if len(set(bots)) == 1 else bots
        return [
            *(f"--with {shlex.quote(str(path))}" for path in self.outside.named),
            *(f"--setting {shlex.quote(f'{key}={value}')}" for key, value in self.settings.items()),
            *(f"--bot {shlex.quote(bot)}" for bot in seated),
        ]


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


def as_seats(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[int, ...]:
    seats: set[int] = set()
    for text in texts:
        for part in text.split(","):
            if not part.strip().isdecimal() or int(part) < 1:
                raise Misuse(f"a seat is given as a number from 1, or several as 1,3; not as `{text}`")
            if int(part) in seats:
                raise Misuse(f"the seat {int(part)} is given twice")
            seats.add(int(part))
    return tuple(sorted(seats))
