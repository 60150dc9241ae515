"""Finds which habit of another language stands at a place that the parser has refused.

It looks at the words of the line around the place; what the grammar allows there, the parser itself says of the mended
code.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from artrules.syntax.habits import HABITS, Habit
from artrules.syntax.problem import Replacement, SyntaxProblem
from artrules.syntax.words import TOKEN_WORDS

_WORDS = re.compile(r"(?<=')[^'\n]*(?=')")
_MOST = 500
"""Maximum number of characters of a line that is looked at. Nobody writes a longer one by hand."""
_MOST_IN_ALL = 5_000
"""Maximum number of characters of code that is looked at: it is parsed again for each habit that it may be."""

Reach = Callable[[str], int]
"""How far the parser comes in a text: the offset of the first thing that it refuses, or the length."""


def habit_at(text: str, at: int, kind: str, reach: Reach) -> SyntaxProblem | None:
    """What to say of the habit at an offset that the parser has refused; None if there is none that is known.

    `text` is without comments.
    """
    begin = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[begin : end if end >= 0 else len(text)]
    if len(line) > _MOST or len(text) > _MOST_IN_ALL:
        return None
    place = min(at - begin, len(line))
    masked = _masked(line, kind)
    for habit in HABITS:
        if habit.only not in (None, kind):
            continue
        for match in habit.seen.finditer(masked):
            first, last = match.span("here" if "here" in match.re.groupindex else 0)
            if first <= place <= last and (told := _told(habit, match, text, begin, at, reach)) is not None:
                return told
    return None


def _masked(line: str, kind: str) -> str:
    """The line, with what stands in texts replaced, so that nothing in them is taken for code."""
    parts = line.split('"')
    if len(parts) % 2:
        parts[1::2] = ["~" * len(part) if not re.fullmatch(r"[a-z][a-z0-9_]*", part) else part for part in parts[1::2]]
        line = '"'.join(parts)
    return _WORDS.sub(lambda words: "~" * len(words[0]), line) if kind == "hole" else line


def _told(habit: Habit, match: re.Match[str], text: str, begin: int, at: int, reach: Reach) -> SyntaxProblem | None:
    """What to say of a match; None if its replacement can't be read further than the text as it is."""
    groups = match.re.groupindex
    start, end = (begin + offset for offset in match.span("at" if "at" in groups else 0))
    said = {name: _of(text, begin, match.span(name)) for name in groups}
    said["at"] = text[start:end]
    said["lower"] = _small(said["at"])
    said["word"] = said["at"].lower() if said["at"].lower() in TOKEN_WORDS else said["at"]
    replacement, sure = None, habit.sure
    if habit.instead is not None:
        cut = tuple(begin + offset for offset in match.span("cut")) if "cut" in groups else (start, end)
        replacement = _padded(text, cut[0], cut[1], habit.instead.format_map(said))
        mended = replacement.in_text(text)
        reached, after = reach(mended), replacement.start + len(replacement.text)
        if mended == text or reached < after or (at >= cut[1] and reached <= at + len(mended) - len(text)):
            return None
        if mended[reached : reached + 1] == "=" and not mended[after:reached].strip():
            sure = False  # `a = = b` is no slip of one word
    return SyntaxProblem(
        habit.message.format_map(said),
        start,
        end,
        expected=habit.expected.format_map(said),
        found=f"`{said['at']}`" if said["at"].strip() else None,
        fix=replacement if sure else None,
    )


def _of(text: str, begin: int, span: tuple[int, int]) -> str:
    """What stands in a group; nothing if the group has no part in the match."""
    return text[begin + span[0] : begin + span[1]] if span[0] >= 0 else ""


def _small(word: str) -> str:
    """A name as it is written here: `drawPile` → `draw_pile`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()


def _padded(text: str, start: int, end: int, instead: str) -> Replacement:
    """A replacement, with a blank wherever words would run together."""
    if instead[:1].isalnum() and text[start - 1 : start].isalnum():
        instead = f" {instead}"
    if instead[-1:].isalnum() and text[end : end + 1].isalnum():
        instead = f"{instead} "
    return Replacement(start, end, instead)
