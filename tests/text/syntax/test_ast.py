"""The syntax tree: each rule of the grammars gives its node, and every node knows its place."""

from __future__ import annotations

import inspect
import sys
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from artrules.text.syntax.ast import expressions, node, statements, types
from artrules.text.syntax.ast.node import Identifier, Node, Text, children, field_names, print_ast, walk
from artrules.text.syntax.driver import node_classes
from artrules.text.syntax.grammars import NAMES
from artrules.text.syntax.parse import grammar, parse, parse_tree
from artrules.text.syntax.problem import SyntaxProblem
from test_language import CODE, EXPECTED
from tools.hostile.derive import derive

EXPRESSIONS = {
    "a": "Name(a)",
    "my coins": "Mine(coins)",
    "10": "Number(10)",
    "yes": "Truth(yes)",
    "no": "Truth(no)",
    "none": "NoneLiteral()",
    "[1, 2]": "ListLiteral(Number(1), Number(2))",
    "let a = b\na": "WithNames(NamedValue(a, Name(b)), Name(a))",
    "let a = b\n  + 1\n\nlet c = [a,\n2]\na\n  + c": (
        "WithNames(NamedValue(a, Arithmetic(+, Name(b), Number(1))), NamedValue(c, ListLiteral(Name(a), Number(2))), "
        "Arithmetic(+, Name(a), Name(c)))"
    ),
    "1 if a else 2": "Conditional(Number(1), Name(a), Number(2))",
    "a and b or c": "Logic(or, Logic(and, Name(a), Name(b)), Name(c))",
    "not not a": "Not(Not(Name(a)))",
    "a = 1": "Equality(=, Name(a), Number(1))",
    "a is 1": "Equality(=, Name(a), Number(1))",
    "a != 1": "Equality(!=, Name(a), Number(1))",
    "a is not 1": "Equality(!=, Name(a), Number(1))",
    "a < 1": "Ordering(<, Name(a), Number(1))",
    "a <= 1": "Ordering(<=, Name(a), Number(1))",
    "a > 1": "Ordering(>, Name(a), Number(1))",
    "a >= 1": "Ordering(>=, Name(a), Number(1))",
    "a in b": "Membership(in, Name(a), Name(b))",
    "a not in b": "Membership(not in, Name(a), Name(b))",
    "a has b": "Membership(has, Name(a), Name(b))",
    "a shares b": "GroupComparison(shares, Name(a), Name(b))",
    "1..n": "Range(Number(1), Name(n))",
    "1 + 2 * 3": "Arithmetic(+, Number(1), Arithmetic(*, Number(2), Number(3)))",
    "1 - 2 - 3": "Arithmetic(-, Arithmetic(-, Number(1), Number(2)), Number(3))",
    "(1 - 2) / 3 % 4": "Arithmetic(%, Arithmetic(/, Arithmetic(-, Number(1), Number(2)), Number(3)), Number(4))",
    "-a": "Negative(Name(a))",
    "top of z": "PileEnd(top, Name(z))",
    "bottom 2 of z": "PileEnd(bottom, Number(2), Name(z))",
    "top n of my z": "PileEnd(top, Name(n), Mine(z))",
    "top my n - 1 of z": "PileEnd(top, Arithmetic(-, Mine(n), Number(1)), Name(z))",
    "bottom f(p) of p.z": "PileEnd(bottom, Call(f, Name(p)), Member(Name(p), z))",
    "my z holds c where c.n = 1 and a": (
        "Holds(Mine(z), c, Logic(and, Equality(=, Member(Name(c), n), Number(1)), Name(a)))"
    ),
    "a or b and not z holds c where c or a": (
        "Logic(or, Name(a), Logic(and, Name(b), Not(Holds(Name(z), c, Logic(or, Name(c), Name(a))))))"
    ),
    "the best a in b where a, most a, least 1": (
        "TheBest(Binder(a, Name(b), Name(a)), Key(most, Name(a)), Key(least, Number(1)))"
    ),
    "f((the best a in b, most a else none))": "Call(f, TheBest(Binder(a, Name(b)), Key(most, Name(a)), NoneLiteral()))",
    "a.b. c": "Member(Member(Name(a), b), c)",
    "a[1]": "Index(Name(a), Number(1))",
    "f()": "Call(f)",
    "f(1, a)": "Call(f, Number(1), Name(a))",
    "count(a in b)": "Quantified(count, Binder(a, Name(b)))",
    "no(a in b where a, c in a)": "Quantified(no, Binder(a, Name(b), Name(a)), Binder(c, Name(a)))",
    "sum(a for a in b)": "Folded(sum, Name(a), Binder(a, Name(b)))",
    "max(1 for a in b, c in d else 2)": ("Folded(max, Number(1), Binder(a, Name(b)), Binder(c, Name(d)), Number(2))"),
    "min(1, 2)": "Largest(min, Number(1), Number(2))",
    "best(a in b, most a, least 1)": "Best(Binder(a, Name(b)), Key(most, Name(a)), Key(least, Number(1)))",
}
STATEMENTS = {
    "let a = 1": "Let(a, Number(1))",
    "a becomes 1": "Becomes(Name(a), Number(1))",
    "a += 1": "Change(+, Name(a), Number(1))",
    "a.b -= 1": "Change(-, Member(Name(a), b), Number(1))",
    "a gains b": "Gains(Name(a), Name(b))",
    "a gets b, c d until game ends": "Gets(Name(a), Gift(b), Gift(c, Name(d)), game, ends)",
    "a copies b": "Copies(Name(a), Name(b))",
    "create a to top of b as c": "Create(a, top, Name(b), c)",
    "use a for b": "Use(Name(a), Name(b))",
    "a gains b as c:\n    skip": "Gaining(Name(a), Name(b), c, Suite(Skip()))",
    "move a to b": "Move(Name(a), Name(b))",
    "move a to top of b at 3 facing up": "Move(Name(a), top, Name(b), Number(3), up)",
    "show a to everyone": "Show(Name(a))",
    "show a to b": "Show(Name(a), Name(b))",
    "shuffle a": "Shuffle(Name(a))",
    "random a in b": "Random(Binder(a, Name(b)))",
    "random a by b(c)": "RandomBy(a, by, Call(b, Name(c)))",
    "require a": "Require(Name(a))",
    'require a else "why"': 'Require(Name(a), "why")',
    "announce a()": "Announce(a)",
    "announce a(b: 1, c: 2)": "Announce(a, Field(b, Number(1)), Field(c, Number(2)))",
    "f(1)": "Perform(Call(f, Number(1)))",
    "use a": "Use(Name(a))",
    "stop": "Stop()",
    "stop watching": "StopWatching()",
    "end game": "EndGame()",
    "skip": "Skip()",
    'say "a {b}"': 'Say("a {b}")',
    "if a: skip": "If(Name(a), Suite(Skip()))",
    "if a: skip\nelif b: stop\nelif c: skip\nelse: stop": (
        "If(Name(a), Suite(Skip()), Elif(Name(b), Suite(Stop())), Elif(Name(c), Suite(Skip())), Suite(Stop()))"
    ),
    "for a in b, c in d: skip": "For(Binder(a, Name(b)), Binder(c, Name(d)), Suite(Skip()))",
    "repeat: stop": "Repeat(Suite(Stop()))",
    "repeat until a: skip": "Repeat(RepeatLimit(until, Name(a)), Suite(Skip()))",
    "repeat while a: skip": "Repeat(RepeatLimit(while, Name(a)), Suite(Skip()))",
    "repeat 2 times: skip": "Repeat(RepeatLimit(times, Number(2)), Suite(Skip()))",
    "as a: skip": "As(Name(a), Suite(Skip()))",
    "watch a as b until game ends: skip": "Watch(a, b, game, ends, Suite(Skip()))",
    "watch every 2 a as b where c until d begins: skip": "Watch(2, a, b, Name(c), d, begins, Suite(Skip()))",
    "at end of a: skip": "At(Boundary(no, end, a), Suite(Skip()))",
    "at every start of my a until b ends: skip": "AtEvery(Boundary(yes, start, a), b, ends, Suite(Skip()))",
    "ask a at once: skip": "Ask(Name(a), once, Suite(Skip()))",
    "ask a at once as b: answer c": "Ask(Name(a), once, b, Suite(Answer(Name(c))))",
    "choose a in b": "Choose(Binder(a, Name(b)))",
    'choose "c" for a in b': 'Choose("c", Binder(a, Name(b)))',
    "choose from a": "ChooseFrom(a)",
    'choose one:\n    "a": skip\n    "b" for c in d if e limit f: stop': (
        'ChooseOne(Branch("a", Suite(Skip())), Branch("b", Binder(c, Name(d)), Name(e), f, Suite(Stop())))'
    ),
    'collect 3:\n    "a" for b in c worth 2: skip': (
        'Collect(Number(3), Collected("a", Binder(b, Name(c)), Worth(Number(2)), Suite(Skip())))'
    ),
    'may "a": skip': 'May("a", Suite(Skip()))',
    'may "a" for b in c if d: skip\nelse: stop': (
        'May("a", Binder(b, Name(c)), Name(d), Suite(Skip()), Declined(Suite(Stop())))'
    ),
    "ask from a until all pass, at most 9: pass": "Window(Name(a), all, pass, 9, Suite(Pass(pass)))",
    "ask a in b where c from d until all pass, at most 9: skip": (
        "Window(Binder(a, Name(b), Name(c)), Name(d), all, pass, 9, Suite(Skip()))"
    ),
    "let a = pass": "Let(a, Name(pass))",
    "pass(1)": "Perform(Call(pass, Number(1)))",
    "pass becomes my pass": "Becomes(Name(pass), Mine(pass))",
    "choose from pass": "ChooseFrom(pass)",
    "ask a if b else c at once: skip": "Ask(Conditional(Name(a), Name(b), Name(c)), once, Suite(Skip()))",
    "may choose a in b: skip": "MayChoose(Binder(a, Name(b)), Suite(Skip()))",
    "may use a": "MayUse(Name(a))",
    "may use a\nelse: skip": "MayUse(Name(a), Declined(Suite(Skip())))",
    'may use a\nelse "keep {b}": skip': 'MayUse(Name(a), Declined("keep {b}", Suite(Skip())))',
}
OTHERS = {
    ("bindings", "a in b, c in d"): "Bindings(Binder(a, Name(b)), Binder(c, Name(d)))",
    ("type", "card"): "NamedType(card)",
    ("type", "-1..9"): "RangeType(-1, 9)",
    ("type", "card or none"): "OptionalType(NamedType(card))",
    ("type", "some of 1..3"): "SetType(RangeType(1, 3))",
    ("type", "list of card"): "ListType(NamedType(card))",
    ("type", "list of list of card"): "ListType(ListType(NamedType(card)))",
    ("signature", "f"): "Signature(f)",
    ("hole", "'a b' if a or b"): 'Worded(Words("a b"), Logic(or, Name(a), Name(b)))',
    ("hole", "'#1' if a else 'b' if b else '010'"): (
        'Worded(Words("#1"), Name(a), Worded(Words("b"), Name(b), Words("010")))'
    ),
    ("trigger", "a as b where c"): "Happens(a, b, Name(c))",
    ("trigger", "end of my turn where a"): "Reached(Boundary(yes, end, turn), Name(a))",
    ("hole", "the best a in b, most a"): "TheBest(Binder(a, Name(b)), Key(most, Name(a)))",
    ("signature", "f()"): "Signature(f)",
    ("signature", "f gives bool"): "Signature(f, NamedType(bool))",
    ("signature", "f(card a) gives card or none"): (
        "Signature(f, Parameter(NamedType(card), a), OptionalType(NamedType(card)))"
    ),
    ("signature", "f(card a, 0..9 b)"): "Signature(f, Parameter(NamedType(card), a), Parameter(RangeType(0, 9), b))",
    ("table", "1 -> -2\nevery 2 more -> 1 more"): "Table(Step(1, -2), Slope(2, 1))",
}
CASES = [
    *(("expression", text, shape) for text, shape in EXPRESSIONS.items()),
    *(("effect", text, f"Suite({shape})") for text, shape in STATEMENTS.items()),
    *((kind, text, shape) for (kind, text), shape in OTHERS.items()),
]


