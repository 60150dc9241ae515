"""The words of code, and the blanks before each of them."""

from __future__ import annotations

import pytest

from artrules.author.formatting.code import code_words, same_words
from artrules.text.syntax.problem import SyntaxProblem


def laid_out(kind: str, text: str) -> str:
    """Code with as many blanks as belong there."""
    words = [word for line in code_words(kind, text) for word in line]
    return "".join(" " * word.blanks + text[word.start : word.end] for word in words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1+2*( a-3 )", "1 + 2 * (a - 3)"),
        ("a . b .c", "a.b.c"),
        ("size ( my  hand )>2  and not(a or b)", "size(my hand) > 2 and not (a or b)"),
        ("count ( c  in my hand where c.n>=2 )", "count(c in my hand where c.n >= 2)"),
        ("first( c in top 2  of deck )", "first(c in top 2 of deck)"),
        ("top ( n+1 ) of deck", "top (n + 1) of deck"),
        ("[ 1,2 ,3 ]", "[1, 2, 3]"),
        ("stack [ 2 ] [n]", "stack[2][n]"),
        ("k in[1, 2]", "k in [1, 2]"),
        ("1 .. n-1", "1..n - 1"),
        ("- 1", "-1"),
        ("3 - -n", "3 - -n"),
        ("n -1", "n - 1"),
        ("-( a+b )", "-(a + b)"),
        ("max(- 1,-n)", "max(-1, -n)"),
        ("best ( c in hand , most c.n,least -c.n )", "best(c in hand, most c.n, least -c.n)"),
        ("the best c in hand,most c.n  else none", "the best c in hand, most c.n else none"),
        ("a!=b", "a != b"),
    ],
)
def test_expressions(text: str, expected: str) -> None:
    assert laid_out("expression", text) == expected
    assert laid_out("expression", expected) == expected
    assert same_words("expression", text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my coins+=2", "my coins += 2"),
        ("c gets attack -1 until turn ends", "c gets attack -1 until turn ends"),
        ("c gets attack  - 1,health(2)", "c gets attack -1, health (2)"),
        ("c gets keywords [ flying ]", "c gets keywords [flying]"),
        ("announce  sold (card:c , by : me)", "announce sold(card: c, by: me)"),
        ('say   "a  ,  b: {n+1}"', 'say "a  ,  b: {n+1}"'),
        ("draw ( 2 )", "draw(2)"),
        ("for c in hand:stop", "for c in hand: stop"),
        ('choose  "take {c}"  for c in hand', 'choose "take {c}" for c in hand'),
    ],
)
def test_effects(text: str, expected: str) -> None:
    assert laid_out("effect", text) == expected
    assert laid_out("effect", expected) == expected


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("type", "- 9 .. 9", "-9..9"),
        ("type", "list  of  card", "list of card"),
        ("signature", "draw ( 0..9 n,card or none  c ) gives  bool", "draw(0..9 n, card or none c) gives bool"),
        ("bindings", "c  in hand,n in 1 ..3", "c in hand, n in 1..3"),
        ("trigger", "died  as e where e.card  is self", "died as e where e.card is self"),
        ("table", "- 3->2", "-3 -> 2"),
    ],
)
def test_other_kinds_of_code(kind: str, text: str, expected: str) -> None:
    assert laid_out(kind, text) == expected


def test_words_stand_in_their_lines() -> None:
    lines = code_words("effect", "if a:\n\n    stop  # now\n")
    assert [len(line) for line in lines] == [3, 0, 1, 0]


def test_what_is_no_code_is_refused() -> None:
    with pytest.raises(SyntaxProblem):
        code_words("effect", "becomes becomes")


@pytest.mark.parametrize(
    "other", ["if a:\n    b()\n    c()\n", "if a:\n  b( )\nc ()\n", "# why\nif a :\n    b()  # so\n\nc()\n"]
)
def test_nesting_counts_and_width_does_not(other: str) -> None:
    is_nested_alike = not other.endswith("    c()\n")
    assert same_words("effect", "if a:\n    b()\nc()\n", other) is is_nested_alike
