"""Finds what an author may have meant. A wrong guess is worse than none, so distant words are not offered."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import islice

_CUTOFF = 0.7
"""Above difflib's own 0.6, which takes quite different short words for each other."""
_LONGEST = 100
"""Letters of a word for which, or among which, one is looked for."""
_MOST = 2000
"""Candidates that are looked at: among more than this the first are as good as any."""
_COMPARED = 30
"""Candidates that are compared letter by letter."""
_SHORTEST = 4
"""Letters of a word that may be another with any letter wrong."""


def closest(word: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """At most `limit` candidates that look like the word, the nearest first."""
    wanted = _plain(word)
    if not wanted or len(word) > _LONGEST:
        return ()
    scored = []
    for candidate in _near(wanted, [c for c in islice(dict.fromkeys(candidates), _MOST) if len(c) <= _LONGEST]):
        score = _likeness(wanted, _plain(candidate))
        if candidate != word and score >= _CUTOFF:
            scored.append((-score, candidate))
    return tuple(candidate for _, candidate in sorted(scored)[:limit])


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


def _near(word: str, candidates: list[str]) -> list[str]:
    """Candidates that may be alike at all: those that share most letters, whatever the order."""
    if len(candidates) <= _COMPARED:
        return candidates
    matcher = SequenceMatcher(None, "", word, autojunk=False)
    shared = []
    for candidate in candidates:
        matcher.set_seq1(_plain(candidate))
        shared.append((-matcher.quick_ratio(), candidate))
    return [candidate for _, candidate in sorted(shared)[:_COMPARED]]


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
