"""The intrinsics of the machine under CPython (`machine/intrinsics.py` says what they mean)."""

from __future__ import annotations

from collections.abc import Mapping

from artrules.machine.language import Region
from artrules.machine.numbers import MOST_MEMO_WORDS, MOST_POSITIONS

Memory = Mapping[str, list[int]]


def copy_words(region: list[int], to: int, start: int, count: int) -> None:
    region[to : to + count] = region[start : start + count]


def fill_words(region: list[int], start: int, count: int, value: int) -> None:
    region[start : start + count] = [value] * count


class Growth:
    """Lets regions grow."""

    def __init__(self, memory: Memory, declarations: Mapping[str, Region]) -> None:
        self._most = {id(memory[name]): declaration.most for name, declaration in declarations.items()}

    def reserve(self, region: list[int], length: int) -> int:
        present = len(region)
        if length <= present:
            return 1
        most = self._most[id(region)]
        if length > most:
            return 0
        region.extend([0] * (min(max(2 * present, length), most) - present))
        return 1


class Memo:
    """Numbers keys."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._words = 0
        self._key: list[int] = []

    def memo_clear(self) -> None:
        self._numbers.clear()
        self._words = 0
        self._key.clear()

    def memo_add(self, region: list[int], start: int, count: int) -> None:
        self._key.append(count)
        self._key += region[start : start + count]

    def memo_add_number(self, number: int) -> None:
        self._key.append(number)

    def memo_id(self) -> int:
        key = tuple(self._key)
        self._key.clear()
        if self._words + len(key) > MOST_MEMO_WORDS:
            return -1
        number = self._numbers.get(key)
        if number is not None:
            return number
        number = len(self._numbers)
        if number == MOST_POSITIONS:
            return -1
        self._numbers[key] = number
        self._words += len(key)
        return number
