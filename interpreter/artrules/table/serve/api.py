"""The addresses at which pages ask for games, replays and records. All but the page's files need a secret."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from secrets import randbelow
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from artrules.author.booklet.document import document_data
from artrules.author.booklet.make import make_booklet
from artrules.author.booklet.selection import BookletRequest
from artrules.engine.chance import BadSeed, check_seed
from artrules.table.ruleset_data import ruleset_data
from artrules.table.serve import renewal, seating
from artrules.table.serve.addresses import qr_data
from artrules.table.serve.links import Link
from artrules.table.serve.requests import LARGEST_MESSAGE, Refused, TableWishes, json_object, seats_from
from artrules.table.serve.server import LARGEST_SEED, MOST_SEEDS
from artrules.table.serve.shelf import served_data
from artrules.table.serve.store import DamagedGame, StoredGame

if TYPE_CHECKING:
    from artrules.table.serve.addresses import KnownHosts
    from artrules.table.serve.room import Room
    from artrules.table.serve.server import TableServer
    from artrules.table.serve.table import Table


def replay_data(table: Table) -> dict[str, Any]:
    """What a replay says of a game as a whole, beside its states: `pins` are the notes of all of them."""
    return {
        "ruleset": table.stored.setup.ruleset,
        "table": {"id": table.stored.id, "title": table.stored.title},
        "seats": [
            {"seat": number, "name": seat.name, "bot": seat.bot} for number, seat in enumerate(table.stored.seats, 1)
        ],
        "description": table.description,
        "pins": pins_data(table),
    }


def pins_data(table: Table) -> list[dict[str, Any]]:
    """All notes of a game, each with the number of choices after which it was pinned."""
    seats = table.stored.seats
    return [
        {
            "after": pin.after,
            "seat": pin.seat,
            "name": seats[pin.seat - 1].name,
            "line": pin.all_lines,
            "text": pin.text,
        }
        for pin in table.pins
    ]


N = TypeVar("N", int, None)
Handler = Callable[[Request], Awaitable[Response]]
NO_STORE = {"cache-control": "no-store"}
GAMES_AT_ONCE = 50
"""Games of the list that are sent at once."""
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


def server_of(request: Request) -> TableServer:
    """The server that a request asks."""
    server: TableServer = request.app.state.server
    return server


def _secret(request: Request) -> str:
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.casefold() != "bearer" or not secret:
        raise Refused("This needs the secret of a link.", 401)
    return secret


async def asker_of(request: Request) -> Link:
    """The link whose secret a request brings. Raises Refused."""
    address = request.client.host if request.client is not None else ""
    return await server_of(request).link(_secret(request), address)


async def _host(request: Request) -> None:
    if not (await asker_of(request)).runs_server:
        raise Refused("Only whoever runs the server may do this.", 403)


_ONLY = {
    "replay": "This link opens a replay, and nothing else.",
    "invitation": "This link is an invitation to choose a seat, and opens nothing else.",
    "watch": "This link is for watching, and opens nothing else.",
}
"""By what links open that are no person's seat: what is said to whoever asks for more."""


async def _of_game(request: Request, *, replay: bool = False) -> tuple[StoredGame, Link]:
    """The game that a request is about, and who asks; the link of a `replay` opens nothing else. Raises Refused where
    it isn't the asker's."""
    asker = await asker_of(request)
    stored = await _game_of(request, asker)
    if not (asker.runs_server or asker.opens == "seats" or (asker.opens == "replay" and replay)):
        raise Refused(_ONLY[asker.opens], 403)
    return stored, asker


