"""What the verifier finds in functions, modules and programs."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from artrules.engine.machine.language import U8
from artrules.engine.machine_code.nodes import Assign, Binary, Call, Const, Function, Load, Name, Return, Store
from artrules.engine.machine_code.read import read_functions, read_module
from artrules.engine.machine_code.signatures import machine_text, names_of_machine, names_with_program, read_machine
from engine.execute.tiny_programs import TinyProgram, tiny_program
from engine.machine_code.verifier import verify_functions
from engine.machine_code.verify_machine import verify_machine
from engine.machine_code.verify_program import verify_program

FAULTS = {
    # names
    "x = nothing": "nothing has the name nothing",
    "x = heap": "heap is a region, not a number",
    "x = sight": "sight is a function, not a number",
    "x = run_block": "run_block is a function table, not a number",
    "if n:\n        x = 1\n    y = x": "x may have no value yet",
    "for i in range(n):\n        x = 1\n    y = i": "i may have no value yet",
    "while n:\n        x = 1\n    y = x": "x may have no value yet",
    "while 1:\n        if n:\n            break\n        x = 1\n    y = x": "x may have no value yet",
    "while 1:\n        x = x + 1": "x may have no value yet",
    "x += 1": "x may have no value yet",
    "status = 1": "the local status has the name of a register",
    "heap = 1": "the local heap has the name of a region",
    "CARDS = 1": "the local CARDS has the name of a program number",
    "NIL = 1": "the local NIL has the name of a constant",
    "for SLOTS in range(3):\n        pass": "the local SLOTS has the name of a constant",
    "sight = 1\n    x = sight(sight)": "sight is a local here",
    # calls
    "x = sight()": "sight takes 1 values, not 0",
    "sight(n, n)": "sight takes 1 values, not 2",
    "x = commit()": "commit gives no number",
    "x = nowhere(n)": "there is no function nowhere",
    "x = run_block[n]()": "run_block gives no number",
    "run_block[n](n)": "run_block takes 0 values, not 1",
    "nowhere[n]()": "there is no function nowhere",
    "reserve(n, 3)": "reserve takes a region, not n",
    "fill_words(kind_of, 0, 1, 0)": "kind_of is a table",
    # memory
    "nowhere[n] = 1": "there is no region nowhere",
    "x = nowhere[n]": "there is no region nowhere",
    "kind_of[n] = 1": "kind_of is a table",
    "face_of[n] = 256": "face_of can't hold 256",
    "face_of[n] = -1": "face_of can't hold -1",
    "heap[n] = 2147483648": "heap can't hold 2147483648",
    "x = clock[8]": "clock has no element 8",
    "x = clock[-1]": "clock has no element -1",
    # ways through the code
    "return\n    x = 1": "this can't be reached",
    "while 1:\n        pass\n    x = 1": "this can't be reached",
    "while n:\n        break\n        x = 1": "this can't be reached",
    "if n:\n        return\n    else:\n        return\n    x = 1": "this can't be reached",
    "break": "there is no loop here",
    "if n:\n        continue": "there is no loop here",
    # widths
    "x = drawn[n]\n    heap[0] = x": "x may need more than the 32 bits that heap has room for",
    "x = 1 + drawn[n]\n    y = 1\n    y = x\n    sight(y)": "y may need more than the 32 bits that sight has room for",
    "x = drawn[n]\n    y = heap[x]": "x may need more than the 32 bits that heap has room for",
    "find_fault(1, 2, drawn[n], 4, 5)": "drawn[n] may need more than the 32 bits that find_fault has room for",
    "x = rotated(n, 1)\n    heap[0] = x": "x may need more than the 32 bits that heap has room for",
    "for i in range(drawn[n]):\n        pass": "drawn[n] may need more than the 32 bits that a loop has room for",
}
FINE = [
    "x = drawn[n]\n    drawn[n] = x + 1",
    "x = drawn[n]\n    if x > 9:\n        return\n    heap[0] = x",
    "find_fault(1, 2, 3, 4, drawn[n])",
    "heap[0] = (drawn[n] & 255) + drawn[n] % 10",
    "drawn[n] = wrapping_sum(drawn[n], n)",
    "while 1:\n        x = n\n        if x:\n            break\n    y = x",
    "if n:\n        x = 1\n    else:\n        return\n    y = x",
    "reserve(heap, n)",
    "below = n\n    x = below",
    "x = CARDS + NIL + status + n",
]


@pytest.mark.parametrize("body", FAULTS)
def test_faults(body: str) -> None:
    names = names_with_program((), {}, {"clock": 8})
    found = verify_functions(read_functions(f"def f(n):\n    {body}\n"), names, inferring=True)
    assert [violation.function for violation in found] == ["f"] * len(found)
    assert any(violation.message.startswith(FAULTS[body]) for violation in found), found


@pytest.mark.parametrize("body", FINE)
def test_code_that_is_fine(body: str) -> None:
    assert verify_functions(read_functions(f"def f(n):\n    {body}\n"), names_of_machine(), inferring=True) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(n):\n    if n:\n        return 1\n", "it can end without returning a number"),
        ("def f(n):\n    if n:\n        return\n    return 1\n", "it must return a number"),
    ],
)
def test_functions_that_give_a_number(text: str, message: str) -> None:
    [found] = verify_functions(read_functions(text), names_of_machine())
    assert found.message == message


def test_a_function_that_gives_nothing_returns_no_number() -> None:
    [found] = verify_functions([Function("f", (), False, (Return(Const(1)),))], names_of_machine())
    assert str(found) == "f: it gives no number in `return 1`"


def test_a_violation_shows_the_statement() -> None:
    [found] = verify_functions(read_functions("def f(n):\n    x = n + y\n"), names_of_machine())
    assert str(found) == "f: nothing has the name y in `x = n + y`"


def test_functions_that_give_wide_numbers_are_declared_so() -> None:
    [found] = verify_functions(
        read_functions("def sight(n):\n    return drawn[n]\n\n\ndef end_key(n):\n    return n\n"),
        names_of_machine(),
        inferring=True,
    )
    assert str(found) == "sight: it isn't declared to give a number that may need 64 bits in `return drawn[n]`"


def test_arithmetic_must_say_that_it_is_wide() -> None:
    wide = Binary("*", Name("n"), Name("n"), wide=True)
    for sum_, fine in [(Binary("+", wide, Const(1)), False), (Binary("+", wide, Const(1), wide=True), True)]:
        function = Function("f", ("n",), False, (Assign("x", sum_),))
        assert (verify_functions([function], names_of_machine()) == []) == fine
    give = Function("give", ("n",), True, (Return(wide),))
    take = Function("take", ("n",), False, (Store("heap", Const(0), Call("give", (Name("n"),))),))
    names = names_with_program([give, take], {}, {})
    assert [violation.function for violation in verify_functions([give, take], names)] == ["take"]


# -- modules of the machine


def test_the_machine_keeps_to_the_language() -> None:
    assert verify_machine() == []


def changed(changes: Mapping[str, tuple[str, str]]) -> list[str]:
    """What the verifier says of the machine when texts in modules are replaced."""
    modules = dict(read_machine())
    for name, (old, new) in changes.items():
        text = machine_text(name)
        assert old in text
        modules[name] = read_module(text.replace(old, new, 1), name)
    return [str(violation) for violation in verify_machine(modules)]


@pytest.mark.parametrize(
    ("module", "old", "new", "message"),
    [
        (
            "signals",
            "import FAILED, FAULTY, FOREIGN_FAILED, FULL_HEAP, MOST_STEPS, NONE, TOO_LONG",
            "import FAILED, FAULTY, FOREIGN_FAILED, FULL_HEAP, MOST_STEPS, NIL, NONE, TOO_LONG",
            "signals: it imports NIL, which it doesn't use",
        ),
        (
            "signals",
            "import FAILED, FAULTY, FOREIGN_FAILED, FULL_HEAP, MOST_STEPS, NONE, TOO_LONG",
            "import FAILED, FAULTY, FOREIGN_FAILED, FULL_HEAP, NONE, TOO_LONG",
            "signals: it uses MOST_STEPS, which it neither defines nor imports",
        ),
        (
            "signals",
            "machine.numbers import FAILED",
            "machine.rules.cards import FAILED",
            "signals: it imports FAILED from rules.cards, which doesn't define it",
        ),
        ("signals", "def count_work", "def compact", "signals: compact is defined in heap and in signals"),
        ("signals", "steps += units", "spent += units", "count_work: spent may have no value yet in `spent += units`"),
    ],
)
def test_faults_in_modules(module: str, old: str, new: str, message: str) -> None:
    assert message in changed({module: (old, new)})


# -- programs


def test_a_program_that_is_fine() -> None:
    assert verify_program(tiny_program()) == []


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            tiny_program(function_tables={"run_power": ["commit"]}),
            "commit: it doesn't have the signature of run_power",
        ),
        (
            tiny_program(Function("start_values", ("n",), False, ())),
            "start_values: it is declared as Signature(parameters=(), gives=False, wide=False), not "
            "Signature(parameters=('int',), gives=False, wide=False)",
        ),
        (tiny_program(tables={"face_of": []}, own_regions={"own": (U8, [256])}), "own: this table can't hold 256"),
        (
            tiny_program(
                Function("f", (), False, (Assign("x", Load("own", Const(2))),)), own_regions={"own": (U8, [1, 2])}
            ),
            "f: own has no element 2 in `x = own[2]`",
        ),
        (
            tiny_program(Function("f", (), False, (Assign("x", Load("zone_of", Const(8))),))),
            "f: zone_of has no element 8 in `x = zone_of[8]`",
        ),
    ],
)
def test_programs(program: TinyProgram, message: str) -> None:
    assert message in [str(violation) for violation in verify_program(program)]
