"""Patterns of texts: which texts a label with holes can become, and which of them a text was probably meant to be.

A pattern is a row of pieces. A piece knows where it can end in a text if it begins at a place; so matching follows sets
of places, and needs no regular expressions, which would take longer to compile than to use.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product
from typing import Protocol

from artrules.text.diagnostics.suggest import Closest, closest, is_one_edit

_DIGITS = re.compile(r"-?[0-9]+", re.ASCII)
_MOST_ROWS = 4000
"""Rows of pieces without alternatives that are looked through for a text that may have been meant."""


class Piece(Protocol):
    """A part of a pattern."""

    def ends(self, text: str, start: int) -> Iterable[int]:
        """The places in a text at which the piece can end if it begins at `start`."""
        ...

    def nearest(self, other_text: str) -> str | None:
        """The text of this piece that was probably meant by another one; None if none is near."""
        ...

    def ends_of_rest(self, text: str) -> Iterable[int]:
        """The places at which the piece can end if the text begins somewhere in the piece, or where it ends."""
        ...

    def begins(self, part: str) -> bool:
        """Whether the piece can begin with a text."""
        ...

    def holds(self, part: str) -> bool:
        """Whether a text can stand in the piece."""
        ...


Pattern = tuple[Piece, ...]
Judge = Callable[[Pattern, str], bool]


class Words:
    """One of some texts."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = frozenset(texts)
        self._lengths = sorted({len(text) for text in self.texts}) or [0]

    def ends(self, text: str, start: int) -> Iterable[int]:
        return [end for length in self._lengths if text[start : (end := start + length)] in self.texts]

    def nearest(self, other_text: str) -> str | None:
        near = closest(other_text, sorted(self.texts), 1)
        return near[0] if near else next((text for text in sorted(self.texts) if is_one_edit(other_text, text)), None)

    def ends_of_rest(self, text: str) -> Iterable[int]:
        return [end for end in range(min(len(text), self._lengths[-1]) + 1) if text[:end] in self._rests]

    @cached_property
    def _rests(self) -> frozenset[str]:
        """What the texts can end with."""
        return frozenset(text[start:] for text in self.texts for start in range(len(text) + 1))

    def begins(self, part: str) -> bool:
        return any(each.startswith(part) for each in self.texts)

    def holds(self, part: str) -> bool:
        return any(part in each for each in self.texts)


class Whole:
    """A whole number within bounds, in digits."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def ends(self, text: str, start: int) -> Iterable[int]:
        match = _DIGITS.match(text, start)
        if match is None:
            return []
        return [end for end in range(start + 1, match.end() + 1) if self._is_one(text[start:end])]

    def _is_one(self, digits: str) -> bool:
        return len(digits) < 12 and digits != "-" and self.low <= int(digits) <= self.high

    def nearest(self, other_text: str) -> str | None:
        return None

    def ends_of_rest(self, text: str) -> Iterable[int]:
        return [end for end in range(len(text) + 1) if self.holds(text[:end])]

    def begins(self, part: str) -> bool:
        return self.holds(part)

    def holds(self, part: str) -> bool:
        return not part.removeprefix("-").strip("0123456789")


class Listed:
    """Any number of texts of one piece, joined by commas; perhaps none."""

    def __init__(self, item: Pattern) -> None:
        self.item = item

    def ends(self, text: str, start: int) -> Iterable[int]:
        ends = {start}
        waiting = [start]
        while waiting:
            place = waiting.pop()
            after = place if place == start else place + 2
            if after != place and not text.startswith(", ", place):
                continue
            for end in pattern_ends(self.item, text, {after}):
                if end not in ends:
                    ends.add(end)
                    waiting.append(end)
        return ends

    def nearest(self, other_text: str) -> str | None:
        return None

    def ends_of_rest(self, text: str) -> Iterable[int]:
        return [end for end in range(len(text) + 1) if self._fits(text[:end], first=_is_rest, last=_is_whole)]

    def begins(self, part: str) -> bool:
        return self._fits(part, first=_is_whole, last=may_begin)

    def holds(self, part: str) -> bool:
        return self._fits(part, first=_is_rest, last=may_begin)

    def _fits(self, part: str, first: Judge, last: Judge) -> bool:
        """Whether a part of the list can be so: `first` judges the item in which it begins, `last` that in which it
        ends. An item in which it does both may be any part of one."""
        items = part.split(", ")
        if not part or (len(items) == 1 and may_hold(self.item, part)):
            return True
        return (
            len(items) > 1
            and first(self.item, items[0])
            and all(_is_whole(self.item, item) for item in items[1:-1])
            and last(self.item, items[-1])
        )


class Anything:
    """Any text: nothing is known of it."""

    def ends(self, text: str, start: int) -> Iterable[int]:
        return range(start, len(text) + 1)

    def nearest(self, other_text: str) -> str | None:
        return None

    def ends_of_rest(self, text: str) -> Iterable[int]:
        return range(len(text) + 1)

    def begins(self, part: str) -> bool:
        return True

    def holds(self, part: str) -> bool:
        return True


class OneOf:
    """One of some patterns."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self.patterns = tuple(patterns)

    def ends(self, text: str, start: int) -> Iterable[int]:
        return {end for pattern in self.patterns for end in pattern_ends(pattern, text, {start})}

    def nearest(self, other_text: str) -> str | None:
        return None

    def ends_of_rest(self, text: str) -> Iterable[int]:
        return {end for pattern in self.patterns for end in ends_of_rest(pattern, text)}

    def begins(self, part: str) -> bool:
        return any(may_begin(pattern, part) for pattern in self.patterns)

    def holds(self, part: str) -> bool:
        return any(may_hold(pattern, part) for pattern in self.patterns)


