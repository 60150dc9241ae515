"""The room of a table: who is connected to it, what each page still has to be sent, and the bots that play there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from time import thread_time
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from artrules.play.presentation import EVERYBODY, Shown, messages
from artrules.table.serve.engine import Engine
from artrules.table.serve.requests import (
    CONNECTIONS_OF_A_SEAT,
    JOINS_A_SECOND,
    JOINS_AT_ONCE,
    MOST_QUESTIONS,
    MOST_WATCHERS,
    SECONDS_ASKED_A_SECOND,
    SECONDS_ASKED_AT_ONCE,
    Allowance,
    Refused,
)
from artrules.table.serve.store import Pin
from artrules.table.serve.table import AT_FAULT, Table, UndoRequest
from artrules.table.serve.worker import CHANGED
from artrules.table.serve.workers import Answer, BotPlayers, Questions, Request

if TYPE_CHECKING:
    from artrules.table.serve.links import Link

T = TypeVar("T")
NEW_LINK = "This link is no longer good: the table has a new one."
RULES_CHANGED = "The files of these rules have changed since the server was started."
CANT_BE_ASKED = "This can't be found out. Whoever runs the server can see why."
Tell = Callable[[str], None]
"""Told what whoever runs the server should know, as one sentence."""


class Connection(Protocol):
    """A page that is connected (`connection.py`), as its room sees it."""

    link: Link
    seat: int | None

    @property
    def shows(self) -> int | None: ...

    def send(self, message: messages.FromServer) -> None: ...

    def move(self, room: Room) -> None: ...

    async def welcome(self) -> None: ...

    def show(self, shown: Shown) -> None: ...

    def end(self, reason: str | None) -> None: ...


_NO_UNDO: messages.UndoAsked = {"type": "undo_asked", "by": None, "text": "", "agreed": (), "waits_for": ()}


class _Asker:
    """What somebody with a link asks: one thing at a time."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.waiting = 0
        self.allowance = Allowance(SECONDS_ASKED_A_SECOND, SECONDS_ASKED_AT_ONCE)


