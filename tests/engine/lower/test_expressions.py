"""What expressions come to: each in `golden/values.txt` is the value of a function, and is evaluated for n = 1, 2, 3.

Functions are called on the machine itself, so that what they leave behind is seen too. `RENEW_VALUES=1 pytest
tests/engine/lower/test_expressions.py` writes the values anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.lower.builder import generated
from artrules.engine.lower.lower import lower_model
from artrules.engine.lower.program import Program
from artrules.engine.lower.representation import on_heap
from artrules.engine.machine.numbers import FAILED
from artrules.model.ir.declarations import Function
from artrules.model.ir.types import SetOf, Type, members
from artrules.play.explain.faults import read_fault
from artrules.play.position.values import ValueReader
from play.game.tiny import tiny

FILE = Path(__file__).parent / "golden" / "values.txt"
ARROW, SEMICOLON = "  =>  ", "  ;  "
MORE = f"""
settings: {{length: {{type: speed, starts: short}}}}
enums: {{speed: [short, long], many: [{", ".join(f"m{i}" for i in range(40))}]}}
tables:
  steps: |
    1 -> 1
    2 -> 2
    every 2 more -> 1 more
  steep: |
    0 -> 0
    5 -> 70
    every 1 more -> 900 more
variables:
  z: {{of: player, type: 1..9}}
  price: {{of: colour, type: 1..9, starts: 3}}
  shades: {{of: player, type: some of colour, starts: "[red]"}}
  far: {{of: player, type: some of 0..100, starts: "[3, 40, 77]"}}
  near: {{of: player, type: some of 0..9, starts: "[3, 4]"}}
  wants: {{of: player, type: some of many}}
  nums: {{type: list of 0..99, starts: "[5, 3, 9, 3]"}}
  favourite: {{of: player, type: tile or none}}
zones:
  pile: {{holds: tile, seen_by: everyone, order: row}}
pieces:
  pile: {{kind: tile, start: pile, columns: [n, shade], rows: [[1, red], [2, blue], [3, red]]}}
  heap: {{kind: tile, start: heap, columns: [n, shade], rows: [[3, red], [2, blue], [2, red]]}}
functions:
  list_of(1..3 a): list(m for m in 2..3 where m <= a + 1)
  fits(1..3 a, player p): a > 1 or p.x > 50
  stepped(1..3 a): steps(a)
  price_of(colour k): k.price
  pair(1..3 a): "[a, a + 1]"
  narrow(some of 0..9 s): size(s)
  middle(some of 3..50 s): size(s)
  wide(some of 0..90 s): size(s)
  doubled(1..3 a): "[[a, a + 1], [3], [7, a]]"
"""
COLOUR = (
    "{has: {warm: bool, cost: 0..99, likes: list of 0..9}, "
    "members: {red: {warm: yes, cost: 9, likes: [1, 2]}, blue: {warm: no, cost: 3, likes: [3]}}}"
)
EDITS = [
    ("colour: [red, blue]", f"colour: {COLOUR}"),
    ("kept: {has: {card: tile, by: player}, kept", "kept: {has: {card: tile, by: player, nums: list of 0..9}, kept"),
    ("      flag: {type: bool", "      tags: {type: list of 0..20, starts: '[self.n]'}\n      flag: {type: bool"),
]
ACT = """
let a = pile[1]
announce kept(card: pile[1], by: me, nums: [2])
announce kept(card: pile[2], by: left(me), nums: a.tags)
move pile[3] to my row facing down
move pool to my hand
for w in pile[1].powers:
    pile[2] gains w
