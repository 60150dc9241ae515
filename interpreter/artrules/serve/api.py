"""The addresses at which pages ask for games, replays and records. All but the page's files need a secret."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from secrets import randbelow
from typing import TYPE_CHECKING, Any, TypeGuard

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from artrules.serve.json_object import json_object
from artrules.serve.limits import LARGEST_MESSAGE
from artrules.serve.links import Link
from artrules.serve.refusal import Refused
from artrules.serve.replays import record_text, replay_data
from artrules.serve.requested_seats import seats_from
from artrules.serve.server import LARGEST_SEED
from artrules.serve.setup_choices import ruleset_data
from artrules.serve.stored_game import StoredGame

if TYPE_CHECKING:
    from artrules.serve.server import TableServer

Handler = Callable[[Request], Awaitable[Response]]
NO_STORE = {"cache-control": "no-store"}
MOST_STATES = 50
"""States of a replay that are sent at once."""


def refusing(handler: Handler) -> Handler:
    """The same handler, but what it refuses becomes an answer."""

    async def answer(request: Request) -> Response:
        try:
            response = await handler(request)
        except Refused as refusal:
            return JSONResponse({"error": refusal.text}, refusal.status, NO_STORE)
        response.headers.update(NO_STORE)
        return response

    return answer


def _server(request: Request) -> TableServer:
    server: TableServer = request.app.state.server
    return server


async def _asker(request: Request) -> Link | None:
    """The link whose secret a request brings; None for whoever runs the server. Raises Refused."""
    server = _server(request)
    address = request.client.host if request.client is not None else ""
    if server.wrong_secrets.too_many(address):
        raise Refused("Too many wrong secrets came from this address. Wait a little.", 429)
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.casefold() != "bearer" or not secret:
        raise Refused("This needs the secret of a link.", 401)
    if server.is_host(secret):
        return None
    link = await server.link(secret)
    if link is None:
        server.wrong_secrets.count(address)
        raise Refused("This link isn't good.", 403)
    return link


async def _host(request: Request) -> None:
    if await _asker(request) is not None:
        raise Refused("Only whoever runs the server may do this.", 403)


async def _of_game(request: Request) -> tuple[StoredGame, Link | None]:
    """The game that a request is about, and who asks. Raises Refused where it isn't the asker's."""
    asker = await _asker(request)
    id_ = request.path_params["id"]
    stored = await _server(request).game(id_)
    if stored is None or (asker is not None and asker.game != id_):
        raise Refused("There is no such game.", 404)
    return stored, asker


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object that a request brings. Raises Refused."""
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > LARGEST_MESSAGE:
            raise Refused("This request is too long.", 413)
    return json_object(content or b"{}", "request")


async def rulesets(request: Request) -> Response:
    """What tables can be opened."""
    await _host(request)
    return JSONResponse({"rulesets": [ruleset_data(_server(request).ruleset)]})


async def open_table(request: Request) -> Response:
    """Open a table."""
    await _host(request)
    data = await _body(request)
    if unknown := sorted(data.keys() - {"ruleset", "players", "settings", "seed", "seats", "links", "open"}):
        raise Refused(f"`{unknown[0][:40]}` isn't known here.")
    server = _server(request)
    players = data.get("players", server.ruleset.fewest_players)
    if not _is_whole(players, 1, 1000):
        raise Refused("`players` must be a number from 1.")
    settings = data.get("settings", {})
    if not isinstance(settings, dict) or not all(isinstance(value, str | int) for value in settings.values()):
        raise Refused("`settings` must be an object of texts and numbers.")
    seed = data.get("seed")
    seed = randbelow(1_000_000) if seed is None else seed
    if not _is_whole(seed, 0, LARGEST_SEED):
        raise Refused(f"`seed` must be a whole number from 0 to {LARGEST_SEED:,}.")
    links, is_open = data.get("links", "each"), data.get("open", False)
    if links not in ("each", "together"):
        raise Refused("`links` must be `each` or `together`.")
    if not isinstance(is_open, bool):
        raise Refused("`open` must be true or false.")
    seats = seats_from(data.get("seats"), players)
    id_, made = await server.open_table(
        players, settings, seed, seats, together=links == "together", open_table=is_open
    )
    return JSONResponse({"id": id_, "links": _links_data(request, made)}, 201)


