"""`artrules export --as web`: games that play in a browser, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from artrules.table.commands.content_loading import open_ruleset, show_faults
from artrules.table.commands.exit import Misuse
from artrules.table.commands.named_files import OutputPath, to_option, write_or_refuse
from artrules.table.commands.options import OutsidePaths, with_option
from artrules.text.plain_text import output as put

if TYPE_CHECKING:
    from artrules.play.ruleset import Ruleset
    from artrules.table.web.game_file import GameFile
    from artrules.table.web.offers import Offers


def as_offers(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> dict[str, list[str]]:
    """The value of an option that is given as KEY=VALUE,VALUE several times. Raises Misuse."""
    offers: dict[str, list[str]] = {}
    for text in texts:
        key, equals, values = (part.strip() for part in text.partition("="))
        named = [value.strip() for value in values.split(",") if value.strip()]
        if not equals or not key or not named:
            raise Misuse(f"what is offered is given as KEY=VALUE,VALUE, not as `{text}`")
        if key in offers:
            raise Misuse(f"the setting `{key}` is given twice")
        offers[key] = named
    return offers


@click.command("export --as web")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@to_option
@click.option(
    "--folder",
    metavar="DIR",
    type=OutputPath(folder=True),
    help="Write a site: a file for each game, or for all that there are, and index.html with the shelf.",
)
@click.option(
    "--offer",
    "offered",
    metavar="KEY=VALUE,…",
    multiple=True,
    callback=as_offers,
    help="Values of a setting that can be chosen in the file (default: all whole sets, else the usual value); may be "
    "given several times.",
)
@with_option
def web_command(
    names: tuple[str, ...], file: Path | None, folder: Path | None, offered: dict[str, list[str]], outside: OutsidePaths
) -> None:
    """Write a game as one HTML file that plays by itself, without server and network.

    The file holds every number of players, and the settings that --offer names. Open it from a folder or from a site:
    on iPhones and iPads only from a site. docs/play/one_file.md says more.
    """
    if folder is not None:
        if file is not None:
            raise Misuse("give --to for one game, or --folder for a site, not both")
        if offered and len(names) != 1:
            raise Misuse("--offer is about one game: name it alone")
        _write_site(names, folder, offered, outside)
        return
    if len(names) != 1:
        raise Misuse("name one game, or give --folder DIR for a site of several")
    if file is None:
        raise Misuse("-o FILE says where to write the page, such as game.html")
    _write_game(open_ruleset(names[0], outside), file, offered, None)


def _write_game(ruleset: Ruleset, file: Path, offered: dict[str, list[str]], home: str | None) -> dict[str, Any]:
    """Write the file of a game; gives what its page knows of it."""
    from artrules.table.web.offers import BadOffer, Offers

    try:
        offers = Offers.of(ruleset, offered)
    except BadOffer as problem:
        raise Misuse(f"{ruleset.title}: {problem}") from None
    game_file = _make(ruleset, offers, home)
    write_or_refuse(file, game_file.text)
    put(
        f"{file}: {game_file.size:,} bytes{f', and {game_file.pictures:,} of pictures' if game_file.pictures else ''}",
        to_error=True,
    )
    _warn_of_size(game_file, offers)
    return offers.as_data()


def _write_site(names: tuple[str, ...], folder: Path, offered: dict[str, list[str]], outside: OutsidePaths) -> None:
    from artrules.play.content_search import ruleset_names
    from artrules.table.web.game_file import make_index

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise Misuse(f"{folder} can't be written: {problem.strerror or problem}") from None
    games: list[tuple[str, dict[str, Any]]] = []
    index = folder / "index.html"
    for name in dict.fromkeys(names or ruleset_names(outside.find().rulesets)):
        ruleset = open_ruleset(name, outside)
        file = folder / f"{ruleset.name}.html"
        if any(file.name == other for other, _ in games):
            raise Misuse(f"two of these games are called {ruleset.name}")
        if file == index:
            raise Misuse("no game of a site may be called index: that is the page of all games")
        games.append((file.name, _write_game(ruleset, file, offered, index.name)))
    write_or_refuse(index, make_index(games))
    put(f"{index}: {len(games)} game{'' if len(games) == 1 else 's'}", to_error=True)


def _make(ruleset: Ruleset, offers: Offers, home: str | None) -> GameFile:
    from artrules import __version__
    from artrules.play.standalone.build import NoModule
    from artrules.table.terminal.progress import Progress
    from artrules.table.web.game_file import BadPicture, make_game_file

    progress = Progress(len(list(offers.configurations())), "modules")
    try:
        with show_faults(ruleset):
            return make_game_file(offers, __version__, home, progress)
    except NoModule as problem:
        raise Misuse(str(problem)) from None
    except BadPicture as problem:
        raise Misuse(f"{ruleset.title}: {problem}" if home is not None else str(problem)) from None
    finally:
        progress.close()


def _warn_of_size(game_file: GameFile, offers: Offers) -> None:
    from artrules.table.web.game_file import LARGEST

    if game_file.size <= LARGEST:
        return
    put(
        f"artrules: {offers.ruleset.title} has more than {LARGEST:,} bytes: it has {game_file.modules} modules, for "
        f"{offers.extent}; with fewer values (--offer) it becomes smaller",
        to_error=True,
    )
