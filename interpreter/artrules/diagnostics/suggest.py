"""Finds what an author may have meant. A wrong guess is worse than none, so distant words are not offered.

A ruleset has a thousand names, and may have as many mistakes: so comparing each word with each name must cost next to
nothing. How many letters two words share, whatever their order, is told by one `&` of two numbers; only the few that
share most are compared letter by letter. And it is put off until somebody wants to know: a report doesn't for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from heapq import nsmallest
from itertools import islice
from typing import overload

_CUTOFF = 0.7
"""Above difflib's own 0.6, which takes quite different short words for each other."""
_LONGEST = 100
"""Letters of a word for which, or among which, one is looked for."""
_MOST = 2000
"""Candidates that are looked at: among more than this the first are as good as any."""
_COMPARED = 10
"""Candidates that are compared letter by letter."""
_SHORTEST = 4
"""Letters of a word that may be another with any letter wrong."""
_REPEATED = 8
"""So many times a letter of a word is counted."""
_LETTERS = 64
"""Other characters fall together with these: then words are taken to share more than they do."""


class Closest(Sequence[str]):
    """Candidates that look like a word, the nearest first; looked for when first asked for."""

    def __init__(self, word: str, candidates: Iterable[str], limit: int) -> None:
        self._word, self._candidates, self._limit = word, candidates, limit

    @cached_property
    def found(self) -> tuple[str, ...]:
        """All of them."""
        word, wanted = self._word, _plain(self._word)
        if not wanted or len(word) > _LONGEST:
            return ()
        scored = []
        for candidate in _near(wanted, islice(dict.fromkeys(self._candidates), _MOST)):
            score = _likeness(wanted, _plain(candidate))
            if candidate != word and score >= _CUTOFF:
                scored.append((-score, candidate))
        return tuple(candidate for _, candidate in sorted(scored)[: self._limit])

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return self.found[index]

    def __len__(self) -> int:
        return len(self.found)


def closest(word: str, candidates: Iterable[str], limit: int = 3) -> Closest:
    """At most `limit` candidates that look like the word, the nearest first."""
    return Closest(word, candidates, limit)


def one_slip(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate from which a word differs by one letter too many, too few, wrong or out of order; not by a digit,
    for `bonus_1` and `bonus_2` are two things. In words so short that most are like others, only a letter that is
    doubled or out of order counts."""
    return next((c for c in candidates if c != word and _slipped(word, c)), None)


def _slipped(word: str, other: str) -> bool:
    """Whether two words differ by one slip of the pen."""
    begin = 0
    while begin < min(len(word), len(other)) and word[begin] == other[begin]:
        begin += 1
    mine, theirs = word[begin:], other[begin:]
    while mine and theirs and mine[-1] == theirs[-1]:
        mine, theirs = mine[:-1], theirs[:-1]
    differ = mine + theirs
    swapped = len(mine) == 2 and mine == theirs[::-1]
    doubled = len(differ) == 1 and word[begin - 1 : begin] == differ
    if not (swapped or doubled or min(len(word), len(other)) >= _SHORTEST):
        return False
    return (swapped or len(differ) == 1 or len(mine) == len(theirs) == 1) and differ.isalpha()


def _near(word: str, candidates: Iterable[str]) -> list[str]:
    """Candidates that may be alike at all: those that share most letters, whatever the order."""
    letters = _letters(word)
    length = letters.bit_count()
    shared = []
    for candidate in candidates:
        if len(candidate) <= _LONGEST:
            other, other_length = _known_letters(candidate)
            common = (letters & other).bit_count()
            # What begins with the other is alike, however long it goes on.
            if 2 * common >= _CUTOFF * (length + other_length) or common in (length, other_length):
                shared.append((-common / (length + other_length), candidate))
    return [candidate for _, candidate in nsmallest(_COMPARED, shared)]


@lru_cache(maxsize=8192)
def _known_letters(candidate: str) -> tuple[int, int]:
    letters = _letters(_plain(candidate))
    return letters, letters.bit_count()


def _letters(word: str) -> int:
    """The letters of a word as a number: as many bits for each as the word has of it."""
    letters = 0
    for character in word:
        first = ord(character) % _LETTERS * _REPEATED
        bit = 1 << first
        while letters & bit and bit < 1 << (first + _REPEATED - 1):
            bit <<= 1
        letters |= bit
    return letters


def _plain(word: str) -> str:
    """The word without what is most often got wrong: capitals, hyphens, underscores, spaces."""
    return "".join(c for c in word.casefold() if c not in "-_ ")


def _likeness(word: str, candidate: str) -> float:
    if word == candidate:
        return 1.0
    if len(word) + len(candidate) > 12 and (candidate.startswith(word) or word.startswith(candidate)):
        # An ending too many or too few: `face_down` for `face_down_seen_by`.
        return max(_CUTOFF, SequenceMatcher(None, word, candidate, autojunk=False).ratio())
    if 2 * min(len(word), len(candidate)) < _CUTOFF * (len(word) + len(candidate)):
        return 0.0  # However alike the letters, one is too short.
    matcher = SequenceMatcher(None, word, candidate, autojunk=False)
    if matcher.quick_ratio() < _CUTOFF:
        return 0.0
    # Both ways round: difflib's ratio depends on the order of its arguments.
    return max(matcher.ratio(), SequenceMatcher(None, candidate, word, autojunk=False).ratio())
