"""A server in a process of its own, as `artrules serve` starts it, but with quick bots: on a free port, with games in a
file of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx

from waiting import PATIENCE

ROOT = Path(__file__).parents[3]
ADDRESS = re.compile(r"http://\S+/#host=\S+")


class Served:
    """A running server of a ruleset, or with "" of all, of the checkout `root`. `address` is its start page, with
    the host's secret in the fragment."""

    def __init__(self, ruleset: str, folder: Path, *options: str, root: Path = ROOT) -> None:
        self.ruleset = ruleset
        self.root = root
        folder.mkdir(exist_ok=True)
        self.games = folder / "games.sqlite"
        self.options = options
        self.lines: list[str] = []
        self.start(port=0)

    def start(self, port: int) -> None:
        """Starts the process, and waits until it says where it listens."""
        quick = self.root / "tests" / "table" / "browser" / "quick_server.py"
        named = [self.ruleset] if self.ruleset else []
        command = [sys.executable, quick, "serve", *named, "--no-browser", "--port", str(port)]
        self.process = subprocess.Popen(
            [*command, "--games", str(self.games), *self.options],
            env={**os.environ, "PYTHONPATH": str(self.root / "interpreter"), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        found = threading.Event()
        threading.Thread(target=self._read, args=(found,), daemon=True).start()
        if not found.wait(PATIENCE) or self.process.poll() is not None:
            self.process.kill()
            raise AssertionError("the server doesn't start: " + "".join(self.lines[-20:]))

    def _read(self, found: threading.Event) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            match = ADDRESS.search(line)
            if match and not found.is_set():
                self.address = match[0]
                found.set()
        found.set()

    @property
    def base(self) -> str:
        """The address without a path: `http://127.0.0.1:PORT`."""
        return "/".join(self.address.split("/")[:3])

    @property
    def secret(self) -> str:
        """The host's secret."""
        return self.address.partition("#host=")[2]

    def new_game(self, players: int, **wishes: Any) -> list[str]:
        """Creates a game with people at the seats, unless `seats` says else; the addresses of its links, in order of
        the seats."""
        wanted = {"players": players, "settings": {}, "seats": [{} for _ in range(players)], "links": "each", **wishes}
        answer = self.ask("POST", "/api/games", wanted)
        return [link["url"] for link in answer["links"]]

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        """What the server answers to the host, as data."""
        headers = {"Authorization": f"Bearer {self.secret}"}
        answer = httpx.request(method, self.base + path, json=data, headers=headers, timeout=PATIENCE)
        assert answer.is_success, (answer.status_code, answer.text)
        return answer.json()

    def kill(self) -> None:
        """Ends the process at once, as a power cut does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def start_again(self) -> None:
        """Starts it on the port that it had, with the games that it had."""
        self.start(int(self.base.rpartition(":")[2]))

    def end(self) -> None:
        """Ends it as Ctrl-C does, and proves that it went without a traceback."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise
        said = "".join(self.lines)
        assert "Traceback" not in said, said
