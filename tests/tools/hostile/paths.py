"""Paths that lead to anything, given to whatever takes a path: each is tried as a process of its own.

Whatever lies there, a command ends soon, says why if it can't do what was asked, prints nothing that does something to
a terminal, leaves nothing behind, and doesn't touch what is no ordinary file.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from artrules.table.session.record import read_record, write_record
from artrules.text.source.decode import HIDDEN
from lab.simulation.small_ruleset import write_ruleset
from tools.hostile.oracle import Violation
from waiting import PATIENCE

MEMORY = 1 << 31
"""Bytes that a process may have."""
INTERPRETER = Path(__file__).parents[3] / "interpreter"


def _socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # its whole path may be too long for one
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path.name)
    finally:
        os.chdir(here)


def _sparse(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(1 << 40)


def _closed(path: Path) -> None:
    path.write_text("set: marsh\nof: lanterns\n")
    path.chmod(0)


def _linked(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def _holding(content: bytes) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.write_bytes(content)

    return make


_SET = b"set: marsh\nof: lanterns\ntitle: The marsh\nguild:\n  1:\n    name: The Eel\n    powers: [{label: x, do: my coins += 3}]\n"
KINDS: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "socket": _socket,
    "folder": Path.mkdir,
    "dangling link": _linked("nowhere"),
    "link to a folder that isn't there": _linked("no/where"),
    "link in a circle": lambda path: path.symlink_to(path.name),
    **{
        f"link to {device}": _linked(device)
        for device in ("/dev/zero", "/dev/null", "/dev/full", "/dev/tty", "/dev/ptmx")
    },
    **{f"link to {file}": _linked(file) for file in ("/proc/self/mem", "/proc/kmsg", "/proc/self/fd/0", "/")},
    "endless": _sparse,
    "too big": _holding(b"x" * 20_000_000),
    "too big for a set": _holding(b"# " + b"x" * 1_100_000),
    "closed": _closed,
    "empty": _holding(b""),
    "not UTF-8": _holding(b"set: \xff\xfe\n"),
    "zeros": _holding(b"\0" * 5000),
    "control characters": _holding(b"set: a\x1b[2J\x1b]0;t\x07\nof: b\x9b31m\r\x08\n"),
    "control characters in quotes": _holding(b'"a\\e[2J\\x07\\u202e": "\\e]0;x\\a"\n'),
    "deep": _holding(b"[" * 200_000),
    "a large number": _holding(b"seed = " + b"9" * 100_000),
    "a text": _holding(b"dear reader\n"),
    "a set": _holding(_SET),
    "a broken set": _holding(_SET.replace(b"coins", b"coinz")),
}
NAMES = [
    "thing",
    "thing.yaml",
    "thing.json",
    "a b;c.yaml",
    "-x.yaml",
    "x\x1b[2J\x07.yaml",
    "x\n\r.yaml",
    "\udcff.yaml",
    "x" * 250,
]
"""What it may be called, where that is free."""


@dataclass(frozen=True)
class Use:
    """A command that is given a path. In its words THING is the path, LANTERNS a ruleset and GAME a game of it."""

    call: str
    at: str = ""
    """Where the thing lies, if its name isn't free."""
    typed: str = ""
    files: dict[str, str] = field(default_factory=dict)
    """What lies beside it."""
    environment: dict[str, str] = field(default_factory=dict)


