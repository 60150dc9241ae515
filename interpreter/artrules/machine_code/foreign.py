"""Functions that a program calls and that aren't machine code: an executor calls them as Python functions."""

from __future__ import annotations

from collections.abc import Callable

from artrules.record import dataclass


@dataclass(frozen=True, slots=True)
class ForeignType:
    """What values are: truth values, or numbers within bounds."""

    low: int
    high: int
    truth: bool = False

    def __str__(self) -> str:
        return "a truth value" if self.truth else f"a number in {self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class ForeignFunction:
    """A function of plain values, which gives one. `label` names it in messages, with whoever it is from.

    With `draws` it takes a function before the values: that gives a random number below another one.
    """

    label: str
    parameters: tuple[ForeignType, ...]
    result: ForeignType
    draws: bool
    compute: Callable[..., object]

    @property
    def words(self) -> int:
        """How many words it takes: one for each value, and one for the stream from which it draws."""
        return len(self.parameters) + self.draws