def shape(value: Any) -> str:
    """A tree as one line, without places and what isn't there."""
    match value:
        case Identifier(text=text):
            return text
        case Text(text=text):
            return f'"{text}"'
        case Node():
            parts = [getattr(value, name) for name in field_names(type(value))]
            flat = [item for part in parts for item in (part if isinstance(part, tuple) else [part])]
            return f"{type(value).__name__}({', '.join(shape(item) for item in flat if item is not None)})"
        case bool():
            return "yes" if value else "no"
    return str(value)


@pytest.mark.parametrize(("kind", "text", "expected"), CASES, ids=[text for _, text, _ in CASES])
def test_each_form_has_its_node(kind: str, text: str, expected: str) -> None:
    assert shape(parse(kind, text)) == expected


def test_no_form_is_left_out() -> None:
    """Every rule of the grammars, and every class of node, is in the cases above, or in an example of the language,
    which is played: a form whose fields are mixed up doesn't do what the example says."""
    written = [*((kind, text) for kind, text, _ in CASES), *(("effect", example) for example in CODE)]
    written += [("expression", expected) for example in CODE for _, expected in EXPECTED.findall(example)]
    rules = {str(rule.alias or rule.origin.name) for name in NAMES for rule in grammar(name).rules}
    inlined = {rule.origin.name for name in NAMES for rule in grammar(name).rules if rule.options.expand1}
    used = {str(tree.data) for kind, text in written for tree in parse_tree(kind, text).iter_subtrees()}
    assert {rule for rule in rules - inlined if not rule.startswith("_")} <= used
    classes = {c for module in (expressions, statements, types) for c in node_classes(module)}
    made = {type(part) for kind, text in written for part in walk(parse(kind, text))}
    assert made == classes | {node.Identifier, node.Text}


