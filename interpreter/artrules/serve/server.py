"""All tables of a server: opened, found, brought back from the file of games, and let go when nobody sits there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from artrules.game.decision import GameFault, IllegalChoice
from artrules.ruleset import other_content
from artrules.serve.bots import BotPlayers
from artrules.serve.database import StoreProblem
from artrules.serve.engine import Engine
from artrules.serve.limits import (
    SECONDS_IDLE,
    TABLES_A_SECOND,
    TABLES_AT_ONCE,
    TABLES_IN_MEMORY,
    Allowance,
    WrongSecrets,
)
from artrules.serve.links import Link, hash_of, is_same, new_id, new_secret
from artrules.serve.refusal import Refused
from artrules.serve.requested_seats import check_seats, known_bot
from artrules.serve.room import Room, Tell
from artrules.serve.store import Store
from artrules.serve.stored_game import SeatOfTable, StoredGame
from artrules.serve.table import AT_FAULT, Listen, Table, TellFault

if TYPE_CHECKING:
    from artrules.ruleset import Ruleset

T = TypeVar("T")
SECONDS_TO_DISK = 1.0
"""A power cut loses what happened in so long a time, at most."""
SECONDS_BEFORE_PREPARING = 10.0
"""A server that ends again at once needs no compiled program."""
LARGEST_SEED = (1 << 53) - 1


class TableServer:
    """The tables of one ruleset, in one file of games."""

    def __init__(
        self,
        ruleset: Ruleset,
        where: str,
        extra: tuple[str, ...],
        store: Store,
        *,
        listen: Listen,
        tell: Tell,
        tell_fault: TellFault,
        pace: float | None = None,
    ) -> None:
        """`where` and `extra` say how the ruleset is found again: its name or folder, and the files from outside."""
        self.ruleset = ruleset
        self.store = store
        self.engine = Engine()
        self.host_secret = new_secret()
        self.wrong_secrets = WrongSecrets()
        self.rooms: dict[str, Room] = {}
        self.tell = tell
        self._where, self._extra = where, extra
        self._listen, self._tell_fault = listen, tell_fault
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._bots = BotPlayers(where, extra) if pace is None else BotPlayers(where, extra, pace)
        self._prepared: dict[str, asyncio.Task[None]] = {}
        self._opened = Allowance(TABLES_A_SECOND, TABLES_AT_ONCE)

    # -- secrets

    def is_host(self, secret: str) -> bool:
        """Whether a secret is that of whoever runs the server."""
        return is_same(hash_of(secret), hash_of(self.host_secret))

    async def link(self, secret: str) -> Link | None:
        """What a secret opens; None for a wrong one. Raises Refused where the file of games can't be read."""
        return await self._look_up(self.store.link, hash_of(secret))

    # -- tables

    async def games(self) -> list[StoredGame]:
        """All games of the file, the newest first. Raises Refused."""
        return await self._look_up(self.store.games)

    async def game(self, id_: str) -> StoredGame | None:
        """The game with an id. Raises Refused."""
        return await self._look_up(self.store.game, id_)

    async def _look_up(self, function: Callable[..., T], *arguments: Any) -> T:
        """What a function finds in the file of games. Raises Refused where that can't be read."""
        try:
            return await self.engine.run(function, *arguments)
        except StoreProblem as problem:
            raise Refused(f"The server can't look that up: {problem}.", 503) from None

    async def open_table(
        self,
        players: int,
        settings: Mapping[str, Any],
        seed: int,
        seats: Sequence[SeatOfTable],
        *,
        together: bool = False,
        open_table: bool = False,
    ) -> tuple[str, list[tuple[str, Link]]]:
        """Begin a game. Gives its id, and its links with their secrets: one for each person's seat, or one for all of
        them `together`. The first is the host's. Raises Refused."""
        check_seats(seats, players, open_table)
        if not self._opened.take():
            raise Refused("Too many tables have been opened. Wait a little.", 429)
        room, links = await self.engine.run(self._begin, players, settings, seed, tuple(seats), together, open_table)
        self._make_room()
        self.rooms[room.table.stored.id] = room
        room.go_on()
        self._prepare(room.table.stored)
        return room.table.stored.id, links

    def _begin(
        self,
        players: int,
        settings: Mapping[str, Any],
        seed: int,
        seats: tuple[SeatOfTable, ...],
        together: bool,
        open_table: bool,
    ) -> tuple[Room, list[tuple[str, Link]]]:
        ruleset = self.ruleset
        try:
            settled = ruleset.settle(settings, seed)
            ruleset.check_count(players, settled)
            _, chosen = ruleset.runtime(players, settled)
            stored = StoredGame(
                id=new_id(),
                ruleset=ruleset.name,
                title=ruleset.title,
                content=ruleset.content_hash,
                where=self._where,
                extra=self._extra,
                added=ruleset.added,
                players=players,
                settings=chosen,
                seed=seed,
                seats=seats,
                open=open_table,
                begun=datetime.now(UTC).isoformat(timespec="seconds"),
            )
            table = self._table(stored)
        except GameFault as fault:
            self._tell_fault(fault)
            raise Refused(AT_FAULT) from None
        except ValueError as problem:
            raise Refused(f"{str(problem)[:1].upper()}{str(problem)[1:]}.") from None
        people = [number for number, seat in enumerate(seats, 1) if not seat.bot]
        if not people:  # at an open table bots can be watched
            people, together = list(range(1, players + 1)), True
        groups = [tuple(people)] if together else [(seat,) for seat in people]
        links = [(new_secret(), Link(stored.id, group, host=n == 0)) for n, group in enumerate(groups)]
        try:
            self.store.add_game(stored, links)
        except StoreProblem as problem:
            raise Refused(f"The game can't be kept: {problem}.", 507) from None
        table.ready()
        return Room(table, self.engine, self._bots, self.tell), links

    def _table(self, stored: StoredGame) -> Table:
        return Table(stored, self.ruleset, self.store, self._listen, self._tell_fault)

    async def room(self, id_: str) -> Room:
        """The room of a game, which is brought back from the file if it isn't in memory. Raises Refused."""
        room = self.rooms.get(id_)
        if room is not None:
            return room
        task = self._loading.get(id_)
        if task is None:
            task = self._loading[id_] = asyncio.create_task(self._load(id_))
            task.add_done_callback(lambda _done: self._loading.pop(id_, None))
        return await asyncio.shield(task)

    async def _load(self, id_: str) -> Room:
        stored = await self.game(id_)
        if stored is None:
            raise Refused("There is no such game.", 404)
        reason = self.refusal_of(stored)
        if reason is not None:
            raise Refused(reason, 409)
        course = await self._look_up(self.store.course, id_)
        try:
            table = await self.engine.run(self._table, stored)
            slices = table.load(course)
            while await self.engine.run(_next, slices):
                pass
        except (GameFault, IllegalChoice, ValueError):
            self.tell(f"game {id_}: its choices can't be made again, so the file of games is damaged")
            raise Refused("This game can't be brought back: what the file holds of it is damaged.", 409) from None
        await self.engine.run(table.ready)
        self._make_room()
        room = self.rooms[id_] = Room(table, self.engine, self._bots, self.tell)
        room.go_on()
        self._prepare(stored)
        return room

    def _prepare(self, stored: StoredGame) -> None:
        """Have the program of a table compiled before much has been played, once for each configuration."""
        configuration = f"{stored.players} {sorted(stored.settings.items())}"
        if configuration not in self._prepared:
            self._prepared[configuration] = asyncio.create_task(self._prepare_soon(stored))

    async def _prepare_soon(self, stored: StoredGame) -> None:
        await asyncio.sleep(SECONDS_BEFORE_PREPARING)
        await self._bots.prepare(stored)

    def refusal_of(self, stored: StoredGame) -> str | None:
        """Why a stored game can't go on here; None where it can."""
        if stored.ruleset != self.ruleset.name:
            return f"This is a game of {stored.title}, and the server serves {self.ruleset.title}."
        if stored.content != self.ruleset.content_hash:
            reason = other_content(stored.added, self.ruleset.added)
            return f"This game can't go on: {reason}."
        return None

    def _make_room(self) -> None:
        """Let go of tables that nobody uses, those first that were quiet longest."""
        quiet = sorted((room.quiet_since, id_) for id_, room in self.rooms.items() if room.is_quiet)
        surplus = len(self.rooms) - TABLES_IN_MEMORY + 1
        now = asyncio.get_running_loop().time()
        for place, (since, id_) in enumerate(quiet):
            if place < surplus or now - since > SECONDS_IDLE:
                del self.rooms[id_]

    async def give_to_bot(self, room: Room, seat: int, bot: str) -> None:
        """Let a bot play on at a seat where nobody is; with "" a person. Raises Refused."""
        known = known_bot(bot) if bot else ""
        if known and room.is_here(seat):
            raise Refused("Somebody sits there.")
        await self.engine.run(room.table.give_to_bot, seat, known)
        room.seats_changed()
        room.show_others()
        room.go_on()

    async def new_links(self, room: Room, seats: Sequence[int]) -> list[tuple[str, Link]]:
        """New links for some seats of people, one for each; those that opened them before don't open anything any more.
        Raises Refused."""
        stored = room.table.stored
        links = [(new_secret(), Link(stored.id, (seat,), host=seat == seats[0])) for seat in seats]
        try:
            await self.engine.run(self.store.replace_links, stored.id, seats, links)
        except StoreProblem as problem:
            raise Refused(f"The links can't be kept: {problem}.", 507) from None
        room.send_away(seats)
        return links

    async def keep_flushing(self) -> None:
        """Bring to the disk what happens, every second, for as long as the server runs."""
        while True:
            await asyncio.sleep(SECONDS_TO_DISK)
            try:
                await asyncio.to_thread(self.store.flush)
            except OSError as problem:
                self.tell(f"{self.store.path} can't be brought to the disk: {problem.strerror or problem}")

    async def close(self) -> None:
        """Let go of everything: bots, the thread, the file of games."""
        for task in self._prepared.values():
            task.cancel()
        for room in self.rooms.values():
            room.close()
        await self._bots.close()
        self.engine.close()
        self.store.close()


def _next(slices: Iterable[None]) -> bool:
    return next(iter(slices), StopIteration) is None
