"""Finds brackets that are never closed, and those that close nothing."""

from __future__ import annotations

import re

from artrules.syntax.problem import SyntaxProblem

_BRACKET = re.compile(r'"[^"\n]*"|[()\[\]\n]')
_CLOSING = {"(": ")", "[": "]"}


def open_bracket(text: str, at: int) -> SyntaxProblem | None:
    """What to say of brackets where the parser has refused something at an offset; None if these aren't the cause.

    Inside brackets a line break means nothing. So it is at the next line that the parser notices a bracket that is
    still open. `text` is without comments.
    """
    waiting: list[int] = []
    for match in _BRACKET.finditer(text):
        sign, place = match[0], match.start()
        if place > at:
            break
        if sign in _CLOSING:
            waiting.append(place)
        elif sign in (")", "]"):
            if not waiting:
                message = f"`{sign}` closes nothing"
                return SyntaxProblem(message, place, place + 1, expected="a bracket opened before it")
            if place < at:
                waiting.pop()
    line = text.rfind("\n", 0, at)
    if not waiting or text[at : at + 1] in (")", "]", ","):
        return None
    end = text.find("\n", at)
    begins_line = not text[line + 1 : at].strip()
    opens_suite = text[at : end if end >= 0 else None].strip() == ":"
    if text[at:].strip() and not opens_suite and not (begins_line and waiting[-1] <= line):
        return None
    opened = text[waiting[-1]]
    message, closing = f"`{opened}` is never closed", _CLOSING[opened]
    return SyntaxProblem(message, waiting[-1], waiting[-1] + 1, expected=f"`{closing}`")
