"""Happenings that are kept, and watches."""

from __future__ import annotations

import pytest

from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.machine.numbers import FORGOTTEN, NONE, RUN_WATCHES
from artrules.engine.machine_code.nodes import Binary, Compare, Const, Function, Load, Name, Return, Store
from engine.execute.tiny_programs import tiny_program

PASSING, KEPT = 0, 1
"""Two events; only happenings of the second are kept, for one life."""
FREE, ONCE_IN_TWO = 0, 1
"""Two watches for the second event; the second waits for a first field above its value, and acts every other time."""
PLAYERS = 3


@pytest.fixture
def table() -> CPythonInstance:
    """When a watch runs, it counts in `variables`: by its code and owner."""
    place = Binary("+", Binary("*", Name("owner"), Const(2)), Name("code"))
    counts = [
        Function(
            f"run_{code}",
            ("owner", "happening", "kept_values", "watch"),
            False,
            tuple(_with_code(code, Store("variables", place, Binary("+", Load("variables", place), Const(1))))),
        )
        for code in [FREE, ONCE_IN_TWO]
    ]
    first = Load("heap", Binary("+", Load("record_fields", Const(0)), Const(1)))
    condition = Function(
        "condition",
        ("owner", "happening", "kept_values"),
        True,
        (Return(Compare(">", first, Load("heap", Binary("+", Name("kept_values"), Const(1))))),),
    )
    return CPythonInstance(
        tiny_program(
            condition,
            *counts,
            numbers={"PLAYERS": PLAYERS, "STACKS": 4, "EVENTS": 2, "LIVES": 1, "WATCH_CODES": 2, "VARIABLES": 6},
            tables={
                "event_is_kept": [0, 1],
                "event_shape": [0, 0],
                "watch_event": [KEPT, KEPT],
                "watch_every": [1, 2],
                "watch_cost": [5, 5],
                "watch_has_condition": [0, 1],
                "watch_shape": [0, 0],
                "life_ends_event": [0, 1],
                "life_ends_watch": [1, 0],
                "frame_words": _frame_words(),
            },
            function_tables={"watch_condition": ["", "condition"], "run_watch": ["run_0", "run_1"]},
        ),
        CHECKED,
    )


def _with_code(code: int, store: Store) -> list[Store]:
    """The statement with a number in the place of the name `code`."""
    index = Binary("+", Binary("*", Name("owner"), Const(2)), Const(code))
    return [Store(store.region, index, Binary("+", Load(store.region, index), Const(1)))]


def _frame_words() -> list[int]:
    words = [1] * 40
    words[RUN_WATCHES] = 4
    return words


def make(table: CPythonInstance, *items: int) -> int:
    for item in items:
        table.call("push", item)
    return table.call("finish_list", 0)


def run_all(table: CPythonInstance) -> None:
    """Run what waits on the stack."""
    while table.register("stack_top"):
        table.call("run_watches")
        assert table.register("status") == 0


def test_happenings(table: CPythonInstance) -> None:
    fields = make(table, 4, 5)
    assert table.call("remember", 0, PASSING, fields, -1) == fields
    assert [table.call("remember", me, KEPT, make(table, me, 9), -1) for me in range(3)] == [0, 1, 2]
    table.call("set_field", 1, 1, 77, -1)
    assert [table.call("field_of", n, 1, -1) for n in range(3)] == [9, 77, 9]
    table.call("forget_in_life", 0, 1)
    assert [table.call("place_of_record", n) for n in range(4)] == [0, -1, 1, -1]
    table.call("field_of", 1, 0, 8)
    assert (table.register("fault"), table.register("failed_at")) == (FORGOTTEN, 8)


def test_watches_stand_by_owner_and_age(table: CPythonInstance) -> None:
    for owner in [2, 0, 1, 0, 2]:
        table.call("set_watch", owner, FREE, make(table), -1)
    count = table.register("watch_count")
    order = list(zip(table.region("watch_owner")[:count], table.region("watch_serial")[:count], strict=True))
    assert order == sorted(order)
    watch = 1 * PLAYERS + 0
    assert table.call("place_of_watch", watch) == 1
    table.call("stop_watching", watch)
    assert table.call("place_of_watch", watch) == -1
    assert table.register("watch_count") == 4
    table.call("forget_in_life", 0, NONE)
    assert table.register("watch_count") == 0


def test_watches_run(table: CPythonInstance) -> None:
    table.call("set_watch", 0, FREE, make(table), -1)
    table.call("set_watch", 2, ONCE_IN_TWO, make(table, 10), -1)
    for value in [5, 11, 12, 13, 14]:
        table.call("announce", 1, KEPT, make(table, value), -1)
        run_all(table)
        table.set_register("record_count", 0)
    assert table.region("variables") == [5, 0, 0, 0, 0, 2]


def test_an_event_that_nobody_waits_for_leaves_nothing(table: CPythonInstance) -> None:
    table.call("set_watch", 0, FREE, make(table), -1)
    table.call("announce", 1, PASSING, make(table, 1), -1)
    assert table.register("stack_top") == 0
