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
from artrules.table.serve.editing import ScenarioWish
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
    """Let the game go on another way, from the moment `after` so many choices."""
    editing, room, _ = await _editor(request)
    return JSONResponse({"id": await editing.branch(room, _moment(await body_of(request)))}, 201)


async def go_on(request: Request) -> Response:
    """Let bots go on where the game stands still."""
    editing, room, _ = await _editor(request)
    await editing.go_on(room)
    return JSONResponse({})


async def scenario(request: Request) -> Response:
    """Write a scenario of the moment `after` so many choices, with a `name`, and what it `expects`."""
    editing, room, asker = await _editor(request)
    data = await body_of(request)
    name, wanted = data.get("name"), data.get("expects", list(USUAL))
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise Refused("The name of a scenario is lower-case words joined by `_`, such as `buys_the_last`.")
    if not isinstance(wanted, list) or not all(each in _EXPECTATIONS for each in wanted):
        raise Refused("`expects` must be a list of `options`, `figures` and `log`.")
    after = _moment(data)
    if not 0 <= after <= len(room.table.session.game.choices):
        raise Refused("The game has no such moment.")
    wish = ScenarioWish(after, name, frozenset(each for each in _EXPECTATIONS if each in wanted))
    return JSONResponse({"file": await editing.make_scenario(room, asker, wish)}, 201)


_NAME = re.compile(r"[a-z](?:_?[a-z0-9]){0,59}")
_EXPECTATIONS = get_args(Expectation)


def _moment(data: dict[str, Any]) -> int:
    after = data.get("after")
    if type(after) is not int:
        raise Refused("`after` must be a number of choices.")
    return after
