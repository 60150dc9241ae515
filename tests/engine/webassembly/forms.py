"""Forms of the restricted language that a translator may get wrong: each a function `f`, and helpers."""

from __future__ import annotations

from typing import Any

from artrules.engine.machine_code.read import read_functions
from engine.execute.tiny_programs import TinyProgram
from engine.webassembly.small_modules import SmallPython, program_of, some_state

ARGUMENTS = ((0, 1), (5, 2), (-7, 2), (7, -2), (-1, -3), (3, 1000))
BUMP = """
def bump():
    global row_count
    row_count = row_count + 1
    return row_count
"""
"""Gives another number each time."""
FORMS = {
    "a branch without statements": """
def f(a, b):
    if a > 5:
        pass
    elif a > 0:
        return 1
    else:
        return 2
    return 3
""",
    "a value before its index": f"""
def f(a, b):
    global row_count
    row_count = 0
    order[bump()] = bump()
    return row_count
{BUMP}""",
    "operands in turn": f"""
def f(a, b):
    return row_count * 1000 + bump() * 100 + row_count * 10 + bump()
{BUMP}""",
    "rounding": """
def f(a, b):
    return a // b * 1000000 + a % b * 10000 + a // 3 * 100 + a % 5
""",
    "rounding by powers of two": """
def f(a, b):
    return a // 4 * 100 + a % 8 + (a >> 1)
""",
    "the values of and, or": """
def f(a, b):
    return (a or b) * 10000 + (a and b) * 100 + (a > 2 or b)
""",
    "what isn't needed isn't evaluated": f"""
def f(a, b):
    if a > 0 or bump() > 0 and bump() > 100:
        return row_count
    return -row_count
{BUMP}""",
    "bounds that change": """
def f(a, b):
    global row_count
    row_count = 4
    rounds = 0
    for i in range(0, row_count):
        row_count = row_count - 1
        rounds = rounds + 1
    return rounds
""",
    "a loop's own local that changes": """
def f(a, b):
    found = 0
    for i in range(0, 4):
        found = found * 10 + i
        i = i + 2
    return found
""",
    "continue": """
def f(a, b):
    found = 0
    for i in range(0, 9):
        if i == a or i % 2:
            continue
        if i > 7:
            break
        found = found + i
    while found > 3:
        found = found - 2
        if found == b:
            continue
        found = found - 1
    return found
""",
    "wide numbers": """
def f(a, b):
    fits = 0
    if stream_key[3] > a:
        fits = fits + 1
    if stream_key[3] + stream_key[3] > a:
        fits = fits + 10
    if stream_key[5] - a < stream_key[4]:
        fits = fits + 100
    if -stream_key[3] < b:
        fits = fits + 1000
    if stream_key[0] > a:
        fits = fits + 10000
    return fits
""",
    "elements without a sign": """
def f(a, b):
    return order[6] - relevant[7] + offered_first[4] // 65536
""",
    "elements of one region": """
def f(a, b):
    stream_key[1] = a
    order[2] = 7
    relevant[3] = 9
    offered_first[4] = b
    return 0
""",
    "words that overlap": """
def f(a, b):
    copy_words(order, 2, 0, 5)
    copy_words(offered_first, 0, 3, 4)
    fill_words(offered_first, 5, 2, 0)
    fill_words(relevant, 5, 2, 7)
    fill_words(order, 6, 2, 515)
    return 0
""",
    "keys": """
def f(a, b):
    memo_clear()
    found = 0
    for i in range(0, 12):
        memo_add_number(3)
        memo_add(order, 0, 3)
        memo_add_number(i % 5)
        found = found * 7 + memo_id()
    return found
""",
}


def program(name: str) -> TinyProgram:
    return program_of(read_functions(FORMS[name]))


def difference(name: str, small_module: Any) -> str:
    """How a module of a form differs from what CPython does with it."""
    form = program(name)
    module, python = small_module(form, inferring=True), SmallPython(form)
    for arguments in ARGUMENTS:
        state = some_state()
        there, here = module.run("f", arguments, state), python.run("f", arguments, state)
        if there != here:
            return f"{name} {arguments}: {there}, not {here}"
    return ""
