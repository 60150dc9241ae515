"""Uses that limits count: they stay sorted, and agree with a dictionary."""

from __future__ import annotations

import random
from collections import Counter

from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.machine.numbers import NONE, SLOTS
from artrules.engine.machine_code.nodes import Const, Function, Return
from engine.execute.tiny_programs import tiny_program

PLAYERS, LIMITS = 2, 3
PER_CARD = [1, 0, 0]
ENDS = [0, 1, 0]
"""The one life ends the second limit."""


def limits() -> CPythonInstance:
    """Three limits that allow three uses; the first is for each card."""
    three = Function("three", ("me",), True, (Return(Const(3)),))
    return CPythonInstance(
        tiny_program(
            three,
            numbers={"LIMITS": LIMITS, "LIVES": 1},
            tables={"limit_per_card": PER_CARD, "life_ends_limit": ENDS},
            function_tables={"limit_at_most": ["three"] * LIMITS},
        ),
        CHECKED,
    )


def kept(instance: CPythonInstance) -> dict[tuple[int, int], int]:
    count = instance.register("use_count")
    keys = list(zip(instance.region("use_limit")[:count], instance.region("use_what")[:count], strict=True))
    assert keys == sorted(set(keys))
    return dict(zip(keys, instance.region("use_times")[:count], strict=True))


def test_uses() -> None:
    instance, model, numbers = limits(), Counter[tuple[int, int]](), random.Random(2)
    for _ in range(800):
        me, limit, what = numbers.randrange(PLAYERS), numbers.randrange(LIMITS), numbers.choice([-1, 2, 5, 300, 511])
        key = limit * PLAYERS + me
        assert instance.call("uses", me, limit, what) == model[key, what]
        assert instance.call("has_room", me, limit, what) == (model[key, what] < 3)
        instance.call("count_use", me, limit, what)
        model[key, what] += 1
        assert kept(instance) == +model
        match numbers.randrange(30):
            case 0:
                card, first = what // SLOTS, max(what, 0)
                instance.call("forget_uses_of", card, first)
                for k, w in list(model):
                    if PER_CARD[k // PLAYERS] and first <= w < (card + 1) * SLOTS:
                        del model[k, w]
            case 1:
                player = numbers.choice([0, 1, NONE])
                instance.call("forget_uses_in_life", 0, player)
                for k, w in list(model):
                    if ENDS[k // PLAYERS] and player in (k % PLAYERS, NONE):
                        del model[k, w]
    assert instance.register("status") == 0
