"""Instances: positions go in and out of memory, and functions run over it."""

from __future__ import annotations

import copy
import random
import traceback

import pytest

from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.execute.position import Knowledge, Position
from artrules.engine.machine.language import U8, Kept
from artrules.engine.machine.memory import ALL_AT_ONCE
from artrules.engine.machine.numbers import STACK_WORDS
from artrules.engine.machine_code.machine import find_machine
from artrules.engine.machine_code.nodes import (
    Assign,
    Binary,
    Call,
    CallTable,
    Const,
    Count,
    CountOutcome,
    Do,
    Function,
    Load,
    Name,
    Return,
    SetRegister,
    Store,
)
from engine.execute.tiny_programs import TinyProgram, tiny_program


def program() -> TinyProgram:
    return tiny_program(numbers={"VARIABLES": 3, "ATTRIBUTES": 0})


def fill(instance: CPythonInstance, seed: int, all_at_once: bool = False) -> None:
    """Fill the position with anything that it may hold."""
    numbers = random.Random(seed)
    for name, region in find_machine().regions.items():
        if region.kept is Kept.POSITION and name not in ("stack", "top_of_stack", "heap"):
            if name.startswith("then_") and not all_at_once:
                continue
            words = instance.region(name)
            if region.used:
                instance.set_register(region.used, 70)
                assert instance.function("reserve")(words, 70)
            some = words[:70]
            words[: len(some)] = [numbers.randint(region.element.lowest, region.element.highest) for _ in some]
    heap = [0, *(numbers.randrange(2**31) for _ in range(seed % 5 * 3000))]
    assert instance.function("reserve")(instance.region("heap"), len(heap))
    instance.region("heap")[: len(heap)] = heap
    instance.set_register("heap_top", len(heap))
    instance.region("clock")[ALL_AT_ONCE] = all_at_once
    for stack in range(3):
        count = numbers.randrange(5) if all_at_once or not stack else 0
        base = stack * STACK_WORDS
        instance.region("stack")[base : base + count] = [numbers.randrange(40) for _ in range(count)]
        instance.region("top_of_stack")[stack] = base + count
    instance.call("take_up")


@pytest.mark.parametrize("factory", [None, CHECKED])
def test_positions_go_in_and_out(factory: object) -> None:
    tiny = program()
    one = CPythonInstance(tiny, CHECKED) if factory else CPythonInstance(tiny)
    other = CPythonInstance(tiny)
    positions = []
    for seed in range(12):
        fill(one, seed, all_at_once=seed % 3 == 0)
        positions.append(one.save())
    assert len({position.data for position in positions}) == 12
    for position in random.Random(1).choices(positions, k=60):
        for instance in [one, other]:
            instance.load(position)
            instance.call("take_up")
            assert instance.save() == position
            assert instance.save().data == position.data
        loaded = Position.unpack(one.form, position.data)
        assert loaded == position
        assert hash(loaded) == hash(position)
    assert positions[0] != positions[1]
    assert copy.deepcopy(positions[0]) is positions[0]


def test_parts_of_a_position() -> None:
    instance = CPythonInstance(program())
    for seed in range(6):
        fill(instance, seed, all_at_once=seed % 3 == 0)
        position = instance.save()
        again = Position(instance.form, data=position.data)
        for each in [position, again]:
            assert list(each.clock) == instance.region("clock")
            assert each.heap_words == instance.register("heap_top") - 1
            assert bool(each.phase_start) == (seed % 3 == 0)
            assert each.phase_start == position.phase_start
        assert again == position


def test_knowledge_goes_in_and_out() -> None:
    instance = CPythonInstance(program(), CHECKED)
    numbers = random.Random(1)
    found = []
    for count in [0, 3, 90]:
        for name, region in find_machine().regions.items():
            if region.kept is Kept.KNOWLEDGE:
                words = instance.make_room(name, count) if region.used == "known_top" else instance.region(name)
                words[:] = [numbers.randrange(2**31) for _ in words]
        instance.set_register("known_top", count)
        instance.set_register("then_known_count", min(count, len(instance.region("history_then"))))
        found.append(instance.save_knowledge())
    for knowledge in [*found, *found[::-1]]:
        instance.load_knowledge(Knowledge(instance.form, data=knowledge.data))
        assert instance.save_knowledge() == knowledge
        assert Knowledge.unpack(instance.form, knowledge.data).data == knowledge.data
    assert found[0] != found[1]
    with pytest.raises(ValueError, match="too short"):
        Knowledge.unpack(instance.form, found[1].data[:-1])


def test_what_is_loaded_is_not_loaded_again() -> None:
    instance = CPythonInstance(program())
    position = instance.save()
    assert not instance.load(position)
    instance.call("push", 3)
    assert instance.load(position)
    assert not instance.load(position)


