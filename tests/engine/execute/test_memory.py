"""Checked memory refuses what isn't in its place; and memory grows up to its bound."""

from __future__ import annotations

from collections.abc import Callable
from operator import setitem

import pytest

from artrules.engine.execute.cpython import CHECKED, CPythonInstance, MemoryFault
from artrules.engine.machine.language import I32, U8, Kept, Region
from artrules.engine.machine_code.machine import region_length
from artrules.engine.machine_code.nodes import Assign, Const, Function, Load, Name, Store
from engine.execute.tiny_programs import tiny_program

FAULTS: list[tuple[str, Callable[[list[int]], object], str]] = [
    ("beyond the end", lambda words: words[3], "cells[3]"),
    ("negative", lambda words: words[-1], "cells[-1]"),
    ("written beyond the end", lambda words: setitem(words, 3, 0), "cells[3]"),
    ("too large", lambda words: setitem(words, 1, 256), "cells[1] = 256"),
    ("below zero", lambda words: setitem(words, 1, -1), "cells[1] = -1"),
    ("no number", lambda words: setitem(words, 1, "x"), "cells[1] = 'x'"),
    ("a row that is too long", lambda words: setitem(words, slice(2, 4), [0, 0]), "cells[2:4]"),
    ("a row of another length", lambda words: setitem(words, slice(0, 1), [0, 0]), "cells[0:1]"),
    ("a row with a wrong value", lambda words: setitem(words, slice(0, 2), [0, 300]), "cells[0:2] = 300"),
]


@pytest.mark.parametrize(("use", "text"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS])
def test_faults(use: Callable[[list[int]], object], text: str) -> None:
    words = CHECKED("cells", Region(U8, "3", Kept.SCRATCH), [1, 2, 3])
    with pytest.raises(MemoryFault) as caught:
        use(words)
    assert str(caught.value) == text
    assert words[:] == [1, 2, 3]


def test_tables_never_change() -> None:
    words = CHECKED("table", Region(I32, "2", Kept.TABLE), [1, 2])
    assert words[1] == 2
    with pytest.raises(MemoryFault):
        words[1] = 2


def test_code_over_checked_memory() -> None:
    reads = Function("reads", ("n",), False, (Assign("x", Load("clock", Name("n"))),))
    writes = Function("writes", ("n",), False, (Store("face_of", Const(0), Name("n")),))
    instance = CPythonInstance(tiny_program(reads, writes), CHECKED)
    instance.call("reads", 7)
    instance.call("writes", 255)
    for name, number, text in [("reads", 8, "clock[8]"), ("writes", 256, "face_of[0] = 256")]:
        with pytest.raises(MemoryFault) as caught:
            instance.call(name, number)
        assert str(caught.value) == text


@pytest.mark.parametrize("factory", [None, CHECKED])
def test_regions_grow_up_to_their_bound(factory: object) -> None:
    instance = CPythonInstance(tiny_program(), CHECKED) if factory else CPythonInstance(tiny_program())
    records, reserve = instance.region("record_serial"), instance.function("reserve")
    assert len(records) == 32
    assert [reserve(records, length) for length in [32, 33, 9_000, 10_000, 10_001]] == [1, 1, 1, 1, 0]
    assert len(records) == 10_000
    assert not any(records)


def test_lengths() -> None:
    assert region_length(Region(U8, "POWERS * 2 + 1", Kept.TABLE), {"POWERS": 4}) == 9
    assert region_length(Region(U8, "", Kept.TABLE), {}) == 0
