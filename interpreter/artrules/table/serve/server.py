"""All tables of a server: opened, found, brought back from the file of games, and let go when nobody sits there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from secrets import randbelow
from typing import TYPE_CHECKING, Any, TypeVar

from artrules.play.game.decision import GameFault
from artrules.play.game.description import heading
from artrules.play.game.saves import Setup
from artrules.table.serve.database import StoreProblem
from artrules.table.serve.engine import Engine
from artrules.table.serve.links import (
    RUNS_SERVER,
    Link,
    hash_of,
    is_same,
    new_id,
    new_secret,
    rematch_id,
    rematch_secret,
    replay_secret,
)
from artrules.table.serve.requests import (
    MOST_HOST_LINKS,
    SECONDS_IDLE,
    TABLES_A_SECOND,
    TABLES_AT_ONCE,
    TABLES_IN_MEMORY,
    Allowance,
    Refused,
    TableWishes,
    WrongSecrets,
    check_seats,
    check_watching,
)
from artrules.table.serve.room import Room, Tell
from artrules.table.serve.shelf import Shelf, cant_go_on
from artrules.table.serve.store import Course, DamagedGame, GameDamaged, Store, StoredGame, now
from artrules.table.serve.table import AT_FAULT, Listen, Table
from artrules.table.serve.workers import PACE, BotPlayers, Questions, QuestionsElsewhere, about_game

if TYPE_CHECKING:
    from artrules.play.ruleset import Ruleset

T = TypeVar("T")
SECONDS_TO_DISK = 1.0
"""A power cut loses what happened in so long a time, at most."""
SECONDS_OF_A_WRONG_SECRET = 1.0
"""For so long an address waits for an answer that has got too many secrets wrong."""
SECONDS_BEFORE_PREPARING = 10.0
"""A server that ends again at once needs no compiled program."""
LARGEST_SEED = (1 << 53) - 1
"""Larger ones would lose digits in browsers."""
MOST_SEEDS = 1_000_000
"""So many seeds are drawn from where nobody says one."""


class TableServer:
    """The tables of the rulesets of a shelf, in one file of games."""

    def __init__(
        self,
        shelf: Shelf,
        store: Store,
        *,
        listen: Listen,
        tell: Tell,
        tell_fault: Callable[[Ruleset, GameFault], None],
        pace: float = PACE,
        host_links: int = MOST_HOST_LINKS,
        questions: Questions | None = None,
    ) -> None:
        """So many links to the start page are good, those of the newest starts. Raises StoreProblem where the file of
        games can't be written."""
        self.shelf = shelf
        self.store = store
        self.engine = Engine()
        self.host_secret = new_secret()
        store.add_host(self.host_secret, host_links)
        self.wrong_secrets = WrongSecrets()
        self.rooms: dict[str, Room] = {}
        self.tell = tell
        self._listen, self._tell_fault = listen, tell_fault
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._bots = BotPlayers(pace)
        self._questions = questions or QuestionsElsewhere()
        self._prepared: dict[str, asyncio.Task[None]] = {}
        self._opened = Allowance(TABLES_A_SECOND, TABLES_AT_ONCE)
        self._rematch = asyncio.Lock()
        self._lookups = Engine()  # so that nobody's game waits for what is looked up
        self._damage: dict[str, str] = {}
        """By the ids of games: what was found to be wrong when they were brought back."""
        self.is_edited = False
        """Whether the rules are edited while tables play (`editing.py`)."""

    # -- secrets

    async def link(self, secret: str, address: str) -> Link:
        """What a secret opens that comes from an address. An address that gets many wrong waits for the answer to each
        further one that is wrong. Raises Refused for a wrong one, and where the file of games can't be read."""
        if is_same(hash_of(secret), hash_of(self.host_secret)):
            return RUNS_SERVER
        link = await self._look_up(self.store.link, hash_of(secret))
        if link is not None:
            return link
        if not self.wrong_secrets.count(address):
            await asyncio.sleep(SECONDS_OF_A_WRONG_SECRET)
            raise Refused("Too many links that aren't good came from this address. Wait a little.", 429)
        if self.store.is_new:
            why = "When the server was started there were no games in its file; a link belongs to the file of its game."
        else:
            why = "It belongs to another file of games, or a newer link has taken its place."
        raise Refused(f"This link isn't good. {why}", 403)

    def may_edit(self, link: Link) -> bool:
        """Whether a link sees what goes with editing the rules: its table's host's does, for it hides nothing."""
        return self.is_edited and link.opens == "seats" and link.host

    async def link_to_replay(self, stored: StoredGame, secret: str) -> str:
        """The secret of a link that opens the replay of a game and nothing else, for whoever has a secret. Raises
        Refused."""
        link_secret = replay_secret(secret, stored.id)
        await self.keep_links(self.store.add_link, link_secret, Link(stored.id, opens="replay"))
        return link_secret

    async def keep_links(self, keep: Callable[..., None], *arguments: Any) -> None:
        """Keep links, by a method of the file of games. Raises Refused."""
        try:
            await self.engine.run(keep, *arguments)
        except StoreProblem as problem:
            raise Refused(f"The link can't be kept: {problem}.", 507) from None

    # -- tables

    async def games(self, before: int | None, count: int) -> list[tuple[int, StoredGame | DamagedGame]]:
        """So many games of the file, the newest first, each with a number: those before a number are older. Raises
        Refused."""
        return await self._look_up(self.store.games, before, count)

    async def parents(self, games: Sequence[StoredGame | DamagedGame]) -> dict[str, StoredGame | DamagedGame]:
        """The games from which some go on, by their ids, as far as they are in the file. Raises Refused."""
        ids = {game.parent for game in games if isinstance(game, StoredGame) and game.parent is not None}
        parents = {game.id: game for game in games if game.id in ids}
        others = await self._look_up(self.store.games_called, sorted(ids - parents.keys()))
        return parents | {game.id: game for game in others}

    async def game(self, id_: str) -> StoredGame | DamagedGame | None:
        """The game with an id. Raises Refused."""
        return await self._look_up(self.store.game, id_)

    async def course(self, stored: StoredGame) -> Course:
        """What has happened in a game. Raises Refused."""
        return await self._look_up(self.store.course, stored.id)

    async def _look_up(self, function: Callable[..., T], *arguments: Any) -> T:
        """What a function finds in the file of games. Raises Refused where that can't be read."""
        try:
            return await self._lookups.run(function, *arguments)
        except GameDamaged as damage:
            raise Refused(f"The file of games is damaged: {damage}.", 503) from None
        except StoreProblem as problem:
            raise Refused(f"The server can't look that up: {problem}.", 503) from None

    async def ruleset(self, name: str) -> Ruleset:
        """The ruleset with a name. Raises Refused."""
        return await self.shelf[name].open(self._questions)

    async def load_rulesets(self) -> None:
        """Load all rulesets of the shelf, one after the other."""
        for served in self.shelf:
            with suppress(Refused):
                await served.open(self._questions)

    async def open_table(self, wishes: TableWishes) -> tuple[str, list[tuple[str, Link]]]:
        """Begin a game. Gives its id, and its links with their secrets: one for each person's seat, or one for all of
        them `together`, of which the first is the host's; then an invitation and one to watch, as wished. Raises
        Refused."""
        check_seats(wishes.seats, wishes.players, wishes.open)
        together, seats = wishes.together, list(wishes.seats)
        people = [number for number, seat in enumerate(wishes.seats, 1) if not seat.bot]
        if not people:  # at an open table bots can be watched
            people, together = list(range(1, wishes.players + 1)), True
        groups = [tuple(people)] if together else [(seat,) for seat in people]
        id_ = new_id()
        links = [Link(id_, group, host=n == 0) for n, group in enumerate(groups)]
        if wishes.invite:
            if together:
                raise Refused("Whoever is invited gets a link of their own: `links` must be `each`.")
            links.append(Link(id_, opens="invitation"))
            seats[people[0] - 1] = replace(seats[people[0] - 1], met=True)  # it is the host's
        if wishes.watch:
            check_watching(wishes.players, wishes.open)
            links.append(Link(id_, opens="watch"))
        with_secrets = [(new_secret(), link) for link in links]
        await self._begin(id_, replace(wishes, seats=tuple(seats)), with_secrets)
        return id_, with_secrets

    async def open_rematch(self, stored: StoredGame, asker: Link, secret: str) -> tuple[str, str]:
        """The rematch of a game that is over, begun by the first who asks: the same people and bots at the same seats,
        with the same settings. Gives its id, and the secret that opens there what the asker's opens here. Raises
        Refused."""
        if stored.result is None:
            raise Refused("This game isn't over.", 409)
        if (reason := self.refusal_of(stored)) is not None:
            raise Refused(reason, 409)
        id_ = rematch_id(stored.id)
        async with self._rematch:
            stands = await self.game(id_) is not None
            if not stands:
                seats = tuple(replace(seat, met=False) for seat in stored.seats)
                setup, seed = stored.setup, randbelow(MOST_SEEDS)
                wishes = TableWishes(
                    setup.ruleset, setup.players, setup.settings, seed, seats, stored.open, advice=stored.advice
                )
                await self._begin(id_, wishes, [])
        link_secret = rematch_secret(secret, id_)
        await self.keep_links(self.store.add_link, link_secret, Link(id_, asker.seats, asker.host))
        if not stands:
            (await self.room(stored.id)).rematch_begun(asker)
        return id_, link_secret

    async def _begin(self, id_: str, wishes: TableWishes, links: Sequence[tuple[str, Link]]) -> None:
        """Begin a game with an id, and keep links to it. Raises Refused."""
        if not self._opened.take():
            raise Refused("Too many tables have been opened. Wait a little.", 429)
        ruleset = await self.ruleset(wishes.ruleset)
        await self._lower(ruleset, wishes)
        room = await self.engine.run(self._lay, id_, ruleset, wishes, links)
        self._make_room()
        self.rooms[id_] = room
        room.go_on()
        self._prepare(room.table.stored)

    async def _lower(self, ruleset: Ruleset, wishes: TableWishes) -> None:
        """Have the program of a configuration lowered elsewhere if it isn't in the cache: all tables would wait."""
        served = self.shelf[wishes.ruleset]
        with suppress(ValueError):  # what can't be is refused later
            settled = ruleset.settle(wishes.settings, wishes.seed)
            if await self.engine.run(ruleset.must_lower, wishes.players, settled):
                content, added = ruleset.content_hash, ruleset.added
                setup = Setup(ruleset.name, content, wishes.players, settled, wishes.seed, added=added)
                request = {"do": "lower", "where": served.where, "extra": served.extra, "setup": setup.as_data()}
                await self._questions.prepare(request)

    def _lay(self, id_: str, ruleset: Ruleset, wishes: TableWishes, links: Sequence[tuple[str, Link]]) -> Room:
        """The room of a game that begins, which the file of games has by then."""
        served = self.shelf[wishes.ruleset]
        try:
            stored = StoredGame(
                id=id_,
                setup=ruleset.setup(wishes.players, wishes.seed, wishes.settings),
                title=ruleset.title,
                where=served.where,
                extra=served.extra,
                seats=wishes.seats,
                open=wishes.open,
                begun=now(),
                advice=wishes.advice,
            )
            table = self.table_of(stored, ruleset)
        except GameFault as fault:
            self._tell_fault(ruleset, fault)
            raise Refused(AT_FAULT) from None
        except ValueError as problem:
            raise Refused(heading(f"{problem}.")) from None
        try:
            self.store.add_game(stored, links)
        except StoreProblem as problem:
            raise Refused(f"The game can't be kept: {problem}.", 507) from None
        table.ready()
        return Room(table, self.engine, self._bots, self._questions, self.tell)

    def table_of(self, stored: StoredGame, ruleset: Ruleset) -> Table:
        return Table(stored, ruleset, self.store, self._listen, partial(self._tell_fault, ruleset))

    async def move_to(self, table: Table, earlier: Room, *, stands_still: bool = False) -> Room:
        """The room of a table at which the game of another room goes on, with all who are there."""
        room = Room(table, self.engine, self._bots, self._questions, self.tell)
        room.stands_still = stands_still
        self.rooms.pop(earlier.table.stored.id, None)
        self.rooms[table.stored.id] = room
        await earlier.hand_over(room)
        room.go_on()
        return room

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
        self._damage.pop(id_, None)  # it may have been mended
        reason = self.refusal_of(stored)
        if reason is None and isinstance(stored, StoredGame):
            await self.ruleset(stored.setup.ruleset)
            reason = self.refusal_of(stored)
        if isinstance(stored, DamagedGame) or reason is not None:
            raise Refused(reason or "", 409)
        table = await self._bring_back(stored)
        await self.engine.run(table.ready)
        self._make_room()
        room = Room(table, self.engine, self._bots, self._questions, self.tell)
        room.has_rematch = stored.result is not None and await self.game(rematch_id(id_)) is not None
        self.rooms[id_] = room
        room.go_on()
        self._prepare(stored)
        return room

    async def _bring_back(self, stored: StoredGame) -> Table:
        """The table of a stored game, as it was left. Raises Refused where the file doesn't hold all of it."""
        try:
            course = await self._lookups.run(self.store.course, stored.id)
            ruleset = await self.ruleset(stored.setup.ruleset)
            table = await self.engine.run(self.table_of, stored, ruleset)
            await self.run_in_slices(table.load(course))
            return table
        except GameDamaged as damage:
            self._damage[stored.id] = f"the file of games is damaged: {damage}"
        except (GameFault, ValueError) as problem:
            self._damage[stored.id] = f"it can't be set up again: {problem}"
        except StoreProblem as problem:
            raise Refused(f"The server can't look that up: {problem}.", 503) from None
        reason = self.refusal_of(stored) or ""
        self.tell(f"game {stored.id}: {reason}")
        raise Refused(reason, 409)

    async def run_in_slices(self, slices: Iterable[None]) -> None:
        """Run what takes long where the games are, slice by slice: in between, tables go on."""
        while await self.engine.run(_next, slices):
            pass

    def _prepare(self, stored: StoredGame) -> None:
        """Have the program of a table compiled before much has been played, once for each configuration."""
        setup = stored.setup
        configuration = f"{setup.ruleset} {setup.players} {sorted(setup.settings.items())}"
        if configuration not in self._prepared:
            self._prepared[configuration] = asyncio.create_task(self._prepare_soon(stored))

    async def _prepare_soon(self, stored: StoredGame) -> None:
        await asyncio.sleep(SECONDS_BEFORE_PREPARING)
        await self._questions.prepare({"do": "compile", **about_game(stored)})

    def refusal_of(self, stored: StoredGame | DamagedGame) -> str | None:
        """Why a stored game can't go on here; None where it can, as far as that is known before it is brought back."""
        if isinstance(stored, DamagedGame):
            return f"This game can't go on: the file of games is damaged: {stored.damage}."
        reason = self._damage.get(stored.id)
        return self.shelf.refusal_of(stored) or (reason and cant_go_on(stored, reason))

    def _make_room(self) -> None:
        """Let go of tables that nobody uses, those first that were quiet longest."""
        quiet = sorted((room.quiet_since, id_) for id_, room in self.rooms.items() if room.is_quiet)
        surplus = len(self.rooms) - TABLES_IN_MEMORY + 1
        now = asyncio.get_running_loop().time()
        for place, (since, id_) in enumerate(quiet):
            if place < surplus or now - since > SECONDS_IDLE:
                del self.rooms[id_]

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
        await self._questions.close()
        self.engine.close()
        self._lookups.close()
        self.store.close()


def _next(slices: Iterable[None]) -> bool:
    return next(iter(slices), StopIteration) is None
