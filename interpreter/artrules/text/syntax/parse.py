"""Parses one code string: gives its syntax tree, or raises one located SyntaxProblem.

Each string is parsed on its own, so an error in one hides none in another. Places are offsets into the string; the next
stages map them to the author's file through the YAML scalar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as MappingOf
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from artrules.text.syntax.ast.expressions import Bindings, Expression, Worded
from artrules.text.syntax.ast.statements import Happens, Reached, Suite
from artrules.text.syntax.ast.types import Signature, Table, Type
from artrules.text.syntax.driver import Driver, build
from artrules.text.syntax.grammars import automaton, stored
from artrules.text.syntax.grammars import build as build_parser
from artrules.text.syntax.problem import SyntaxProblem, explain, refused_at, with_article

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput


MAX_DEPTH = 50
"""Maximum nesting of brackets, and of expressions in expressions. The compiled Python has limits of its own, above."""
MAX_LENGTH = 20_000
"""Maximum number of characters of a code string."""
_NO_NUMBER = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'|(?<!\w)(0[0-9][0-9_]*|[0-9]+_[0-9_]*)(?!\w)')
_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")
_COMMENT = re.compile(r'("[^"\n]*"|\'[^\'\n]*\')|#[^\n]*')


@cache
def grammar(name: str) -> Lark:
    """The parser of a grammar: `code`, `types` or `tables`. Built from the stored tables when they are up to date."""
    return stored(name) or build_parser(name)


@cache
def _driver(name: str) -> Driver:
    return Driver(name, automaton(name), MAX_DEPTH)


_GRAMMARS = {"type": "types", "signature": "types", "table": "tables"}
"""The grammar of each kind of code string; that of the others is `code`."""


def parse_effect(text: str) -> Suite:
    """The statements of an effect. Raises SyntaxProblem, as all of these functions do."""
    suite: Suite = parse("effect", text)
    return suite


def parse_expression(text: str) -> Expression:
    """An expression."""
    expression: Expression = parse("expression", text)
    return expression


def parse_hole(text: str) -> Expression | Worded:
    """What stands in the braces of a label."""
    hole: Expression | Worded = parse("hole", text)
    return hole


def parse_bindings(text: str) -> Bindings:
    """Binders, such as `c in my hand where c.n > 2, n in 1..3`."""
    bindings: Bindings = parse("bindings", text)
    return bindings


def parse_trigger(text: str) -> Happens | Reached:
    """What a power waits for, such as `died as e where e.card is self` or `start of my turn`."""
    trigger: Happens | Reached = parse("trigger", text)
    return trigger


def parse_type(text: str) -> Type:
    """A type, such as `list of 0..9`."""
    type_: Type = parse("type", text)
    return type_


def parse_signature(text: str) -> Signature:
    """A name with parameters, such as `draw(0..9 n)`."""
    signature: Signature = parse("signature", text)
    return signature


def parse_table(text: str) -> Table:
    """The rows of a stepwise table."""
    table: Table = parse("table", text)
    return table


CodeString = tuple[str, str]
"""The kind of a code string, and its text."""
_MOST_TREES = 10_000
"""Trees that are kept. Where there are more, those go that were asked for longest ago."""


class _TreesAtHand(NamedTuple):
    """The trees of some code strings, and those that have been asked for."""

    trees: MappingOf[CodeString, Any]
    asked: dict[CodeString, Any]


_trees_at_hand = ContextVar[_TreesAtHand | None]("trees at hand", default=None)


def parse(kind: str, text: str) -> Any:
    """The syntax tree of a code string of any kind, as the function for that kind gives it. Raises SyntaxProblem.

    `kind` is `effect`, `expression`, `bindings`, `hole`, `trigger`, `type`, `signature` or `table`. Trees are kept,
    as the same code is parsed again for each combination of overlays.
    """
    at_hand = _trees_at_hand.get()
    if at_hand is None:
        return _parse_once(kind, text)
    tree = at_hand.trees.get((kind, text))
    at_hand.asked[kind, text] = tree = tree if tree is not None else _parse_once(kind, text)
    return tree


@lru_cache(_MOST_TREES)
def _parse_once(kind: str, text: str) -> Any:
    return parse_anew(kind, text)


def parse_anew(kind: str, text: str) -> Any:
    """The same, whether the tree is kept or not. Raises SyntaxProblem."""
    name = _GRAMMARS.get(kind, "code")
    tree = _driver(name).parse(_checked(kind, text), kind)
    return tree if tree is not None else build(name, parse_tree(kind, text))


@contextmanager
def trees_at_hand(trees: MappingOf[CodeString, Any]) -> Iterator[dict[CodeString, Any]]:
    """Inside the `with`, these code strings have their trees already. It gives those that are asked for there."""
    at_hand = _TreesAtHand(trees, {})
    token = _trees_at_hand.set(at_hand)
    try:
        yield at_hand.asked
    finally:
        _trees_at_hand.reset(token)


def parse_right(kind: str, text: str) -> Any | None:
    """The syntax tree of a code string; None, without finding out why, where something is wrong with it."""
    return _driver(_GRAMMARS.get(kind, "code")).parse(_prepare(kind, text), kind)


def parse_broken_off(kind: str, text: str) -> Any | None:
    """The syntax tree of a code string that breaks off at its end, as it is with the least behind it that ends it; None
    where something before that is wrong. The text has no comments that matter."""
    return _driver(_GRAMMARS.get(kind, "code")).completed(_begun(kind, text), kind)


def next_words(kind: str, text: str) -> list[str]:
    """The words of the language that may stand behind a code string that breaks off, sorted."""
    return _driver(_GRAMMARS.get(kind, "code")).next_words(_begun(kind, text), kind)


def _begun(kind: str, text: str) -> str:
    """A text that breaks off as the parser sees it, without the line break at its end."""
    source = _prepare(kind, f"{text}\0")
    return source[: source.index("\0")] if "\0" in source else ""


def words_of(kind: str, text: str) -> list[tuple[str, str, int, int]]:
    """The words and signs of a right code string, and the line breaks that mean something: of each the token's name,
    what is written, and the offsets where that begins and ends."""
    return list(_driver(_GRAMMARS.get(kind, "code")).words(_prepare(kind, text)))


def parse_tree(kind: str, text: str) -> Tree[Token]:
    """Lark's tree of a code string, from which the syntax tree is built. Raises SyntaxProblem.

    It tells what is wrong with code that the driver has refused. Only the builder, and tests of the grammar, should
    need it otherwise.
    """
    from lark.exceptions import UnexpectedInput
    from lark.indenter import DedentError

    source = _checked(kind, text)
    try:
        tree = grammar(_GRAMMARS.get(kind, "code")).parse(source, start=kind)
    except DedentError:
        at = _bad_dedent(source)
        raise SyntaxProblem("this line stands below none of the lines above it", at, at + 1) from None
    except UnexpectedInput as problem:
        raise _told(problem, kind, text, source) from None
    if len(source) > MAX_DEPTH:
        _check_nesting(tree)
    return tree


def _told(problem: UnexpectedInput, kind: str, text: str, source: str) -> SyntaxProblem:
    """What to say of code that the parser has refused; `source` is the text as the parser sees it."""
    from artrules.text.syntax.usual_mistakes import habit_at, open_bracket

    if _GRAMMARS.get(kind):
        return explain(problem, text, kind)
    at = refused_at(problem, source)
    return (
        open_bracket(source, at)
        or habit_at(source, at, kind, lambda mended: _reach(kind, mended))
        or explain(problem, text, kind)
    )


def _reach(kind: str, text: str) -> int:
    """The offset of the first thing in a text that the parser refuses; the length if there is none."""
    from lark.exceptions import UnexpectedInput
    from lark.indenter import DedentError

    source = _prepare(kind, text)
    try:
        grammar("code").parse(source, start=kind)
    except DedentError:
        return len(text)
    except UnexpectedInput as problem:
        return refused_at(problem, source)
    return len(text) + 1


def _checked(kind: str, text: str) -> str:
    """The text as the parser sees it. Raises SyntaxProblem for what no parser need see."""
    if len(text) > MAX_LENGTH:
        raise SyntaxProblem(f"this is longer than {MAX_LENGTH} characters", 0, 1)
    source = _prepare(kind, text)
    if not source.strip():
        raise SyntaxProblem("there is no code here", 0, max(1, len(text)), expected=with_article(kind), found="nothing")
    if "\t" in source:
        at = source.index("\t")
        raise SyntaxProblem("tabs can't be used in code", at, at + 1, expected="spaces", found="a tab")
    _check_depth(source)
    _check_numbers(source)
    return source


def size(text: str) -> int:
    """The number of words and signs in a text: parsing and checking it takes time in proportion."""
    return len(_WORD_OR_SIGN.findall(text))


def _prepare(kind: str, text: str) -> str:
    """Replace comments by blanks, and line breaks too where they mean nothing, so that offsets stay the same."""
    text = _COMMENT.sub(lambda m: m.group(1) or " " * len(m.group(0)), text)
    if kind in ("effect", "table"):
        # A line with nothing on it opens and closes no suite: the grammar takes it for part of the line's end.
        return text.rstrip() + "\n"
    text = text.replace("\r", " ")
    text = _after_names(text) if kind == "expression" and text.startswith("let ") else text.replace("\n", " ")
    return text + "\n" if kind in ("expression", "bindings", "hole", "trigger") else text


def _after_names(text: str) -> str:
    """Replace the line breaks of an expression by blanks, but for those that end the values of its names: where a line
    that isn't deeper follows."""
    joined, has_names, depth = "", True, 0
    for line in text.split("\n"):
        begins = depth == 0 and bool(line[:1].strip())
        joined += ("\n" if has_names and begins else " ") + line
        has_names = has_names and (not begins or line.startswith("let "))
        depth += sum(map(line.count, "([")) - sum(map(line.count, ")]"))
    return joined[1:]


