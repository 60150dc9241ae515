"""Answers what people ask in the server's own thread, about the very games of its tables: for tests that need no
process, or that have put another game in a table's place."""

from __future__ import annotations

import json
from typing import Any

from artrules.play.game.game import Game
from artrules.table.serve.server import TableServer
from artrules.table.serve.table import Table
from artrules.table.serve.worker import Worker, answered
from artrules.table.serve.workers import Answer, Request
from artrules.table.session.seats import Timeline


class _WorkerAt(Worker):
    """A worker that has the game of one table."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.ruleset)
        self._session = table.session

    def _game(self, _request: Request, _begin: Any) -> Game:
        return self._session.game

    def _timeline(self, _request: Request, _setup: Any) -> Timeline:
        return self._session.timeline


class QuestionsHere:
    """Answers requests about the tables of a server, which it is given later."""

    server: TableServer

    async def ask(self, request: Request) -> Answer:
        worker = _WorkerAt(self.server.rooms[request["game"]].table)
        about, answer = await self.server.engine.run_at_ease(answered, worker, json.loads(json.dumps(request)))
        return Answer(about, json.dumps(answer))

    async def prepare(self, request: Request) -> None:
        pass

    async def close(self) -> None:
        pass
