"""`artrules serve`: tables in the browser, for people and bots."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from artrules.table.commands.config import exists
from artrules.table.commands.content_loading import open_game, prepare_game, show
from artrules.table.commands.exit import Misuse, SignalReceived
from artrules.table.commands.game_files import lasting_name, outside_paths_of
from artrules.table.commands.options import Budget, GameRequest, Seed, as_request, as_seats, setup_options, with_option
from artrules.text.plain_text import output as put
from artrules.text.record import dataclass
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from collections.abc import Sequence
    from socket import socket

    from artrules.play.game.decision import GameFault
    from artrules.play.game.game import Game
    from artrules.play.plugins.notify_listeners import Listeners
    from artrules.play.ruleset import Ruleset
    from artrules.table.serve.addresses import KnownHosts
    from artrules.table.serve.links import Link
    from artrules.table.serve.shelf import Shelf
    from artrules.table.serve.store import Store
    from artrules.table.session.seats import Seats


# Where `artrules serve` can be reached, and what that means.


def link_lines(base: str, secret: str, link: Link, *, qr: bool) -> list[str]:
    """A link for people, an invitation perhaps with its QR code."""
    from artrules.table.serve.addresses import qr_lines
    from artrules.table.serve.api import url_of

    url = url_of(base, secret, link)
    if link.opens == "invitation":
        return [f"  choose a seat   {url}", *(qr_lines(url) if qr else ())]
    called = f"seat {link.seats[0]}" if len(link.seats) == 1 else f"seats {', '.join(map(str, link.seats))}"
    return [f"  {called:14}  {url}"]


def warnings_of(host: str, origin: str | None) -> list[str]:
    """What it means that a server can be reached from elsewhere."""
    from artrules.table.serve.addresses import LOOPBACK

    if host in LOOPBACK:
        return []
    lines = ["  Everybody in this network can reach it; only who has a link sees a table."]
    if origin is None:
        lines.append("  Nothing is encrypted: on the internet, put a proxy with https before it and give --origin.")
    return lines


def known_hosts(host: str, origin: str | None) -> KnownHosts:
    from socket import gethostname

    from artrules.table.serve.addresses import LOOPBACK, KnownHosts

    name = gethostname()
    return KnownHosts(host, () if host in LOOPBACK else (name, f"{name}.local"), origin)


def check_origin(origin: str | None) -> None:
    """Raise Misuse for what can't be the origin of a page."""
    if origin is None:
        return
    try:
        parts = urlsplit(origin)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or f"{parts.scheme}://{parts.netloc}" != origin or "@" in origin:
        raise Misuse(f"--origin is given as https://NAME or https://NAME:PORT, without a path; not as `{origin}`")


def check_edit(request: ServeRequest) -> None:
    """Raise Misuse where the rules can't be edited while tables play: whoever edits sees all that is hidden, and writes
    files."""
    from artrules.table.serve.addresses import LOOPBACK

    if not request.edit:
        return
    if not request.ruleset_name:
        raise Misuse("--edit needs the name of the game that is edited: artrules serve NAME --edit")
    if request.host not in LOOPBACK or request.origin is not None:
        raise Misuse("--edit is for this machine alone: leave --host and --origin out")


PORT = 8642
"""The usual port: links to tables stay good when the server is started again."""


@dataclass(frozen=True, slots=True)
class ServeRequest(GameRequest):
    """What the command line says of `artrules serve`."""

    seed: int | None
    seats: tuple[int, ...]
    open_table: bool
    host: str
    port: int
    origin: str | None
    file: Path | None
    listed: bool
    no_browser: bool
    new_link: bool
    edit: bool


