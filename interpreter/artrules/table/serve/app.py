"""The application that a web server runs: its addresses, the files of the page, and the guard that stands before every
request.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from artrules.model.ir.layout import PICTURES
from artrules.table.serve import api, edit_api
from artrules.table.serve.addresses import KnownHosts
from artrules.table.serve.connection import serve_page
from artrules.table.serve.static_files import StaticFiles, nothing_here
from artrules.text.source.bounded_file import folder_with

if TYPE_CHECKING:
    from artrules.table.serve.editing import Editing
    from artrules.table.serve.server import TableServer


# What stands before every request: the headers that keep other sites out, and the hosts and origins that may ask.
#
# A page of another site could send requests to a server on the visitor's own machine, under a name of its own that
# leads there (DNS rebinding). So a request must name a host that is this server's, and its origin, if it says one, must
# be the same.

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy: nothing but what this server sends itself."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Wraps an application: refuses what comes from elsewhere, and adds the headers to all answers."""

    def __init__(self, app: ASGIApp, hosts: KnownHosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        origin = headers.get("origin")
        is_known_host = len(hosts) == 1 and self._hosts.knows(hosts[0])
        if not is_known_host or (origin is not None and not self._hosts.fits(origin, hosts[0])):
            await _refuse(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request, and a websocket before it opens."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    text = "This server isn't asked under this name, or not from this page. See --host and --origin of artrules serve."
    await JSONResponse({"error": text}, 403, HEADERS)(scope, receive, send)


# The files of the page, and the pictures of rulesets: what a browser may get without a secret.

PAGE = Path(__file__).parent.parent / "page"
"""The folder of the page."""
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
}


async def index(request: Request) -> Response:
    """The page itself: it finds out from its address what to show."""
    return await _file(request, PAGE, "index.html", TYPES)


async def page_file(request: Request) -> Response:
    """A module, a style sheet or a picture of the page."""
    return await _file(request, PAGE, request.path_params["path"], TYPES)


async def picture(request: Request) -> Response:
    """A picture that a ruleset or one of its libraries brings, by its path in its folder."""
    server: TableServer = request.app.state.server
    served = server.shelf.find(request.path_params["ruleset"])
    if served is None or served.ruleset is None:
        return nothing_here()
    path = request.path_params["path"]
    return await _file(request, folder_with(served.ruleset.content.files.picture_folders, path), path, PICTURES)


async def _file(request: Request, folder: Path, path: str, types: Mapping[str, str]) -> Response:
    files: StaticFiles = request.app.state.files
    return await files.answer(request, folder, path, types)


# The application that a web server runs: its addresses, and what stands before them.


def make_app(server: TableServer, hosts: KnownHosts, editing: Editing | None = None) -> ASGIApp:
    """The application of a server that may be asked under some names, perhaps with rules that are edited."""
    routes = [
        Route("/", index),
        Route("/table", index),
        Route("/replay", index),
        Route("/join", index),
        Route("/page/{path:path}", page_file),
        Route("/pictures/{ruleset}/{path:path}", picture),
        Route("/api/rulesets", api.refusing(api.rulesets)),
        Route("/api/rulesets/{name}", api.refusing(api.ruleset)),
        Route("/api/games", api.refusing(api.games), methods=["GET"]),
        Route("/api/games", api.refusing(api.open_table), methods=["POST"]),
        Route("/api/games/{id}/replay", api.refusing(api.replay), methods=["GET"]),
        Route("/api/games/{id}/replay", api.refusing(api.replay_link), methods=["POST"]),
        Route("/api/games/{id}/rules", api.refusing(api.rules)),
        Route("/api/games/{id}/file", api.refusing(api.record)),
        Route("/api/games/{id}/seats", api.refusing(api.who_sits), methods=["GET"]),
        Route("/api/games/{id}/seats", api.refusing(api.seats), methods=["POST"]),
        Route("/api/games/{id}/renew", api.refusing(api.renew), methods=["POST"]),
        Route("/api/games/{id}/join", api.refusing(api.join), methods=["POST"]),
        Route("/api/games/{id}/again", api.refusing(api.again), methods=["POST"]),
        Route("/api/games/{id}/links", api.refusing(api.links), methods=["POST"]),
        *edit_api.routes(),
        WebSocketRoute("/ws", _websocket),
    ]
    app = Starlette(routes=routes)
    app.state.server = server
    app.state.hosts = hosts
    app.state.editing = editing
    app.state.files = StaticFiles()
    return Guard(app, hosts)


async def _websocket(socket: WebSocket) -> None:
    address = socket.client.host if socket.client is not None else ""
    await serve_page(socket.app.state.server, socket, address)
