"""The functions of a program as one thing: programs that run the same code share it, and so what is compiled of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import overload

from artrules.machine_code.nodes import Function


class Functions(Sequence[Function]):
    """Functions that are made when somebody first asks for one. Compared by identity."""

    def __init__(self, make: Callable[[], Sequence[Function]]) -> None:
        self._make = make

    @cached_property
    def _all(self) -> Sequence[Function]:
        return self._make()

    @overload
    def __getitem__(self, index: int) -> Function: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Function]: ...
    def __getitem__(self, index: int | slice) -> Function | Sequence[Function]:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)
