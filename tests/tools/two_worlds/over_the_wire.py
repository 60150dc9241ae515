"""A page of one seat at a real server, whose table has the game of one world: every text that the page receives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from artrules.play.game.game import Game
from artrules.play.ruleset import Ruleset
from artrules.table.serve.addresses import KnownHosts
from artrules.table.serve.app import make_app
from artrules.table.serve.server import TableServer
from artrules.table.serve.shelf import Shelf
from artrules.table.serve.store import Store
from artrules.table.session.session import Session
from table.serve.questions_here import QuestionsHere
from tools.two_worlds.sent import things

BASE = "http://localhost"


class Wire:
    """The connection of a page; `frames` has every text that came, in order."""

    def __init__(self, socket: Any, secret: str) -> None:
        self._socket = socket
        self.frames: list[str] = []
        self.state: dict[str, Any] = {}
        self.say({"type": "hello", "secret": secret}, "state")

    def say(self, message: dict[str, Any], *until: str) -> None:
        """Sends a message, and takes what comes until it is of one of some types."""
        self._socket.send_json(message)
        while True:
            text = self._socket.receive_text()
            heard = json.loads(text)
            self.frames.append(text)
            if heard["type"] == "state":
                self.state = heard
            if heard["type"] in until:
                return


class WireServer:
    """A server in this process, with a table of its own for each game that it is given."""

    def __init__(self, client: TestClient, server: TableServer) -> None:
        self._client, self._server = client, server

    def frames(self, game: Game, seat: int, question: str, choice: str | None) -> list[str]:
        """What the page of a seat (counted from 1) receives while it asks, errs, notes, and where `choice` is the id
        of an option chooses it and takes it back."""
        settings = {name: value for name, value in game.setup.settings.items() if isinstance(value, str | int)}
        answer = self._client.post(
            "/api/games",
            json={"players": game.players, "settings": settings, "seed": 1},
            headers={"authorization": f"Bearer {self._server.host_secret}"},
        )
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        table = self._server.rooms[opened["id"]].table
        table.session = Session(game.copy(), table.stored.session_seats, game.copy)
        table._shown.clear()
        secret = opened["links"][seat - 1]["url"].partition("#")[2]
        with self._client.websocket_connect("ws://localhost/ws", headers={"origin": BASE}) as socket:
            wire = Wire(socket, secret)
            self._ask(wire, question)
            if choice is not None:
                offered = table.look([seat])[seat].options
                token = next(token for token, option in offered.items() if option.id == choice)
                wire.say({"type": "choose", "token": token}, "state", "refused")
                wire.say({"type": "undo"}, "state", "refused")
                if json.loads(wire.frames[-1])["type"] == "refused":
                    wire.say({"type": "undo", "ask": True}, "state", "refused")
                wire.say({"type": "answer_undo", "agree": True}, "refused")
        return [text.replace(opened["id"], "ID") for text in wire.frames]

    def _ask(self, wire: Wire, question: str) -> None:
        view = wire.state["view"]
        wire.say({"type": "why", "id": 1, "text": question}, "why", "refused")
        for number, thing in enumerate(things(view)[::5], 2):
            wire.say({"type": "why", "id": number, "thing": thing}, "why", "refused")
        wire.say({"type": "advise", "id": 9}, "advice", "refused")
        wire.say({"type": "choose", "token": "no token"}, "state")
        wire.say({"type": "name", "seat": 0, "name": ""}, "refused")
        wire.say({"type": "pin", "text": "this felt wrong"}, "pins")


@contextmanager
def serving(ruleset: Ruleset, folder: Path) -> Iterator[WireServer]:
    """A server of a ruleset, with its file of games in a folder."""
    questions = QuestionsHere()
    server = TableServer(
        Shelf.of_one(ruleset, str(ruleset.content.files.folder), ()),
        Store(folder / "games.sqlite"),
        listen=lambda *_: None,
        tell=lambda _: None,
        tell_fault=lambda *_: None,
        pace=0.0,
        questions=questions,
    )
    questions.server = server
    with TestClient(make_app(server, KnownHosts("127.0.0.1")), base_url=BASE) as client:
        yield WireServer(client, server)
        client.portal.call(server.close)  # type: ignore[union-attr]
