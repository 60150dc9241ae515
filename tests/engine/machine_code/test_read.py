"""What isn't in the restricted language is refused, with the place and what may stand there."""

from __future__ import annotations

import pytest

from artrules.engine.machine_code.printer import print_functions
from artrules.engine.machine_code.read import Module, NotInTheLanguage, read_functions, read_module
from artrules.engine.machine_code.signatures import read_machine

STATEMENTS = {
    "x, y = n": "a local, a register or an element of a region",
    "x = 1, 2": "a number, a name",
    "x = y = 1": "an assignment, a call, if, while",
    "x: int = 1": "an assignment, a call, if, while",
    "cells[1] += 1": "an assignment, a call, if, while",
    "x.y = 1": "a local, a register or an element of a region",
    "x = 1.5": "a number, a name",
    "x = True": "a number, a name",
    "x = None": "a number, a name",
    "x = 'text'": "a number, a name",
    "x = [1]": "a number, a name",
    "x = 1 < n < 3": "a number, a name",
    "x = n is 3": "a number, a name",
    "x = n / 2": "one of the operators + - * // % & | ^ << >>",
    "x **= 2": "one of the operators",
    "x = +n": "a number, a name",
    "x = f(n=1)": "a number, a name",
    "x = f(*n)": "a number, a name",
    "x = n.bit_count()": "a number, a name",
    "x = cells[1:2]": "a number, a name",
    "x = (y := 2)": "a number, a name",
    "x = lambda: 1": "a number, a name",
    "n + 1": "a call or an assignment",
    "f(n)(n)": "a number, a name",
    "for i in cells: pass": "an assignment, a call, if, while",
    "for i in range(0, 9, 2): pass": "range(HIGH) or range(LOW, HIGH), into a local",
    "for i in range(n):\n        pass\n    else:\n        f()": "an assignment, a call, if, while",
    "while n:\n        pass\n    else:\n        f()": "an assignment, a call, if, while",
    "try:\n        f()\n    finally:\n        f()": "an assignment, a call, if, while",
    "raise n": "an assignment, a call, if, while",
    "assert n": "an assignment, a call, if, while",
    "del n": "an assignment, a call, if, while",
    "import os": "an assignment, a call, if, while",
    "def g() -> None: pass": "an assignment, a call, if, while",
    "match n:\n        case 1: pass": "an assignment, a call, if, while",
    "with n: pass": "an assignment, a call, if, while",
    "yield n": "a number, a name",
    "f()\n    global status": "an assignment, a call, if, while",
}
MODULES = {
    "import os": "imports, constants and functions",
    "from os import path": "imports from modules of the machine, each name once and as it is",
    "from artrules.engine.machine.rules.cards import sight as see": "imports from modules of the machine",
    "from . import cards": "imports, constants and functions",
    "from artrules.engine.machine.rules.cards import *\nclass C: pass": "imports, constants and functions",
    "LIMIT = f()": "a constant: a number that gets one name",
    "LIMIT = 1\nLIMIT = 2": "a constant: a number that gets one name",
    "f()": "imports, constants and functions",
    "@cache\ndef f() -> None: pass": "a function with plain parameters, and without decorators",
    "def f(a: int = 1) -> None: pass": "a function with plain parameters",
    "def f(*a: int) -> None: pass": "a function with plain parameters",
    "def f(a: str) -> None: pass": "a function of ints that returns int or None",
    "def f(a: int) -> str: pass": "a function of ints that returns int or None",
    "def f(a, b: int) -> int: pass": "a function of ints that returns int or None",
    "async def f() -> None: pass": "imports, constants and functions",
}


@pytest.mark.parametrize("statement", STATEMENTS)
def test_statements_that_are_refused(statement: str) -> None:
    text = f'"""A module."""\n\ndef f(n: int) -> None:\n    {statement}\n'
    with pytest.raises(NotInTheLanguage) as caught:
        read_module(text, "example", "example.py")
    assert caught.value.file == "example.py"
    assert 4 <= caught.value.line <= 5
    assert caught.value.allowed.startswith(STATEMENTS[statement])
    assert str(caught.value).startswith(f"example.py:{caught.value.line}: `")


@pytest.mark.parametrize("text", MODULES)
def test_modules_that_are_refused(text: str) -> None:
    with pytest.raises(NotInTheLanguage) as caught:
        read_module(text, "example")
    assert caught.value.allowed.startswith(MODULES[text])


def test_a_module() -> None:
    module = read_module(
        '"""Words."""\n\nfrom __future__ import annotations\n\n'
        "from artrules.engine.machine.rules.cards import TOP, sight\n\n"
        "SIZE = 1 << 4\nDOUBLE = -2 * SIZE\n\n"
        'def f(a: int) -> int:\n    """Gives\n    a number."""\n'
        "    global status\n    status = a\n    return sight(a)\n",
        "example",
    )
    assert module.imports == {"TOP": "rules.cards", "sight": "rules.cards"}
    assert module.constants == {"SIZE": 16, "DOUBLE": -32}
    assert [(f.name, f.parameters, f.gives, f.about) for f in module.functions] == [
        ("f", ("a",), True, "Gives a number.")
    ]


@pytest.mark.parametrize("module", read_machine().values(), ids=lambda module: module.name)
def test_modules_of_the_machine_read_as_they_print(module: Module) -> None:
    again = read_functions(print_functions(module.functions))
    assert [(f.name, f.parameters, f.gives, f.body) for f in again] == [
        (f.name, f.parameters, f.gives, f.body) for f in module.functions
    ]
