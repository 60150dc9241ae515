"""Which functions are translated anew wherever they are called: short ones, of which a call would be most.

The compilers of WebAssembly that hosts use don't do that themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf

from artrules.machine_code.nodes import Call, Function
from artrules.machine_code.walk import own_values, statements, values
from artrules.record import dataclass

MOST_PARTS = 120
"""The most statements and values of such a function, with those of what is translated in it."""


@dataclass(frozen=True, slots=True)
class Inlined:
    """Such a function. `inferring` says whether it comes from text (`translate.py`)."""

    function: Function
    inferring: bool


def small_functions(
    functions: Iterable[Function], inferring: bool = True, others: Mapping[str, Inlined] = {}
) -> dict[str, Inlined]:
    """Those among some functions that are small enough, by name, and those that were found before."""
    return _Choice(functions, inferring, others).chosen


class _Choice:
    def __init__(self, functions: Iterable[Function], inferring: bool, others: Mapping[str, Inlined]) -> None:
        self._known = {name: other.function for name, other in others.items()}
        self._known |= {function.name: function for function in functions}
        self._sizes: dict[str, float] = {}
        self.chosen = {**others}
        for name, function in self._known.items():
            if self._size(name) <= MOST_PARTS:
                self.chosen.setdefault(name, Inlined(function, inferring))

    def _size(self, name: str) -> float:
        """How many parts the function has; infinite for one that calls itself, or one that does. What it calls counts
        as it will be: as a call, or as the parts that take its place."""
        if name not in self._sizes:
            self._sizes[name] = inf
            size = 0.0
            for statement in statements(self._known[name].body):
                size += 1
                for part in (part for value in own_values(statement) for part in values(value)):
                    size += 1
                    if isinstance(part, Call) and part.function in self._known:
                        inner = self._size(part.function)
                        size += 0 if MOST_PARTS < inner < inf else inner
            self._sizes[name] = size
        return self._sizes[name]
