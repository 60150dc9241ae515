"""One page that is connected by a websocket: what it says, and what it still has to be sent.

A page that reads slowly isn't sent every state, only the newest: so nothing piles up. One that doesn't read at all is
let go.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from artrules.lab.bots.registry import bots_for_people
from artrules.play.presentation import EVERYBODY, OUTSIDER, Shown, as_json
from artrules.play.presentation.messages import Description, FromServer
from artrules.table.serve.requests import (
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    SECONDS_TO_READ,
    SECONDS_TO_SAY_HELLO,
    Allowance,
    Refused,
    json_object,
)
from artrules.table.serve.room import Room, pins_message
from artrules.table.serve.table import MOST_PAUSES, STALE

if TYPE_CHECKING:
    from artrules.play.game.log import LogEntry
    from artrules.table.serve.links import Link
    from artrules.table.serve.server import TableServer
    from artrules.table.serve.workers import Request

_MOST_WAITING = 200
"""Messages that wait to be sent, without states: more only pile up where a page doesn't read."""
NO_TEXT = "A message must be a text."
_KINDS = ("sit", "choose", "undo", "answer_undo", "why", "advise", "pin", "name")
_NO_SEAT = {
    "server": "This link opens no seat.",
    "replay": "This link opens a replay, and no seat.",
    "invitation": "Choose a seat first.",
}
"""By what links open that open no table: what is said to whoever tries."""
POLICY, GOING_AWAY, TRY_LATER = 1008, 1001, 1013
"""Why a websocket is closed: codes of RFC 6455."""


