"""Translated functions do what CPython does with their text."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from artrules.engine.machine_code.nodes import Function
from artrules.engine.machine_code.read import read_functions
from artrules.engine.webassembly.meanings import Inlined, small_functions
from engine.webassembly.random_functions import TABLES, FunctionMaker, helpers
from engine.webassembly.small_modules import SmallModule, SmallPython, program_of, some_state, violations

ARGUMENTS = [(0, 0), (1, -1), (-1000, 1000), (37, 8)]


def differences(functions: list[Function], inferring: bool, inlined: dict[str, Inlined]) -> list[str]:
    """The names of functions that do something else in WebAssembly than under CPython."""
    program = program_of([*functions, *helpers()], TABLES)
    module, python = SmallModule(program, inferring, inlined), SmallPython(program)
    found = []
    for function in functions:
        for arguments in [numbers[: len(function.parameters)] for numbers in ARGUMENTS]:
            module.run("memo_clear", (), {})
            state = some_state()
            if module.run(function.name, arguments, state) != python.run(function.name, arguments, state):
                found.append(function.name)
    return found


def random_functions(seed: int) -> list[Function]:
    random = Random(seed)
    return [FunctionMaker(random).function(f"f{i}") for i in range(10)]


@settings(max_examples=8)
@given(st.integers(0, 1 << 32))
def test_random_functions_do_the_same(seed: int) -> None:
    assert violations(program_of([*random_functions(seed), *helpers()], TABLES)) == []
    assert differences(random_functions(seed), False, {}) == []
    assert differences(random_functions(seed), True, small_functions(helpers())) == []


FORMS = """
def floor(a, b):
    return (a // 7) * 1000 + a % 7 + b // -3 - b % -8 + a // PLAYERS - b % PLAYERS

def order_of_store(a, b):
    offered_first[count_up() % 8] = count_up() * 10 + row_count
    return row_count

def order_of_table(a, b):
    return score_part[2 * (count_up() % 2)](count_up()) * 10 + count_up()

def order_of_sides(a, b):
    return row_count * 100 + count_up() - row_count

def logic(a, b):
    return (a and b) + (a or 7) * 2 + (not a) * 4 + (a < b and count_up()) + (a or count_up()) * 10

def bounds_once(a, b):
    high = 3
    sum = 0
    for i in range(high):
        high = 10
        sum += i
        i = 50
    return sum * 100 + high

def loops(a, b):
    sum = 0
    while 1:
        sum += 1
        if sum % 2:
            continue
        if sum > 6:
            break
    for i in range(5):
        if i == 3:
            continue
        for j in range(i, 4):
            if j == 2:
                break
            sum += 10 * j + i
    return sum

def conditions(a, b):
    sum = 0
    if a < b:
        sum += 1
    if a <= b:
        sum += 2
    if a > b:
        sum += 4
    if a >= b or b == 8:
        sum += 8
    if not (a == b and b >= 0):
        sum += 16
    elif a != 1:
        sum += 32
    else:
        sum += 64
    return sum

def narrowed(a, b):
    sum = stream_key[6] + a
    if sum < 0 or sum > 65535:
        return -1
    order[2] = sum
    return sum

def long_shift(a, b):
    return (a >> 40) + (b >> (a & 63)) * 2
"""


@pytest.mark.parametrize("function", read_functions(FORMS), ids=lambda function: function.name)
@pytest.mark.parametrize("inlined", [{}, small_functions(helpers())], ids=["called", "inlined"])
def test_what_is_easily_got_wrong(function: Function, inlined: dict[str, Inlined]) -> None:
    assert differences([function], True, inlined) == []