pile[2].tags += [7]
my far += [99]
my wants += [m35]
my favourite becomes top of heap
choose n in 1..2
"""
GIFTS = {
    1: "- {when: now, if: my x < 5, do: my x += 1}\n- {when: later, do: my x += 2}",
    3: "- {when: now, do: my x += 2}",
}


class Evaluator:
    """Evaluates functions of a ruleset with an expression each, at its first decision, for player 1."""

    def __init__(self, folder: Path, expressions: list[str]) -> None:
        functions = "".join(f"  f{i}(1..3 n, player p): |\n    {e}\n" for i, e in enumerate(expressions))
        calls = "".join(f"    let v{i} = f{i}(min(n, 3), p)\n" for i in range(len(expressions)))
        procedures = f"everything(1..3 n, player p): |\n{calls}"
        ruleset = tiny(folder, ACT, more=MORE + functions, gifts=GIFTS, edits=EDITS, procedures=procedures)
        self.model, configuration, _ = ruleset.configured(2, {})
        self.program: Program = lower_model(self.model, configuration)
        self.machine = CPythonInstance(self.program, CHECKED)
        self.machine.call("start")
        self.machine.call("begin")
        assert self.machine.register("waiting_count") == 1

    def values(self, number: int) -> str:
        """What a function comes to for n = 1, 2, 3: one text if all are the same."""
        function = self.model.functions[f"f{number}"]
        texts = [self._value(function, n) for n in (1, 2, 3)]
        return SEMICOLON.join(texts if len(set(texts)) > 1 else texts[:1])

    def _value(self, function: Function, n: int) -> str:
        machine, type_ = self.machine, self.model.values[function].type
        before = machine.register("heap_top")
        word = machine.call(generated("f", function.key), 0, n, 0)
        status = machine.register("status")
        if status:
            found = read_fault(self.program, machine)
            text = "fails" if status == FAILED else f"{found.what} {found.message}: {found.found}, not {found.expected}"
        else:
            text = self._text(word, type_)
            assert machine.register("work_top") == 0
            assert on_heap(self.model, type_) or machine.register("heap_top") == before
        for name, value in (("status", 0), ("steps", 0), ("work_top", 0), ("heap_top", before)):
            machine.set_register(name, value)
        return text

    def _text(self, word: int, type_: Type) -> str:
        value = ValueReader(self.model, self.machine.region("heap")).value(word, type_)
        return f"some of {list(members(value))}" if isinstance(type_, SetOf) else str(value)


def rows() -> list[tuple[str, str]]:
    """The expressions, and what they come to."""
    parts = [line.partition(ARROW) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [(expression, values) for expression, _, values in parts]


def test_every_expression_comes_to_what_it_came_to(tmp_path: Path) -> None:
    expected = rows()
    evaluator = Evaluator(tmp_path / "t", [expression for expression, _ in expected])
    found = [(expression, evaluator.values(i)) for i, (expression, _) in enumerate(expected)]
    if os.environ.get("RENEW_VALUES"):
        FILE.write_text("".join(f"{e}{ARROW}{values}\n" for e, values in found), encoding="utf-8")
        expected = rows()
    assert found == expected


def test_a_list_that_grows_too_large_is_a_fault(tmp_path: Path) -> None:
    expressions = ["list(m for m in 1..(n * 4000))", "list(list(i for i in 1..100) for m in 1..(n * 40))"]
    evaluator = Evaluator(tmp_path / "t", expressions)
    texts = [evaluator.values(i).split(SEMICOLON) for i in range(2)]
    assert [len(text[1]) < 100 for text in texts] == [False, False]
    assert texts[0][2] == "this list is too long: 12,000, not at most 10,000 things"
    assert texts[1][2].startswith("this list holds too much: 12,120, not at most 10,000 things")


def test_a_function_that_makes_a_list_can_be_used_as_it_is_found(tmp_path: Path) -> None:
    """No list is made for who only goes through it."""
    evaluator = Evaluator(tmp_path / "t", ["sum(c.n for c in those(d in pile where d.n < n))"])
    assert evaluator.values(0) == "0  ;  1  ;  3"
    before = evaluator.machine.register("heap_top")
    evaluator.machine.call("f_X_f0", 0, 3, 0)
    assert not any(evaluator.machine.region("heap")[before + 1 : before + 20])


@pytest.mark.parametrize(
    "expression", ["nums[0]", "7 / (n - n)", "top of my deck", "max(d.n for d in my row where no(q in players))"]
)
def test_what_fails_says_where(expression: str, tmp_path: Path) -> None:
    evaluator = Evaluator(tmp_path / "t", [expression])
    evaluator.machine.call("f_X_f0", 0, 1, 0)
    assert evaluator.machine.register("status") == FAILED
    site = evaluator.program.sites[evaluator.machine.register("failed_at")]
    assert site.node is not None and site.words
