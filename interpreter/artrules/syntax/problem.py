"""What is wrong with a code string, in words for its author: made from what the parser found and what it expected."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from artrules.syntax.words import TOKEN_WORDS, describe


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


def explain(problem: UnexpectedInput, text: str, kind: str) -> SyntaxProblem:
    """What to say of a text of a kind (`effect`, …) that the parser refused."""
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


def with_article(kind: str) -> str:
    """A kind of code string as it is called in messages."""
    return {
        "effect": "the effect",
        "expression": "the expression",
        "bindings": "the bindings",
        "hole": "the expression",
    }.get(kind, f"the {kind}")