def _check_depth(source: str) -> None:
    """Refuse brackets nested too deep, and lines indented too deep, before the parser sees them."""
    depth = 0
    brackets = source.count("(") + source.count("[")
    for at, character in enumerate(source if brackets > MAX_DEPTH else ""):
        if character in "([":
            depth += 1
            if depth > MAX_DEPTH:
                raise SyntaxProblem(f"brackets are nested more than {MAX_DEPTH} deep", at, at + 1)
        elif character in ")]":
            depth -= 1
    for line in source.split("\n") if " " * 8 * MAX_DEPTH in source else ():
        if len(line) - len(line.lstrip(" ")) > 8 * MAX_DEPTH:
            at = source.index(line)
            raise SyntaxProblem("lines below lines are nested too deep", at, at + 1)


def _check_numbers(source: str) -> None:
    """Refuse `010` and `1_000`, here as in YAML: their authors may mean something else."""
    for match in _NO_NUMBER.finditer(source):
        if word := match[1]:
            raise SyntaxProblem(
                f"`{word}` is no number",
                *match.span(1),
                expected="digits alone, and none but 0 begins with 0",
                found=f"`{word}`",
                suggestions=(word.replace("_", "").lstrip("0") or "0",),
            )


def _check_nesting(tree: Tree[Token]) -> None:
    """Refuse expressions that are too deep. Each operator is a level, so a long sum is as deep as it is long."""
    from lark import Tree

    waiting: list[tuple[Tree[Token], int]] = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_DEPTH:
            at = node.meta.start_pos
            message = f"this expression is nested more than {MAX_DEPTH} deep"
            raise SyntaxProblem(message, at, node.meta.end_pos, expected="a function for a part of it")
        below = 0 if node.data == "suite" else depth + 1
        waiting += [(child, below) for child in node.children if isinstance(child, Tree) and not child.meta.empty]