def test_the_unions_are_closed() -> None:
    """A class that is no expression or statement itself is a part of one."""
    parts = {expressions.Binder, expressions.Bindings, expressions.Key, expressions.Words, expressions.Worded}
    parts.add(expressions.NamedValue)
    assert set(get_args(expressions.Expression)) == set(node_classes(expressions)) - parts
    parts = {statements.Suite, statements.Field, statements.Elif, statements.RepeatLimit}
    parts |= {statements.Branch, statements.Boundary, statements.Declined}
    parts |= {statements.Gift, statements.Happens, statements.Reached}
    parts |= {statements.Collected, statements.Counted, statements.Worth, statements.Covers}
    assert set(get_args(statements.Statement)) == set(node_classes(statements)) - parts


@pytest.mark.parametrize(
    ("kind", "text", "places"),
    [
        ("expression", "1 + my coins", ["1 + my coins", "1", "my coins", "coins"]),
        ("expression", "(a) + (b.c)[ 1 ]", ["(a) + (b.c)[ 1 ]", "a", "(b.c)[ 1 ]", "b.c", "b", ".c", "1"]),
        ("expression", "f( a )", ["f( a )", "f", "a"]),
        ("effect", 'say "a"', ['say "a"\n', 'say "a"', '"a"']),
        ("effect", "if a:\n    skip", ["if a:\n    skip\n", "if a:\n    skip\n", "a", "\n    skip\n", "skip"]),
        ("bindings", "a in b", ["a in b\n", "a in b", "a", "b"]),
        ("signature", "f(0..9 n)", ["f(0..9 n)", "f", "0..9 n", "0..9", "n"]),
    ],
)
def test_places(kind: str, text: str, places: list[str]) -> None:
    """The text of each node, outer ones first. The line break after a statement belongs to it."""
    assert [f"{text}\n"[part.start : part.end] for part in walk(parse(kind, text))] == places


