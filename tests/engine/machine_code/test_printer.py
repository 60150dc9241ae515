"""Machine code as text."""

from __future__ import annotations

import pytest

from artrules.engine.machine_code.nodes import (
    Assign,
    Binary,
    Both,
    Break,
    Call,
    CallTable,
    Choice,
    Compare,
    Const,
    Continue,
    Count,
    CountOutcome,
    Do,
    ForRange,
    Function,
    If,
    Inverted,
    Load,
    Name,
    Negative,
    Not,
    OneOf,
    Return,
    SetRegister,
    Store,
    Value,
    While,
)
from artrules.engine.machine_code.printer import print_function, print_functions, print_value
from artrules.engine.machine_code.program import with_counters
from artrules.engine.machine_code.read import read_functions

A, B, C = Name("a"), Name("b"), Name("c")

VALUES: list[tuple[Value, str]] = [
    (Binary("-", A, Binary("-", B, C)), "a - (b - c)"),
    (Binary("-", Binary("-", A, B), C), "a - b - c"),
    (Binary("*", Binary("+", A, B), Const(-3)), "(a + b) * -3"),
    (Binary("&", Binary(">>", A, B), Const(1)), "a >> b & 1"),
    (Binary("|", A, Binary("^", B, Binary("&", A, C))), "a | b ^ a & c"),
    (Binary("//", A, Binary("%", B, C)), "a // (b % c)"),
    (Negative(Negative(A)), "--a"),
    (Negative(Binary("+", A, B)), "-(a + b)"),
    (Binary("-", Inverted(A), Negative(B)), "~a - -b"),
    (Compare("<", A, Binary("|", B, C)), "a < b | c"),
    (Compare("==", Compare("<", A, B), C), "(a < b) == c"),
    (Compare("==", A, Not(B)), "a == (not b)"),
    (Not(Compare("==", A, B)), "not a == b"),
    (Not(Both(A, B)), "not (a and b)"),
    (OneOf(Both(A, B), C), "a and b or c"),
    (Both(A, OneOf(B, C)), "a and (b or c)"),
    (Both(A, Both(B, C)), "a and (b and c)"),
    (Both(Both(A, B), C), "a and b and c"),
    (Choice(A, B, Choice(B, C, A)), "b if a else c if b else a"),
    (Choice(Choice(A, B, C), Choice(A, B, C), C), "(b if a else c) if (b if a else c) else c"),
    (Binary("+", Choice(A, B, C), Const(1)), "(b if a else c) + 1"),
    (Load("heap", Binary("+", A, Const(1))), "heap[a + 1]"),
    (Call("f", (A, Choice(A, B, C))), "f(a, b if a else c)"),
    (CallTable("run_block", Load("stack", A), ()), "run_block[stack[a]]()"),
]

FUNCTION = Function(
    "work_it",
    ("n", "m"),
    True,
    (
        Count(3),
        Assign("x", Binary("+", Name("n"), Const(1))),
        Assign("x", Binary("*", Name("x"), Name("m"))),
        CountOutcome(4, "x"),
        SetRegister("steps", Binary("+", Name("steps"), Const(5))),
        SetRegister("active", Const(0)),
        If(
            Compare("<", Name("x"), Const(3)),
            (Do(Call("fail", (Const(7),))), Return(Const(0))),
            (If(Name("x"), (Store("heap", Name("x"), Const(1)),), (Do(Call("commit", ())),)),),
        ),
        If(Name("m"), (Count(6),)),
        While(
            Const(1),
            (
                ForRange("i", Const(0), Name("x"), (If(Name("i"), (Continue(),)), Break())),
                ForRange("i", Const(2), Name("x"), ()),
                Break(),
            ),
        ),
        Return(Name("x")),
    ),
    "what it does",
)
TEXT = """\
def work_it(n, m):
    # what it does
    global active, steps
    x = n + 1
    x *= m
    steps += 5
    active = 0
    if x < 3:
        fail(7)
        return 0
    elif x:
        heap[x] = 1
    else:
        commit()
    if m:
        pass
    while 1:
        for i in range(x):
            if i:
                continue
            break
        for i in range(2, x):
            pass
        break
    return x
"""


@pytest.mark.parametrize(("value", "text"), VALUES, ids=[text for _, text in VALUES])
def test_values(value: Value, text: str) -> None:
    assert print_value(value) == text
    function = Function("f", ("a", "b", "c"), True, (Return(value),))
    assert read_functions(print_function(function)) == (function,)


def test_a_function() -> None:
    assert print_function(FUNCTION) == TEXT
    compile(TEXT, "", "exec")


def test_what_is_read_prints_the_same() -> None:
    again = read_functions(TEXT.replace("    # what it does\n", '    """what it does"""\n'))
    assert print_functions(again) == TEXT


def test_counters() -> None:
    counted = Function("f", ("held",), False, (Count(3), CountOutcome(4, "held"), CountOutcome(6, "held", True)))
    assert (
        print_function(with_counters(counted))
        == """\
def f(held):
    if not looking_ahead:
        executed[3] = executed[3] + 1
    if not looking_ahead:
        executed[4 if held else 5] = executed[4 if held else 5] + 1
    if not (held and looking_ahead):
        executed[6 if held else 7] = executed[6 if held else 7] + 1
"""
    )
    assert print_function(counted) == "def f(held):\n    pass\n"
