"""The addresses at which the page of a table's host asks for what goes with editing the rules: what is wrong with them,
other ways from a moment, scenarios. They help only where the server watches the rules (`editing.py`), and each is about
the game that the host's link opens now.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, get_args

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from artrules.author.scenarios.writing import USUAL, Expectation
from artrules.table.serve.api import asker_of, body_of, number_in, refusing, server_of
from artrules.table.serve.editing import PositionWish, ScenarioWish
from artrules.table.serve.requests import Refused

if TYPE_CHECKING:
    from artrules.table.serve.editing import Editing
    from artrules.table.serve.links import Link
    from artrules.table.serve.room import Room


def routes() -> list[Route]:
    """All of these addresses."""
    return [
        Route("/api/edit", refusing(news)),
        Route("/api/edit/branch", refusing(branch), methods=["POST"]),
        Route("/api/edit/go_on", refusing(go_on), methods=["POST"]),
        Route("/api/edit/again", refusing(again), methods=["POST"]),
        Route("/api/edit/position", refusing(position), methods=["POST"]),
        Route("/api/edit/scenario", refusing(scenario), methods=["POST"]),
    ]


async def _editor(request: Request) -> tuple[Editing, Room, Link]:
    """What edits the rules, the room of the host who asks, and the host's link. Raises Refused for anybody else."""
    server, asker = server_of(request), await asker_of(request)
    editing: Editing | None = request.app.state.editing
    if editing is None:
        raise Refused("Nobody edits rules here.", 404)
    if not server.may_edit(asker):
        raise Refused("Only the host of a table may do this.", 403)
    return editing, await server.room(asker.game), asker


async def news(request: Request) -> Response:
    """What there is to tell beyond the number `after`: it is answered when something is new."""
    editing, room, _ = await _editor(request)
    return JSONResponse(await editing.news(room, number_in(request, "after", 0)))


async def branch(request: Request) -> Response:
    """Let the game go on another way, from the moment `after` so many choices; where that is null, from the position
    that was changed."""
    editing, room, _ = await _editor(request)
    data = await body_of(request)
    after = None if data.get("after", 0) is None else _moment(data, room)
    return JSONResponse({"id": await editing.branch(room, after)}, 201)


async def go_on(request: Request) -> Response:
    """Let bots go on where the game stands still."""
    editing, room, _ = await _editor(request)
    await editing.go_on(room)
    return JSONResponse({})


async def again(request: Request) -> Response:
    """Where the game stands still, make the choices again that are still offered."""
    editing, room, _ = await _editor(request)
    await editing.make_again(room)
    return JSONResponse({})


async def position(request: Request) -> Response:
    """Change a position: that of the moment `after` so many choices, or the one that was changed last, to what it was
    before (`back`) or to what stands in `phase`, `round`, `turn` and `places`."""
    editing, room, asker = await _editor(request)
    data = await body_of(request)
    where = {key: data.get(key) for key in ("round", "turn")}
    for key, value in where.items():
        if value is not None and (type(value) is not int or not 1 <= value <= MOST_ROUNDS):
            raise Refused(f"`{key}` must be a number from 1 on.")
    phase, places = data.get("phase"), data.get("places", [])
    if phase is not None and not isinstance(phase, str):
        raise Refused("`phase` must be the name of a phase.")
    if not isinstance(places, list) or not all(_is_change(each) for each in places):
        raise Refused("`places` must be a list of places, each with what is to stand there.")
    changes = tuple((tuple(place), text) for place, text in places)
    after = _moment(data, room) if data.get("after") is not None else None
    wish = PositionWish(after, data.get("back") is True, phase, **where, places=changes)
    return JSONResponse(await editing.position(room, asker, wish))


async def scenario(request: Request) -> Response:
    """Write a scenario of the moment `after` so many choices, with a `name`, and what it `expects`; with `draft` one of
    the position that was changed, where a player chooses an `option`."""
    editing, room, asker = await _editor(request)
    data = await body_of(request)
    name, wanted = data.get("name"), data.get("expects", list(USUAL))
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise Refused("The name of a scenario is lower-case words joined by `_`, such as `buys_the_last`.")
    if not isinstance(wanted, list) or not all(each in _EXPECTATIONS for each in wanted):
        raise Refused("`expects` must be a list of `options`, `figures` and `log`.")
    expects = frozenset(each for each in _EXPECTATIONS if each in wanted)
    if data.get("draft") is not True:
        wish = ScenarioWish(_moment(data, room), name, expects)
    else:
        wish = ScenarioWish(None, name, expects, _option(data))
    return JSONResponse({"file": await editing.make_scenario(room, asker, wish)}, 201)


_NAME = re.compile(r"[a-z](?:_?[a-z0-9]){0,59}")
_EXPECTATIONS = get_args(Expectation)
MOST_ROUNDS = 1_000_000


def _is_change(value: Any) -> bool:
    """Whether a value is a place and what is to stand there."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    place, text = value
    return isinstance(text, str) and isinstance(place, list) and all(isinstance(word, str) for word in place)


def _moment(data: dict[str, Any], room: Room) -> int:
    """A moment of the game, as a number of choices. Raises Refused."""
    after = data.get("after")
    if type(after) is not int:
        raise Refused("`after` must be a number of choices.")
    if not 0 <= after <= len(room.table.session.game.choices):
        raise Refused("The game has no such moment.")
    return after


def _option(data: dict[str, Any]) -> tuple[int, str]:
    """Who chooses, and what, by its label. Raises Refused."""
    match data.get("option"):
        case [int(player), str(label)]:
            return player, label
        case None:
            raise Refused("A scenario needs a choice: where nothing is offered, none can be made of the position.")
    raise Refused("`option` must be a player's number and the label of an option.")
