"""A host in JavaScript takes choices back where a session does, and tells the same of it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

import artrules
from artrules.play.presentation.state import shown_to
from artrules.table.session.seats import Seats
from artrules.table.session.session import Session, UndoRefused
from play.standalone.node import node
from play.standalone.states import module_of
from play.standalone.test_states import load

HERE = Path(__file__).parent
CHOICES = 60


def sessions(ruleset: artrules.Ruleset, players: int, seed: int) -> tuple[list[Any], list[list[Any]]]:
    """What is done in a session in which people choose at random and often take choices back, and what came of each."""
    game, random = ruleset.new_game(players, seed), Random(seed)
    session = Session(
        game, Seats(tuple(range(1, players + 1)), ("",) * players), lambda: ruleset.new_game(players, seed)
    )
    done: list[Any] = []
    seen: list[list[Any]] = []
    while session.game.decisions and len(done) < CHOICES:
        if random.random() < 0.4:
            seat, agreed = random.randint(1, players), random.random() < 0.2
            refused = None
            try:
                session.undo(seat, agreed=agreed)
            except UndoRefused as problem:
                refused = str(problem)
            done.append({"seat": seat, "agreed": agreed})
            texts = [shown_to(session.game, each).message([]) for each in range(1, players + 1)]
            seen.append([refused, session.game.digest(), *texts])
        else:
            place = random.randrange(len(session.game.decisions))
            options = session.game.decisions[place].options
            done.append([place, random.randrange(len(options))])
            session.choose(options[done[-1][1]])
    return done, seen


@pytest.mark.parametrize(
    ("name", "players"), [("avant_carde", 2), ("art_decko", 2), ("hearts", 4), ("whispers", 3), ("caravans", 2)]
)
def test_choices_are_taken_back_alike(name: str, players: int, tmp_path: Path) -> None:
    ruleset = load(name)
    file = tmp_path / "game.wasm"
    file.write_bytes(module_of(ruleset, players))
    told: set[str | None] = set()
    for seed in range(3):
        done, seen = sessions(ruleset, players, seed)
        call = [node(), str(HERE / "undo.mjs"), str(file)]
        text = json.dumps({"seed": str(seed), "done": done})
        host = subprocess.run(call, input=text, capture_output=True, text=True, encoding="utf-8")
        assert host.returncode == 0, host.stderr
        found = json.loads(host.stdout)
        assert found["same"] == [True, True], "its choices, by their ids, lead to it again"
        for number, (one, other) in enumerate(zip(seen, found["seen"], strict=True)):
            assert one == other, (seed, number)
        told |= {each[0] for each in seen}
    assert None in told and len(told) > 2
