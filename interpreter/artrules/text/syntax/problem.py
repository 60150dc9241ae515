"""What is wrong with a code string, in words for its author: made from what the parser found and what it expected."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from artrules.text.syntax.words import TOKEN_WORDS, describe, name_of

if TYPE_CHECKING:
    from lark import Token
    from lark.exceptions import UnexpectedInput


@dataclass(frozen=True)
class Replacement:
    """Text that is surely meant in the place of what stands between two offsets."""

    start: int
    end: int
    text: str

    def in_text(self, text: str) -> str:
        """The text with the replacement made."""
        return text[: self.start] + self.text + text[self.end :]

    def moved(self, offset: int) -> Replacement:
        """The same in a larger text, in which this one begins at an offset."""
        return replace(self, start=self.start + offset, end=self.end + offset)


@dataclass
class SyntaxProblem(Exception):
    """What is wrong with one code string: a sentence, offsets into the string, what was expected and what was found."""

    message: str
    start: int
    end: int
    expected: str | None = None
    found: str | None = None
    suggestions: tuple[str, ...] = ()
    fix: Replacement | None = None

    def moved(self, offset: int) -> SyntaxProblem:
        """The same problem in a larger text, in which this code begins at an offset."""
        fix = self.fix.moved(offset) if self.fix is not None else None
        return replace(self, start=self.start + offset, end=self.end + offset, fix=fix)


def refused_at(problem: UnexpectedInput, text: str) -> int:
    """The offset of what the parser refused."""
    from lark.exceptions import UnexpectedToken

    if not isinstance(problem, UnexpectedToken):
        at = problem.pos_in_stream
    else:
        at = problem.token.start_pos if problem.token.type != "$END" else None
    return at if at is not None else len(text)


def explain(problem: UnexpectedInput, text: str, kind: str) -> SyntaxProblem:
    """What to say of a text of a kind (`effect`, …) that the parser refused."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

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
            return SyntaxProblem(
                f"{with_article(kind)} ends too soon", end - 1, end, expected=expected, found="the end"
            )
        return _unexpected(token, text, kind, expected)
    if isinstance(problem, UnexpectedEOF):
        return SyntaxProblem(f"{with_article(kind)} ends too soon", max(0, len(text) - 1), max(1, len(text)))
    return SyntaxProblem("this can't be read", 0, max(1, len(text)))


_BEGINS_A_VALUE = ("NAME", "INT", "STRING", "MY")


def _is_name(text: str) -> bool:
    return re.fullmatch(r"[a-z][a-z0-9_]*", text) is not None and text not in TOKEN_WORDS


def _with_brackets(name: str) -> str:
    return f"`{name}(…)`, if this is a procedure: it is called with brackets"


def _unexpected(token: Token, text: str, kind: str, expected: str) -> SyntaxProblem:
    """What to say of a token that can't stand where it does."""
    start = token.start_pos or 0
    before = text[:start].rpartition("\n")[2].strip()
    if kind == "effect" and _is_name(before) and token.type in _BEGINS_A_VALUE:
        expected = _with_brackets(before)
    if token.type == "_INDENT":
        start += len(text[start:]) - len(text[start:].lstrip())
        message = "this line is indented deeper than the one before, which doesn't end with `:`"
        return SyntaxProblem(message, start, start + 1, expected="the indentation of the line before")
    if token.type in ("_NL", "_DEDENT"):
        ending = "the end of the line" if token.type == "_NL" else "a line less deep"
        last = re.search(r"(\w+|\S|^)\s*\Z", text[:start])
        start, end = last.span(1) if last is not None else (start, start)
        return SyntaxProblem(f"{ending} comes too soon", start, max(end, start + 1), expected=expected, found=ending)
    end = max(start + 1, token.end_pos or start + 1)
    word = text[start:end]
    if kind == "effect" and word == "=" and before:
        message = "a value is given by `becomes`; `=` compares"
        return SyntaxProblem(message, start, end, expected="`becomes`", found="`=`", suggestions=("becomes",))
    if expected == name_of("_INDENT"):
        message = "what belongs under a line with `:` is indented deeper than that line"
        return SyntaxProblem(message, start, end, expected=expected, found=f"`{word}`")
    clause = "is a word of the language and " if word in TOKEN_WORDS else ""
    return SyntaxProblem(f"`{word}` {clause}can't stand here", start, end, expected=expected, found=f"`{word}`")


def with_article(kind: str) -> str:
    """A kind of code string as it is called in messages."""
    return {
        "effect": "the effect",
        "expression": "the expression",
        "bindings": "the bindings",
        "hole": "the expression",
    }.get(kind, f"the {kind}")
