"""Measures the similarity of a typed text and a label, by their words.

Words may be cut short (`r5` for `red 5`) or slightly misspelt. Numbers must be equal. Very common words count little.
The order of words only decides between labels with the same words.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from artrules.text.diagnostics.suggest import closest

_WORD = re.compile(r"[0-9]+|[^\W0-9_]+")
_COMMON_WORDS = """
    a an and by can cannot card cards for from i in is it me my not now of on one or please t the this to why with
"""
_COMMON = frozenset(_COMMON_WORDS.split())
_LONGEST_TEXT = 400
_MOST_WORDS = 40
_LONGEST_WORD = 40
_LONGEST_NUMBER = 9
_ORDER = 0.01
"""The most that a different order of words lowers the similarity: `move 1 to 2` must match itself better than it
matches `move 2 to 1`."""
_LEAST = 0.5
"""The least weight of words that must match. A single common word isn't enough."""
ENOUGH = 0.5
"""A label with at least this similarity may be what the question means."""


@lru_cache(maxsize=2048)
def words_of(text: str) -> tuple[str, ...]:
    """The words and numbers of a text in a normal form: lower case, and without the `s` of `7s`."""
    plain = unicodedata.normalize("NFKC", text[:_LONGEST_TEXT]).casefold()
    tokens = _WORD.findall(plain)
    words = [w for i, w in enumerate(tokens) if not (w == "s" and i and tokens[i - 1].isdigit())]
    short = [w[:_LONGEST_WORD] for w in words[:_MOST_WORDS]]
    return tuple(str(int(w)) if w.isdecimal() and len(w) <= _LONGEST_NUMBER else w for w in short)


def telling_words(words: Sequence[str]) -> tuple[str, ...]:
    """Words without very common ones."""
    return tuple(word for word in words if word not in _COMMON)


def begins_with(label: str, beginning: Sequence[str]) -> bool:
    """Whether a label begins with some words, very common ones left out."""
    return telling_words(words_of(label))[: len(beginning)] == tuple(beginning)


def names_one_of(asked: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a question has one of some words, very common ones left out."""
    return any(_alike(word, other, True) > 0 for word in telling_words(asked) for other in telling_words(words))


def contradicts(asked: Sequence[str], label: Sequence[str], computed: Sequence[str]) -> bool:
    """Whether a question has other words where the label has those `computed` words, which nobody chooses."""
    missing = any(not names_one_of(asked, [word]) for word in telling_words(computed))
    return missing and any(not names_one_of([word], label) for word in telling_words(asked))


def numbers_in(words: Sequence[str]) -> tuple[int, ...]:
    """The numbers among words, each once."""
    return tuple(dict.fromkeys(int(w) for w in words if w.isdecimal() and len(w) <= _LONGEST_NUMBER))


def likeness(
    asked: Sequence[str], label: Sequence[str], more: Sequence[str] = (), unknown_parts: int = 0, *, exact: bool = True
) -> float:
    """The similarity of the words asked and those of a label, from 0 to 1.

    `more` are optional words of the label, which a question needn't contain; other words in their place count half.
    `unknown_parts` is the number of parts of the label whose words aren't known; each matches any word. With `exact`, a
    number in the question that the label doesn't contain makes the similarity 0.
    """
    remaining_words = [(place, word, place < len(label)) for place, word in enumerate((*label, *more))]
    matched = named = unmatched = 0.0
    places: list[int] = []
    for word in asked:
        alike = [_alike(word, other, exact) for _, other, _ in remaining_words]
        best = max(alike, default=0.0)
        if exact and word.isdecimal() and best == 0 and not unknown_parts and not more:
            return 0.0
        if best > 0:
            place, other, is_needed = remaining_words.pop(alike.index(best))
            if is_needed:
                places.append(place)
            matched += best * min(_weight(word), _weight(other))
            named += best * _weight(other) if is_needed else 0
        else:
            unmatched += _weight(word)
    if matched < (_LEAST if exact else 0.1):
        return 0.0
    matched += min(unmatched, unknown_parts + sum(not is_needed for _, _, is_needed in remaining_words)) / 2
    total, needed = sum(map(_weight, asked)), sum(map(_weight, label))
    like = (matched / total) ** 2 * (0.6 + 0.4 * (named / needed if needed else 1.0))
    return float(like * (1 - _ORDER * _out_of_order(places)))


def _out_of_order(places: Sequence[int]) -> float:
    """The share of neighbouring words whose order is reversed in the label, from 0 to 1."""
    steps = list(pairwise(places))
    return sum(b < a for a, b in steps) / len(steps) if steps else 0.0


def _weight(word: str) -> float:
    return 0.1 if word in _COMMON else 1.0


@lru_cache(maxsize=8192)
def _alike(word: str, other: str, exact: bool) -> float:
    if word == other:
        return 1.0
    if word.isdecimal() or other.isdecimal():
        if exact or not (word.isdecimal() and other.isdecimal()):
            return 0.0
        return 0.5 / (1 + min(9, abs(int(word) - int(other))))
    if other.startswith(word):
        return 0.7 + 0.3 * len(word) / len(other)
    if word.startswith(other) and len(other) > 3:
        return 0.8
    return 0.85 if min(len(word), len(other)) > 3 and closest(word, [other]) else 0.0