WITH = [
    "info",
    "doc",
    "export",
    "show",
    "schema",
    "vocabulary",
    "test",
    "check",
    "simulate --games 1",
    "match --bot uniform --against uniform --games 2",
    "play --seed 1",
    "play --seat 1 --seed 1",
]
USES = [
    *(Use(f"{name} LANTERNS --with THING", typed="quit\n") for name in WITH),
    *(Use(f"{name} THING") for name in ("check", "test", "info", "doc", "export", "schema", "show", "vocabulary")),
    *(Use(f"{name} THING") for name in ("play", "simulate", "replay")),
    Use("match THING --bot uniform --against uniform"),
    Use("fmt --check THING"),
    Use("fmt thing.yaml", at="thing.yaml"),
    Use("check LANTERNS THING THING"),
    Use("check thing.yaml", at="thing.yaml"),
    Use("test thing.yaml", at="thing.yaml"),
    Use("check game", at="game/ruleset.yaml"),
    Use("check game/ruleset.yaml", at="game/ruleset.yaml"),
    Use("info LANTERNS --with game/ruleset.yaml", at="game/ruleset.yaml"),
    Use("info LANTERNS --with sets", at="sets/thing.yaml"),
    Use("test sets/good.yaml", at="sets/thing.yaml", files={"sets/good.yaml": _SET.decode()}),
    Use("check OWN", at="OWN/thing.yaml"),
    Use("simulate OWN --games 2 --jobs 2", at="OWN/sets/thing.yaml"),
    Use("check OWN", at="OWN/thing.csv", files={"OWN/t.yaml": "part_of: lanterns\npieces:\n  x: {table: thing.csv}\n"}),
    Use("simulate LANTERNS --games 2 --resume THING"),
    Use("match LANTERNS --bot uniform --against uniform --games 2 --resume THING"),
    Use("play LANTERNS --seed 1 --save THING"),
    Use("play LANTERNS --seed 1 --seat 1 --save THING", typed="1\nquit\n"),
    Use("play LANTERNS --seed 1 --seat 1", typed="save THING\n1\nsave THING\nquit\n"),
    Use("play LANTERNS --seed 1 --seat 1", typed="quit\n", environment={"ARTRULES_GAMES": "THING"}),
    Use("play LANTERNS --seed 1 --seat 1", typed="quit\n", environment={"ARTRULES_GAMES": "THING/games"}),
    Use("play --resume THING", typed="quit\n"),
    Use("play LANTERNS --resume THING --seat 1", typed="quit\n"),
    Use("play --resume GAME --save THING", typed="1\nquit\n"),
    Use("play --resume GAME --with THING", typed="1\nquit\n"),
    Use("play THING --resume GAME --save new.json", typed="quit\n"),
    Use("play --resume WITH_THING", typed="quit\n"),
    Use("play --resume FROM_THING", typed="quit\n"),
    Use("balance THING"),
    Use("balance LANTERNS --deals 2 --html THING"),
    Use("balance LANTERNS --deals 2 --against THING"),
    Use("balance LANTERNS --deals 2 --against-with THING"),
    Use("balance THING --deals 2 --against git:HEAD"),
    Use("export LANTERNS --to THING"),
    Use("check LANTERNS --format sarif --output THING"),
    Use("check THING --fix"),
    Use("check OWN --fix --format github", at="OWN/thing.yaml"),
    Use("build LANTERNS -o THING"),
    Use("serve THING --list"),
    Use("serve LANTERNS --list --games THING"),
    Use("serve LANTERNS --list", environment={"ARTRULES_GAMES": "THING"}),
    Use("migrate THING"),
    Use("migrate thing.yaml --dry-run", at="thing.yaml"),
    Use("new plugin thing --in THING"),
    Use("replay THING --list"),
    Use("replay GAME THING --list"),
    Use("replay GAME --with THING", typed="e\nq\n"),
    Use("replay WITH_THING --at 0"),
    Use("replay FROM_THING"),
    Use("schema --to THING"),
    Use("doc LANTERNS --to THING"),
    Use("info LANTERNS --graph THING"),
    Use("info LANTERNS --graph thing.svg", at="thing.svg"),
    Use("doc LANTERNS --no-pictures --to THING/booklet.html"),
    Use("info LANTERNS", at="artrules.toml"),
    Use("check LANTERNS", at="pyproject.toml"),
    Use("info LANTERNS", at="sets/thing", files={"artrules.toml": 'with = ["sets/thing"]'}),
    Use("info LANTERNS", at="thing.yaml", files={"pyproject.toml": '[tool.artrules]\nwith = ["thing.yaml"]'}),
]


