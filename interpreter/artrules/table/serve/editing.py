"""Rules that somebody edits while tables play: their files are watched and judged, and the games that go on go on with
the new rules. What became of that is told to the pages of the hosts (`api.py`).

A game with other rules is another game, whose parent is the one before: the links to its seats open the new one from
then on. Where only what is shown has changed, it stays the same game. One that stands still comes back whole when an
edit is taken back before anybody has gone on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from artrules.author.scaffolds import fill, write_beside
from artrules.model.catalogue.watching import State, state_of
from artrules.play.game.decision import GameFault, IllegalChoice
from artrules.table.serve.database import StoreProblem
from artrules.table.serve.links import new_id
from artrules.table.serve.renewal import Attempt, Renewal
from artrules.table.serve.requests import Refused
from artrules.table.serve.store import Course, StoredGame, now
from artrules.table.serve.table import LOADING_SLICE, STALE
from artrules.table.serve.workers import Request, Workers
from artrules.text.diagnostics.render import ContentError
from artrules.text.record import dataclass
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.author.scenarios.writing import Expectation
    from artrules.play.ruleset import Ruleset
    from artrules.table.serve.links import Link
    from artrules.table.serve.room import Room
    from artrules.table.serve.server import TableServer
    from artrules.table.serve.shelf import ServedRuleset
    from artrules.table.session.replay import Divergence
    from artrules.table.session.seats import Timeline

EVERY = 0.1
"""Seconds between two looks at the files. One that is judged before it has been written to its end is judged again."""
SECONDS_OF_WAITING = 20.0
"""For so long the answer to a page waits for news."""

Judging = Callable[[Request], Awaitable[dict[str, Any]]]
"""Answers a request to judge (`judging.py`)."""


@dataclass(frozen=True, slots=True)
class ScenarioWish:
    """The moment of a game, as a number of choices, of which somebody wants a scenario, None for the position that was
    changed; its name, and what it expects."""

    after: int | None
    name: str
    expects: frozenset[Expectation]
    option: tuple[int, str] | None = None
    """Of a position that was changed: who chooses there, and what, by its label."""


@dataclass(frozen=True, slots=True)
class PositionWish:
    """What is to be other in the position that a host changes (`scenarios/changing.py`): by place what stands there, as
    YAML. With `after` it is that of the moment after so many choices, with `back` it is as it was before the last
    change."""

    after: int | None = None
    back: bool = False
    phase: str | None = None
    round: int | None = None
    turn: int | None = None
    places: tuple[tuple[tuple[str, ...], str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Draft:
    """A position that a host changes: the moment of the game where it began, and the positions since, as a setup gives
    them."""

    after: int
    steps: list[str] = field(default_factory=list)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Of whoever changes it: each change is one of the position before."""


class JudgeElsewhere:
    """Judges in a process of its own."""

    def __init__(self) -> None:
        self._workers = Workers(1)

    async def judge(self, request: Request) -> dict[str, Any]:
        """The answer to a request. Raises Refused where there is none."""
        answer = await self._workers.ask(request)
        if answer is None or answer.data is None:
            raise Refused("The files can't be judged: the process that does it has ended, or doesn't answer.", 503)
        data: dict[str, Any] = answer.data
        return data

    async def close(self) -> None:
        """End the process."""
        await self._workers.close()