async def _game_of(request: Request, asker: Link) -> StoredGame:
    """The game that a request is about. Raises Refused where it isn't the asker's."""
    id_ = request.path_params["id"]
    server = server_of(request)
    stored = await server.game(id_)
    if stored is None or (not asker.runs_server and asker.game != id_):
        raise Refused("There is no such game.", 404)
    if isinstance(stored, DamagedGame):
        raise Refused(server.refusal_of(stored) or "", 409)
    return stored


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object that a request brings. Raises Refused."""
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > LARGEST_MESSAGE:
            raise Refused("This request is too long.", 413)
    return json_object(content or b"{}", "request")


async def rulesets(request: Request) -> Response:
    """Of which rulesets tables can be opened, and whether others can reach the server."""
    await _host(request)
    rulesets = [served_data(served) for served in server_of(request).shelf]
    return JSONResponse({"rulesets": rulesets, "reachable": bool(_addresses(request))})


async def ruleset(request: Request) -> Response:
    """What can be chosen for tables of one ruleset."""
    await _host(request)
    return JSONResponse(ruleset_data(await server_of(request).ruleset(request.path_params["name"])))


async def open_table(request: Request) -> Response:
    """Open a table."""
    await _host(request)
    data = await body_of(request)
    if unknown := sorted(data.keys() - _WISHES):
        raise Refused(f"`{unknown[0][:40]}` isn't known here.")
    server = server_of(request)
    name = data.get("ruleset", "" if server.shelf.only is None else server.shelf.only.name)
    if not isinstance(name, str) or not name:
        raise Refused("`ruleset` must be the name of a game.")
    players = data.get("players", (await server.ruleset(name)).fewest_players)
    if not _is_whole(players, 1, 1000):
        raise Refused("`players` must be a number from 1.")
    settings = data.get("settings", {})
    if not isinstance(settings, dict) or not all(isinstance(value, str | int) for value in settings.values()):
        raise Refused("`settings` must be an object of texts and numbers.")
    seed = data.get("seed")
    seed = randbelow(MOST_SEEDS) if seed is None else seed
    try:
        check_seed(seed, LARGEST_SEED)
    except BadSeed:
        raise Refused(f"`seed` must be a whole number from 0 to {LARGEST_SEED:,}.") from None
    links = data.get("links", "each")
    if links not in ("each", "together"):
        raise Refused("`links` must be `each` or `together`.")
    wishes = TableWishes(
        name,
        players,
        settings,
        seed,
        tuple(seats_from(data.get("seats"), players)),
        open=_flag(data, "open"),
        together=links == "together",
        invite=_flag(data, "invite"),
        watch=_flag(data, "watch"),
        advice=_flag(data, "advice", usual=True),
    )
    id_, with_secrets = await server.open_table(wishes)
    return JSONResponse({"id": id_, **_links_data(request, with_secrets)}, 201)


_WISHES = frozenset({"ruleset", "players", "settings", "seed", "seats", "links", "open", "invite", "watch", "advice"})


def _flag(data: dict[str, Any], name: str, *, usual: bool = False) -> bool:
    value = data.get(name, usual)
    if not isinstance(value, bool):
        raise Refused(f"`{name}` must be true or false.")
    return value


def _links_data(request: Request, links: list[tuple[str, Link]]) -> dict[str, Any]:
    """Links as the page gets them: `links` to seats, `invitation` and `watch`, each with a QR code where others can
    reach the server."""
    addresses = _addresses(request)
    base = _base(request)
    data: dict[str, Any] = {"links": [], "invitation": None, "watch": None}
    for secret, link in links:
        url = url_of(base, secret, link)
        shown = {"url": url, "qr": qr_data(url) if addresses else None}
        if link.opens == "seats":
            data["links"].append({"seats": list(link.seats), **shown})
        else:
            data[link.opens] = shown
    return data


def url_of(base: str, secret: str, link: Link) -> str:
    """The address that a link has for people."""
    if link.opens == "invitation":
        return f"{base}/join#{urlencode({'game': link.game, 'secret': secret})}"
    return f"{base}/table#{secret}"


def _base(request: Request) -> str:
    """The address that links begin with: that under which the server was asked, or where it was asked under a name that
    is good on its own machine alone, that at which others reach it."""
    hosts: KnownHosts = request.app.state.hosts
    host = request.headers["host"]
    addresses = _addresses(request)
    return hosts.origin or (addresses[0] if addresses and hosts.is_own(host) else f"http://{host}")


def _addresses(request: Request) -> list[str]:
    """The addresses at which others reach the server, the best first."""
    hosts: KnownHosts = request.app.state.hosts
    return hosts.addresses(request.url.port or 80)


async def games(request: Request) -> Response:
    """The games, the newest first, in pages: `next` is what `before` must be for the next one, or null. With the secret
    of a seat that seat's game."""
    asker = await asker_of(request)
    server = server_of(request)
    if asker.runs_server:
        numbered_games = await server.games(number_in(request, "before", None), GAMES_AT_ONCE)
        after = numbered_games[-1][0] if len(numbered_games) == GAMES_AT_ONCE else None
        listed_games = [game for _, game in numbered_games]
        parents = await server.parents(listed_games)
        data = [{**_game_data(server, game), "origin": _origin_of(game, parents)} for game in listed_games]
        return JSONResponse({"games": data, "next": after})
    stored = await server.game(asker.game) if asker.opens == "seats" else None
    return JSONResponse({"games": [] if stored is None else [_game_data(server, stored)], "next": None})


