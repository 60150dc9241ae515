"""Seats that play over the wire: what a browser sends and receives, without a browser."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from artrules.engine.chance import Stream
from waiting import PATIENCE

MOST_BYTES = 2**24


@dataclass
class Seat:
    """The connection of one seat: what it may choose now, and when it heard of it."""

    number: int
    socket: ClientConnection
    version: int = -1
    tokens: list[str] = field(default_factory=list)
    heard: float = 0.0
    """When the newest state came, in seconds of a steady clock."""
    states: int = 0
    received: int = 0
    """How many characters of JSON all states had so far."""
    finished: bool = False
    refused: list[str] = field(default_factory=list)

    def hear(self, text: str, now: float) -> None:
        """Takes in one message of the server."""
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "state":
            self.states += 1
            self.received += len(text)
            self.version, self.heard = message["version"], now
            self.finished = message["result"] is not None
            self.tokens = [option["token"] for offer in message["offers"] for option in offer["options"]]
        elif message["type"] == "refused":
            self.refused.append(message["text"])


class Asker:
    """A seat that asks why it can't do something, as soon as its last question is answered: with words, and about a
    card, alternately."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        """The seconds of each answer."""
        self.refused: list[str] = []

    async def ask(self, link: str) -> None:
        """Asks at the seat of a link, without end."""
        async with connect(_address(link), origin=_origin(link), max_size=MOST_BYTES, ping_interval=None) as socket:
            await socket.send(json.dumps({"type": "hello", "secret": link.partition("#")[2]}))
            questions = itertools.cycle(({"text": "play"}, {"thing": {"card": ["hand", 1, 0]}}))
            for number, question in enumerate(questions):
                begun = time.perf_counter()
                await socket.send(json.dumps({"type": "why", "id": number, **question}))
                await self._hear(socket, number)
                self.waits.append(time.perf_counter() - begun)

    async def _hear(self, socket: ClientConnection, number: int) -> None:
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == "why" and message["id"] == number:
                return
            if message["type"] == "refused":
                self.refused.append(message["text"])
                return


def _origin(link: str) -> str:
    return link.partition("#")[0].rpartition("/table")[0]


def _address(link: str) -> str:
    return _origin(link).replace("http", "ws", 1) + "/ws"


class Table:
    """A table whose seats choose by chance from a seed. `waits` has the seconds of each answer: from a choice until the
    chooser's next state is there."""

    def __init__(self, seed: int) -> None:
        self.chance = Stream(seed, 0, "load")
        self.seats: list[Seat] = []
        self.waits: list[float] = []
        self.late = 0
        """Choices that were due before the table had answered the one before."""
        self._listeners: list[asyncio.Task[None]] = []
        self._news = asyncio.Event()

    async def join(self, links: list[str]) -> None:
        """Connects each seat, and waits for its first state. `links` are the addresses of the seats."""
        for number, link in enumerate(links, 1):
            secret = link.partition("#")[2]
            socket = await connect(_address(link), origin=_origin(link), max_size=MOST_BYTES, ping_interval=None)
            seat = Seat(number, socket)
            self.seats.append(seat)
            await socket.send(json.dumps({"type": "hello", "secret": secret}))
            self._listeners.append(asyncio.create_task(self._listen(seat)))
        async with asyncio.timeout(PATIENCE):
            while any(seat.version < 0 for seat in self.seats):
                await self._hear_news()

    async def _listen(self, seat: Seat) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in seat.socket:
                seat.hear(str(text), time.perf_counter())
                self._news.set()

    async def _hear_news(self) -> None:
        self._news.clear()
        await self._news.wait()

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return all(seat.finished for seat in self.seats)

    async def choose(self) -> None:
        """One choice of a seat that may choose, by chance; returns when its answer is there."""
        async with asyncio.timeout(PATIENCE):
            while not any(seat.tokens for seat in self.seats) and not self.finished:
                await self._hear_news()
        deciding = [seat for seat in self.seats if seat.tokens]
        if not deciding:
            return
        seat = deciding[self.chance.below(len(deciding))]
        token, version = seat.tokens[self.chance.below(len(seat.tokens))], seat.version
        refusals = len(seat.refused)
        seat.tokens = []
        begun = time.perf_counter()
        await seat.socket.send(json.dumps({"type": "choose", "token": token}))
        async with asyncio.timeout(PATIENCE):
            while seat.version == version and len(seat.refused) == refusals:
                await self._hear_news()
        if len(seat.refused) > refusals:
            return  # the state in which it can't be chosen any more was on its way; it comes again
        self.waits.append(seat.heard - begun)

    async def play(self, *, every: float, until: float, first: float) -> None:
        """Chooses every so many seconds, from `first` to `until` (times of the steady clock)."""
        due = first
        while due < until and not self.finished:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self.choose()
            due += every
            while due < time.perf_counter() - every:
                due += every
                self.late += 1

    async def leave(self) -> None:
        """Closes the connections."""
        for seat in self.seats:
            await seat.socket.close()
        for listener in self._listeners:
            listener.cancel()
