"""How long it takes from saving a file to the picture, at a table with some choices whose rules `artrules serve --edit`
watches: `python -m tests.tools.benchmarks.serving --editing`."""

from __future__ import annotations

import json
import random
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from websockets.sync.client import ClientConnection, connect

import artrules
from table.browser.served import Served

EDITS = {
    "rules": ("table.yaml", "income:       {of: player, type: 0..999", "income:       {of: player, type: 0..99%s"),
    "layout": ("layout.yaml", "title: money made", "title: money made %s"),
}
"""By what is edited: the file, what stands there, and what stands there after an edit, with a digit in it."""
PATIENCE = 60.0
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The seconds from saving to the picture, for each edit of rules and of the layout."""

    seconds: dict[str, list[float]]

    def as_data(self) -> dict[str, float]:
        return {f"{what} {name}": value for what, times in self.seconds.items() for name, value in _told(times)}


def _told(times: list[float]) -> list[tuple[str, float]]:
    return [("median", median(times)), ("longest", max(times))]


def measured(folder: Path, ruleset: str, players: int, choices: int, edits: int) -> Saved:
    """Let one table play by chance, and edit its rules so many times."""
    copy = folder / ruleset
    shutil.copytree(Path(artrules.__file__).parents[2] / "rulesets" / ruleset, copy)
    server = Served(str(copy), folder / "served", "--edit")
    try:
        (address,) = server.new_game(players, links="together", open=True)
        with connect(f"ws{server.base.removeprefix('http')}/ws", origin=server.base, max_size=None) as page:  # type: ignore[arg-type]
            page.send(json.dumps({"type": "hello", "secret": address.partition("#")[2]}))
            _play(page, choices)
            seconds: dict[str, list[float]] = {what: [] for what in EDITS}
            for number in range(edits):
                for what, edit in EDITS.items():
                    time.sleep(4.0)  # the scenarios are judged by then, as when a person edits
                    seconds[what].append(_save(page, copy, edit, number))
        return Saved(seconds)
    finally:
        server.end()


def _until(page: ClientConnection, type_: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(page.recv(timeout=PATIENCE))
        if message["type"] == type_:
            return message


def _play(page: ClientConnection, choices: int) -> None:
    chance = random.Random(1)
    state = _until(page, "state")
    for _ in range(choices):
        options = [option for offer in state["offers"] for option in offer["options"]]
        page.send(json.dumps({"type": "choose", "token": chance.choice(options)["token"]}))
        version = state["version"]
        while state["version"] == version or state.get("pause") is not None:
            state = _until(page, "state")


def _save(page: ClientConnection, folder: Path, edit: tuple[str, str, str], number: int) -> float:
    """Seconds from saving a file to the state of the game that goes on with it."""
    name, old, new = edit
    file = folder / name
    text = file.read_text(encoding="utf-8")
    for spelling in (old, *(new % digit for digit in range(10))):
        if text.count(spelling) == 1:
            text = text.replace(spelling, new % number)
            break
    file.write_text(text, encoding="utf-8")
    saved = time.perf_counter()
    _until(page, "welcome")
    _until(page, "state")
    return time.perf_counter() - saved