def _origin_of(
    game: StoredGame | DamagedGame, parents: Mapping[str, StoredGame | DamagedGame]
) -> dict[str, Any] | None:
    """Where a game goes on from another: when that was begun, after how many of its choices, and whether the position
    was changed there, or the rules."""
    if not isinstance(game, StoredGame) or game.parent is None:
        return None
    parent = parents.get(game.parent)
    setup = parent.setup if isinstance(parent, StoredGame) else game.setup
    return {
        "begun": "" if parent is None else parent.begun,
        "after": game.after,
        "changed": game.setup.given != setup.given,
        "rules": game.setup.content != setup.content,
    }


def _game_data(server: TableServer, game: StoredGame | DamagedGame) -> dict[str, Any]:
    data = {"id": game.id, "title": game.title, "begun": game.begun, "refused": server.refusal_of(game)}
    if isinstance(game, DamagedGame):
        empty = {
            "ruleset": "",
            "players": 0,
            "open": False,
            "seats": [],
            "finished": False,
            "winners": None,
            "renewable": False,
        }
        return {**data, **empty}
    return {
        **data,
        "ruleset": game.setup.ruleset,
        "players": game.setup.players,
        "open": game.open,
        "seats": [{"seat": number, "name": seat.name, "bot": seat.bot} for number, seat in enumerate(game.seats, 1)],
        "finished": game.result is not None,
        "winners": None if game.result is None else game.result["winners"],
        "renewable": server.shelf.has_changed(game),
    }


async def replay(request: Request) -> Response:
    """States of a game that is over, or of an open table."""
    stored, asker = await _of_game(request, replay=True)
    start, count = number_in(request, "from", 0), min(MOST_STATES, number_in(request, "count", MOST_STATES))
    room = await _room_of_replay(request, stored, asker)
    answer = await room.find_out(asker, room.table.request, {"do": "replay", "from": start, "count": count})
    whole = JSONResponse(await room.ask(asker, replay_data, room.table)).body
    states = answer.text.encode()  # as it is: to read it and to write it again would take long
    return Response(bytes(whole)[:-1] + b"," + states.strip()[1:], media_type="application/json")


async def replay_link(request: Request) -> Response:
    """A link that opens the replay of a game, and nothing else."""
    stored, _ = await _of_game(request)
    await _room_of_replay(request, stored)
    words = urlencode({"game": stored.id, "secret": await server_of(request).link_to_replay(stored, _secret(request))})
    return JSONResponse({"url": f"{_base(request)}/replay#{words}"}, 201)


async def rules(request: Request) -> Response:
    """The rules of a game, with its players and settings, as its booklet tells them."""
    stored = await _game_of(request, await asker_of(request))
    room = await server_of(request).room(stored.id)
    if room.rules is None:
        ruleset = await server_of(request).ruleset(stored.setup.ruleset)
        wanted = BookletRequest(players=stored.setup.players, settings=stored.setup.settings)
        room.rules = document_data(await asyncio.to_thread(make_booklet, ruleset, wanted))
    return JSONResponse(room.rules)


async def again(request: Request) -> Response:
    """The rematch of a game that is over, for somebody who played it."""
    stored, asker = await _of_game(request)
    if asker.opens != "seats":
        raise Refused("Only who has a seat at this table can play again.", 403)
    id_, secret = await server_of(request).open_rematch(stored, asker, _secret(request))
    return JSONResponse({"id": id_, "url": f"{_base(request)}/table#{secret}"}, 201)


async def record(request: Request) -> Response:
    """The record of a game that is over, or of an open table, as `artrules replay` reads it."""
    stored, asker = await _of_game(request)
    room = await _room_of_replay(request, stored)
    answer = await room.find_out(
        asker, room.table.request, {"do": "record", "seats": room.table.stored.session_seats.as_data()}
    )
    headers = {"content-disposition": f'attachment; filename="{stored.setup.ruleset}-{stored.id}.json"'}
    return Response(answer.data, media_type="application/json", headers=headers)