def test_asking_leaves_the_position() -> None:
    instance = CPythonInstance(program(), CHECKED)
    fill(instance, 4, all_at_once=True)
    position = instance.save()
    instance.ask("activate", 2)
    instance.ask("push", 1)
    instance.ask("finish_list", 0)
    instance.ask("fail", 7)
    assert not instance.load(position)
    assert (instance.register("status"), instance.register("active")) == (0, 0)
    assert instance.save() == position


def test_bytes_that_are_no_position() -> None:
    instance = CPythonInstance(program())
    fill(instance, 3, all_at_once=True)
    data = instance.save().data
    for wrong in [b"", data[:-1], data + b"\0", b"\xff" * len(data), bytes(len(data))]:
        with pytest.raises(ValueError, match="the position"):
            Position.unpack(instance.form, wrong)


def test_keys_of_streams() -> None:
    instance = CPythonInstance(program(), CHECKED)
    instance.set_keys([1, -(2**63), 2**63 - 1])
    assert instance.region("stream_key") == [1, -(2**63), 2**63 - 1]


def test_generated_code() -> None:
    twice = Function("twice", ("n",), True, (Return(Binary("*", Name("n"), Const(2))),))
    run = Function(
        "run",
        ("n",),
        True,
        (
            Assign("found", CallTable("score_part", Const(0), (Name("n"),))),
            SetRegister("steps", Name("found")),
            Store("variables", Const(0), Load("own_table", Const(1))),
            Do(Call("fail", (Const(3),))),
            Return(Binary("+", Name("found"), Name("VARIABLES"))),
        ),
    )
    tiny = tiny_program(
        twice,
        run,
        numbers={"VARIABLES": 2},
        function_tables={"score_part": ["twice", ""]},
        own_regions={"own_table": (U8, [5, 6])},
    )
    instance = CPythonInstance(tiny, CHECKED)
    assert instance.call("run", 20) == 42
    assert instance.region("variables") == [6, 0]
    assert [instance.register(name) for name in ["steps", "status", "failed_at"]] == [40, 1, 3]
    assert CPythonInstance(tiny).region("variables") == [0, 0], "each instance has memory of its own"


def test_tracebacks_show_generated_code() -> None:
    broken = Function("broken", (), True, (Return(Load("clock", Const(99))),))
    instance = CPythonInstance(tiny_program(broken))
    try:
        instance.call("broken")
    except IndexError as error:
        assert "return clock[99]" in "".join(traceback.format_exception(error))
    else:
        pytest.fail("no error")


def test_counting() -> None:
    counted = Function("counted", ("n",), False, (Count(0), CountOutcome(1, "n"), CountOutcome(3, "n", refuses=True)))
    tiny = tiny_program(counted)
    instance = CPythonInstance(tiny, CHECKED, counting=True)
    instance.call("counted", 1)
    assert instance.region("executed") == [1, 1, 0, 1, 0]
    instance.set_register("looking_ahead", 1)
    instance.call("counted", 0)
    instance.call("counted", 1)
    assert instance.region("executed") == [1, 1, 0, 1, 1]
    silent = CPythonInstance(tiny)
    silent.call("counted", 1)
    assert silent.region("executed") == []


def test_a_function_in_another_ones_place() -> None:
    tiny = program()
    replaced = CPythonInstance(tiny, replacements={"has_item": "def has_item(items, item):\n    return 9"})
    assert replaced.call("has_item", 0, 0) == 9
    assert CPythonInstance(tiny).call("has_item", 0, 0) == 0
    with pytest.raises(ValueError, match="there is no function has_itme"):
        CPythonInstance(tiny, replacements={"has_itme": "def has_itme():\n    return 9"})


@pytest.mark.parametrize(
    ("tiny", "message"),
    [
        (tiny_program(function_tables={"run_power": ["missing"]}), "lacks the function missing"),
        (tiny_program(function_tables={"run_powers": []}), "the machine knows no function tables run_powers"),
        (tiny_program(numbers={"CARDZ": 1}), "the machine knows no numbers CARDZ"),
        (tiny_program(Function("sight", (), False, ())), "gives sight another meaning"),
        (tiny_program(Function("f", (), False, ()), Function("f", (), False, ())), "defines f twice"),
        (tiny_program(own_regions={"clock": (U8, [])}), "gives clock another meaning"),
        (tiny_program(tables={"kind_of": [1]}), "table kind_of has 1 elements, not 8"),
    ],
)
def test_programs_that_do_not_fit(tiny: TinyProgram, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        CPythonInstance(tiny)