NAMES_IN_CODE = ("a", "b", "my_x", "players", "kind")


@given(st.sampled_from(["effect", "expression", "bindings"]), st.integers(0, 10**9))
@settings(max_examples=60)
def test_places_nest_and_fields_hold_what_they_say(kind: str, seed: int) -> None:
    random = Random(seed)
    text = derive(random, kind, NAMES_IN_CODE, random.choice([14, 18, 24]))
    try:
        tree = parse(kind, text)
    except SyntaxProblem:
        return  # too long, or nested too deep
    assert 0 <= tree.start < tree.end <= len(text) + 1
    for part in walk(tree):
        hints = get_type_hints(type(part))
        assert all(_holds(hints[name], getattr(part, name)) for name in field_names(type(part)))
        at = part.start
        for child in children(part):
            assert at <= child.start < child.end <= part.end
            at = child.end


def _holds(hint: Any, value: object) -> bool:
    """Whether a value is of an annotated type."""
    origin = get_origin(hint)
    if origin is tuple:
        return isinstance(value, tuple) and all(_holds(get_args(hint)[0], item) for item in value)
    if origin is Literal:
        return value in get_args(hint)
    if origin in (Union, UnionType):
        return any(_holds(part, value) for part in get_args(hint))
    return isinstance(value, hint)


def test_deep_suites_need_no_recursion() -> None:
    depth = 190
    text = "\n".join(" " * level + "if a:" for level in range(depth)) + "\n" + " " * depth + "stop"
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 120)
    try:
        tree = parse("effect", text)
        printed = print_ast(tree)
    finally:
        sys.setrecursionlimit(limit)
    assert sum(isinstance(part, statements.If) for part in walk(tree)) == depth
    assert printed.count("If @") == depth


def test_trees_are_kept() -> None:
    """The same code is parsed once for all combinations of overlays."""
    assert parse("effect", "stop") is parse("effect", "stop")


def test_printed() -> None:
    assert print_ast(parse("effect", 'may "a {b}" for b in 1..3:\n    my c -= b')) == (
        "Suite @0-41\n"
        '  statements: May label="a {b}" @0-41\n'
        "    binders: Binder name=b @16-25\n"
        "      domain: Range @21-25\n"
        "        low: Number digits=1 @21-22\n"
        "        high: Number digits=3 @24-25\n"
        "    body: Suite @26-41\n"
        "      statements: Change operator=- @31-40\n"
        "        place: Mine name=c @31-35\n"
        "        value: Name text=b @39-40\n"
    )
