"""Counters of coverage: a number for each node whose runs or outcomes are counted."""

from __future__ import annotations

from artrules.ir.nodes import Node
from artrules.lower.program import Counted, Counter


class Counters:
    """The counters of a program that counts. A condition has two: for each time that it held, and that it didn't."""

    def __init__(self) -> None:
        self.all: list[Counter | None] = []
        self._numbers: dict[tuple[Counted, int], int] = {}

    def of(self, what: Counted, node: Node) -> int:
        """The number of the counter of a node; for a condition the first of its two."""
        key = (what, id(node))
        if key not in self._numbers:
            self._numbers[key] = len(self.all)
            self.all += [Counter(what, node)] + ([None] if what == "held" else [])
        return self._numbers[key]
