"""The intrinsics that number keys give the same numbers on both executors."""

from __future__ import annotations

import pytest

from artrules.engine.execute import cpython
from artrules.engine.execute.cpython import Memo
from artrules.engine.machine.numbers import MOST_MEMO_WORDS
from artrules.engine.machine_code.read import read_functions
from artrules.engine.webassembly import memo
from engine.webassembly.small_modules import SmallModule, SmallPython, program_of, some_state

TEXT = """
def add(first, count):
    memo_add_number(first)
    memo_add(order, first, count)
    memo_add(offered_first, 0, count)
    memo_add(relevant, 1, 2)
    return memo_id()

def add_many(first, count):
    sum = 0
    for i in range(first, first + count):
        memo_add_number(i % 3000)
        memo_add_number(7)
        sum = sum ^ memo_id()
    return sum

def again(first, count):
    last = add_many(first, count)
    memo_clear()
    return last * 16 + add(0, 2) * 4 + add(0, 3)
"""
CALLS = [
    ("add", (0, 2)),
    ("add", (1, 2)),
    ("add", (0, 2)),
    ("add", (0, 0)),
    ("add_many", (5, 5000)),
    ("again", (9, 50)),
]


def answers(module: SmallModule, names: list[tuple[str, tuple[int, int]]]) -> list[int]:
    return [module.run(name, arguments, some_state())[0] for name, arguments in names]


@pytest.fixture(scope="module")
def module() -> SmallModule:
    return SmallModule(program_of(read_functions(TEXT)), inferring=True)


def test_equal_keys_have_equal_numbers(module: SmallModule) -> None:
    module.run("memo_clear", (), {})
    assert answers(module, CALLS[:4]) == [0, 1, 0, 2]


@pytest.mark.parametrize(("name", "arguments"), CALLS)
def test_numbers_are_those_of_cpython(module: SmallModule, name: str, arguments: tuple[int, int]) -> None:
    program = program_of(read_functions(TEXT))
    module.run("memo_clear", (), {})
    assert module.run(name, arguments, some_state()) == SmallPython(program).run(name, arguments, some_state())


@pytest.mark.parametrize("limit", ["MOST_MEMO_WORDS", "MOST_POSITIONS"])
def test_what_is_too_much_is_not_remembered(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The third key goes beyond each of the limits, the first ones are still known, and so is a shorter one or none."""
    most = {"MOST_MEMO_WORDS": 25, "MOST_POSITIONS": 2}[limit]
    if limit == "MOST_POSITIONS":
        monkeypatch.setattr(cpython, limit, most)
        monkeypatch.setattr(memo, limit, most)
    words = most if limit == "MOST_MEMO_WORDS" else MOST_MEMO_WORDS
    keys = [("add", (0, 2)), ("add", (1, 1)), ("add", (2, 2)), ("add", (0, 2)), ("add", (3, 0))]
    program = program_of(read_functions(TEXT), bounds={"MOST_MEMO_WORDS": words})
    numbers = Memo(words)
    state = some_state()
    expected = []
    for _, (first, count) in keys:
        numbers.memo_add_number(first)
        for region, start, words in (("order", first, count), ("offered_first", 0, count), ("relevant", 1, 2)):
            numbers.memo_add(state[region], start, words)
        expected.append(numbers.memo_id())
    assert answers(SmallModule(program, inferring=True), keys) == expected
    assert -1 in expected
