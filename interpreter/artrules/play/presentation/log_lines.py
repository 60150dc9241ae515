"""Renders a stretch of a log, such as a round: phases as headings, and a line for what a player does in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from artrules.text.diagnostics.render import escape_control_characters
from artrules.text.plain_text import Style, hang_after, hanging_indent, keep_together

if TYPE_CHECKING:
    from artrules.play.game.log import LogEntry


# Joins texts that are nearly equal, as a person would when telling a story.
#
# "play red 1" and "play red 2" become "play red 1, red 2". "after round 3 player 1 has 2 prizes" and the same about
# player 2 become "after round 3 player 1 has 2, player 2 has 0 prizes". It compares only words, and knows no content.


def fold_choices(texts: Sequence[str]) -> str:
    """The labels of successive choices as one text. Equal neighbours are written once, with their number.

    A first word that neighbours share is written once if the rest of both has the same form: "play copper, silver" and
    "buy a 3, a 5", but not "end actions, the turn".
    """
    counted = [(text, sum(1 for _ in same)) for text, same in groupby(texts)]
    parts: list[str] = []
    before, form = "", (0, "")
    for text, times in counted:
        first, _, rest = text.partition(" ")
        # A negation counts for every choice, so it is repeated: "don't play red, don't play blue".
        joins = bool(rest) and first == before and first.isalpha() and first not in _KEPT and _form(rest) == form
        short = rest if joins else text
        parts.append(short if times == 1 else f"{short} ×{times}")  # noqa: RUF001
        before, form = first, _form(rest)
    return ", ".join(parts)


_KEPT = {"no", "not", "never"}
_DETERMINERS = {"a", "an", "the", "all", "any", "each", "every", "no", "one", "another"}


def _form(rest: str) -> tuple[int, str]:
    """The form of a text: the number of its words, and the determiner that it begins with (empty for none)."""
    words = rest.split()
    return len(words), words[0] if words and words[0] in _DETERMINERS else ""


def group_alike(texts: Sequence[str]) -> list[list[str]]:
    """The texts in order, in groups of neighbours that differ only in numbers."""
    groups: list[list[str]] = []
    for text in texts:
        if groups and _shape(groups[-1][0]) == _shape(text):
            groups[-1].append(text)
        else:
            groups.append([text])
    return groups


def merge_similar(texts: Sequence[str]) -> str:
    """Texts that differ only in numbers as one text: equal words at the beginning and the end are written once."""
    unique = list(dict.fromkeys(texts))
    if len(unique) == 1:
        return unique[0]
    rows = [text.split() for text in unique]
    length = len(rows[0])
    different = [i for i in range(length) if len({row[i] for row in rows}) > 1]
    numbers = [i for i in range(length) if any(c.isdigit() for c in rows[0][i])]
    # The word before a number that changes is repeated: "player 1, player 2", not "player 1, 2".
    first = max(0, different[0] - 1)
    end = max(different[-1], numbers[-1]) + 1
    middles = ", ".join(" ".join(row[first:end]) for row in rows)
    return " ".join([*rows[0][:first], middles, *rows[0][end:]])


def _shape(text: str) -> str:
    """The text with zeros for all digits, to find texts that differ only in numbers."""
    return " ".join("".join("0" if c.isdigit() else c for c in word).replace("00", "0") for word in text.split())


_HEADINGS = ("heading", "ending")
_MANY = 3
"""Sentences that differ only in numbers become one when there are this many."""


def render_log_section(entries: Sequence[LogEntry], style: Style) -> Iterator[str]:
    """Entries as lines. Phases in which nothing happened are left out."""
    phases: list[str] = []
    for (heads, player), group in groupby(entries, key=lambda e: (e.how.sort in _HEADINGS, e.player)):
        run = list(group)
        if heads:
            # Of phases in a row all but the last were empty.
            phases = [e.text for e in run if e.kind == "phase"] or phases
            continue
        if phases:
            yield f"  {style.paint(escape_control_characters(phases[-1]), 'yellow')}"
            phases = []
        if player is None:
            for alike in group_alike([e.text for e in run]):
                for text in [merge_similar(alike)] if len(alike) >= _MANY else alike:
                    yield from hanging_indent("    ", text, style.width)
        else:
            name = f"player {player}"
            label = f"    {style.paint(name, 'blue')}  "
            yield from hang_after(label, len(name) + 6, _render_run(name, run), style.width)


def _render_run(name: str, run: Sequence[LogEntry]) -> str:
    """What one player does, and what is said of it, in order."""
    parts: list[str] = []
    for how, group in groupby(run, key=lambda e: e.how):
        texts = [e.text for e in group]
        if how.sort in ("saying", "pause"):
            parts += [text.removeprefix(f"{name} ") for text in texts]
        else:
            parts.append(f"({fold_choices(texts)})" if how.aside else fold_choices(texts))
    return " · ".join(keep_together(part) for part in parts)
