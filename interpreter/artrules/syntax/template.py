"""Labels: text with `{expressions}` in it, split into its parts without parsing them."""

from __future__ import annotations

from dataclasses import dataclass

from artrules.syntax.problem import SyntaxProblem


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
