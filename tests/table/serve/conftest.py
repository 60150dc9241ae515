"""What tests of tables share: a server of a small ruleset, and pages that talk to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

import artrules
from artrules.table.serve.addresses import KnownHosts
from artrules.table.serve.app import make_app
from artrules.table.serve.server import TableServer
from artrules.table.serve.shelf import Shelf
from artrules.table.serve.store import Store
from artrules.table.serve.table import STALE
from artrules.text.schema.load import read_schema
from lab.simulation.small_ruleset import write_ruleset
from table.serve.questions_here import QuestionsHere

BASE = "http://localhost"
_SCHEMA = read_schema("table_protocol.schema.json")
FORMS = {
    name: Draft202012Validator({**_SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name.title().replace('_', '')}"}]})
    for name in ("welcome", "description", "state", "seats", "why", "refused", "pins", "next", "undo_asked", "advice")
}
"""What messages of a server must look like, by type."""


class Page:
    """A page that is connected: it says hello, and keeps what it was sent last of each type. All that it is sent must
    have the form of the schema."""

    def __init__(self, socket: Any, secret: str) -> None:
        self.socket = socket
        self.last: dict[str, Any] = {}
        self.read: list[dict[str, Any]] = []
        """The log that it has."""
        self.say("hello", secret=secret)

    def say(self, type_: str, **rest: Any) -> None:
        self.socket.send_json({"type": type_, **rest})

    def until(self, type_: str, *, hurried: bool = False) -> dict[str, Any]:
        """Take messages until one is of a type, and give it. None may be a refusal, unless one is awaited, or the page
        has been `hurried` and has chosen again before it saw what its choice did."""
        while True:
            message: dict[str, Any] = self.socket.receive_json()
            assert [error.message for error in FORMS[message["type"]].iter_errors(message)] == []
            if hurried and message["type"] == "refused" and message["text"] == STALE:
                continue
            assert type_ in ("refused", message["type"]) or message["type"] != "refused", message
            self.last[message["type"]] = message
            if message["type"] == "state":
                self.read = [*self.read[: message["from"]], *message["log"]]
            if message["type"] == type_:
                return message

    def token(self, label: str) -> str:
        """The token of the option that is called so."""
        offers = self.last["state"]["offers"]
        return next(str(o["token"]) for offer in offers for o in offer["options"] if o["label"] == label)

    def labels(self) -> list[str]:
        return [o["label"] for offer in self.last["state"]["offers"] for o in offer["options"]]

    def choose(self, label: str) -> dict[str, Any]:
        self.say("choose", token=self.token(label))
        return self.until("state")


class Tables:
    """A server, and who asks it."""

    def __init__(self, client: TestClient, server: TableServer) -> None:
        self.client = client
        self.server = server
        self.told: list[str] = []
        self.host = {"authorization": f"Bearer {server.host_secret}"}

    def open(self, players: int = 2, **more: Any) -> dict[str, Any]:
        """Open a table; gives what the server answers, with the secrets by seats."""
        answer = self.client.post("/api/games", json={"players": players, "seed": 3, **more}, headers=self.host)
        assert answer.status_code == 201, answer.text
        data: dict[str, Any] = answer.json()
        data["secrets"] = [link["url"].partition("#")[2] for link in data["links"]]
        return data

    @contextmanager
    def page(self, secret: str) -> Iterator[Page]:
        with self.client.websocket_connect("ws://localhost/ws", headers={"origin": BASE}) as socket:
            yield Page(socket, secret)


Serving = Callable[..., Any]


@pytest.fixture(scope="session")
def small_ruleset(tmp_path_factory: pytest.TempPathFactory) -> artrules.Ruleset:
    return artrules.load(write_ruleset(tmp_path_factory.mktemp("served") / "lanterns"))


@pytest.fixture
def serving(small_ruleset: artrules.Ruleset) -> Serving:
    """Serves the ruleset, or another one, from a file of games."""

    @contextmanager
    def serve(
        file: Path, ruleset: artrules.Ruleset = small_ruleset, shelf: Shelf | None = None, **more: Any
    ) -> Iterator[Tables]:
        told: list[str] = []
        questions = more.pop("questions", None) or QuestionsHere()
        editing = more.pop("editing", None)
        server = TableServer(
            shelf or Shelf.of_one(ruleset, str(ruleset.content.files.folder), ()),
            Store(file),
            listen=lambda *_: None,
            tell=told.append,
            tell_fault=lambda _, fault: told.append(fault.diagnostics[0].message),
            pace=0.0,
            questions=questions,
            **more,
        )
        questions.server = server
        edited = editing(server) if editing is not None else None
        with TestClient(make_app(server, KnownHosts("127.0.0.1"), edited), base_url=BASE) as client:
            tables = Tables(client, server)
            tables.told = told
            yield tables
            client.portal.call(server.close)  # type: ignore[union-attr]

    return serve


@pytest.fixture
def tables(serving: Serving, tmp_path: Path) -> Iterator[Tables]:
    with serving(tmp_path / "games.sqlite") as found:
        yield found