class Room:
    """A table, and the pages at which people sit."""

    def __init__(self, table: Table, engine: Engine, bots: BotPlayers, questions: Questions, tell: Tell) -> None:
        self.table = table
        self.quiet_since = 0.0
        self.has_rematch = False
        """Whether another game of the same people has been begun after this one."""
        self.rules: dict[str, Any] | None = None
        """What the booklet of this game says, once somebody has asked for it."""
        self._engine = engine
        self._bots = bots
        self._questions = questions
        self._tell = tell
        self._connections: list[Connection] = []
        self.joins = Allowance(JOINS_A_SECOND, JOINS_AT_ONCE)
        """How often seats may be taken by invitation."""
        self._askers: dict[Link, _Asker] = {}
        self._bot: asyncio.Task[None] | None = None
        self._goes_on = False
        self._showing: asyncio.Task[None] | None = None
        self._ended = self._ends_secrets
        self.stands_still = False
        """Whether bots wait until a person chooses, or lets them go on."""
        self._undo_request: UndoRequest | None = None
        self._undo_told = _NO_UNDO

    # -- who is here

    @property
    def is_quiet(self) -> bool:
        """Whether nobody is connected, and no bot is thinking."""
        return not self._connections and self._bot is None

    def is_here(self, seat: int) -> bool:
        """Whether somebody sits at a seat."""
        return any(connection.seat == seat for connection in self._connections)

    def enter(self, connection: Connection) -> None:
        """A page is connected. The oldest of too many for the same seats is let go."""
        link = connection.link
        same = [c for c in self._connections if (c.link.opens, c.link.seats) == (link.opens, link.seats)]
        if link.opens == "watch":
            if len(same) >= MOST_WATCHERS:
                same[0].end("Too many people watch this table.")
        elif len(same) >= CONNECTIONS_OF_A_SEAT:
            same[0].end("This table was opened in another window.")
        self._connections.append(connection)

    def leave(self, connection: Connection) -> None:
        """A page is gone."""
        if connection in self._connections:
            self._connections.remove(connection)
        self.quiet_since = asyncio.get_running_loop().time()

    def send_away(self, seats: Sequence[int], reason: str = NEW_LINK) -> None:
        """Let go of the pages whose links open some seats: those links are no longer good."""
        for connection in list(self._connections):
            if set(connection.link.seats) & set(seats):
                connection.end(reason)

    def send_watchers_away(self) -> None:
        """Let go of the pages that only watch: their link is no longer good."""
        for connection in list(self._connections):
            if connection.link.opens == "watch":
                connection.end(NEW_LINK)

    async def hand_over(self, room: Room) -> None:
        """Let all who are here go on in another room, where the game goes on. Nothing happens here any more."""
        connections, self._connections = self._connections, []
        self.close()
        for connection in connections:
            connection.move(room)
            room.enter(connection)
        for connection in connections:
            try:
                await connection.welcome()
            except Refused as refusal:
                connection.end(refusal.text)
        room.seats_changed()

    def seats_data(self) -> list[messages.Seat]:
        """Who sits where, as everybody may know."""
        return [
            {
                "seat": number,
                "name": seat.name,
                "who": "bot" if seat.bot else "person" if seat.met else "empty",
                "bot": seat.bot,
                "here": self.is_here(number),
                "free": not seat.bot and not seat.met,
            }
            for number, seat in enumerate(self.table.stored.seats, 1)
        ]

    def seats_changed(self) -> None:
        """Tell all pages who sits where."""
        seats, watchers = self.seats_data(), sum(each.link.opens == "watch" for each in self._connections)
        for connection in self._connections:
            connection.send({"type": "seats", "seats": seats, "watchers": watchers})

    def rematch_begun(self, link: Link) -> None:
        """Tell all pages that whoever has a link has begun a rematch."""
        self.has_rematch = True
        name = self.table.stored.seats[link.seats[0] - 1].name
        for connection in self._connections:
            connection.send({"type": "next", "by": name})

    # -- what happens

    async def ask(self, link: Link, function: Callable[..., T], *arguments: Any) -> T:
        """The result of a function for somebody with a link, which no choice waits for. Raises Refused."""

        def answer() -> T:
            began = thread_time()
            try:
                return function(*arguments)
            finally:
                allowance.use(thread_time() - began)

        async with self._turn_of(link) as allowance:
            return await self._engine.run_at_ease(answer)

    @property
    def pace(self) -> float:
        """Seconds for which a bot thinks at least, as far as people can tell."""
        return self._bots.pace

    async def find_out(self, link: Link, request: Callable[..., Request], *arguments: Any) -> Answer:
        """The answer to a request for somebody with a link, for which no table waits. Raises Refused."""
        async with self._turn_of(link) as allowance:
            asked = await self._engine.run(request, *arguments)
            answer = await self._questions.ask(asked)
            allowance.use(answer.seconds)
        if answer.problem is not None:
            self._tell(f"table {self.table.stored.id} can't be asked: {answer.problem}")
            if answer.problem == CHANGED:
                raise Refused(f"{RULES_CHANGED} Before it is started again this can't be found out.")
            raise Refused(AT_FAULT if "fault" in answer.about else CANT_BE_ASKED)
        if "refused" in answer.about:
            raise Refused(answer.about["refused"])
        return answer

    @asynccontextmanager
    async def _turn_of(self, link: Link) -> AsyncIterator[Allowance]:
        """What somebody with a link asks is found out inside. Of each link that is one thing at a time, and what it
        costs is bounded: so the questions of one can't keep all others waiting. Raises Refused."""
        asker = self._askers.setdefault(link, _Asker())
        if asker.waiting >= MOST_QUESTIONS:
            raise Refused("Too many questions wait for their answers. Ask again when they have come.", 429)
        asker.waiting += 1
        try:
            async with asker.turn:
                await asyncio.sleep(asker.allowance.seconds_to_wait)
                yield asker.allowance
        finally:
            asker.waiting -= 1

    async def do(self, seat: int, function: Callable[..., None], *arguments: Any, link: Link | None = None) -> None:
        """Do something at the table, and show all pages what has changed: first those of the seat (counted from 1, or
        EVERYBODY) that does it, and has to wait. Where a `link` is given, it takes its turn among what that link asks.
        Raises Refused."""
        run = self._engine.run if link is None else partial(self.ask, link)
        try:
            shown = await run(self._do_and_look, function, arguments, seat)
        except Refused:
            self.show_others()  # it may be done, and only this seat can't be shown it
            raise
        await self._show(shown)
        self.tell_undo_request()
        self.show_others()
        self.stands_still = False
        self.go_on()

    def tell_undo_request(self) -> None:
        """Tell all who sit here whether somebody asks to take something back, if that has changed."""
        request = self.table.undo_request
        message = self.undo_asked()
        if message == self._undo_told:
            return
        before, self._undo_told = self._undo_request, message
        self._undo_request = request
        for connection in self._connections:
            if connection.link.opens == "seats":
                connection.send(message)
            if before is not None and before.refused_by is not None and connection.seat == before.by:
                name = self.table.stored.seats[before.refused_by - 1].name
                connection.send({"type": "refused", "text": f"{name} would rather not."})

    def undo_asked(self) -> messages.UndoAsked:
        """What is told of a request to take something back, also where there is none."""
        request = self.table.undo_request
        if request is None:
            return _NO_UNDO
        waits_for = self.table.asked_for_undo(request)
        return {**_NO_UNDO, "by": request.by, "text": request.text, "agreed": request.agreed, "waits_for": waits_for}

    def show_others(self) -> None:
        """Show all pages what has changed, as soon as there is time for it. If more happens until then, they see it
        together."""
        if self._showing is None:
            self._showing = asyncio.create_task(self._show_all())
            self._showing.add_done_callback(self._shown)

    async def _show_all(self) -> None:
        await self._show(await self._engine.run_later(self._look_now))
        self.tell_undo_request()

    def _shown(self, task: asyncio.Task[None]) -> None:
        if self._showing is task:
            self._showing = None
        if not task.cancelled() and task.exception() is not None:
            self._tell(f"table {self.table.stored.id} can't be shown: {task.exception()}")

    def _look_now(self) -> dict[int, Shown]:
        shown = self.table.look(self._watched())
        self._showing = None  # what happens from now on must be shown by another task
        return shown

    def _watched(self) -> list[int]:
        return sorted({connection.shows for connection in self._connections if connection.shows is not None})

    def _do_and_look(self, function: Callable[..., None], arguments: tuple[Any, ...], seat: int) -> dict[int, Shown]:
        function(*arguments)
        return self.table.look([seat])

    async def _show(self, shown: dict[int, Shown]) -> None:
        for connection in self._connections:
            if connection.shows in shown:
                connection.show(shown[connection.shows])
        if self._ends_secrets and not self._ended:
            self._ended = True
            await self.pins_changed(EVERYBODY)

    async def pins_changed(self, seat: int) -> None:
        """Send the notes to the pages that may read one of a seat (counted from 1, or EVERYBODY): nobody else must
        learn that there is one."""
        for each in self._watched():
            if each == seat or self._ends_secrets:
                pins = pins_message(await self._engine.run(self.table.pins_for, each), self.table)
                for connection in self._connections:
                    if connection.shows == each:
                        connection.send(pins)

    @property
    def _ends_secrets(self) -> bool:
        return self.table.stored.open or self.table.stored.result is not None

    # -- bots

    def go_on(self) -> None:
        """Let bots choose, if it is for them to choose and none is at it."""
        if self.stands_still:
            return
        if self._bot is not None:
            self._goes_on = True  # it may have found that it isn't for bots to choose, and not have said so yet
        else:
            self._bot = asyncio.create_task(self._let_bots_choose())
            self._bot.add_done_callback(self._bot_done)

    def _bot_done(self, task: asyncio.Task[None]) -> None:
        self._bot = None
        self.quiet_since = task.get_loop().time()
        again, self._goes_on = self._goes_on and not task.cancelled(), False
        if not task.cancelled() and task.exception() is not None:
            self._tell(f"a bot at table {self.table.stored.id} can't play on: {task.exception()}")
        if again:
            self.go_on()

    async def _let_bots_choose(self) -> None:
        while (turn := await self._engine.run(self.table.bot_to_choose)) is not None:
            try:
                choice = await self._bots.choose(turn)
                taken = await self._engine.run(self.table.take_bots_choice, turn, choice)
            except Refused as problem:
                self._tell(f"the bot {turn.bot} at table {self.table.stored.id} can't play on: {problem.text}")
                self._say_that_bot_fails(turn.seat, problem.text)
                return
            if taken:
                self.show_others()

    def _say_that_bot_fails(self, seat: int, problem: str) -> None:
        """Tell all pages that nothing will come from a bot's seat."""
        name = self.table.stored.seats[seat - 1].name
        text = f"{name} can't play on. Whoever runs the table can see why, and a person can have the seat."
        if problem == CHANGED:
            text = f"{RULES_CHANGED} People can play on; bots can't before it is started again."
        for connection in self._connections:
            connection.send({"type": "refused", "text": text})

    def close(self) -> None:
        """Stop the bots, and let go of all pages."""
        if self._bot is not None:
            self._bot.cancel()
        for connection in list(self._connections):
            connection.end(None)


def pins_message(pins: list[Pin], table: Table) -> messages.Pins:
    """The message with the notes that a seat may read. It doesn't tell after how many choices they were made."""
    seats = table.stored.seats
    whole = table.stored.open
    notes: list[messages.Note] = [
        {
            "seat": pin.seat,
            "name": seats[pin.seat - 1].name,
            "line": pin.all_lines if whole else pin.lines,
            "text": pin.text,
        }
        for pin in pins
    ]
    return {"type": "pins", "pins": notes}
