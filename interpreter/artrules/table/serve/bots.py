"""Asks bots what they choose, in processes of their own.

A bot answers after a fixed time, whatever there was to think about: how long it takes must tell nothing.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress
from typing import Any

from artrules.lab.bots.registry import seconds_of
from artrules.table.serve.requests import Refused
from artrules.table.serve.store import StoredGame
from artrules.table.serve.table import BotsTurn

PACE = 0.6
"""Seconds from when a bot is asked until it chooses, beside those for which it thinks: people must follow."""
PATIENCE = 120.0
"""Seconds after which a bot that hasn't answered is given up."""
_LONGEST_LINE = 1 << 20


class BotPlayers:
    """Processes in which bots of one ruleset think, started when they are first needed."""

    def __init__(self, where: str, extra: tuple[str, ...], pace: float = PACE, processes: int | None = None) -> None:
        """`where` and `extra` say how a process finds the ruleset."""
        self._first = {"where": where, "extra": list(extra)}
        self._pace = pace
        self._free: asyncio.Queue[_BotProcess] = asyncio.Queue()
        self._all = [_BotProcess(self._first) for _ in range(processes or max(1, (os.cpu_count() or 2) - 1))]
        for process in self._all:
            self._free.put_nowait(process)

    async def choose(self, turn: BotsTurn) -> str:
        """The id of the option that a bot chooses. Raises Refused, with a reason for whoever runs the server."""
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds_of(turn.bot) + self._pace
        process = await self._free.get()
        try:
            answer = await process.ask(_request(turn)) or await process.ask(_request(turn))
        finally:
            self._free.put_nowait(process)
        if answer is None:
            raise Refused("the process in which it thinks has ended twice, or doesn't answer")
        await asyncio.sleep(max(0.0, due - loop.time()))
        if "choice" not in answer:
            raise Refused(str(answer.get("problem", "it gave no answer")))
        return str(answer["choice"])

    async def prepare(self, stored: StoredGame) -> None:
        """Have the program of a game compiled, which the cache keeps: where the games are, all tables would wait."""
        process = await self._free.get()
        try:
            await process.ask({**_game_of(stored), "prepare": True})
        finally:
            self._free.put_nowait(process)

    async def close(self) -> None:
        """End all processes."""
        for process in self._all:
            await process.end()


def _request(turn: BotsTurn) -> dict[str, Any]:
    return {**_game_of(turn.stored), "choices": turn.choices, "seat": turn.seat, "bot": turn.bot}


def _game_of(stored: StoredGame) -> dict[str, Any]:
    return {"game": stored.id, "setup": stored.setup.as_data()}


class _BotProcess:
    """One process, and what is asked of it, one thing at a time."""

    def __init__(self, first: dict[str, Any]) -> None:
        self._first = first
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a request; None where the process ends, or is silent for too long. The next request gets a new
        one."""
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._ask(request)
        except (TimeoutError, OSError, ValueError):
            answer = None
        except BaseException:  # nobody waits for the answer any more, so the next one must not be taken for it
            await self.end()
            raise
        if answer is None:
            await self.end()
        return answer

    async def _ask(self, request: dict[str, Any]) -> dict[str, Any] | None:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "artrules.table.serve.bot_process"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LONGEST_LINE,
            )
            self._write(self._first)
        self._write(request)
        process = self._process
        if process.stdin is None or process.stdout is None:
            return None
        await process.stdin.drain()
        line = await process.stdout.readline()
        answer: dict[str, Any] | None = json.loads(line) if line else None
        return answer

    def _write(self, data: dict[str, Any]) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(json.dumps(data).encode() + b"\n")

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
