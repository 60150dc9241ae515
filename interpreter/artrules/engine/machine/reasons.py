"""Why a decision offers nothing about a thing that somebody asks about: which condition with words fails.

Generated code (`lower/reasons.py`) goes through all that the decision could offer with the thing. Each such attempt
fails a first test, which it notes here with the words that content has for it. The attempt that comes farthest tells
the reason: the one with most values where they may be chosen, of these the one that passes most tests. How far an
attempt comes is a number, of which generated code knows two bounds. Words are told only if they are for certain those
of the attempt that comes farthest.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.intrinsics import copy_words, fill_words
from artrules.engine.machine.memory import reason_state, text
from artrules.engine.machine.registers import text_top
# fmt: on


# indices in `reason_state`
WORDS = 0
"""How many words the best attempt so far has in `text` …"""
LOW = 1
HIGH = 2
"""… how far it comes at least, and at most …"""
BEST_WAY = 3
"""… and in which way options are about the thing there."""
WAY = 4
"""The way that is gone through now."""
OTHERS = 5
"""How far others come at most. One in a later way must come farther to be better, so it counts as one less."""
STATES = 6


def forget_attempts() -> None:
    """Begin to look for a reason."""
    fill_words(reason_state, 0, STATES, -1)
    reason_state[WORDS] = 0


def words_of_reason() -> int:
    """How many words the reason has that stands in `text`; 0 where there is none for certain."""
    if reason_state[LOW] > reason_state[OTHERS]:
        return reason_state[WORDS]
    return 0


def begin_way() -> None:
    """Options are about the thing in another way now."""
    reason_state[WAY] = reason_state[WAY] + 1


def note_attempt(low: int, high: int) -> None:
    """An attempt has failed that comes as far as these bounds say. Its words stand in `text` behind those of the best
    attempt so far; there may be none."""
    global text_top
    best = reason_state[WORDS]
    words = text_top - best
    if words and words == best and same_text(words):
        if low > reason_state[LOW]:
            reason_state[LOW] = low
        if high > reason_state[HIGH]:
            reason_state[HIGH] = high
    elif words and low > reason_state[LOW]:
        reason_state[OTHERS] = reason_state[OTHERS] + 1
        if reason_state[HIGH] > reason_state[OTHERS]:
            reason_state[OTHERS] = reason_state[HIGH]
        copy_words(text, 0, best, words)
        reason_state[WORDS] = words
        reason_state[LOW] = low
        reason_state[HIGH] = high
        reason_state[BEST_WAY] = reason_state[WAY]
    else:
        note_other(high)
    text_top = reason_state[WORDS]


def note_other(high: int) -> None:
    """An attempt without those words comes so far at most."""
    if reason_state[WORDS] and reason_state[WAY] > reason_state[BEST_WAY]:
        high -= 1
    if high > reason_state[OTHERS]:
        reason_state[OTHERS] = high


def same_text(words: int) -> int:
    """Whether the words of an attempt are those of the best one so far, which are as many."""
    for i in range(words):
        if text[i] != text[words + i]:
            return 0
    return 1