def _links_data(request: Request, links: list[tuple[str, Link]]) -> list[dict[str, Any]]:
    base = request.app.state.hosts.origin or f"http://{request.headers['host']}"
    return [{"seats": list(link.seats), "url": f"{base}/table#{secret}"} for secret, link in links]


async def games(request: Request) -> Response:
    """All games, or with the secret of a seat that seat's game."""
    asker = await _asker(request)
    server = _server(request)
    stored = await server.games()
    mine = [game for game in stored if asker is None or game.id == asker.game]
    return JSONResponse({"games": [_game_data(server, game) for game in mine]})


def _game_data(server: TableServer, game: StoredGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "ruleset": game.ruleset,
        "title": game.title,
        "players": game.players,
        "begun": game.begun,
        "open": game.open,
        "seats": [{"seat": number, "name": seat.name, "bot": seat.bot} for number, seat in enumerate(game.seats, 1)],
        "finished": game.result is not None,
        "winners": None if game.result is None else game.result["winners"],
        "refused": server.refusal_of(game),
    }


async def replay(request: Request) -> Response:
    """States of a game that is over, or of an open table."""
    stored, _ = await _of_game(request)
    _check_over(stored)
    start, count = _number(request, "from", 0), min(MOST_STATES, _number(request, "count", MOST_STATES))
    room = await _server(request).room(stored.id)
    return JSONResponse(await _server(request).engine.run(replay_data, room.table, start, count))


async def record(request: Request) -> Response:
    """The record of a game that is over, or of an open table, as `artrules replay` reads it."""
    stored, _ = await _of_game(request)
    _check_over(stored)
    room = await _server(request).room(stored.id)
    text = await _server(request).engine.run(record_text, room.table)
    headers = {"content-disposition": f'attachment; filename="{stored.ruleset}-{stored.id}.json"'}
    return Response(text, media_type="application/json", headers=headers)


def _check_over(stored: StoredGame) -> None:
    """Raise Refused where a replay would show what somebody may not know yet."""
    if stored.result is None and not stored.open:
        raise Refused("This game isn't over. What it hides can be seen afterwards.", 403)


async def seats(request: Request) -> Response:
    """Let a bot play at a seat where nobody is, or a person again."""
    stored, asker = await _of_game(request)
    data = await _body(request)
    seat, bot = data.get("seat"), data.get("bot")
    if not _is_whole(seat, 1, stored.players):
        raise Refused(f"`seat` must be a number from 1 to {stored.players}.")
    if bot is not None and not isinstance(bot, str):
        raise Refused("`bot` must be a text, or null.")
    if asker is not None and not asker.host and seat not in asker.seats:
        raise Refused("Only the host of this table may do this.", 403)
    server = _server(request)
    room = await server.room(stored.id)
    await server.give_to_bot(room, seat, bot or "")
    return JSONResponse({"seats": room.seats_data()})


async def links(request: Request) -> Response:
    """New links for seats whose links are lost. The old ones are no longer good."""
    await _host(request)
    stored, _ = await _of_game(request)
    wanted = (await _body(request)).get("seats")
    if not isinstance(wanted, list) or not wanted or not all(_is_whole(n, 1, stored.players) for n in wanted):
        raise Refused("`seats` must be a list of numbers of seats.")
    server = _server(request)
    made = await server.new_links(await server.room(stored.id), sorted(set(wanted)))
    return JSONResponse({"links": _links_data(request, made)}, 201)


def _number(request: Request, name: str, usual: int) -> int:
    text = request.query_params.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) < 8):
        raise Refused(f"`{name}` must be a number from 0.")
    return int(text)


def _is_whole(value: Any, least: int, most: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