def pattern_ends(pattern: Pattern, text: str, starts: set[int]) -> set[int]:
    """The places at which a pattern can end if it begins at one of some places."""
    for piece in pattern:
        starts = {end for start in starts for end in piece.ends(text, start)}
        if not starts:
            break
    return starts


def ends_of_rest(pattern: Pattern, text: str) -> set[int]:
    """The places at which a pattern can end if a text begins somewhere in it, or where it ends."""
    reached: set[int] = set()
    for piece in pattern:
        reached = {end for start in reached for end in piece.ends(text, start)} | set(piece.ends_of_rest(text))
    return reached


def may_begin(pattern: Pattern, part: str) -> bool:
    """Whether a pattern can begin with a text."""
    starts = {0}
    for piece in pattern:
        if any(piece.begins(part[start:]) for start in starts):
            return True
        starts = {end for start in starts for end in piece.ends(part, start)}
    return len(part) in starts


def may_hold(pattern: Pattern, part: str) -> bool:
    """Whether a text can stand in a pattern: in one piece, or from the end of one to the beginning of another."""
    reached: set[int] = set()
    for piece in pattern:
        if piece.holds(part) or any(piece.begins(part[start:]) for start in reached):
            return True
        reached = {end for start in reached for end in piece.ends(part, start)} | set(piece.ends_of_rest(part))
        if len(part) in reached:
            return True
    return False


def _is_whole(pattern: Pattern, part: str) -> bool:
    return len(part) in pattern_ends(pattern, part, {0})


def _is_rest(pattern: Pattern, part: str) -> bool:
    return len(part) in ends_of_rest(pattern, part)


class Texts:
    """All texts that some patterns can become."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self.patterns = list(patterns)
        self._memo: dict[str, bool] = {}
        self._nearest: dict[str, Closest] = {}
        self._faults: dict[str, list[tuple[Piece, int, int]]] = {}

    @cached_property
    def _by_letter(self) -> dict[str, list[Pattern]]:
        """The patterns by the letter with which they begin; under an empty text those that may begin with any."""
        patterns_by_letter: dict[str, list[Pattern]] = {}
        for pattern in self.patterns:
            first = pattern[0] if pattern else None
            letters = {text[:1] for text in first.texts} if isinstance(first, Words) else {""}
            for letter in {""} if "" in letters else letters:
                patterns_by_letter.setdefault(letter, []).append(pattern)
        return patterns_by_letter

    def has(self, text: str) -> bool:
        """Whether one of the patterns can become a text."""
        if text not in self._memo:
            begin = [*self._by_letter.get(text[:1], ()), *self._by_letter.get("", ())]
            self._memo[text] = any(len(text) in pattern_ends(pattern, text, {0}) for pattern in begin)
        return self._memo[text]

    def may_hold(self, text: str) -> bool:
        """Whether a text can stand in one of the patterns' texts. In doubt it can."""
        return any(may_hold(pattern, text) for pattern in self.patterns)

    def nearest(self, text: str) -> Closest:
        """Texts that may have been meant: those that differ in one piece, the nearest first. They are looked for once:
        a text that is wrong in one place often stands in others, too."""
        if text not in self._nearest:
            self._nearest[text] = closest(text, self._repaired(text))
        return self._nearest[text]

    def outside(self, text: str) -> tuple[str, int, int] | None:
        """The number that alone keeps a text from being one of these, because it lies outside of its bounds: its
        digits, and the bounds. None where something else is wrong, too."""
        for piece, start, end in self._only_faults(text):
            if isinstance(piece, Whole) and _DIGITS.fullmatch(text, start, end):
                return text[start:end], piece.low, piece.high
        return None

    def _repaired(self, text: str) -> Iterator[str]:
        """Texts that a pattern can become and that differ from a text in one piece."""
        for piece, start, end in self._only_faults(text):
            if (meant := piece.nearest(text[start:end])) is not None:
                yield text[:start] + meant + text[end:]

    def _only_faults(self, text: str) -> list[tuple[Piece, int, int]]:
        """The parts of a text that alone keep it from being what a pattern can become."""
        if text not in self._faults:
            rows = (row for pattern in self.patterns for row in _rows(pattern))
            self._faults[text] = [fault for row in rows for fault in _only_faults(row, text)]
        return self._faults[text]


def _rows(pattern: Pattern) -> Iterator[Pattern]:
    """The rows of pieces without alternatives that a pattern stands for."""
    choices: list[Sequence[Pattern]] = [
        [row for inner in piece.patterns for row in _rows(inner)] if isinstance(piece, OneOf) else [(piece,)]
        for piece in pattern
    ]
    for chosen in islice(product(*choices), _MOST_ROWS):
        yield tuple(piece for row in chosen for piece in row)


def _only_faults(row: Pattern, text: str) -> Iterator[tuple[Piece, int, int]]:
    """The parts of a text that alone keep it from being what a row can become: what stands before and behind fits."""
    reached = [{0}]
    for piece in row:
        reached.append({end for start in reached[-1] for end in piece.ends(text, start)})
    rest = {len(text)}
    for i in reversed(range(len(row))):
        yield from ((row[i], start, end) for start in reached[i] for end in rest if start <= end)
        rest = {start for start in range(len(text) + 1) if any(end in rest for end in row[i].ends(text, start))}
        if not rest:
            return
