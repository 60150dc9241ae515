"""The grammar: without hidden conflicts, its words listed once, its errors located."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import UnexpectedToken
from lark.lexer import PatternStr

from artrules.text.syntax import grammars
from artrules.text.syntax.grammars import build, store, stored
from artrules.text.syntax.parse import parse
from artrules.text.syntax.problem import SyntaxProblem
from artrules.text.syntax.words import TOKEN_WORDS


@pytest.mark.parametrize("name", ["code", "types", "tables"])
def test_no_hidden_conflicts(name: str) -> None:
    assert build(name, strict=True).rules


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Stored tables of the test's own."""
    monkeypatch.setattr(grammars, "STORED", str(tmp_path / "tables"))
    grammars._read_stored.cache_clear()
    yield tmp_path / "tables"
    grammars._read_stored.cache_clear()


def test_stored_tables_give_the_same_trees(tables: Path) -> None:
    assert stored("code") is None
    store(tables)
    grammars._read_stored.cache_clear()
    parser = stored("code")
    assert parser is not None
    text = "for c in my hand where c.n > 2:\n    if any(d in my row where d.n = c.n):\n        move c to my row\n"
    assert parser.parse(text, start="effect") == build("code").parse(text, start="effect")
    with pytest.raises(UnexpectedToken):
        parser.parse("for c in\n", start="effect")


def test_tables_of_another_lark_are_not_used(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store(tables)
    monkeypatch.setattr("lark.__version__", "99")
    grammars._read_stored.cache_clear()
    assert stored("types") is None


def test_the_reserved_words_are_those_of_the_grammar() -> None:
    texts = {terminal.pattern.value for terminal in build("code").terminals if isinstance(terminal.pattern, PatternStr)}
    assert {text for text in texts if text.isalpha()} == TOKEN_WORDS


@pytest.mark.parametrize(
    ("kind", "text", "start", "message"),
    [
        ("effect", "if x y:\n    stop", 5, "`y` can't stand here"),
        ("effect", "choose one:\n   play", 15, "`play` can't stand here"),
        ("effect", "move c too my hand", 7, "`too` can't stand here"),
        ("effect", "if x:\n      stop\n   stop", 20, "this line stands below none of the lines above it"),
        ("effect", "let watch = 1", 4, "`watch` is a word of the language and can't stand here"),
        ("expression", "a +", 2, "the expression ends too soon"),
        ("expression", "a ~ b", 2, "`~` has no place in code"),
        ("effect", 'say "x', 4, '`"` has no place in code'),
        ("expression", "", 0, "there is no code here"),
        ("bindings", "c in", 3, "the bindings ends too soon"),
        ("type", "list of some of 3..4", 8, "`some` can't stand here"),
        ("signature", "draw(n)", 6, "`)` can't stand here"),
        ("table", "6 => 1", 2, "`=` has no place in code"),
    ],
)
def test_errors_are_located(kind: str, text: str, start: int, message: str) -> None:
    with pytest.raises(SyntaxProblem) as found:
        parse(kind, text)
    assert (found.value.start, found.value.message) == (start, message)


@given(st.sampled_from(["effect", "expression", "bindings", "type", "signature", "table"]), st.text(max_size=60))
def test_any_text_is_a_tree_or_one_problem_inside_it(kind: str, text: str) -> None:
    try:
        parse(kind, text)
    except SyntaxProblem as problem:
        assert 0 <= problem.start < problem.end <= max(1, len(text)) + 1
        assert problem.message


@given(
    st.lists(
        st.sampled_from([*sorted(TOKEN_WORDS), "x", "1", ":", "(", ")", "[", "]", "=", '"t"', "\n", "\n    ", ".y"])
    )
)
def test_any_row_of_tokens_is_a_tree_or_one_problem(tokens: list[str]) -> None:
    try:
        parse("effect", " ".join(tokens))
    except SyntaxProblem as problem:
        assert problem.message and problem.start >= 0


@pytest.mark.parametrize(
    "text", ["(" * 500 + "1" + ")" * 500, "not " * 500 + "x", "- " * 500 + "1", "[" * 61 + "1" + "]" * 61]
)
def test_nesting_is_bounded(text: str) -> None:
    with pytest.raises(SyntaxProblem, match="deep"):
        parse("expression", text)
