"""Faults planted in the translator on purpose: something that is tested anyway finds each of them. That is a form of
the language that does otherwise than under CPython, or a game that isn't the same on both executors."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from artrules.author.conformance.random_play import Table, Violation
from artrules.author.conformance.reproducibility import check_executors
from artrules.engine.execute.instance import MachineTrap
from author.properties.rulesets import FOLDERS, loaded
from engine.webassembly.forms import FORMS, difference
from engine.webassembly.planted import Change, Translator, with_faults

LANTERNS = next(folder for folder in FOLDERS if folder.name == "lanterns")
_STORE = "if self._constant(index) is not None or self._is_fixed(value):"
_OR, _NEXT = "code.get(kept)\n            code.else_()", "self._body(loop.body, end, next_round)"
_BOUND = "if high is None:\n            code."
_REGISTERS = "for name in register_indices():\n        _keep_register"
_TO, _START = "leave_place(to)", "leave_place(start)"
_COPIED = "\n            "
FOUND_BY_FORMS: dict[str, list[Change]] = {
    "elements have a sign": [("code", "I32_LOAD_16, 1", "0x2E, 1")],
    "elements overlap": [("meanings", "I64: 3}", "I64: 2}")],
    "an index is evaluated before the value": [("translate", _STORE, "if True:")],
    "division rounds towards 0": [("intrinsics", "_other_sign(code, _remainder(code, type_), type_)", "code.const(0)")],
    "division by a constant rounds towards 0": [("intrinsics", "code.const(31)", "code.const(0)")],
    "wide numbers are compared as narrow ones": [
        ("expressions", "if self._is_wide(value.left) or self._is_wide(value.right):", "if False:")
    ],
    "a number that gets wide loses its sign": [("expressions", "code.add(op.EXTEND)", "code.add(0xAD)")],
    "`or` gives 1": [("expressions", _OR, _OR.replace("code.get(kept)", "code.const(1)"))],
    "bounds are evaluated in each round": [("translate", f"{_BOUND}get(kept)", f"{_BOUND[:-5]}self.narrow(loop.high)")],
    "`continue` leaves the loop": [("translate", _NEXT, "self._body(loop.body, end, end)")],
    "keys are equal that differ in their last word": [
        ("memo", "end = first + count", "end = first + count - 1"),
        ("memo", "range(MEMO_HEAD, MEMO_HEAD + length)", "range(MEMO_HEAD, MEMO_HEAD + length - 1)"),
    ],
    "words are copied the other way": [("intrinsics", f"{_TO}{_COPIED}{_START}", f"{_START}{_COPIED}{_TO}")],
    "too few bytes are filled": [("intrinsics", "code.const(shift)", "code.const(0)")],
}
FOUND_BY_GAMES: dict[str, list[Change]] = {
    "a table has other functions": [
        ("translate", "[labels[functions[entry]]", "[labels[functions[entry] - (table == 'label_option')]")
    ],
    "a register isn't kept": [
        ("invocation", _REGISTERS, _REGISTERS.replace(":", ':\n        if name == "steps":\n            continue', 1))
    ],
    "the journal isn't undone": [("positions", 'code.call("undo_to")', "code.add(opcodes.DROP)")],
    "slots keep no stack": [("positions", "row.some(self._stack, I32, partial(code.get, self.stack_words))", "pass")],
    "positions lack the start of the phase": [("positions", "row.regions(self.kept.then)", "pass")],
}


def in_forms(translator: Translator) -> str:
    """How a form does otherwise."""
    return next(filter(None, (difference(name, translator.small_module) for name in FORMS)), "")


def in_games(translator: Translator) -> str:
    """How a game is another."""
    for seed in range(3):
        try:
            check_executors(loaded(LANTERNS), Table(3, {}, seed), Counter(), most=40, make=translator.instances)
        except Violation as violation:
            return violation.account
        except MachineTrap as trap:
            return str(trap)
    return ""


@pytest.mark.parametrize("fault", FOUND_BY_FORMS)
def test_forms_find_it(fault: str, tmp_path: Path) -> None:
    assert in_forms(with_faults(FOUND_BY_FORMS[fault], tmp_path / "translator"))


@pytest.mark.parametrize("fault", FOUND_BY_GAMES)
def test_games_find_it(fault: str, tmp_path: Path) -> None:
    assert in_games(with_faults(FOUND_BY_GAMES[fault], tmp_path / "translator"))


def test_there_is_nothing_to_find_in_the_translator_as_it_is(tmp_path: Path) -> None:
    translator = with_faults([], tmp_path / "translator")
    assert in_forms(translator) == in_games(translator) == ""