@click.command("serve")
@click.argument("ruleset_name", metavar="[NAME]", default="")
@setup_options
@click.option("--seed", metavar="S", type=Seed((1 << 53) - 1), help="The seed of the table to open.")
@click.option(
    "--seat",
    "seats",
    metavar="K",
    multiple=True,
    callback=as_seats,
    help="A seat for a person, counted from 1 (also 1,3); bots have the others (default: all are people's).",
)
@click.option("--open", "open_table", is_flag=True, help="Nothing is hidden at the table, and anything can be undone.")
@click.option(
    "--host", metavar="H", default="127.0.0.1", help="The address to listen at (default: this machine alone)."
)
@click.option(
    "--port", metavar="P", type=click.IntRange(0, 65535), default=PORT, help=f"The port (default: {PORT}; 0: any free)."
)
@click.option("--origin", metavar="URL", help="The address of a proxy before this server, such as https://example.org.")
@click.option(
    "--games",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file that keeps all games (default: NAME.sqlite in your folder of games; without NAME games.sqlite).",
)
@click.option("--list", "listed", is_flag=True, help="List the games in the file, and exit.")
@click.option("--no-browser", is_flag=True, help="Open no browser.")
@click.option("--new-link", is_flag=True, help="Links to the start page of earlier starts are no longer good.")
@click.option("--edit", is_flag=True, help="Watch the files of NAME: games go on with what is saved.")
@with_option
@as_request(ServeRequest)
def command(request: ServeRequest) -> None:
    """Serve tables to browsers, for people and bots: of the ruleset NAME, or of all that there are.

    With --players or --seat a table is opened at once, and the links to its seats are printed: each is a person's own.
    Without, the start page opens tables. Games are kept after each choice. Ctrl-C ends the server; the links are good
    again when it is started again.
    """
    check_origin(request.origin)
    check_edit(request)
    at_once = request.players is not None or bool(request.seats)
    for_tables = {"--setting": request.settings, "--bot": request.bots, "--open": request.open_table}
    for name, is_named in {**for_tables, "--seed": request.seed is not None}.items():
        if is_named and not at_once:
            raise Misuse(f"{name} is for a table that is opened at once: give --players or --seat too")
    ruleset = None
    if request.ruleset_name:
        ruleset, request = open_game(request)
    elif at_once:
        raise Misuse("a table that is opened at once needs the name of its ruleset: artrules serve NAME")
    file = request.file or _usual_file("games" if ruleset is None else ruleset.name)
    if request.listed:
        _list(ruleset, file)
        return
    from artrules.table.serve.run import AddressProblem, bound_socket

    chosen = None
    if ruleset is not None and at_once:
        from artrules.table.commands.play_at_terminal import seats_for

        number = prepare_game(ruleset, request.players, request.settings)
        model = ruleset.configured(number, ruleset.settle(request.settings, request.seed or 0))[0]
        chosen = seats_for(model, request.seats, request.bots, Budget(), number, request.open_table)
    shelf = _shelf_of_all(request) if ruleset is None else _shelf_of(request, ruleset)
    try:
        listener = bound_socket(request.host, request.port)
    except AddressProblem as problem:
        raise Misuse(str(problem)) from None
    with listener:
        store = _open_store(file)
        try:
            _serve(shelf, store, listener, chosen, request)
        finally:
            store.close()


def _shelf_of(request: ServeRequest, ruleset: Ruleset) -> Shelf:
    from artrules.table.serve.shelf import Shelf

    return Shelf.of_one(ruleset, lasting_name(request.ruleset_name, ruleset), outside_paths_of(ruleset))


def _shelf_of_all(request: ServeRequest) -> Shelf:
    """All rulesets that can be found by name, which are loaded later."""
    from artrules.play.content_search import find_ruleset, ruleset_names
    from artrules.table.serve.shelf import ServedRuleset, Shelf

    extra = tuple(str(real_path(path)) for path in request.outside.paths)
    outside, names = request.outside.find().rulesets, ruleset_names()
    return Shelf(
        ServedRuleset(name, name if name in names else str(real_path(find_ruleset(name, outside).folder)), extra)
        for name in ruleset_names(outside)
    )


