"""A server that is killed at any moment: every choice that anybody has seen is in its file."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Timer

import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from artrules.table.commands.main import artrules
from lab.simulation.small_ruleset import write_ruleset
from waiting import PATIENCE

INTERPRETER = Path(__file__).parents[3] / "interpreter"


class Server:
    """`artrules serve` as a process of its own."""

    def __init__(self, *arguments: str) -> None:
        call = [sys.executable, "-m", "artrules", "serve", *arguments, "--port", "0", "--no-browser"]
        environment = {**os.environ, "PYTHONPATH": str(INTERPRETER)}
        self.process = subprocess.Popen(
            call, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        self.lines: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if "Ctrl-C" in line:
                break
        else:
            raise AssertionError(self.process.communicate()[1])
        found = re.search(r"tables at (\S+)", self.lines[0])
        assert found is not None
        self.base = found[1]
        self.secrets = re.findall(r"/table#(\S+)", "\n".join(self.lines))

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """End it; gives its exit code and what it told."""
        self.process.send_signal(number)
        told = self.process.communicate(timeout=PATIENCE)[1]
        return self.process.returncode, told


def play(server: Server, secret: str, seen: list[str], random: Random, most: int) -> None:
    """Choose at random until the server is gone, or so often; note what the seat reads of its own choices."""
    with connect(f"{server.base.replace('http', 'ws')}/ws") as socket:
        socket.send(json.dumps({"type": "hello", "secret": secret}))
        chosen = 0
        while chosen <= most:
            message = json.loads(socket.recv(timeout=PATIENCE))
            if message["type"] == "state":
                del seen[message["from"] :]
                seen += [entry["text"] for entry in message["log"]]
                options = [o["token"] for offer in message["offers"] for o in offer["options"]]
                if not options:
                    return
                chosen += 1
                socket.send(json.dumps({"type": "choose", "token": random.choice(options)}))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_killed_server_has_lost_no_choice_that_anybody_saw(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    folder, file = write_ruleset(tmp_path / "lanterns"), str(tmp_path / "games.sqlite")
    server = Server(str(folder), "--players", "2", "--seed", "3", "--open", "--games", file)
    secret, seen = server.secrets[0], list[str]()
    Timer(random.uniform(0.02, 0.4), server.kill).start()
    with suppress(ConnectionClosed, OSError):
        play(server, secret, seen, random, 10_000)
    server.process.communicate()
    again = Server(str(folder), "--games", file)
    found: list[str] = []
    play(again, secret, found, random, 0)
    # A choice that nobody saw any more may have ended a phase that all play at once: then the log is put in order.
    assert not Counter(seen) - Counter(found)
    assert len(found) > 3
    assert again.end() == (143, "artrules: terminated\n")


def test_ctrl_c_ends_it_at_once_and_nothing_is_left(tmp_path: Path) -> None:
    folder, file = write_ruleset(tmp_path / "lanterns"), tmp_path / "kept" / "games.sqlite"
    server = Server(str(folder), "--players", "2", "--seat", "1", "--bot", "uniform", "--games", str(file))
    with connect(f"{server.base.replace('http', 'ws')}/ws") as socket:
        socket.send(json.dumps({"type": "hello", "secret": server.secrets[0]}))
        assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "welcome"
        assert server.end(signal.SIGINT) == (130, "artrules: interrupted\n")
    assert [path.name for path in file.parent.iterdir()] == ["games.sqlite"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--host nowhere.invalid", "there is no address `nowhere.invalid` here"),
        ("--origin example.org", "--origin is given as https://NAME"),
        ("--origin https://example.org/table", "--origin is given as https://NAME"),
        ("--seed 3", "--seed is for a table that is opened at once"),
        ("--edit --host 0.0.0.0", "--edit is for this machine alone: leave --host and --origin out"),
        ("--players 9", "Lanterns is for 2, 3, 4 players, not 9"),
        ("--players 2 --seat 3", "there is no seat 3: 2 play"),
        ("--players 2 --seat 1 --bot unifrom", "did you mean `uniform`?"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(arguments: str, said: str, tmp_path: Path) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    call = ["serve", str(folder), "--games", str(tmp_path / "games.sqlite"), *arguments.split()]
    done = CliRunner().invoke(artrules, call, prog_name="artrules")
    assert done.exit_code == 2 and said in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "games.sqlite").exists()


def test_a_port_that_is_taken_and_a_file_in_use(tmp_path: Path) -> None:
    folder, file = write_ruleset(tmp_path / "lanterns"), str(tmp_path / "games.sqlite")
    server = Server(str(folder), "--games", file)
    port = server.base.rpartition(":")[2]
    for more, said in (
        (
            ["--port", port, "--games", f"{file}2"],
            f"something else uses port {port} already; --port 0 takes a free one",
        ),
        (["--port", "0", "--games", file], "another server uses this file of games"),
    ):
        done = CliRunner().invoke(artrules, ["serve", str(folder), "--no-browser", *more], prog_name="artrules")
        assert done.exit_code == 2 and said in done.stderr and done.stderr.count("\n") == 1
    server.end()