async def _room_of_replay(request: Request, stored: StoredGame, asker: Link | None = None) -> Room:
    """The room of a game that may be shown as a whole. Raises Refused where a replay would show what somebody may not
    know yet, and the asker isn't the one from whom nothing is hidden."""
    refusal = Refused("This game isn't over. What it hides can be seen afterwards.", 403)
    if asker is not None and server_of(request).may_edit(asker):
        return await server_of(request).room(stored.id)
    if stored.result is None and not stored.open:
        raise refusal
    room = await server_of(request).room(stored.id)
    if room.table.stored.result is None and not room.table.stored.open:  # the file may be damaged
        raise refusal
    return room


async def who_sits(request: Request) -> Response:
    """Who sits where, for those who are invited, too."""
    asker = await asker_of(request)
    stored = await _game_of(request, asker)
    if asker.opens not in ("seats", "invitation", "server"):
        raise Refused(_ONLY[asker.opens], 403)
    room = await server_of(request).room(stored.id)
    table = {"id": stored.id, "title": stored.title}
    return JSONResponse({"ruleset": stored.setup.ruleset, "table": table, "seats": room.seats_data()})


async def join(request: Request) -> Response:
    """Take a seat that is free, with an invitation."""
    asker = await asker_of(request)
    stored = await _game_of(request, asker)
    if asker.opens != "invitation":
        raise Refused("Only an invitation opens a seat that is free.", 403)
    data = await body_of(request)
    seat = _seat(data, stored)
    server = server_of(request)
    secret = await seating.join(server, await server.room(stored.id), seat, data.get("name"))
    return JSONResponse({"url": url_of(_base(request), secret, Link(stored.id, (seat,)))}, 201)


async def seats(request: Request) -> Response:
    """Let a bot play at a seat where nobody is, or a person again; or let an invitation open it."""
    stored, asker = await _of_game(request)
    data = await body_of(request)
    seat, bot = _seat(data, stored), data.get("bot")
    if bot is not None and not isinstance(bot, str):
        raise Refused("`bot` must be a text, or null.")
    frees = _flag(data, "free")
    if not asker.host and (frees or seat not in asker.seats):
        raise Refused("Only the host of this table may do this.", 403)
    server = server_of(request)
    room = await server.room(stored.id)
    if frees:
        await seating.free(server, room, seat, asker)
    else:
        await seating.give_to_bot(room, seat, bot or "", asker)
    return JSONResponse({"seats": room.seats_data()})


async def renew(request: Request) -> Response:
    """How far a game of edited rules can go on with the rules as they are now; and, `really`, let it."""
    await _host(request)
    stored, _ = await _of_game(request)
    really = _flag(await body_of(request), "really")
    return JSONResponse(await renewal.renew(server_of(request), stored, really=really))


async def links(request: Request) -> Response:
    """New links in place of lost ones, which are no longer good: to seats, an invitation, or one to watch."""
    stored, asker = await _of_game(request)
    if not asker.host:
        raise Refused("Only the host of this table may do this.", 403)
    data = await body_of(request)
    server = server_of(request)
    room = await server.room(stored.id)
    new: list[tuple[str, Link]] = []
    if "seats" in data or not data:
        wanted = data.get("seats")
        if not isinstance(wanted, list) or not wanted or not all(_is_whole(n, 1, stored.setup.players) for n in wanted):
            raise Refused("`seats` must be a list of numbers of seats.")
        new += await seating.new_links(server, room, sorted(set(wanted)))
    for opens in ("invitation", "watch"):
        if _flag(data, opens):
            new.append(await seating.new_link(server, room, opens))
    return JSONResponse(_links_data(request, new), 201)


def _seat(data: dict[str, Any], stored: StoredGame) -> int:
    seat = data.get("seat")
    if not _is_whole(seat, 1, stored.setup.players):
        raise Refused(f"`seat` must be a number from 1 to {stored.setup.players}.")
    return seat


def number_in(request: Request, name: str, usual: N) -> int | N:
    """A number that the address of a request says. Raises Refused."""
    text = request.query_params.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise Refused(f"`{name}` must be a number from 0.")
    return int(text)


def _is_whole(value: Any, least: int, most: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
