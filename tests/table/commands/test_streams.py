"""Every command with streams that are closed, full or not read, and with signals: it ends at once, as what it is, and
never with a mistake of its own."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from artrules.table.commands.main import COMMANDS
from lab.simulation.small_ruleset import write_ruleset
from table.commands.conftest import INTERPRETER
from waiting import PATIENCE, is_asleep, wait_until

CALLS = {
    "balance": "balance LANTERNS --deals 3 --watched 1",
    "balance against": "balance LANTERNS --deals 3 --watched 1 --against-setting length=quick",
    "build": "build LANTERNS -o FOLDER/lanterns.wasm",
    "check": "check LANTERNS",
    "doc": "doc LANTERNS",
    "doc to a file": "doc LANTERNS --to FOLDER/booklet.md",
    "explain": "explain 2001",
    "fmt": "fmt --check LANTERNS",
    "lsp": "lsp --help",
    "export": "export LANTERNS",
    "export to a file": "export LANTERNS --to FOLDER/lanterns.json",
    "match": "match LANTERNS --bot uniform --against uniform --games 4",
    "migrate": "migrate --dry-run LANTERNS",
    "new": "new plugin --help",
    "plugins": "plugins",
    "info": "info LANTERNS",
    "info drawn": "info LANTERNS --graph FOLDER/lanterns.svg",
    "play": "play LANTERNS --seed 1 --full",
    "play at a seat": "play LANTERNS --seat 1 --seed 1",
    "play on": "play --resume GAME",
    "replay": "replay GAME",
    "replay list": "replay GAME --list",
    "schema": "schema LANTERNS",
    "schema to a file": "schema --to FOLDER/lanterns.schema.json",
    "serve": "serve --help",
    "serve list": "serve LANTERNS --list --games FOLDER/games.sqlite",
    "show": "show LANTERNS sell_turn --as ast",
    "simulate": "simulate LANTERNS --games 3",
    "simulate in processes": "simulate LANTERNS --games 4 --jobs 2",
    "test": "test LANTERNS",
    "vocabulary": "vocabulary LANTERNS",
    "help": "--help",
    "version": "--version",
    "a mistake": "check nowhere",
}
TYPED = {"play at a seat", "play on", "replay"}
"""Those that read what is typed."""
SILENT = {"build", "doc to a file", "export to a file", "info drawn", "schema to a file", "a mistake"}
"""Those that write nothing to standard output."""
WAYS = {
    "stdin closed": "COMMAND <&-",
    "stdout closed": "COMMAND >&-",
    "stdout full": "COMMAND >/dev/full",
    "stderr closed": "COMMAND 2>&-",
    "stderr full": "COMMAND 2>/dev/full",
    "both full": "COMMAND >/dev/full 2>&1",
    "all closed": "COMMAND <&- >&- 2>&-",
    "reader gone": "COMMAND | true; exit ${PIPESTATUS[0]}",
    "both readers gone": "COMMAND 2>&1 | true; exit ${PIPESTATUS[0]}",
}
THIN = 1 if os.environ.get("ARTRULES_EVERY_STREAM") else 9
"""Of the pairs of a command and a way, one in so many is tried: each command in one way, each way with every ninth
command. `ARTRULES_EVERY_STREAM=1 pytest tests/table/commands/test_streams.py` tries all."""
PAIRS = [(name, way) for i, name in enumerate(CALLS) for j, way in enumerate(WAYS) if (i + j) % THIN == 0]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A ruleset, and a game of it that was left."""
    folder = tmp_path_factory.mktemp("streams")
    lanterns = str(write_ruleset(folder / "lanterns"))
    environment = {**os.environ, "PYTHONPATH": str(INTERPRETER)}
    call = [sys.executable, "-m", "artrules", "play", lanterns, "--seat", "1", "--seed", "3"]
    done = subprocess.run([*call, "--save", str(folder / "game.json")], input="1\n", text=True, env=environment)
    assert done.returncode == 0
    return {"LANTERNS": lanterns, "GAME": str(folder / "game.json"), "FOLDER": str(folder)}