class Connection:
    """A page at a table: its link, and the seat (counted from 1) at which a person sits there, or None."""

    def __init__(self, server: TableServer, room: Room, link: Link, socket: WebSocket) -> None:
        self.link = link
        self.seat: int | None = link.seats[0] if len(link.seats) == 1 else None
        self.room = room
        self._server, self._socket = server, socket
        self._waiting: deque[str] = deque()
        self._states: deque[Shown] = deque(maxlen=1 + MOST_PAUSES)
        """The states that wait to be sent: pauses, and the newest state."""
        self._moment = 0
        self._sent = ""
        """The digest of the state that was sent last."""
        self._had: list[LogEntry] = []
        """The entries of the log that the page has."""
        self._wake = asyncio.Event()
        self._asking: set[asyncio.Task[None]] = set()
        """Questions that wait for their answers: what the page says next doesn't wait for them."""
        self._over: str | None = None
        self._ended = False

    @property
    def shows(self) -> int | None:
        """Whose view the page shows: that of its seat, EVERYBODY's at an open table, or an OUTSIDER's who watches; None
        while nobody sits."""
        if self.seat is None and self.room.table.stored.open:
            return EVERYBODY
        return OUTSIDER if self.link.opens == "watch" else self.seat

    @property
    def is_ending(self) -> bool:
        """Whether the connection is closed as soon as the page has been told why."""
        return self._ended

    # -- sending

    def send(self, message: FromServer) -> None:
        """Have a message sent."""
        if len(self._waiting) >= _MOST_WAITING:
            self.end("This page reads too slowly.")
        else:
            self._waiting.append(as_json(message))
            self._wake.set()

    def show(self, shown: Shown) -> None:
        """Have the state sent, and before it what there was to see at pauses since the last one, unless the page has it
        or was shown a later one."""
        if shown.moment < self._moment:
            return
        pauses = [each for each in self._states if each.is_pause]
        pauses += [pause for pause in shown.pauses if self._sent and pause.moment > self._moment]
        self._moment = shown.moment
        self._states.clear()
        if pauses or shown.digest != self._sent:
            self._states += [*pauses, shown]
            self._wake.set()

    def move(self, room: Room) -> None:
        """Go on in another room, where the game of this one goes on; `welcome` tells the page."""
        self.stop_asking()
        self.room, self._moment = room, 0
        self.link = replace(self.link, game=room.table.stored.id)

    def end(self, reason: str | None) -> None:
        """Close the connection, once the page has been told why."""
        if reason is not None and not self._ended:
            self._waiting.append(as_json({"type": "refused", "text": reason}))
        self._over, self._ended = reason or "", True
        self._wake.set()

    async def write(self) -> None:
        """Send what there is to send, until the connection ends, or the page is gone or doesn't read."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while not self._ended or self._waiting:
                await self._wake.wait()
                self._wake.clear()
                while self._waiting or self._states:
                    await self._send_one()
            await self._close(POLICY if self._over else GOING_AWAY)

    async def _send_one(self) -> None:
        if self._waiting:
            text = self._waiting.popleft()
        elif not self._states:
            return
        else:
            shown = self._states.popleft()
            text = shown.message(self._had)
            self._sent, self._had = shown.digest, shown.entries
        async with asyncio.timeout(SECONDS_TO_READ):
            await self._socket.send_text(text)

    async def _close(self, code: int) -> None:
        with suppress(RuntimeError, TimeoutError):
            async with asyncio.timeout(1):
                await self._socket.close(code)

    # -- what the page says

    async def welcome(self) -> None:
        """Tell the page at which table it is, and, once a person sits at a seat, what that seat is shown."""
        table = self.room.table
        stored = table.stored
        waiting, bots = await self._server.engine.run(
            lambda: (table.waiting, bots_for_people(table.session.game.inspect.model))
        )
        self._waiting.clear()
        self._states.clear()
        self._sent, self._had = "", []
        self.send(
            {
                "type": "welcome",
                "ruleset": stored.setup.ruleset,
                "table": {"id": stored.id, "title": stored.title},
                "seats": self.room.seats_data(),
                "mine": list(self.link.seats),
                "seat": self.seat,
                "host": self.link.host,
                "open": stored.open,
                "waiting": [seat for seat in waiting if seat in self.link.seats],
                "bots": bots,
                "watching": self.link.opens == "watch",
                "advice": stored.advice,
                "next": self.room.has_rematch,
                "edit": self._server.may_edit(self.link),
            }
        )
        self.send(cast(Description, {"type": "description", **table.description}))
        if self.link.opens == "seats" and (asked := self.room.undo_asked())["by"] is not None:
            self.send(asked)
        await self._show_all()

    async def _show_all(self) -> None:
        """Have the whole state sent, and the seat's notes, once somebody sits there."""
        seat = self.shows
        if seat is None:
            return
        shown = (await self._server.engine.run(self.room.table.look, [seat]))[seat]
        pins = await self._server.engine.run(self.room.table.pins_for, seat)
        if seat == self.shows:
            self._sent, self._had = "", []
            self.send(pins_message(pins, self.room.table))
            self.show(shown)

    async def read(self) -> None:
        """Do what the page asks for, one thing after the other, until it goes."""
        allowance = Allowance(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        while True:
            try:
                text = await self._socket.receive_text()
            except (WebSocketDisconnect, RuntimeError):
                return
            except KeyError:
                self.end(NO_TEXT)
                return
            if not allowance.take():
                self.end("Too many messages came from this page.")
                return
            try:
                await self._answer(json_object(text, "message"))
            except Refused as refusal:
                self.send({"type": "refused", "text": refusal.text})
                if refusal.text == STALE:
                    with suppress(Refused):
                        await self._show_all()

    async def _answer(self, message: dict[str, Any]) -> None:
        """Do what one message asks for. Raises Refused."""
        table = self.room.table
        kind = message.get("type")
        if kind not in _KINDS:
            raise Refused(f"The server doesn't know the message `{str(kind)[:40]}`.")
        if self.link.opens == "watch":
            raise Refused("You are watching.")
        if kind == "sit":
            await self._sit(message.get("seat"))
            return
        if kind == "name":
            seat = self._own(message.get("seat", self.seat))
            await self.room.ask(self.link, table.name, seat, message.get("name"))
            self.room.seats_changed()
            return
        shows = self.shows
        if shows is None:
            raise Refused("Sit down first.")
        match kind:
            case "choose":
                may = self.link.seats if table.stored.open else (shows,)
                await self.room.do(shows, table.choose, shows, message.get("token"), may)
            case "undo":
                undo = table.ask_undo if message.get("ask") is True else table.undo
                await self.room.do(shows, undo, shows or self.link.seats[0], link=self.link)
            case "answer_undo":
                await self.room.do(shows, table.answer_undo, shows, message.get("agree"), link=self.link)
            case "why":
                self._ask(message, table.why, shows, message.get("text"), message.get("thing"))
            case "advise":
                self._ask(message, table.advice, shows)
            case "pin":
                await self.room.ask(self.link, table.pin, shows or self.link.seats[0], message.get("text"))
                await self.room.pins_changed(shows)

    def _ask(self, message: dict[str, Any], request: Callable[..., Request], *arguments: Any) -> None:
        """Have a question answered; what the page says next doesn't wait for that. Raises Refused."""
        id_ = message.get("id")
        if not isinstance(id_, int | str | None):
            raise Refused("The `id` of a question must be a number or a text.")
        asking = asyncio.create_task(self._answer_question(id_, request, *arguments))
        self._asking.add(asking)
        asking.add_done_callback(self._asking.discard)

    async def _answer_question(self, id_: int | str | None, request: Callable[..., Request], *arguments: Any) -> None:
        """Answer a question. Advice comes after a fixed time: how long a bot thinks must tell nothing."""
        is_advice = request == self.room.table.advice
        loop = asyncio.get_running_loop()
        due = loop.time() + (self.room.pace if is_advice else 0)
        try:
            answer = await self.room.find_out(self.link, request, *arguments)
            await asyncio.sleep(max(0.0, due - loop.time()))
            type_ = "advice" if is_advice else "why"
            self.send(cast(FromServer, {"type": type_, "id": id_, **answer.data}))
        except Refused as refusal:
            self.send({"type": "refused", "text": refusal.text, "id": id_})

    def stop_asking(self) -> None:
        """Give up the questions that wait: whoever asked is gone."""
        for asking in self._asking:
            asking.cancel()

    def _own(self, seat: Any) -> int:
        """A seat that a page names, if it is one of its link's. Raises Refused."""
        if type(seat) is not int or seat not in self.link.seats:  # for Python, 1.0 and true are the number 1
            raise Refused("This seat isn't yours.")
        return seat

    async def _sit(self, seat: Any) -> None:
        self.seat = None if seat is None else self._own(seat)
        self.stop_asking()
        if self.seat is not None:
            await self._server.engine.run(self.room.table.meet, [self.seat])
        await self.welcome()
        self.room.seats_changed()


async def serve_page(server: TableServer, socket: WebSocket, address: str) -> None:
    """Serve one page from its first message, `hello`, until it goes."""
    await socket.accept()
    try:
        connection = await _greeted(server, socket, address)
    except (WebSocketDisconnect, RuntimeError):
        return
    except Refused as refusal:
        with suppress(RuntimeError):
            await socket.send_text(as_json({"type": "refused", "text": refusal.text}))
            await socket.close(TRY_LATER if refusal.status == 429 else POLICY)
        return
    connection.room.enter(connection)
    writing = asyncio.create_task(connection.write())
    tasks = [writing, asyncio.create_task(_meet_and_read(server, connection))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if connection.is_ending:  # the page is told why
            await asyncio.wait([writing], timeout=SECONDS_TO_READ)
    finally:
        connection.room.leave(connection)
        connection.stop_asking()
        for task in tasks:
            task.cancel()
        connection.room.seats_changed()
    for task in done:
        task.result()


async def _meet_and_read(server: TableServer, connection: Connection) -> None:
    room = connection.room
    try:
        if connection.seat is not None:
            await server.engine.run(room.table.meet, [connection.seat])
        await connection.welcome()
        room.seats_changed()
        room.go_on()  # a bot that couldn't play on tries again when somebody comes
    except Refused as refusal:
        connection.end(refusal.text)
        await asyncio.sleep(SECONDS_TO_READ)
        return
    await connection.read()


async def _greeted(server: TableServer, socket: WebSocket, address: str) -> Connection:
    """The connection of a page that has said hello with a good secret. Raises Refused."""
    try:
        async with asyncio.timeout(SECONDS_TO_SAY_HELLO):
            message = json_object(await socket.receive_text(), "message")
    except TimeoutError:
        raise Refused("The page didn't say hello in time.") from None
    except KeyError:
        raise Refused(NO_TEXT) from None
    secret = message.get("secret")
    if message.get("type") != "hello" or not isinstance(secret, str):
        raise Refused("The first message must be `hello`, with the secret of a link.")
    link = await server.link(secret, address)
    if link.opens in _NO_SEAT:
        raise Refused(_NO_SEAT[link.opens])
    room = await server.room(link.game)
    if max(link.seats, default=0) > room.table.stored.setup.players:
        raise Refused("This link isn't good: what the file of games holds of it is damaged.")
    return Connection(server, room, link, socket)