class Base:
    """What is made once: a ruleset, and a game of it that was left."""

    def __init__(self, folder: Path) -> None:
        self.lanterns = write_ruleset(folder / "lanterns")
        self.game = folder / "game.json"
        call = ["play", str(self.lanterns), "--seat", "1", "--seed", "3", "--save", str(self.game)]
        done = _run(call, folder, "1\nquit\n", {})
        assert done.returncode == 0, done.stderr


def try_path(base: Base, folder: Path, kind: str, use: Use, name: str) -> str:
    """Try one; gives how it ended. Raises Violation when a command did what it may not."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file, text in use.files.items():
        if file.startswith("OWN/"):
            shutil.copytree(base.lanterns, folder / "OWN", dirs_exist_ok=True)
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(text)
    if use.at.startswith("OWN/"):
        shutil.copytree(base.lanterns, folder / "OWN", dirs_exist_ok=True)
    thing = folder / (use.at or name)
    thing.parent.mkdir(parents=True, exist_ok=True)
    KINDS[kind](thing)
    given = "./" + use.at if use.at else "./" + name
    record = read_record(base.game.read_text(encoding="utf-8"))
    words = {"LANTERNS": str(base.lanterns), "GAME": "game.json"}
    shutil.copy(base.game, folder / "game.json")
    for word, changed in (
        ("WITH_THING", replace(record, extra=(str(thing),))),
        ("FROM_THING", replace(record, where=str(thing))),
    ):
        if word in use.call:
            words[word] = f"{word}.json"
            text = write_record(changed)
            (folder / words[word]).write_bytes(text.encode("utf-8", "surrogatepass"))
    call = [words.get(word, word) for word in use.call.split()]
    call = [word.replace("THING", given) if word not in words.values() else word for word in call]
    environment = {key: value.replace("THING", str(thing)) for key, value in use.environment.items()}
    before = _state(thing)
    done = _run(call, folder, use.typed.replace("THING", given), environment)
    _judge(done)
    if before is not None and _state(thing) != before:
        raise Violation("what is no ordinary file was touched")
    for at, _, files in os.walk(folder):
        if left := [file for file in files if file.startswith(".artrules-")]:
            raise Violation(f"left behind in {at}: {left}")
    return {0: "done", 1: "errors in content", 2: "refused"}[done.returncode]


def _state(thing: Path) -> tuple[int, int, int] | None:
    """What something is that isn't written to, followed through links to the end."""
    try:
        found = thing.stat()
    except OSError:
        return None
    return None if stat.S_ISREG(found.st_mode) else (stat.S_IFMT(found.st_mode), found.st_ino, found.st_dev)


def _run(call: list[str], folder: Path, typed: str, environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            [sys.executable, "-m", "artrules", *call],
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": str(INTERPRETER),
                "ARTRULES_GAMES": str(folder / "games"),
                **environment,
            },
            input=typed.encode("utf-8", "surrogateescape"),
            capture_output=True,
            timeout=PATIENCE,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        )
    except subprocess.TimeoutExpired:
        raise Violation(f"still running after {PATIENCE} seconds") from None


def _judge(done: subprocess.CompletedProcess[bytes]) -> None:
    told, said = done.stderr.decode("utf-8", "replace"), done.stdout.decode("utf-8", "replace")
    for word in ("Traceback", "internal-error", "enough memory", "Exception ignored", "Warning:"):
        if word in told:
            raise Violation(told)
    if done.returncode not in (0, 1, 2):
        raise Violation(f"ended with {done.returncode}: {told}")
    if done.returncode and not (told or said).strip():
        raise Violation("nothing is said")
    if done.returncode == 2 and not re.fullmatch(r"artrules: [^\n]+\n", told):
        raise Violation(f"not told on one line: {told}")
    if hidden := HIDDEN.search(told + said):
        raise Violation(f"U+{ord(hidden[0]):04X} reaches the terminal: {told + said!r}")


def any_path(random: Random) -> tuple[str, Use, str]:
    """A kind of thing, a command that is given it, and its name."""
    return random.choice(list(KINDS)), random.choice(USES), random.choice(NAMES)
