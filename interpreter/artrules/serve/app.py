"""The application that a web server runs: its addresses, and what stands before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from artrules.serve import api, page_files
from artrules.serve.connection import serve_page
from artrules.serve.guard import Guard, KnownHosts

if TYPE_CHECKING:
    from artrules.serve.server import TableServer


def make_app(server: TableServer, hosts: KnownHosts) -> ASGIApp:
    """The application of a server that may be asked under some names."""
    routes = [
        Route("/", page_files.index),
        Route("/table", page_files.index),
        Route("/replay", page_files.index),
        Route("/page/{path:path}", page_files.page_file),
        Route("/pictures/{path:path}", page_files.picture),
        Route("/api/rulesets", api.refusing(api.rulesets)),
        Route("/api/games", api.refusing(api.games), methods=["GET"]),
        Route("/api/games", api.refusing(api.open_table), methods=["POST"]),
        Route("/api/games/{id}/replay", api.refusing(api.replay), methods=["GET"]),
        Route("/api/games/{id}/replay", api.refusing(api.replay_link), methods=["POST"]),
        Route("/api/games/{id}/file", api.refusing(api.record)),
        Route("/api/games/{id}/seats", api.refusing(api.seats), methods=["POST"]),
        Route("/api/games/{id}/links", api.refusing(api.links), methods=["POST"]),
        WebSocketRoute("/ws", _websocket),
    ]
    app = Starlette(routes=routes)
    app.state.server = server
    app.state.hosts = hosts
    return Guard(app, hosts)


async def _websocket(socket: WebSocket) -> None:
    address = socket.client.host if socket.client is not None else ""
    await serve_page(socket.app.state.server, socket, address)
