"""The driver parses right code as lark does, and refuses what lark refuses."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from artrules.text.diagnostics.report import Report
from artrules.text.schema.load import code_strings
from artrules.text.source.node import Mapping
from artrules.text.source.read import read
from artrules.text.syntax import grammars
from artrules.text.syntax.automaton import automaton_of
from artrules.text.syntax.driver import Driver, build
from artrules.text.syntax.parse import MAX_DEPTH, parse, parse_anew, parse_tree, trees_at_hand
from artrules.text.syntax.problem import SyntaxProblem
from text.syntax.test_ast import CASES

ROOT = Path(__file__).parent.parent.parent.parent
GRAMMARS = {"type": "types", "signature": "types", "table": "tables"}


def by_lark(kind: str, text: str) -> object:
    return build(GRAMMARS.get(kind, "code"), parse_tree(kind, text))


def either(kind: str, text: str, function: object) -> object:
    """The tree, or what is wrong."""
    assert callable(function)
    try:
        return function(kind, text)
    except SyntaxProblem as problem:
        return str(problem)


def code_of(path: Path) -> list[tuple[str, str]]:
    tree = read(path, path.name, Report())
    assert isinstance(tree, Mapping)
    strings = code_strings(tree, next(iter(tree.entries)))
    return [(s.code, s.scalar.text) for s in strings if s.code in (*GRAMMARS, "effect", "expression", "bindings")]


PATHS = sorted([*(ROOT / "rulesets").glob("*/*.yaml"), *(ROOT / "tests" / "rulesets").glob("*/*.yaml")])


@pytest.mark.parametrize("folder", sorted({path.parent for path in PATHS}), ids=lambda folder: folder.name)
def test_the_code_of_rulesets(folder: Path) -> None:
    for path in folder.glob("*.yaml"):
        for kind, text in code_of(path):
            assert either(kind, text, parse_anew) == either(kind, text, by_lark), text


@pytest.mark.parametrize("kind,text", [(kind, text) for kind, text, _ in CASES])
def test_each_form(kind: str, text: str) -> None:
    assert parse_anew(kind, text) == by_lark(kind, text)


def test_changed_code() -> None:
    random = Random(1)
    code = [pair for path in PATHS for pair in code_of(path)]
    for kind, text in random.sample(code, 150):
        at, length = random.randrange(len(text) + 1), random.randrange(4)
        changed = (
            text[:at] + random.choice(["", " ", "\n", "(", ")", " not ", "1", ":", '"', "é"]) + text[at + length :]
        )
        assert either(kind, changed, parse_anew) == either(kind, changed, by_lark), changed


@pytest.mark.parametrize("operators", range(MAX_DEPTH - 3, MAX_DEPTH + 4))
def test_depth(operators: int) -> None:
    text = "1" + " + 1" * operators
    assert either("expression", text, parse_anew) == either("expression", text, by_lark)


def test_right_code_needs_no_lark() -> None:
    driver = Driver("code", automaton_of(grammars.build("code")), MAX_DEPTH)
    assert driver.parse("stop\n", "effect") == parse("effect", "stop")
    assert driver.parse("stop stop\n", "effect") is None


def test_automata_of_other_grammars_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "automata"
    grammars.store(tmp_path / "tables", path)
    monkeypatch.setattr(grammars, "STORED_AUTOMATA", str(path))
    monkeypatch.setattr(grammars, "build", lambda name: pytest.fail("the automaton was stored"))
    assert grammars.automaton("types").rules
    monkeypatch.setattr(grammars, "_identity_of_automaton", lambda name: "another")
    with pytest.raises(pytest.fail.Exception):
        grammars.automaton("types")


def test_trees_at_hand_are_used_in_their_context_alone() -> None:
    mine = parse("expression", "1 + 41")
    with trees_at_hand({("expression", "7 + 9"): mine}) as asked:
        assert parse("expression", "7 + 9") is mine
        own = parse("expression", "7 + 8")
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(parse, "expression", "7 + 9").result() is not mine
    assert asked == {("expression", "7 + 9"): mine, ("expression", "7 + 8"): own}
    assert parse("expression", "7 + 9") is not mine
    assert parse("expression", "7 + 8") is own
