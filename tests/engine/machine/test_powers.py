"""Powers that cards gain and lose agree with a dictionary of lists."""

from __future__ import annotations

import random

from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.machine.numbers import NONE, SLOTS
from engine.execute.tiny_programs import tiny_program

OWN = [[0, 1], [], [2], [], [], [], [], [3]]
"""The powers of eight cards, of four definitions. The one test of powers passes definitions 1 and 3."""
PASSES = [0, 1, 0, 1]


def cards() -> CPythonInstance:
    firsts = [sum(map(len, OWN[:card])) for card in range(8)]
    return CPythonInstance(
        tiny_program(
            numbers={"POWERS": 4, "RANKS": 256, "PASSING_TESTS": 1, "LIMITS": 1},
            tables={
                "own_count": [len(own) for own in OWN],
                "own_first": firsts,
                "own_powers": [power for own in OWN for power in own],
                "passes": PASSES,
                "own_passing": [int(any(PASSES[power] for power in own)) for own in OWN],
                "limit_per_card": [1],
            },
        ),
        CHECKED,
    )


def test_gaining_and_losing() -> None:
    instance, numbers = cards(), random.Random(3)
    gained: list[list[int]] = [[] for _ in OWN]
    for _ in range(500):
        card, other = numbers.randrange(8), numbers.randrange(8)
        powers = OWN[other] + gained[other]
        if powers and numbers.random() < 0.6:
            slot = numbers.randrange(len(powers))
            instance.call("gain", card, other * SLOTS + slot, -1)
            gained[card].append(powers[slot])
        elif numbers.random() < 0.2:
            instance.call("lose_gained", card)
            gained[card].clear()
        elif gained[card]:
            kept = numbers.randrange(len(gained[card]))
            instance.call("lose", card * SLOTS + len(OWN[card]) + kept)
            del gained[card][kept:]
        count = instance.register("gained_count")
        flat = [(card, power) for card in range(8) for power in gained[card]]
        assert flat == list(
            zip(instance.region("gained_card")[:count], instance.region("gained_power")[:count], strict=True)
        )
        for card in range(8):
            powers = OWN[card] + gained[card]
            assert instance.call("power_count", card) == len(powers)
            assert [instance.call("definition_of", card * SLOTS + slot) for slot in range(len(powers))] == powers
            passing = [slot for slot, power in enumerate(powers) if PASSES[power]]
            assert instance.call("lacks_powers", card, 0, 0) == (not passing)
            for slot in range(len(powers) + 1):
                expected = next((s for s in passing if s >= slot), -1)
                assert instance.call("next_passing", card, slot, 0) == expected


def test_losing_a_power_forgets_its_uses() -> None:
    instance = cards()
    instance.call("gain", 1, 0, -1)
    instance.call("gain", 1, 1, -1)
    for power in [SLOTS, SLOTS + 1, 2 * SLOTS]:
        instance.call("count_use", 0, 0, power)
    instance.call("lose", SLOTS + 1)
    uses = instance.region("use_what")[: instance.register("use_count")]
    assert uses == [SLOTS, 2 * SLOTS]


def test_what_is_remembered_stays_whatever_the_card_loses() -> None:
    """Equal powers are told apart, and a card has what it gains again."""
    instance = cards()
    for power in (0, 1, 0):
        instance.call("gain", 1, power, -1)
    powers = [SLOTS + slot for slot in range(3)]
    remembered = [instance.call("remembered", power) for power in powers]
    assert [instance.call("remembered", power) for power in remembered] == remembered
    assert len({*remembered}) == 3 and not {*remembered} & {*powers}
    assert [instance.call("has_power", 1, power) for power in [*powers, *remembered]] == [1] * 6
    instance.call("lose_gained", 1)
    instance.call("gain", 1, 1, -1)
    assert [instance.call("definition_of", power) for power in remembered] == [0, 1, 0]
    assert [instance.call("bearer_of", power) for power in remembered] == [1, 1, 1]
    assert [instance.call("has_power", 1, power) for power in [*powers, *remembered]] == [1, 0, 0, 0, 1, 0]
    assert [instance.call("has_power", card, NONE) for card in range(8)] == [0] * 8


def test_a_power_that_its_card_has_lost_has_no_definition() -> None:
    instance = cards()
    assert instance.call("usable", 0, 3 * SLOTS) == 0
    instance.call("definition_of", 3 * SLOTS)
    assert instance.register("status") == 1
