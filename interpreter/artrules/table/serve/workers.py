"""Asks processes that work with games (`worker.py`): what bots choose, and what people ask.

A bot answers after a fixed time, whatever there was to think about: how long it takes must tell nothing. Questions have
a process of their own that gives way to all others, so that neither bots nor choices wait for them.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from artrules.lab.bots.registry import seconds_of
from artrules.table.serve.requests import Refused
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.table.serve.store import StoredGame

PACE = 0.6
"""Seconds from when a bot is asked until it chooses, beside those for which it thinks: people must follow."""
PATIENCE = 120.0
"""Seconds after which a process that doesn't answer is given up."""
SECONDS_OF_AN_ANSWER = 5.0
"""Seconds after which a question is given up, and its process ended."""
SECONDS_OF_ADVICE = 20.0
"""The same where a bot is asked: the first time in a configuration it learns what positions are worth. And where a
scenario is written, which is tried in many ways."""
_NICENESS = 10
"""By so much a process for questions gives way to the others."""
_LONGEST_LINE = 1 << 26

Request = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a process has answered: `about` says what it took and what went wrong, `text` is the answer as JSON."""

    about: dict[str, Any]
    text: str

    @property
    def seconds(self) -> float:
        """The seconds of processor time that it took."""
        return float(self.about["seconds"])

    @property
    def problem(self) -> str | None:
        """What whoever runs the server should know; None where nothing went wrong, or only the question was refused."""
        problem: str | None = self.about.get("problem") or self.about.get("fault")
        return problem

    @property
    def data(self) -> Any:
        return json.loads(self.text)


def about_game(stored: StoredGame) -> Request:
    """What each request says of a game."""
    return {"where": stored.where, "extra": stored.extra, "game": stored.id, "setup": stored.setup.as_data()}


class Workers:
    """Some processes that work with games, started when they are first needed."""

    def __init__(self, count: int, niceness: int = 0) -> None:
        self._free: asyncio.Queue[_Process] = asyncio.Queue()
        self.processes = [_Process(niceness) for _ in range(count)]
        for process in self.processes:
            self._free.put_nowait(process)

    async def ask(self, request: Request, patience: float = PATIENCE) -> Answer | None:
        """The answer to a request; None where the process that was asked was silent for too long, or has ended, and the
        one after it, too."""
        process = await self._free.get()
        try:
            return await process.ask(request, patience) or await process.ask(request, patience)
        except TimeoutError:
            return None
        finally:
            self._free.put_nowait(process)

    async def close(self) -> None:
        """End all processes."""
        for process in self.processes:
            await process.end()


@dataclass(frozen=True, slots=True)
class BotsTurn:
    """A choice that a bot has to make: at which seat (counted from 1), and after which choices."""

    stored: StoredGame
    seat: int
    bot: str
    choices: tuple[str, ...]


class BotPlayers:
    """Processes in which bots think."""

    def __init__(self, pace: float = PACE, count: int | None = None) -> None:
        self.pace = pace
        self._workers = Workers(count or max(1, (os.cpu_count() or 2) - 1))

    async def choose(self, turn: BotsTurn) -> str:
        """The id of the option that a bot chooses. Raises Refused, with a reason for whoever runs the server."""
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds_of(turn.bot) + self.pace
        request = {"do": "choose", **about_game(turn.stored), "choices": turn.choices}
        answer = await self._workers.ask({**request, "seat": turn.seat, "bot": turn.bot})
        if answer is None:
            raise Refused("the process in which it thinks has ended twice, or doesn't answer")
        await asyncio.sleep(max(0.0, due - loop.time()))
        if answer.problem is not None:
            raise Refused(answer.problem)
        return str(answer.data)

    async def close(self) -> None:
        """End all processes."""
        await self._workers.close()


class Questions(Protocol):
    """Answers what people ask about games."""

    async def ask(self, request: Request) -> Answer:
        """The answer to a request. Raises Refused where there is none."""

    async def prepare(self, request: Request) -> None:
        """Have a program made, which the cache keeps: where the games are, all tables would wait."""

    async def close(self) -> None:
        """Let go of everything."""


class QuestionsElsewhere:
    """Answers them in a process of their own."""

    def __init__(self) -> None:
        self._workers = Workers(1, _NICENESS)

    async def ask(self, request: Request) -> Answer:
        """The answer to a request. Raises Refused where it takes too long."""
        patience = SECONDS_OF_ADVICE if request["do"] in ("advise", "scenario") else SECONDS_OF_AN_ANSWER
        answer = await self._workers.ask(request, patience)
        if answer is None:
            raise Refused("That takes too long to find out.", 503)
        return answer

    async def prepare(self, request: Request) -> None:
        """Have a program made, which the cache keeps: where the games are, all tables would wait."""
        await self._workers.ask(request)

    async def close(self) -> None:
        """End the process."""
        await self._workers.close()


class _Process:
    """One process, and what is asked of it, one thing at a time."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._loaded: set[tuple[str, ...]] = set()
        """The rulesets that it has loaded, by where they are found."""

    @property
    def id(self) -> int | None:
        """The id of the process; None while there is none."""
        return None if self._process is None else self._process.pid

    async def ask(self, request: Request, patience: float) -> Answer | None:
        """The answer to a request; None where the process ends. Raises TimeoutError where it is silent for too long;
        to start it and to load a ruleset may take longer. After both the next request gets a new one."""
        ruleset = (request["where"], *request["extra"])
        answer = None
        try:
            await self._start()
            if request["do"] != "judge" and ruleset not in self._loaded:
                async with asyncio.timeout(PATIENCE):
                    await self._ask({"do": "load", "where": request["where"], "extra": request["extra"]})
                self._loaded.add(ruleset)
            async with asyncio.timeout(patience):
                answer = await self._ask(request)
        except TimeoutError:
            raise
        except (OSError, ValueError):
            pass
        finally:  # also where nobody waits for the answer any more: the next one must not be taken for it
            if answer is None:
                await self.end()
        return answer

    async def _start(self) -> None:
        if self._process is not None and self._process.returncode is None:
            return
        self._loaded.clear()
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "artrules.table.serve.worker", str(self._niceness)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
        )

    async def _ask(self, request: Request) -> Answer | None:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return None
        process.stdin.write(json.dumps(request).encode() + b"\n")
        await process.stdin.drain()
        about, text = await process.stdout.readline(), await process.stdout.readline()
        return Answer(json.loads(about), text.decode()) if text.endswith(b"\n") else None

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
