"""Hidden means hidden in a page without a server, too: what a host in JavaScript shows a seat is the same in two worlds
that the seat can't tell apart, byte for byte; and a host that leaks is found."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.engine.chance import Stream
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.game import Game
from artrules.play.presentation import OUTSIDER, shown_to
from play.standalone.node import node
from play.standalone.states import module_of
from play.standalone.test_states import load
from tools.two_worlds.worlds import Worlds, worlds

HERE = Path(__file__).parent
STEPS = 4
"""Choices that are made side by side."""


def pairs(ruleset: artrules.Ruleset, players: int, positions: int) -> list[Worlds]:
    """Two worlds at some positions of a game, and after some choices that look the same."""
    stream = Stream(players, players, "worlds of a module")
    found = []
    for pair in worlds(ruleset, players, players, positions=positions, apart=12):
        for _ in range(STEPS):
            found.append(Worlds(pair.here, pair.there, pair.seat))
            if not pair.go_on(stream):
                break
    return found


def written(game: Game, seat: int, *, leak: bool) -> str:
    """A position for the host."""
    moment, log = game.playing.moment, game.log
    assert moment.knowledge is not None
    data = {
        "seed": str(moment.seed),
        "position": moment.position.data.hex(),
        "knowledge": moment.knowledge.data.hex(),
        "entries": [entry.as_data() for entry in log],
        "open_from": log.open_from,
        "seat": seat,
        "leak": leak,
    }
    return json.dumps(data)


def shown(module: bytes, pairs: Sequence[Worlds], folder: Path, *, leak: bool = False) -> list[Any]:
    """What a host shows in both worlds of each pair."""
    file = folder / "game.wasm"
    file.write_bytes(module)
    lines = [written(game, pair.seat, leak=leak) for pair in pairs for game in (pair.here, pair.there)]
    call = [node(), str(HERE / "worlds.mjs"), str(file)]
    done = subprocess.run(call, input="\n".join(lines), capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    texts = [json.loads(line) for line in done.stdout.splitlines()]
    return [*zip(texts[::2], texts[1::2], strict=True)]


def compare(ruleset: artrules.Ruleset, players: int, positions: int, folder: Path) -> None:
    found = pairs(ruleset, players, positions)
    assert any(pair.here.digest() != pair.there.digest() for pair in found), "nothing was hidden"
    for pair, (here, there) in zip(found, shown(module_of(ruleset, players), found, folder), strict=True):
        assert here == there
        assert here["state"] == shown_to(pair.here, pair.seat).message([])
        assert here["outside"] == shown_to(pair.here, OUTSIDER).message([])


@pytest.mark.parametrize(("name", "players"), [("hearts", 4), ("avant_carde", 2), ("whispers", 3)])
def test_every_byte_is_the_same_in_two_worlds(name: str, players: int, tmp_path: Path) -> None:
    compare(load(name), players, 2, tmp_path)


@pytest.mark.parametrize("name", shipped_rulesets())
def test_every_byte_is_the_same_in_many_worlds(name: str, tmp_path: Path) -> None:
    ruleset = load(name)
    for players in sorted({ruleset.player_counts[0], ruleset.player_counts[-1]}):
        compare(ruleset, players, 6, tmp_path)


def test_a_leak_is_found(tmp_path: Path) -> None:
    ruleset = load("hearts")
    found = shown(module_of(ruleset, 4), pairs(ruleset, 4, 2), tmp_path, leak=True)
    assert any(here["state"] != there["state"] for here, there in found)
    assert all(here["outside"] == there["outside"] for here, there in found)
