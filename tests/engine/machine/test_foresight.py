"""Foresight tells of a candidate what following it comes to, and spares following it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.execute.instance import Instance
from artrules.engine.execute.wasm import WasmInstance
from artrules.engine.machine import numbers as n
from engine.execute.executors import on_wasm
from engine.execute.test_wasm import begin, compiled, program_of, seen
from ir_models import RULESETS
from play.game.tiny import tiny

STEPS = 150
NOT_COMPARED = ("positions", "steps", "failed_at")
"""How much work it was to find the options, and which code has refused the last of those that are not offered."""
HAND = "move pool to my hand\nmove top 1 of heap to my row\n"
WAYS = {
    "asks about what doesn't change": ("move c to my row\nrequire c.n < 2", 0),
    "counts another zone": ("move c to my row\nrequire size(my deck) = 0", 0),
    "names what was there before": (
        "let d = last(d in my row where d.face is up)\nmove c to my row\nrequire d is none",
        0,
    ),
    "calls a procedure": ("test(c)", 0),
    "goes two ways": ("if c.n > 1:\n    total becomes 1\nelse:\n    move c to my row\nrequire c.n = 2", 0),
    "asks for no power": (
        "move c to my row\nfor w in c.powers where w.when is now:\n    may use w\nrequire c.n < 2",
        0,
    ),
    "takes what may be lacking": ("let d = top of my deck\nmove d to my row", 0),
    "counts the zone that is left": ("move c to my row\nrequire size(my hand) > 4", 1),
    "counts the zone that grows": ("move c to my row\nrequire size(my row) > 1", 1),
    "counts a zone that may be either": ("move c to left(me).row\nrequire size(right(me).row) > 0", 1),
    "asks how a moved card lies": ("move c to my row facing down\nrequire c.face is up", 1),
    "asks about what has changed": ("total becomes 3\nrequire total = c.n", 1),
    "asks about an attribute that has changed": ("c.mark becomes c.n\nrequire c.mark < 2", 1),
    "meets a turn of a loop": ("for d in my hand: total += 1\nrequire total = c.n", 1),
    "goes through the cards that are left": ("move c to my row\nrequire sum(d.n for d in my hand) > 7", 0),
    "asks before it moves": ('choose "{d}" for d in my hand where d is not c\nmove c to my row\nrequire d.n > c.n', 0),
    "asks twice": (
        'choose "{d}" for d in my hand where d.n > 1\nchoose "{e}" for e in my hand where e is not d\n'
        "require e.n < c.n",
        0,
    ),
    "gets a result": ("let n = biggest(c)\nrequire n > 2", 0),
    "asks once the hand is another": ('move c to my row\nchoose "{d}" for d in my hand\nrequire d.n > c.n', 1),
    "compares by the cards that are left": (
        "move c to my row\nrequire sum(d.n for d in best(e in my hand, most count(f in my hand where f.n = e.n))) > 4",
        0,
    ),
    "tests the cards that are left, for what is chosen": (
        "move c to my row\nchoose one:\n"
        '    "a" if sum(d.n for d in my hand) > 8: skip\n    "b" if sum(d.n for d in my hand) < 3: skip\n'
        "require c.n < 3",
        0,
    ),
    "asks how what is chosen lies": (
        'move c to my row\nchoose one:\n    "a {d}" for d in pool if d.face is up: skip\n    "b": skip\n'
        "require c.n < 2",
        1,
    ),
    "asks somebody else": ('as left(me):\n    choose "{d}" for d in right(me).hand\nrequire c.n > 1', 1),
    "uses a power": ("for w in c.powers where w.when is later:\n    use w\nrequire c.n > 1", 1),
}
"""What playing a card does, and whether some card must be followed."""
PROCEDURES = """
test(tile c): |
  move c to my row
  require c.n < 2
biggest(tile c) gives 0..9: |
  choose one:
      "{d}" for d in my hand where d is not c:
          result becomes d.n
      "none":
          skip
"""


def without_foresight(program: Any) -> Any:
    """The program that follows every candidate."""
    tables = program.tables
    return replace(program, tables={**tables, "branch_is_foreseen": [0] * len(tables["branch_is_foreseen"])})


def rows(instance: Instance) -> Sequence[int]:
    """All that is offered."""
    assert instance.register("status") == n.FINE
    return instance.region("candidates")[: instance.register("candidates_top")]


@pytest.mark.parametrize("way", WAYS)
def test_what_is_foreseen_is_what_following_comes_to(way: str, tmp_path: Path) -> None:
    code, is_followed = WAYS[way]
    play = "".join(f"        {line}\n" for line in code.splitlines())
    act = f'{HAND}choose one:\n    "lay {{c}}" for c in my hand:\n{play}    "stop": skip'
    ruleset = tiny(tmp_path, act, procedures=PROCEDURES, pieces="[[1, red, 2], [2, red, 1], [3, blue, 2]]")
    program = ruleset.runtime(2)[0].program
    one, other = CPythonInstance(program), CPythonInstance(without_foresight(program))
    for instance in (one, other):
        begin(instance, 1)
    assert rows(one) == rows(other)
    assert other.register("positions") > 0 and (one.register("positions") > 0) == is_followed


def offers(instance: Instance) -> dict[str, Any]:
    """What a host sees after a step."""
    return {what: value for what, value in seen(instance).items() if what not in NOT_COMPARED}


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda path: path.rpartition("/")[2])
def test_games_are_the_same_without_foresight(ruleset: str) -> None:
    program, choices = program_of(ruleset), random.Random(5)
    if not any(program.tables["branch_is_foreseen"]):
        return
    both: list[Instance] = [WasmInstance(program, compiled(ruleset)), on_wasm(without_foresight(program))]
    for seed in range(4):
        for instance in both:
            begin(instance, seed)
        for _ in range(STEPS):
            one, other = map(offers, both)
            assert one == other
            if not one["waiting_count"]:
                break
            option = choices.randrange(one["offered"][0][1])
            reached = [instance.step(option) for instance in both]
            assert reached[0] == reached[1]
            if reached[0] < 0:
                for instance in both:
                    instance.call("ask_anew")
