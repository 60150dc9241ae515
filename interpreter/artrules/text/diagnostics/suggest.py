"""Finds names that an author may have meant. A wrong guess is worse than none, so distant names are not suggested.

A ruleset may have a thousand names and as many mistakes, so comparing a word with all names must be cheap. The letters
of each word are packed into one integer, and a single `&` of two integers counts the letters that two words share. Only
the few names that share most are compared letter by letter. The search runs when a result is first read, because a
report shows suggestions for its first diagnostics only.
"""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from heapq import nsmallest
from itertools import islice
from typing import overload

_CUTOFF = 0.7
"""Minimum likeness, from 0 to 1. It is above difflib's default of 0.6, which accepts quite different short words."""
_LONGEST = 100
"""Maximum length of a word that is compared, in letters."""
_MOST = 2000
"""Maximum number of candidates; if there are more, only the first are considered."""
_COMPARED = 10
"""Maximum number of candidates that are compared letter by letter."""
_SHORTEST = 4
"""Minimum length, in letters, of words for which any one wrong letter is taken for a slip."""
_SURE = 5
"""Minimum length, in letters, of a word that may be replaced without asking."""
_REPEATED = 8
"""Maximum number of times that the same letter of a word is counted."""
_LETTERS = 64
"""Number of distinct letters. Characters are reduced modulo this, so words may seem to share more than they do."""


class Closest(Sequence[str]):
    """Candidates that look like a word, the nearest first. The search runs when the result is first read."""

    def __init__(self, word: str, candidates: Iterable[str], limit: int) -> None:
        self._word, self._candidates, self._limit = word, candidates, limit

    @cached_property
    def matches(self) -> tuple[str, ...]:
        """The candidates that look like the word, at most as many as the limit."""
        word, wanted = self._word, _plain(self._word)
        if not wanted or len(word) > _LONGEST:
            return ()
        scored = []
        for candidate in _near(wanted, islice(dict.fromkeys(self._candidates), _MOST)):
            score = _likeness(wanted, _plain(candidate))
            if candidate != word and score >= _CUTOFF:
                scored.append((-score, candidate))
        return tuple(candidate for _, candidate in sorted(scored)[: self._limit])

    @property
    def slip(self) -> str | None:
        """The candidate that was surely meant: the only one that differs by an `s` at the end, as `use` and `uses` do,
        or by hyphens and underscores alone; else the only one that looks like the word, if they differ by one slip."""
        word = self._word
        forms = [
            each
            for each in self.matches
            if each in (f"{word}s", word.removesuffix("s")) or _plain(word) == _plain(each)
        ]
        if len(forms) == 1:
            return forms[0]
        only = self.matches[0] if len(self.matches) == 1 else None
        return only if only and len(word) >= _SURE and _slipped(word, only) else None

    @property
    def word(self) -> str:
        """The word that candidates are compared with."""
        return self._word

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return self.matches[index]

    def __len__(self) -> int:
        return len(self.matches)


def closest(word: str, candidates: Iterable[str], limit: int = 3) -> Closest:
    """At most `limit` candidates that look like the word, the nearest first. The word itself is not among them."""
    return Closest(word, candidates, limit)


def one_slip(word: str, candidates: Iterable[str]) -> str | None:
    """The first candidate that differs from a word by one slip, or None.

    A slip is one letter too many, too few, wrong or out of order. Digits don't count, because `bonus_1` and `bonus_2`
    are two things. In short words, most of which are like others, only a doubled letter or two letters out of order
    count.
    """
    return next((c for c in candidates if c != word and _slipped(word, c)), None)


def _slipped(word: str, other: str) -> bool:
    """Whether two words differ by one slip, as `one_slip` defines it."""
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
    """The candidates that share most letters with a word, whatever their order; the others can't be alike."""
    letters = _letters(word)
    length = letters.bit_count()
    shared = []
    for candidate in candidates:
        if len(candidate) <= _LONGEST:
            other, other_length = _known_letters(candidate)
            common = (letters & other).bit_count()
            # A word that begins with the other one is alike, however long it is; so is one with a single slip.
            near = 2 * common >= _CUTOFF * (length + other_length) or common in (length, other_length)
            if near or common >= max(length, other_length) - 1:
                shared.append((-common / (length + other_length), candidate))
    return [candidate for _, candidate in nsmallest(_COMPARED, shared)]


@lru_cache(maxsize=8192)
def _known_letters(candidate: str) -> tuple[int, int]:
    letters = _letters(_plain(candidate))
    return letters, letters.bit_count()


def _letters(word: str) -> int:
    """The letters of a word packed into an integer: for each letter, as many bits as the word has of it."""
    letters = 0
    for character in word:
        first = ord(character) % _LETTERS * _REPEATED
        bit = 1 << first
        while letters & bit and bit < 1 << (first + _REPEATED - 1):
            bit <<= 1
        letters |= bit
    return letters


def _plain(word: str) -> str:
    """The word without what authors most often get wrong: capitals, hyphens, underscores and spaces."""
    return "".join(c for c in word.casefold() if c not in "-_ ")


def is_one_edit(word: str, other: str) -> bool:
    """Whether two words of two letters or more differ by one letter too many, too few, wrong, or by two swapped."""
    if min(len(word), len(other)) < 2 or abs(len(word) - len(other)) > 1:
        return False
    begin = 0
    while begin < min(len(word), len(other)) and word[begin] == other[begin]:
        begin += 1
    mine, theirs = word[begin:], other[begin:]
    while mine and theirs and mine[-1] == theirs[-1]:
        mine, theirs = mine[:-1], theirs[:-1]
    swapped = len(mine) == 2 and mine == theirs[::-1]
    wrong = len(mine) == len(theirs) == 1 and len(word) > 2
    return swapped or wrong or len(mine) + len(theirs) == 1


def _likeness(word: str, candidate: str) -> float:
    if word == candidate:
        return 1.0
    if is_one_edit(word, candidate):
        # The longer the words, the less does one letter count.
        return max(_CUTOFF, 1 - 1 / max(len(word), len(candidate)))
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