def _bad_dedent(source: str) -> int:
    """The offset of the first line whose indentation is that of no suite around it."""
    levels = [0]
    at = 0
    for line in source.split("\n"):
        width = len(line) - len(line.lstrip(" "))
        if line.strip():
            if width > levels[-1]:
                levels.append(width)
            while width < levels[-1]:
                levels.pop()
            if width != levels[-1]:
                return at + width
        at += len(line) + 1
    return 0


# Labels: text with `{expressions}` in it, split into its parts without parsing them.


@dataclass(frozen=True, slots=True)
class Hole:
    """An expression in a label: its text and its offset there."""

    text: str
    start: int


def split(text: str) -> list[str | Hole]:
    """The parts of a label in order. Raises SyntaxProblem for a brace without its partner or with nothing inside."""
    parts: list[str | Hole] = []
    at = 0
    while at < len(text):
        brace = text.find("{", at)
        stray = text.find("}", at, brace if brace >= 0 else len(text))
        if stray >= 0:
            raise SyntaxProblem("`}` has no `{` before it", stray, stray + 1)
        if brace < 0:
            parts.append(text[at:])
            break
        if brace > at:
            parts.append(text[at:brace])
        close = text.find("}", brace)
        if close < 0:
            raise SyntaxProblem("`{` is never closed", brace, brace + 1, expected="`}`")
        inside = text[brace + 1 : close]
        if "{" in inside or not inside.strip():
            raise SyntaxProblem("braces hold one expression", brace, close + 1, expected="an expression")
        parts.append(Hole(inside, brace + 1))
        at = close + 1
    return parts
