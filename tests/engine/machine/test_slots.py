"""Going back to a position that was kept while looking ahead: all that was done since is undone."""

from __future__ import annotations

import random

import pytest

from artrules.engine.execute.instance import Instance
from artrules.engine.execute.position import Position
from artrules.engine.machine.numbers import AHEAD_FULL, FACE_DOWN, FACE_UP, FAULTY, NIL, NONE, SLOTS
from artrules.engine.machine.rules.cards import BOTTOM, TOP, USUAL_END
from artrules.engine.machine.rules.zones import OF_ATTRIBUTE, OF_VARIABLE
from artrules.engine.machine_code.machine import find_machine
from engine.execute.executors import EXECUTORS, MakeInstance
from engine.execute.tiny_programs import tiny_program

CARDS, ZONES, WORDS = 8, 3, 4
DEEPEST = 4


def table(make: MakeInstance) -> Instance:
    """All see all cards, so nothing commits an action. Every card has a power of its own."""
    instance = make(
        tiny_program(
            numbers={
                "CARDS": CARDS,
                "ZONES": ZONES,
                "VARIABLES": WORDS,
                "ATTRIBUTES": WORDS,
                "POWERS": 2,
                "EVENTS": 1,
                "LIMITS": 1,
                "WATCH_CODES": 1,
            },
            tables={
                "seen_by": [3] * ZONES,
                "seen_down_by": [3] * ZONES,
                "own_count": [1] * CARDS,
                "own_first": list(range(CARDS)),
                "own_powers": [card % 2 for card in range(CARDS)],
                "limit_per_card": [1],
                "event_is_kept": [1],
            },
        )
    )
    for zone in range(ZONES):
        instance.region("first_in_zone")[zone] = instance.region("last_in_zone")[zone] = NIL
    for card in range(CARDS):
        instance.call("put_before", card, 0, NIL)
    return instance


def do_something(instance: Instance, numbers: random.Random) -> None:
    """Change the position as an option's effect does."""
    card, zone = numbers.randrange(CARDS), numbers.randrange(ZONES)
    match numbers.randrange(10):
        case 0 | 1 | 2:
            end, position = numbers.choice([USUAL_END, TOP, BOTTOM]), numbers.choice([NONE, 1, 3])
            instance.call("move_card", 0, card, zone, end, position, numbers.choice([FACE_DOWN, FACE_UP, NONE]))
        case 3:
            instance.call("turn_over", 0, card, numbers.choice([FACE_DOWN, FACE_UP]))
        case 4:
            instance.call("gain", card, numbers.randrange(CARDS) * SLOTS, -1)
        case 5:
            instance.call("lose_gained", card)
        case 6:
            instance.call("count_use", 0, 0, card * SLOTS)
        case 7:
            instance.call("push", 5)
            fields = instance.call("finish_list", 0)
            instance.call("remember", 1, 0, fields, -1)
            instance.call("set_watch", 1, 0, fields, -1)
        case 8:
            top = instance.register("stack_top")
            instance.region("stack")[top] = numbers.randrange(40)
            instance.set_register("stack_top", top + 1)
        case _:
            for kind, region in [(OF_VARIABLE, "variables"), (OF_ATTRIBUTE, "attributes")]:
                word = numbers.randrange(WORDS)
                instance.call("note_word", kind, word, instance.region(region)[word])
                instance.region(region)[word] = numbers.randrange(99)
    assert instance.register("status") == 0


def position(instance: Instance) -> Position:
    instance.region("top_of_stack")[0] = instance.register("stack_top")
    return instance.save()


@pytest.mark.parametrize("make", EXECUTORS)
def test_slots(make: MakeInstance) -> None:
    instance, numbers = table(make), random.Random(9)
    for _ in range(30):
        do_something(instance, numbers)
    instance.set_register("looking_ahead", 1)
    instance.call("save_position", 0)
    kept = [position(instance)]
    for _ in range(400):
        for _ in range(numbers.randrange(8)):
            do_something(instance, numbers)
        if len(kept) < DEEPEST and numbers.random() < 0.5:
            instance.call("save_position", len(kept))
            kept.append(position(instance))
        else:
            slot = numbers.randrange(len(kept))
            del kept[slot + 1 :]
            instance.call("restore_position", slot)
            assert position(instance) == kept[slot]


@pytest.mark.parametrize("make", EXECUTORS)
@pytest.mark.parametrize(("function", "arguments"), [("note_card", (0,)), ("note_word", (OF_VARIABLE, 0, 7))])
def test_a_full_journal_is_a_fault(make: MakeInstance, function: str, arguments: tuple[int, ...]) -> None:
    instance = table(make)
    last = find_machine().bounds["JOURNAL_WORDS"] - 2
    instance.set_register("journal_top", last)
    instance.call(function, *arguments)
    assert [instance.register(name) for name in ("status", "fault")] == [FAULTY, AHEAD_FULL]
    assert instance.register("journal_top") == last
