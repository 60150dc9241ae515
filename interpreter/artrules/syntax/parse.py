"""Parses one code string: gives its syntax tree, or raises one located SyntaxProblem.

Each string is parsed on its own, so an error in one hides none in another. Places are offsets into the string; the next
stages map them to the author's file through the YAML scalar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from artrules.syntax.ast.expressions import Bindings, Expression
from artrules.syntax.ast.statements import Suite
from artrules.syntax.ast.types import Signature, Table, Type
from artrules.syntax.build import build
from artrules.syntax.grammars import build as build_parser
from artrules.syntax.grammars import stored
from artrules.syntax.words import TOKEN_WORDS, describe

MAX_DEPTH = 50
"""Of brackets, and of expressions within expressions. Python, which code becomes, has bounds of its own beyond this."""
MAX_LENGTH = 20_000
"""Characters of one code string."""
_NO_NUMBER = re.compile(r'"[^"\n]*"|(?<!\w)(0[0-9][0-9_]*|[0-9]+_[0-9_]*)(?!\w)')
_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")
_COMMENT = re.compile(r'("[^"\n]*")|#[^\n]*')


@dataclass
class SyntaxProblem(Exception):
    """What is wrong with one code string: a sentence, offsets into the string, what was expected and what was found."""

    message: str
    start: int
    end: int
    expected: str | None = None
    found: str | None = None
    suggestions: tuple[str, ...] = ()

    def moved(self, offset: int) -> SyntaxProblem:
        """The same problem in a larger text, in which this code begins at an offset."""
        return replace(self, start=self.start + offset, end=self.end + offset)


@cache
def grammar(name: str) -> Lark:
    """The parser for one grammar file: `code`, `types` or `tables`; taken from the stored tables where they are of
    this text and this lark."""
    return stored(name) or build_parser(name)


Kind: TypeAlias = Literal["effect", "expression", "bindings", "type", "signature", "table"]
_GRAMMARS = {"type": "types", "signature": "types", "table": "tables"}


def parse_effect(text: str) -> Suite:
    """The statements of an effect. Raises SyntaxProblem, as all of these functions do."""
    suite: Suite = parse("effect", text)
    return suite


def parse_expression(text: str) -> Expression:
    """An expression."""
    expression: Expression = parse("expression", text)
    return expression


def parse_bindings(text: str) -> Bindings:
    """Binders, such as `c in my hand where c.n > 2, n in 1..3`."""
    bindings: Bindings = parse("bindings", text)
    return bindings


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


@lru_cache(maxsize=10_000)
def parse(kind: str, text: str) -> Any:
    """The syntax tree of a code string of any kind (one of `Kind`), as the function for that kind gives it.

    The same code is read anew for each model, that is for each combination of overlays: so trees are kept. Raises
    SyntaxProblem.
    """
    return build(_GRAMMARS.get(kind, "code"), parse_tree(kind, text))


def parse_tree(kind: str, text: str) -> Tree[Token]:
    """Lark's tree of a code string: what the grammar says of it, before the syntax tree is built. Raises SyntaxProblem.

    Nothing but the builder, and tests of the grammar, should need it.
    """
    if len(text) > MAX_LENGTH:
        raise SyntaxProblem(f"this is longer than {MAX_LENGTH} characters", 0, 1)
    source = _prepare(kind, text)
    if not source.strip():
        raise SyntaxProblem("there is no code here", 0, max(1, len(text)), expected=_a_kind(kind), found="nothing")
    if "\t" in source:
        at = source.index("\t")
        raise SyntaxProblem("tabs can't be used in code", at, at + 1, expected="spaces", found="a tab")
    _check_depth(source)
    _check_numbers(source)
    try:
        tree = grammar(_GRAMMARS.get(kind, "code")).parse(source, start=kind)
    except DedentError:
        at = _bad_dedent(source)
        raise SyntaxProblem("this line's indentation fits no suite above it", at, at + 1) from None
    except UnexpectedInput as problem:
        raise _explain(problem, text, kind) from None
    if len(source) > MAX_DEPTH:
        _check_nesting(tree)
    return tree


def size(text: str) -> int:
    """How much code a text is: its words and signs. Reading and judging it takes about as long as this says."""
    return len(_WORD_OR_SIGN.findall(text))


def _prepare(kind: str, text: str) -> str:
    """Blank out comments (and line breaks, but for effects and tables) so that offsets survive."""
    text = _COMMENT.sub(lambda m: m.group(1) or " " * len(m.group(0)), text)
    if kind in ("effect", "table"):
        # A line with nothing on it opens and closes no suite: the grammar takes it for part of the line's end.
        return text.rstrip() + "\n"
    text = re.sub(r"[\r\n]", " ", text)
    return text + "\n" if kind in ("expression", "bindings") else text


def _check_depth(source: str) -> None:
    depth = 0
    for at, character in enumerate(source):
        if character in "([":
            depth += 1
            if depth > MAX_DEPTH:
                raise SyntaxProblem(f"brackets are nested more than {MAX_DEPTH} deep", at, at + 1)
        elif character in ")]":
            depth -= 1
    for line in source.split("\n"):
        if len(line) - len(line.lstrip(" ")) > 8 * MAX_DEPTH:
            at = source.index(line)
            raise SyntaxProblem("suites are nested too deep", at, at + 1)


def _check_numbers(source: str) -> None:
    """`010` and `1_000` are no numbers, here as in YAML: who writes them may mean something else."""
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
    """Expressions are trees of bounded depth: each sign and operator is one level, a long sum as deep as it is long."""
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


def _explain(problem: UnexpectedInput, text: str, kind: str) -> SyntaxProblem:
    if isinstance(problem, UnexpectedCharacters):
        at = min(problem.pos_in_stream or 0, max(0, len(text) - 1))
        character = text[at : at + 1]
        hint = "a text must end on the line where it begins" if character == '"' else None
        return SyntaxProblem(f"`{character}` has no place in code", at, at + 1, expected=hint, found=f"`{character}`")
    if isinstance(problem, UnexpectedToken):
        token = problem.token
        expected = describe(problem.accepts or problem.expected)
        if token.type == "$END" or token.start_pos is None or token.start_pos >= len(text.rstrip()):
            end = max(1, len(text.rstrip()))
            last_line = text.rstrip().rpartition("\n")[2].strip()
            if kind == "effect" and _is_name(last_line):
                expected = _with_brackets(last_line)
            return SyntaxProblem(f"{_a_kind(kind)} ends too soon", end - 1, end, expected=expected, found="the end")
        return _unexpected(token, text, kind, expected)
    if isinstance(problem, UnexpectedEOF):
        return SyntaxProblem(f"{_a_kind(kind)} ends too soon", max(0, len(text) - 1), max(1, len(text)))
    return SyntaxProblem("this can't be read", 0, max(1, len(text)))


def _is_name(text: str) -> bool:
    return re.fullmatch(r"[a-z][a-z0-9_]*", text) is not None and text not in TOKEN_WORDS


def _with_brackets(name: str) -> str:
    return f"`{name}(…)`, if this is a procedure: it is called with brackets"


def _unexpected(token: Token, text: str, kind: str, expected: str) -> SyntaxProblem:
    """What to say of a token that can't stand where it does."""
    start = token.start_pos or 0
    before = text[:start].rpartition("\n")[2].strip()
    if kind == "effect" and _is_name(before) and token != "=":
        expected = _with_brackets(before)
    if token.type == "_INDENT":
        start += len(text[start:]) - len(text[start:].lstrip())
        message = "this line is indented deeper than the one before, which opens no suite"
        return SyntaxProblem(message, start, start + 1, expected="the indentation of the line before")
    if token.type in ("_NL", "_DEDENT"):
        found = "the end of the line" if token.type == "_NL" else "a line less deep"
        return SyntaxProblem(f"{found} comes too soon", start, start + 1, expected=expected, found=found)
    end = max(start + 1, token.end_pos or start + 1)
    word = text[start:end]
    if kind == "effect" and word == "=" and before:
        message = "a value is given by `becomes`; `=` compares"
        return SyntaxProblem(message, start, end, expected="`becomes`", found="`=`", suggestions=("becomes",))
    known = "is a word of the language and " if word in TOKEN_WORDS else ""
    return SyntaxProblem(f"`{word}` {known}can't stand here", start, end, expected=expected, found=f"`{word}`")


def _a_kind(kind: str) -> str:
    return {"effect": "the effect", "expression": "the expression", "bindings": "the bindings"}.get(kind, f"the {kind}")