class Editing:
    """The one ruleset of a server, edited while tables play."""

    def __init__(self, server: TableServer, served: ServedRuleset, judge: Judging | None = None) -> None:
        server.is_edited = True
        self._server = server
        self._served = served
        self._elsewhere = JudgeElsewhere()
        self._judge = judge or self._elsewhere.judge
        self._number = 1
        """Counts what there was to tell."""
        self._verdict: dict[str, Any] = {"problems": [], "errors": 0, "is_playable": True}
        self._changes: list[dict[str, Any]] = []
        """What the last edit has changed that led to other rules."""
        self._stops: dict[str, dict[str, Any]] = {}
        """By the ids of games that stand still: at which choice."""
        self._whole: dict[str, Attempt] = {}
        """By the same: what is to be tried again with the next rules while nobody has gone on."""
        self._faulty: WeakSet[Timeline] = WeakSet()
        """Games that can't be played again, so that nobody looks back at them."""
        self._drafts: dict[str, _Draft] = {}
        """By the ids of games: the positions that their hosts change."""
        self._is_behind = False
        """Whether rules have been judged that were never opened: the next changes are counted from those."""
        self._places: list[Path] = []
        self._news = asyncio.Condition()
        self._turn = asyncio.Lock()
        """Of whoever lets games go on at other tables."""

    async def close(self) -> None:
        """Let go of the process that judges."""
        await self._elsewhere.close()

    # -- watching

    async def watch(self) -> None:
        """Judge the files, and again whenever one of them changes, for as long as the server runs."""
        before: State | None = None
        while True:
            now = await asyncio.to_thread(state_of, self._watched())
            if now != before:
                before = now
                try:
                    await self.judge()
                except Refused as refusal:
                    self._server.tell(refusal.text)
                except Exception as fault:  # whatever goes wrong once, the files are watched on
                    self._server.tell(f"The files couldn't be judged: {fault}")
                if before.keys() != (later := await asyncio.to_thread(state_of, self._watched())).keys():
                    before = {**later, **before}  # other places are watched from now on
            else:
                await self._look_back()
            await asyncio.sleep(EVERY)

    async def _look_back(self) -> None:
        """While nothing else is to be done, find out what players saw before some choices: the next edit asks for
        it."""
        for room in self._rooms():
            timeline = room.table.session.timeline
            if timeline.has_unseen and not room.table.is_left and timeline not in self._faulty:
                try:
                    await self._server.engine.run_later(_see_some, timeline)
                except (GameFault, IllegalChoice):
                    self._faulty.add(timeline)

    def _watched(self) -> list[Path]:
        named = [Path(self._served.where), *map(Path, self._served.extra)]
        return list(dict.fromkeys([*self._places, *named]))

    async def judge(self) -> None:
        """Judge the files, and let games go on with the rules as they are now, where these are sound. Raises
        Refused."""
        request = {"do": "judge", "where": self._served.where, "extra": list(self._served.extra)}
        rooms = self._rooms()
        setups = [room.table.stored.setup.as_data() for room in rooms]
        verdict = await self._judge({**request, "game_alone": True, "setups": setups})
        is_playable = not verdict["errors"]
        self._take(verdict, is_playable)
        ruleset = self._served.ruleset
        if verdict["content"] not in (None, None if ruleset is None else ruleset.content_hash):
            try:
                ruleset = await self._served.open_again()
            except (ContentError, OSError):
                self._is_behind = True
                await self._tell()
                return  # it has changed again meanwhile, and is judged again
            self._changes = verdict["changes"]
            is_other_game = verdict["is_other_game"] or self._is_behind
            self._is_behind = False
            async with self._turn:
                for room in self._rooms():
                    await self._renew(room, ruleset, is_other_game=is_other_game)
        await self._tell()
        self._take(await self._judge({**request, "game_alone": False}), is_playable)
        await self._tell()

    def _take(self, verdict: dict[str, Any], is_playable: bool) -> None:
        self._verdict = {"problems": verdict["problems"], "errors": verdict["errors"], "is_playable": is_playable}
        self._places = [Path(place) for place in verdict["places"]] or self._places

    def _rooms(self) -> list[Room]:
        name = self._served.name
        return [room for room in self._server.rooms.values() if room.table.stored.setup.ruleset == name]

    # -- games that go on

    async def _renew(self, room: Room, ruleset: Ruleset, *, is_other_game: bool, anyway: bool = False) -> None:
        """Let the game of a room go on with other rules."""
        table = room.table
        try:
            renewal = await self._play_again(room, ruleset, is_other_game=is_other_game, anyway=anyway)
        except (GameFault, ValueError) as problem:
            text = f"With the rules as they are now this game can't be set up: {problem}."
        except StoreProblem as problem:
            text = f"The game can't be kept: {problem}."
        else:
            self._stops.pop(table.stored.id, None)
            self._whole.pop(table.stored.id, None)
            self._drafts.pop(table.stored.id, None)
            stored, attempt = renewal.table.stored, renewal.next_attempt
            if renewal.divergence is not None and attempt is not None:
                self._stops[stored.id] = _stop(renewal.divergence, stored, again=renewal.can_go_on_anyway)
                self._whole[stored.id] = attempt
            await self._server.move_to(renewal.table, room, stands_still=attempt is not None)
            return
        self._stops[table.stored.id] = {"number": 0, "text": text, "offered": [], "again": False}

    async def _play_again(self, room: Room, ruleset: Ruleset, *, is_other_game: bool, anyway: bool) -> Renewal:
        """Play the game of a room again, and keep it as it goes on. Raises GameFault, ValueError and StoreProblem."""
        engine, id_ = self._server.engine, new_id()
        while True:
            course, stored = await engine.run(_course_of, room), room.table.stored
            attempt = self._whole.get(stored.id)
            if attempt is None or course.choices != attempt.course.choices[: attempt.made]:
                attempt = Attempt(course, ((room.table.session.timeline, len(course.choices)),))
            else:
                attempt = replace(attempt, course=_joined(attempt.course, course))
            if is_other_game:
                stored = replace(stored, id=id_, parent=stored.id, begun=now())
            renewal = Renewal(attempt, await engine.run(self._server.table_of, stored, ruleset), anyway=anyway)
            await self._server.run_in_slices(renewal.play())
            if is_other_game:
                after = min(len(course.choices), len(renewal.table.session.game.choices))
                renewal.table.stored = replace(renewal.table.stored, after=after)
            text = renewal.text if is_other_game or anyway or renewal.divergence is not None else ""
            if await engine.run(self._take_over, room, renewal, course, text):
                return renewal

    def _take_over(self, room: Room, renewal: Renewal, course: Course, text: str) -> bool:
        """Keep a game that goes on at another table. False where something has happened at the first one meanwhile.
        Raises StoreProblem, and Refused where it goes on at another one already."""
        if room.table.is_left:
            raise Refused(STALE, 409)
        if _course_of(room) != course or renewal.table.stored.seats != room.table.stored.seats:
            return False
        stored, played = renewal.finish(text)
        if stored.id != room.table.stored.id:
            self._server.store.add_branch(stored, played)
        else:
            self._server.store.renew(stored, played)
        renewal.table.follow(room.table)
        return True

    async def branch(self, room: Room, after: int | None) -> str:
        """Let the game of a room go on another way: from the moment after so many choices, with None from the position
        that its host has changed. It is a new game, whose parent the other is. Gives its id. Raises Refused."""
        async with self._turn:
            id_ = await self._branch(room, after)
        await self._tell()
        return id_

    async def _branch(self, room: Room, after: int | None) -> str:
        server, table = self._server, room.table
        course = await server.engine.run(_course_of, room)
        stored = replace(table.stored, id=new_id(), parent=table.stored.id, result=None, begun=now())
        if after is None:
            draft = self._draft_of(room)
            stored = replace(stored, setup=replace(stored.setup, given=draft.steps[-1]), after=draft.after)
            begun, text = Course(), "the position was changed"
        else:
            begun, text = replace(course, choices=course.choices[:after]), ""
            stored = replace(stored, after=len(begun.choices))
        try:
            renewal = Renewal(Attempt(begun), await server.engine.run(server.table_of, stored, table.ruleset))
            await server.run_in_slices(renewal.play())
            if not await server.engine.run(self._take_over, room, renewal, course, text):
                raise Refused(STALE, 409)
        except (GameFault, ValueError) as problem:
            raise Refused(f"This position can't be: {problem}.", 409) from None
        except StoreProblem as problem:
            raise Refused(f"The game can't be kept: {problem}.", 507) from None
        self._drafts.pop(table.stored.id, None)
        await server.move_to(renewal.table, room, stands_still=True)
        return stored.id

    async def make_again(self, room: Room) -> None:
        """Where a game stands still, make the choices again that are still offered, although the table looks different
        or they are called otherwise. Raises Refused where it doesn't, or none of them is offered."""
        async with self._turn:
            id_ = room.table.stored.id
            if id_ not in self._whole or not room.stands_still:
                raise Refused("This game doesn't stand still.", 409)
            if not self._stops[id_]["again"]:
                raise Refused("The choice at which this game stands still isn't offered any more.", 409)
            await self._renew(room, room.table.ruleset, is_other_game=False, anyway=True)
        await self._tell()

    async def go_on(self, room: Room) -> None:
        """Let bots go on where a game stands still."""
        self._stops.pop(room.table.stored.id, None)
        self._whole.pop(room.table.stored.id, None)
        room.stands_still = False
        room.go_on()
        await self._tell()

    # -- positions that are changed

    async def position(self, room: Room, asker: Link, wish: PositionWish) -> dict[str, Any]:
        """Change the position that the host of a room changes, and give a picture of it, what it is made of, and what
        is offered there. Raises Refused where there is no such position; the one before stays."""
        draft = self._draft_of(room) if wish.after is None else _Draft(wish.after)
        async with draft.turn:
            if wish.back and len(draft.steps) < 2:
                raise Refused("Nothing has been changed yet.")
            given = draft.steps[-2 if wish.back else -1] if draft.steps else ""
            asked = {"do": "position", "after": draft.after, "given": given, "places": wish.places}
            where = {"phase": wish.phase, "round": wish.round, "turn": wish.turn}
            answer = await room.find_out(asker, room.table.request, {**asked, **where})
            data: dict[str, Any] = dict(answer.data)
            draft.steps[len(draft.steps) - 2 * wish.back :] = [data.pop("given")]
            is_changed = len(draft.steps) > 1
        if wish.after is not None and not room.table.is_left:
            self._drafts[room.table.stored.id] = draft
        return {**data, "after": draft.after, "is_changed": is_changed}

    def _draft_of(self, room: Room) -> _Draft:
        """The position that the host of a room changes. Raises Refused."""
        draft = self._drafts.get(room.table.stored.id)
        if draft is None:
            raise Refused("No position is being changed here: look back, and begin again.", 409)
        return draft

    async def make_scenario(self, room: Room, asker: Link, wish: ScenarioWish) -> str:
        """Write a scenario of a moment of a game into the folder of the ruleset. Gives its path there. Raises
        Refused."""
        ruleset = await self._server.ruleset(self._served.name)
        home = real_path(ruleset.content.files.folder)
        folder = real_path(home / "scenarios")
        if not folder.is_relative_to(home):
            raise Refused("The folder `scenarios` of this game lies elsewhere, so nothing is written there.")
        asked: Request = {"do": "scenario", "name": wish.name, "expects": sorted(wish.expects), "option": wish.option}
        if wish.after is None:
            draft, setup = self._draft_of(room), room.table.stored.setup
            asked |= {"after": 0, "choices": (), "setup": replace(setup, given=draft.steps[-1]).as_data()}
            origin = f"A position of a game at a table, after {_choices(draft.after)}, changed"
        else:
            asked["after"] = wish.after
            origin = f"A game at a table, after {_choices(wish.after)}"
        answer = await room.find_out(asker, room.table.request, asked)
        files = fill("scenario", wish.name, origin=origin, text=str(answer.data).rstrip())
        try:
            (path,) = await asyncio.to_thread(write_beside, files, folder)
        except FileExistsError:
            raise Refused(f"There is a file `scenarios/{wish.name}.yaml` already: give another name.", 409) from None
        except OSError as problem:
            raise Refused(f"The scenario can't be written: {problem.strerror or problem}.", 507) from None
        return path.relative_to(home).as_posix()

    # -- news

    async def _tell(self) -> None:
        async with self._news:
            self._number += 1
            self._news.notify_all()

    async def news(self, room: Room, after: int) -> dict[str, Any]:
        """What there is to tell to the host of a room, who knows it up to a number; after a while also where nothing is
        new."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_OF_WAITING), self._news:
                await self._news.wait_for(lambda: self._number != after)
        stored = room.table.stored
        stop = self._stops.get(stored.id)
        return {
            "number": self._number,
            **self._verdict,
            "game": stored.id,
            "parent": stored.parent,
            "changes": self._changes,
            "stop": stop if stop is not None and (room.stands_still or not stop["number"]) else None,
            "stands_still": room.stands_still,
        }


def _see_some(timeline: Timeline) -> None:
    """Find out for a short while what players saw before their choices. Raises GameFault, and IllegalChoice."""
    late = monotonic() + LOADING_SLICE
    for _ in timeline.seen():
        if monotonic() > late:
            return


def _course_of(room: Room) -> Course:
    """What has happened at a table by now."""
    timeline = room.table.session.timeline
    return Course(tuple(room.table.session.game.choices), tuple(timeline.notes), tuple(room.table.pins))


def _joined(whole: Course, course: Course) -> Course:
    """What had happened before a game stood still, with what people have written since then."""
    notes = [note for note in course.notes if note not in whole.notes and note.entry.kind != "renewed"]
    pins = [pin for pin in course.pins if pin not in whole.pins]
    return replace(whole, notes=(*whole.notes, *notes), pins=(*whole.pins, *pins))


def _choices(number: int) -> str:
    return f"{number} choice" if number == 1 else f"{number} choices"


_WHY = {
    "not offered": "isn't offered any more",
    "other label": "is called otherwise now",
    "other table": "can't be made again as it was: before it, the table looks different to that player now",
    "fault": "can't be made again: the rules fail there",
}


def _stop(divergence: Divergence, stored: StoredGame, *, again: bool) -> dict[str, Any]:
    """At which choice a game stands still, in words, and whether it can be made again all the same."""
    name = stored.seats[divergence.player - 1].name
    text = f"Choice {divergence.number}, {name}: “{divergence.label}” {_WHY[divergence.why]}."
    return {"number": divergence.number, "text": text, "offered": list(divergence.offered), "again": again}