def command(call: str, places: dict[str, str]) -> list[str]:
    for word, path in places.items():
        call = call.replace(word, path)
    return [sys.executable, "-m", "artrules", *call.split()]


def environment(games: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(INTERPRETER), "ARTRULES_GAMES": str(games)}


def left_over(*folders: str | Path) -> list[str]:
    return [name for folder in folders if Path(folder).is_dir() for name in os.listdir(folder) if name[0] == "."]


def test_every_command_is_tried() -> None:
    assert {call.split()[0] for call in CALLS.values()} >= set(COMMANDS)


@pytest.mark.parametrize("name, way", PAIRS)
def test_a_stream_that_is_closed_or_full(name: str, way: str, places: dict[str, str], games: Path) -> None:
    line = WAYS[way].replace("COMMAND", shlex.join(command(CALLS[name], places)))
    done = subprocess.run(
        ["bash", "-c", line],
        env=environment(games),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr and "internal-error" not in done.stderr
    assert "Exception ignored" not in done.stderr
    fine = 2 if name == "a mistake" else 0
    if "reader" in way:
        # What is short may be written before anybody goes.
        assert done.returncode in (fine, 141) and (name == "a mistake" or done.stderr == "")
    elif way == "stdin closed":
        assert done.returncode == (2 if name in TYPED else fine)
    elif way in ("stderr closed", "stderr full") or name in SILENT:
        assert done.returncode == fine
    else:
        assert done.returncode == 2
    if done.returncode == 2 and way in ("stdin closed", "stdout closed", "stdout full"):
        assert done.stderr.startswith("artrules: ") and done.stderr.count("\n") == 1
    assert left_over(places["FOLDER"], games) == []
    if "play" in name and way != "reader gone":
        assert all(path.stat().st_size for path in games.glob("*")), "a game that is not there"


STUCK = """
import sys
from importlib import import_module
from artrules.table.commands import main
name, way = sys.argv[1:3]
module, _, attribute = main.COMMANDS[name][0].partition(":")

def compute(*_, **__):
    print("begun", flush=True)
    while True:
        if way == "waits":
            __import__("time").sleep(1000)
        try:
            sum(range(1000))
        except Exception:
            pass

getattr(import_module(module), attribute).callback = compute
sys.argv = ["artrules", name, *sys.argv[3:]]
main.main()
"""
SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
ENOUGH = {
    name: ["x"]
    for name in (
        "balance",
        "doc",
        "explain",
        "export",
        "info",
        "migrate",
        "replay",
        "serve",
        "show",
        "simulate",
        "vocabulary",
    )
}
ENOUGH |= {"new": ["plugin", "x"], "build": ["x", "-o", "x"], "match": ["x"]}
"""What a command must be given before it begins."""


@pytest.mark.parametrize("way", ["waits", "computes"])
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_signal_ends_every_command(name: str, number: signal.Signals, way: str, games: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", STUCK, name, way, *ENOUGH.get(name, [])],
        env=environment(games),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    if way == "waits":
        # A signal that comes between Python's last look for one and the wait itself is only seen after it.
        wait_until(lambda: is_asleep(process.pid))
    assert ends(process, number) == SIGNALS[number]
    _, told = process.communicate()
    assert told.startswith("artrules: ") and told.count("\n") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("both", [False, True])
def test_a_reader_who_does_not_read_keeps_nobody(number: signal.Signals, both: bool, games: Path) -> None:
    """More is to be written than a pipe takes."""
    process = subprocess.Popen(
        [sys.executable, "-m", "artrules", "doc", "avant_carde", "--code"],
        env=environment(games),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if both else subprocess.PIPE,
        text=True,
        pipesize=4096,
    )
    assert process.stdout is not None and process.stdout.read(1)
    wait_until(lambda: is_asleep(process.pid))
    assert ends(process, number) == SIGNALS[number]
    _, told = process.communicate()
    assert both or (told.startswith("artrules: ") and told.count("\n") == 1)


def ends(process: subprocess.Popen[str], number: signal.Signals) -> int:
    """The exit code of a process that gets a signal."""
    process.send_signal(number)
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


@pytest.fixture
def long_game(places: dict[str, str], games: Path) -> Iterator[subprocess.Popen[str]]:
    """Simulating for ever, in processes of their own, all of one group."""
    process = subprocess.Popen(
        command("simulate LANTERNS --games 1000000 --jobs 2", places),
        env=environment(games),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    # itself, what tracks resources, and two that play
    wait_until(lambda: len(in_session(process.pid)) >= 4 or process.poll() is not None)
    assert process.poll() is None
    yield process
    for pid in in_session(process.pid):
        os.kill(pid, signal.SIGKILL)
    process.communicate()


def in_session(leader: int) -> dict[int, float]:
    """The living processes of a session, and the seconds that each has worked."""
    processes = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                state, _, _, session, *figures = (entry / "stat").read_text().rpartition(") ")[2].split()
            except OSError:
                continue
            if int(session) == leader and state != "Z":
                processes[int(entry.name)] = sum(map(int, figures[7:9])) / os.sysconf("SC_CLK_TCK")
    return processes


@pytest.mark.parametrize("whom", ["one", "all", "one, killed"])
@pytest.mark.parametrize("work", [0.0, 3.0])
def test_processes_that_play_end_with_the_one_that_was_called(
    whom: str, work: float, long_game: subprocess.Popen[str]
) -> None:
    """When the processes have just begun, or have worked for some seconds."""
    wait_until(lambda: sum(in_session(long_game.pid).values()) >= work)
    if whom == "all":
        os.killpg(long_game.pid, signal.SIGINT)
        assert long_game.wait(PATIENCE) == 130
    else:
        number = signal.SIGKILL if "killed" in whom else signal.SIGTERM
        assert ends(long_game, number) == (-9 if "killed" in whom else 143)
    wait_until(lambda: not in_session(long_game.pid))
    if whom != "one, killed":
        _, told = long_game.communicate()
        assert told.startswith("artrules: ") and told.count("\n") == 1


def test_a_game_at_a_table_is_kept_when_nobody_reads(places: dict[str, str], tmp_path: Path, games: Path) -> None:
    """The screen is full: what was chosen is in the file."""
    file = tmp_path / "game.json"
    call = command(f"play LANTERNS --seat 1 --seed 3 --save {file}", places)
    done = subprocess.run(
        ["bash", "-c", f"{shlex.join(call)} > /dev/full"],
        env=environment(games),
        input="1\n",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and "No space left" in done.stderr
    again = subprocess.run(
        command(f"replay {file} --list", places), env=environment(games), capture_output=True, text=True
    )
    assert again.returncode == 0
    assert os.listdir(tmp_path) == ["game.json"] or set(os.listdir(tmp_path)) == {"game.json", "games"}


@pytest.mark.parametrize("typed", [b"\xff\xfe\n1\nquit\n", b"1" * 20_000 + b"\n", b"\0\x1b[2J\r\nquit\n"])
def test_what_is_typed_may_be_anything(typed: bytes, places: dict[str, str], games: Path) -> None:
    done = subprocess.run(
        command("play LANTERNS --seat 1 --seed 3", places), env=environment(games), input=typed, capture_output=True
    )
    assert done.returncode == (2 if len(typed) > 10_000 else 0)
    assert b"internal-error" not in done.stderr and b"\x1b" not in done.stdout


def test_an_endless_line_is_not_waited_for(places: dict[str, str], games: Path) -> None:
    with open("/dev/zero", "rb") as endless:
        done = subprocess.run(
            command("play LANTERNS --seat 1 --seed 3", places),
            env=environment(games),
            stdin=endless,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    assert done.returncode == 2 and "a line of standard input is too long" in done.stderr


LOST = """
import time
from artrules.table.commands.exit import install_signal_handlers

class Dropping:
    def __del__(self):
        print("begun", flush=True)
        time.sleep(1000)

install_signal_handlers()
Dropping()
while True:
    time.sleep(0.1)
"""


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_that_python_drops_ends_the_command_all_the_same(number: signal.Signals) -> None:
    """What is raised while a thing is taken away goes no further."""
    process = subprocess.Popen([sys.executable, "-c", LOST], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    assert ends(process, number) == SIGNALS[number]
    _, told = process.communicate()
    assert told.splitlines()[-1].startswith("artrules: ")
