"""Makes one text of several that are nearly the same, as a person would who tells them.

"play red 1", "play red 2" becomes "play red 1, red 2"; "after round 3 player 1 has 2 prizes" and the same of player 2
become "after round 3 player 1 has 2, player 2 has 0 prizes". It goes by words alone and knows no content.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby


def fold_choices(texts: Sequence[str]) -> str:
    """A run of choices: repeated ones are counted, and a first word that they share is said once.

    But only where what follows is built alike: "play copper, silver" and "buy a 3, a 5", not "end actions, the turn".
    """
    counted = [(text, sum(1 for _ in same)) for text, same in groupby(texts)]
    parts: list[str] = []
    before, built = "", (0, "")
    for text, times in counted:
        first, _, rest = text.partition(" ")
        # Not "don't use it, use it": only a plain word may be left out.
        joins = bool(rest) and first == before and first.isalpha() and first not in _KEPT and _build(rest) == built
        short = rest if joins else text
        parts.append(short if times == 1 else f"{short} ×{times}")  # noqa: RUF001
        before, built = first, _build(rest)
    return ", ".join(parts)


_KEPT = {"no", "not", "never"}
_DETERMINERS = {"a", "an", "the", "all", "any", "each", "every", "no", "one", "another"}


def _build(rest: str) -> tuple[int, str]:
    """How many words there are, and with which determiner they begin, if they do."""
    words = rest.split()
    return len(words), words[0] if words and words[0] in _DETERMINERS else ""


def fold_sayings(texts: Sequence[str]) -> list[list[str]]:
    """Neighbouring texts that differ only in numbers, together."""
    groups: list[list[str]] = []
    for text in texts:
        if groups and _shape(groups[-1][0]) == _shape(text):
            groups[-1].append(text)
        else:
            groups.append([text])
    return groups


def join_alike(texts: Sequence[str]) -> str:
    """Texts that differ only in numbers as one: what is the same before and after is said once."""
    unique = list(dict.fromkeys(texts))
    if len(unique) == 1:
        return unique[0]
    rows = [text.split() for text in unique]
    length = len(rows[0])
    different = [i for i in range(length) if len({row[i] for row in rows}) > 1]
    numbers = [i for i in range(length) if any(c.isdigit() for c in rows[0][i])]
    # "player 1", not "1": the word before a number that changes is said each time.
    first = max(0, different[0] - 1)
    end = max(different[-1], numbers[-1]) + 1
    middles = ", ".join(" ".join(row[first:end]) for row in rows)
    return " ".join([*rows[0][:first], middles, *rows[0][end:]])


def _shape(text: str) -> str:
    return " ".join("".join("0" if c.isdigit() else c for c in word).replace("00", "0") for word in text.split())
