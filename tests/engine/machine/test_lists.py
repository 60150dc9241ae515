"""Lists and wide sets on the heap do what Python's lists and sets do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.machine.numbers import IS_LIST, LIST_SHAPE, LIST_TOO_LONG, LONGEST_LIST, NONE, PLAIN, PLAIN_SHAPE
from engine.execute.tiny_programs import tiny_program

NUMBERS = st.integers(-(2**31) + 1, 2**31 - 1)
MEMBERS = st.frozensets(st.integers(0, 255), max_size=12)


@pytest.fixture(scope="module")
def heap() -> CPythonInstance:
    return CPythonInstance(tiny_program(), CHECKED)


def make(heap: CPythonInstance, items: Sequence[int]) -> int:
    start = heap.register("work_top")
    for item in items:
        heap.call("push", item)
    return heap.call("finish_list", start)


def make_nested(heap: CPythonInstance, lists: Sequence[Sequence[int]]) -> int:
    return make(heap, [make(heap, items) for items in lists])


def make_set(heap: CPythonInstance, members: frozenset[int]) -> int:
    made = heap.call("empty_wide_set")
    for member in members:
        heap.call("add_member", made, member, -1)
    return made


def members(heap: CPythonInstance, wide: int) -> set[int]:
    found, member = set(), heap.call("wide_next", wide, 0)
    while member >= 0:
        found.add(member)
        member = heap.call("wide_next", wide, member + 1)
    return found


def items(heap: CPythonInstance, made: int) -> list[int]:
    words = heap.region("heap")
    return words[made + 1 : made + 1 + words[made]]


def test_a_list_that_a_procedure_has_just_given_is_not_lost() -> None:
    tables = {"shape_kind": [PLAIN, IS_LIST], "shape_first": [0, PLAIN_SHAPE]}
    heap = CPythonInstance(tiny_program(tables=tables), CHECKED)
    make(heap, [2, 7])
    heap.set_register("given_result", make(heap, [3, 1, 4]))
    heap.set_register("given_shape", LIST_SHAPE)
    heap.call("compact", 1)
    assert items(heap, heap.register("given_result")) == [3, 1, 4]
    assert heap.register("heap_top") == heap.register("given_result") + 4
    heap.call("compact", 0)
    assert heap.register("heap_top") < heap.register("given_result") + 4


@given(st.lists(NUMBERS, max_size=40))
@settings(max_examples=60)
def test_lists(heap: CPythonInstance, numbers: list[int]) -> None:
    made = make(heap, numbers)
    assert items(heap, made) == numbers
    copy = heap.call("copy_of", made)
    assert copy != made or not numbers  # the empty list is one
    assert items(heap, copy) == numbers
    assert heap.call("same_lists", made, copy, 1)
    for number in [*numbers[:3], 5]:
        assert heap.call("has_item", made, number) == (number in numbers)
    start = heap.register("work_top")
    for number in numbers:
        heap.call("push", number)
    heap.call("sort_work", start)
    assert items(heap, heap.call("finish_list", start)) == sorted(numbers)


@given(st.lists(st.lists(st.integers(0, 1), max_size=2), max_size=2), st.lists(st.lists(st.integers(0, 1)), max_size=2))
@settings(max_examples=60)
def test_lists_of_lists(heap: CPythonInstance, one: list[list[int]], other: list[list[int]]) -> None:
    first, second = make_nested(heap, one), make_nested(heap, other)
    assert heap.call("same_lists", first, second, 2) == (one == other)
    assert heap.call("extent", first, 2) == len(one) + sum(map(len, one))
    assert not heap.call("same_lists", first, NONE, 2)


def test_items_by_position(heap: CPythonInstance) -> None:
    made = make(heap, [7, 8])
    assert [heap.call("item_at", made, position, 3) for position in [1, 2]] == [7, 8]
    for position in [0, 3, -1]:
        heap.set_register("status", 0)
        heap.call("item_at", made, position, 3)
        assert (heap.register("status"), heap.register("failed_at")) == (1, 3)
    heap.set_register("status", 0)


def test_long_lists(heap: CPythonInstance) -> None:
    made = make(heap, [0] * (LONGEST_LIST + 1))
    heap.call("short_list", made, 4)
    assert (heap.register("status"), heap.register("fault")) == (4, LIST_TOO_LONG)
    heap.set_register("status", 0)


@given(MEMBERS, MEMBERS)
@settings(max_examples=60)
def test_wide_sets(heap: CPythonInstance, one: frozenset[int], other: frozenset[int]) -> None:
    first, second = make_set(heap, one), make_set(heap, other)
    assert members(heap, first) == one
    assert members(heap, heap.call("wide_union", first, second)) == one | other
    assert members(heap, heap.call("wide_difference", first, second)) == one - other
    assert heap.call("wide_finds", first, second, 0) == bool(one & other)
    assert heap.call("wide_finds", first, second, 1) == bool(one - other)
    assert heap.call("wide_size", first) == len(one)
    assert heap.call("same_lists", first, second, 1) == (one == other)
    for member in [-1, 0, 30, 255, 256, NONE]:
        assert heap.call("wide_has", first, member) == (member in one)
    heap.call("remove_member", first, 30)
    assert members(heap, first) == one - {30}


def test_a_narrow_set_becomes_wide(heap: CPythonInstance) -> None:
    narrow = {0, 29, 30}
    assert members(heap, heap.call("wide_of", sum(1 << member for member in narrow))) == narrow