def _serve(shelf: Shelf, store: Store, listener: socket, chosen: Seats | None, request: ServeRequest) -> None:
    """Serve until a signal comes, which is how this command ends."""
    from secrets import randbelow

    from artrules.table.commands.long_work import StopSignals
    from artrules.table.serve.addresses import addresses_of
    from artrules.table.serve.database import StoreProblem
    from artrules.table.serve.requests import MOST_HOST_LINKS, Refused, TableWishes, default_name
    from artrules.table.serve.run import run_server
    from artrules.table.serve.server import TableServer
    from artrules.table.serve.store import SeatOfTable

    host, origin, number = request.host, request.origin, listener.getsockname()[1]
    reached = addresses_of(host, number, origin)
    base = reached[0] if reached else f"http://{f'[{host}]' if ':' in host else host}:{number}"
    try:
        server = TableServer(
            shelf,
            store,
            listen=_listen,
            tell=_tell,
            tell_fault=_tell_fault,
            host_links=1 if request.new_link else MOST_HOST_LINKS,
        )
    except StoreProblem as problem:
        raise Misuse(f"{store.path}: {problem}") from None
    editing = None
    if request.edit and shelf.only is not None:
        from artrules.table.serve.editing import Editing

        editing = Editing(server, shelf.only)

    async def begin() -> None:
        start = f"{base}/#host={server.host_secret}"
        title = f"{len(list(shelf))} games" if shelf.only is None else shelf.only.title
        lines = [f"{title}: tables at {base}", f"  the start page  {start}"]
        if chosen is not None and shelf.only is not None:
            seats = [SeatOfTable(default_name(n, bot), bot) for n, bot in enumerate(chosen.bots, 1)]
            chance = randbelow(1_000_000) if request.seed is None else request.seed
            wishes = TableWishes(
                shelf.only.name,
                len(seats),
                request.settings,
                chance,
                tuple(seats),
                open=chosen.open,
                together=chosen.open,
                invite=bool(reached) and not chosen.open,
            )
            try:
                _, links = await server.open_table(wishes)
            except Refused as refusal:
                raise Misuse(refusal.text) from None
            qr = sys.stdout.isatty()
            lines += [line for secret, link in links for line in link_lines(base, secret, link, qr=qr)]
            start = f"{base}/table#{links[0][0]}"
        for line in [*lines, f"  games are kept in {store.path}", *warnings_of(host, origin), "  Ctrl-C ends it", ""]:
            put(line)
        if not request.no_browser and sys.stdout.isatty() and _has_windows():
            import webbrowser
            from asyncio import to_thread

            await to_thread(webbrowser.open, start)

    signals = StopSignals()
    with signals.listening():
        run_server(server, known_hosts(host, origin), listener, begin, lambda: bool(signals.code), editing)
    raise SignalReceived(signals.code)


def _has_windows() -> bool:
    """Whether a browser can be opened in a window: one that runs in this terminal would take it away."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _usual_file(name: str) -> Path:
    from artrules.table.session.autosave import games_folder

    return games_folder() / f"{name}.sqlite"


def _open_store(file: Path) -> Store:
    """The file of games. Raises Misuse where it can't be used."""
    from artrules.table.serve.database import StoreProblem
    from artrules.table.serve.store import Store

    try:
        return Store(file)
    except StoreProblem as problem:
        raise Misuse(str(problem)) from None


def _list(ruleset: Ruleset | None, file: Path) -> None:
    """Print the games in a file, the newest first. With a ruleset it says which of them can't go on with it."""
    from artrules.table.serve.database import StoreProblem
    from artrules.table.serve.store import DamagedGame

    games = []
    if exists(file):
        store = _open_store(file)
        try:
            games = store.games()
        except StoreProblem as problem:
            raise Misuse(f"{file}: {problem}") from None
        finally:
            store.close()
    if not games:
        put(f"There are no games in {file}.")
    for _, game in games:
        if isinstance(game, DamagedGame):
            put(f"{game.id}  {game.begun[:16].replace('T', ' ')}  {game.title} (can't go on: {game.damage})")
            continue
        names = ", ".join(seat.name for seat in game.seats)
        if game.result is not None:
            winners = [game.seats[player - 1].name for player in game.result["winners"]]
            state = f"won by {' and '.join(winners)}" if winners else "over, won by nobody"
        elif ruleset is None:
            state = "goes on"
        elif game.setup.ruleset != ruleset.name:
            state = "of another ruleset"
        else:
            state = (
                "goes on"
                if game.setup.content == ruleset.content_hash
                else "can't go on: its content has changed since"
            )
        put(f"{game.id}  {game.begun[:16].replace('T', ' ')}  {game.title}: {names} ({state})")


def _listen(ruleset: Ruleset, game: Game, bots: Sequence[str]) -> Listeners | None:
    from artrules.play.plugins.notify_listeners import anybody_listens
    from artrules.table.commands.listeners import listeners_of

    if not anybody_listens():
        return None
    return listeners_of(ruleset, game, bots, lambda problem: _tell(f"{problem}; it is told no more of this game"))


def _tell(text: str) -> None:
    with suppress(OSError):  # nobody may read it, and tables go on
        put(f"artrules: {text}", to_error=True)


def _tell_fault(ruleset: Ruleset, fault: GameFault) -> None:
    with suppress(OSError):
        show(fault.diagnostics, ruleset.content)
