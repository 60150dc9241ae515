"""Habits of other languages: one problem each, at the right words, with what is written here instead.

What is underlined stands between « and ». Where the last column isn't None, the fix makes this of the code.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import apply_edits
from artrules.text.syntax.parse import parse
from artrules.text.syntax.problem import SyntaxProblem
from artrules.text.syntax.usual_mistakes import HABITS
from test_language import write_ruleset

EXPRESSIONS: list[tuple[str, str, str | None]] = [
    ("n «==» 3", "`=`", "n = 3"),
    ("n «!==» 3", "`!=`", "n != 3"),
    ("a «<>» b", "`!=`", "a != b"),
    ("a «=>» b", "`>=`", "a >= b"),
    ("a «≤» b", "`<=`", "a <= b"),
    ("a «&&» b", "`and`", "a and b"),
    ("a «||» b", "`or`", "a or b"),
    ("a «AND» b", "`and`", "a and b"),
    ("«!»a", "`not`", "not a"),
    ("«!»a = b", "`not`", None),
    ("x «is in» y", "`in`", "x in y"),
    ("x «is not in» y", "`not in`", "x not in y"),
    ("x «isn't» 3", "`is not`", "x is not 3"),
    ("x «is not equal to» 3", "`is not`", "x is not 3"),
    ("x «is equal to» 3", "`is`", "x is 3"),
    ("x «equals» 3", "`is`", "x is 3"),
    ("x «is greater than or equal to» 3", "`>=`", "x >= 3"),
    ("x «is at most» 3", "`<=`", "x <= 3"),
    ("x «is greater than» 3", "`>`", "x > 3"),
    ("x «is less than» y", "`<`", "x < y"),
    ("x «is between 1 and 3»", "`in 1..3`", "x in 1..3"),
    ("x «contains» 3", "`has`", "x has 3"),
    ("1 < x «<» 5", "`1 < x and x < 5`", None),
    ("a = b «=» c", "`and` between two comparisons, or brackets round one of them", None),
    ("«x.length()» > 3", "`size(x)`", "size(x) > 3"),
    ("«count(my hand)» > 3", "`size(my hand)`", "size(my hand) > 3"),
    ("«size of my hand» > 3", "`size(my hand)`", "size(my hand) > 3"),
    ("x«.push(»c)", "`push(…)` with the value before the dot inside the brackets", None),
    ("my«.»hand", "`my` and a blank", "my hand"),
    ("«c's shade» = red", "`c.shade`", "c.shade = red"),
    ('c.shade = «"red"»', "`red`", "c.shade = red"),
    ("c.shade = «'red'»", "`red`", "c.shade = red"),
    ('«"a"» + b', 'braces in one text: `"… {n} …"`', None),
    ("«None»", "`none`", "none"),
    ("x is «True»", "`yes`", "x is yes"),
    ("a «If» b else c", "`if`", "a if b else c"),
    ("«drawPile» = 3", "`draw_pile`", None),
    ("2 «**» 3", "a product, such as `n * n`", None),
    ("x «^» 2", "a product, such as `n * n`", None),
    ("x «//» 2", "`/`", "x / 2"),
    ("x «//» y", "`/`, which rounds down, or `#` before a comment", None),
    ("a «?» b : c", "`one if condition else other`", None),
    ("«return »x + 1", "the value without `return`", "x + 1"),
    ("sum(n for «n in 1 to 5»)", "`for n in 1..5`", "sum(n for n in 1..5)"),
    ("x in «1 to 5»", "`1..5`", "x in 1..5"),
    ("x > «2.5»", "a whole number", None),
    ("max(«the best» c in d, most c.n, 3)", "`(the best …)`", None),
    ("any(c in d where a «if» b else e)", "`(one if condition else other)`", None),
    ("a «! =» b", "`!=`", "a != b"),
    ("x «not» y", "`is not`", "x is not y"),
    ("x in «{1, 2}»", "`[1, 2]`", "x in [1, 2]"),
    ("«[c.n for c in my hand]»", "`list(c.n for c in my hand)`", "list(c.n for c in my hand)"),
    ("count(c in my hand «if» c.n > 3)", "`where`", "count(c in my hand where c.n > 3)"),
    ("sum(c.n «for each» c in my hand)", "`for`", "sum(c.n for c in my hand)"),
    ("«number of cards in my hand» > 3", "`size(my hand)`", "size(my hand) > 3"),
    ("size(«hand of p»)", "`p.hand`, or `hand(p)` if it is a function", None),
    ("«[»1, 2", "`]`", None),
    ("f«(»a, b", "`)`", None),
    ("f(a, b)«)»", "a bracket opened before it", None),
]
EFFECTS: list[tuple[str, str, str | None]] = [
    ("x «=» 3", "`becomes`", "x becomes 3"),
    ("x«=»3", "`becomes`", "x becomes 3"),
    ("x «==» 3", "`becomes`", "x becomes 3"),
    ("x «:=» 3", "`becomes`", "x becomes 3"),
    ("x «is» 3", "`becomes`", None),
    ("x «=» = 3", "`becomes`", None),
    ("«set x to» 3", "`x becomes …`", "x becomes 3"),
    ("let x «be» 3", "`=`", "let x = 3"),
    ("«var» x = 3", "`let`", "let x = 3"),
    ("«const» x := 3", "`let`", "let x := 3"),
    ("let x«: int» = 3", "the name alone", "let x = 3"),
    ("move top of deck to «hand of p»", "`p.hand`, or `hand(p)` if it is a function", None),
    ("«x++»", "`x += 1`", "x += 1"),
    ("«my coins--»", "`my coins -= 1`", "my coins -= 1"),
    ("x «*=» 2", "`x becomes x * …`", None),
    ("«increase x by» 1", "`x += …`", "x += 1"),
    ("«add 1 to x»", "`x += 1`", "x += 1"),
    ("«subtract 1 from x»", "`x -= 1`", "x -= 1"),
    ("x += 1«;»", "the end of the line", "x += 1"),
    ("skip«;» skip", "a new line", None),
    ("skip «//» take one card", "`#`", "skip # take one card"),
    ("if x «==» 3:\n    skip", "`=`", "if x = 3:\n    skip"),
    ("if x:\n    skip\n«else if» y:\n    skip", "`elif`", "if x:\n    skip\nelif y:\n    skip"),
    ("if x:\n    skip\n«elsif» (y):\n    skip", "`elif`", "if x:\n    skip\nelif (y):\n    skip"),
    ("if x:\n    skip\n«otherwise»:\n    skip", "`else`", "if x:\n    skip\nelse:\n    skip"),
    ("if x: skip «else»: stop", "a new line before it", None),
    ("if x «then»\n    skip", "`:`", "if x:\n    skip"),
    ("if «x»\n    skip", "`:`", "if x:\n    skip"),
    ("for c in my han«d»\n    skip\ndraw(3)", "`:`", "for c in my hand:\n    skip\ndraw(3)"),
    ('may "draw«"»\n    skip', "`:`", 'may "draw":\n    skip'),
    (
        'choose one:\n    "play {c}" for c in my han«d»\n        if fits(c):\n            skip',
        "`:`, or all that comes before it on one line",
        None,
    ),
    ("if x > «3»\n  and y > 3:\n    skip", "`:`, or all that comes before it on one line", None),
    ("if x: skip\nels«e»\n    skip", "`:`", "if x: skip\nelse:\n    skip"),
    (
        "choose one:\n    «\"play {c}'» for c in d:\n        skip",
        '`"play {c}"`',
        'choose one:\n    "play {c}" for c in d:\n        skip',
    ),
    ("random p «of» players", "`in`", "random p in players"),
    ("«unless» x:\n    skip", "`if not (x):`", "if not (x):\n    skip"),
    ("if (x) «{»\n    y += 1\n}", "`:` at the end of the line, and deeper lines below, without braces", None),
    ("if x:\n    skip\n«end if»", "what belongs together ends where the lines are less deep", None),
    ("«for each» c in my hand:\n    skip", "`for`", "for c in my hand:\n    skip"),
    ("«foreach» c in my hand:\n    skip", "`for`", "for c in my hand:\n    skip"),
    ("for c «of» my hand:\n    skip", "`in`", "for c in my hand:\n    skip"),
    ("for «i = 1 to 5»:\n    skip", "`for i in 1..5`", "for i in 1..5:\n    skip"),
    ("for «(c in my hand)»:\n    skip", "`for c in my hand:`", "for c in my hand:\n    skip"),
    ("for «(c in my hand)» {\n    skip\n}", "`for c in my hand:`", "for c in my hand {\n    skip\n}"),
    ("«for» (i = 0; i < 5; i++):\n    skip", "`for n in 1..5:`, `for c in my hand:` or `repeat …:`", None),
    ("«while» x > 3:\n    skip", "`repeat while`", "repeat while x > 3:\n    skip"),
    ("«repeat n»:\n    skip", "`repeat n times:`", "repeat n times:\n    skip"),
    ("«repeat 3»:\n    skip", "`repeat 3 times:`", "repeat 3 times:\n    skip"),
    ("repeat:\n    «break»", "`stop`", "repeat:\n    stop"),
    ("repeat:\n    «continue»\n    skip", "an `if` round what is to be left out", None),
    ("«return» 3", "`result becomes …` in a procedure that `gives` something", None),
    ("«def» f(x):\n    skip", "an entry under `functions` or `procedures`", None),
    ("choose c «from» my hand", "`in`", "choose c in my hand"),
    ("move c «from» my hand to my row", "`move … to …` without `from`", None),
    ("move c «into» my row", "`to`", None),
    ('«print("x")»', '`say "x"`', 'say "x"'),
    ('say «"a"» + b', 'braces in one text: `"… {n} …"`', None),
    ("say «'hello'»", '`"hello"`', 'say "hello"'),
    ("say «“hello you”»", '`"hello you"`', 'say "hello you"'),
    ("say «hello you»", '`say "hello you"`', 'say "hello you"'),
    ("may «Draw a card»:\n    skip", '`may "Draw a card":`', 'may "Draw a card":\n    skip'),
    ("choose one:\n    «Draw»:\n        skip", '`"Draw":`', 'choose one:\n    "Draw":\n        skip'),
    ('require x > 2«,» "no"', "`else`", 'require x > 2 else "no"'),
    ("«end the game»", "`end game`", "end game"),
    ("draw«(»3\ndraw(4)", "`)`", None),
    ("if «(»x > 3 and y:\n    skip", "`)`", None),
    ("x «becomes»\ny becomes 3", "an expression", None),
    ("x becomes 3 «+»\ny becomes 3", "an expression", None),
    ("if x:\n«skip»", "a deeper line", None),
]
BINDINGS: list[tuple[str, str, str | None]] = [
    ("«for »c in my hand", "a name and `in`, such as `c in my hand`", "c in my hand"),
    ("«each »c in my hand", "a name and `in`, such as `c in my hand`", "c in my hand"),
    ("c «from» my hand", "`in`", "c in my hand"),
    ("c in my hand «if» c.n > 2", "`where`", "c in my hand where c.n > 2"),
]
TABLE = (
    [("bindings", *row) for row in BINDINGS]
    + [("expression", *row) for row in EXPRESSIONS]
    + [("effect", *row) for row in EFFECTS]
)


def refused(kind: str, text: str) -> SyntaxProblem:
    with pytest.raises(SyntaxProblem) as found:
        parse(kind, text)
    return found.value


@pytest.mark.parametrize(("kind", "marked", "expected", "mended"), TABLE)
def test_what_is_written_here(kind: str, marked: str, expected: str, mended: str | None) -> None:
    start, end = marked.index("«"), marked.index("»") - 1
    text = marked.replace("«", "").replace("»", "")
    problem = refused(kind, text)
    assert text[problem.start : problem.end] == text[start:end] and problem.start == start
    assert problem.expected == expected
    assert (problem.fix.in_text(text) if problem.fix is not None else None) == mended
    if mended is not None and ":=" not in mended and "{" not in mended:
        parse(kind, mended)


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("effect", "draw 3", "`3` can't stand here"),
        ("effect", "choose one:\n    play", "`play` can't stand here"),
        ("effect", "move c too my hand", "`too` can't stand here"),
        ("expression", "(a b) == c", "`b` can't stand here"),
        ("effect", 'say "a == b" c', "`c` can't stand here"),
        ("effect", "x += 1 y  # a && b", "`y` can't stand here"),
        ("effect", "skip skip\nx = 3", "`skip` is a word of the language and can't stand here"),
    ],
)
def test_no_habit_where_none_is(kind: str, text: str, message: str) -> None:
    problem = refused(kind, text)
    assert problem.message == message and problem.fix is None


def test_two_habits_are_mended_one_after_the_other() -> None:
    text = "a == b && !c"
    for _ in range(3):
        problem = refused("expression", text)
        assert problem.fix is not None
        text = problem.fix.in_text(text)
    assert text == "a = b and not c"


@pytest.mark.parametrize("text", ["x = 1" * 900, "a " * 240 + "== b", "((" * 20 + "x.y" * 100 + " ? 1 : 2"])
def test_long_lines_are_bounded(text: str) -> None:
    assert refused("expression", text).message


def test_every_pattern_is_valid_and_is_said_in_one_sentence() -> None:
    for habit in HABITS:
        assert habit.seen.groupindex.keys() <= {*"abcfnpqtuxyz", "at", "cut", "here", "sign"}
        assert not habit.message.endswith(".")


PROCEDURES = """
  first_one: |
    if left == 3:
      left += 1
  two: |
    left = 4
  three: |
    for each p in players:
      p.coins += 1
  four: left++
  five: |
    if left > 3 && left < 9:
      left -= 1
  six: |
    let n = 3;
    left += n
  seven: |
    let open = true
    if open:
      left += 1
"""


def test_one_diagnostic_for_each_and_a_fix_in_the_file(tmp_path: Path) -> None:
    write_ruleset(tmp_path, combined=False)
    part = tmp_path / "habits.yaml"
    part.write_text(f"part_of: lanterns\nprocedures:{PROCEDURES}", encoding="utf-8")
    found = read_content(tmp_path).report.errors
    text = part.read_text(encoding="utf-8")
    lines = [line for line, said in enumerate(text.split("\n"), 1) if any(sign in said for sign in SIGNS)]
    assert [d.span.line for d in found if d.span] == lines
    assert all(d.fix is not None for d in found)
    edits = [edit for d in found if d.fix is not None for edit in d.fix.edits]
    part.write_text(apply_edits(text, edits), encoding="utf-8")
    assert not read_content(tmp_path).report.errors


SIGNS = ("==", "left = 4", "each", "++", "&&", ";", "true")
