"""What was asked on one stack of the machine: a decision, and the rows of its options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from artrules.engine.execute.instance import Instance
from artrules.engine.lower.program import BranchTable, DecisionTable, Program
from artrules.play.position.values import ValueReader, ValueWriter

Candidate = tuple[Any, ...]
"""The index of a branch, then the values of its binders."""


class Asked:
    """A decision of one player, and what is offered. It never changes, and serves every copy of the game.

    An option is a row of words: the index of its branch, then the words of its binders' values, filled up with 0. Lists
    in rows belong to the heap as it was when the machine asked; so where a row may hold lists, `lists` has the values.
    """

    __slots__ = ("count", "is_put", "lists", "player", "positions", "rows", "stack", "table", "values", "width")

    def __init__(
        self,
        table: DecisionTable,
        stack: int,
        player: int,
        rows: list[int],
        width: int,
        positions: int,
        values: ValueReader,
        has_lists: bool,
    ) -> None:
        self.table = table
        self.stack = stack
        self.player = player
        """Who decides, counted from 0."""
        self.rows = rows
        self.width = width
        self.count = len(rows) // width
        self.positions = positions
        """How many positions were looked at to find the options."""
        self.is_put = True
        """Whether it is put to the player: no where the engine takes the only option."""
        self.values = values
        self.lists: list[Candidate] | None = None
        if has_lists:
            self.lists = [self._read(i) for i in range(self.count)]

    def branch(self, index: int) -> BranchTable:
        """The branch of an option."""
        return self.table.branches[self.rows[index * self.width]]

    def candidate(self, index: int) -> Candidate:
        """An option by its values."""
        return self._read(index) if self.lists is None else self.lists[index]

    def about(self, candidate: Candidate) -> Asked:
        """The same decision with a single option, whether that one is offered or not: for tools."""
        rows = [candidate[0], *[0] * (self.width - 1)]
        asked = Asked(self.table, self.stack, self.player, rows, self.width, 0, self.values, False)
        asked.lists = [candidate]
        return asked

    def _read(self, index: int) -> Candidate:
        first = index * self.width
        branch = self.rows[first]
        types = self.table.branches[branch].types
        words = self.rows[first + 1 : first + 1 + len(types)]
        read = self.values.value
        return (branch, *[read(word, type_) for word, type_ in zip(words, types, strict=True)])

    def put(self, index: int, program: Program, instance: Instance) -> None:
        """Write the row of an option to the beginning of `candidates`."""
        first = index * self.width
        row = self.rows[first : first + self.width]
        if self.lists is not None:
            branch, *values = self.lists[index]
            heap = instance.region("heap")[: instance.register("heap_top")]
            writer = ValueWriter(program.model, heap)
            types = self.table.branches[branch].types
            row[1 : 1 + len(types)] = [writer.word(v, t) for v, t in zip(values, types, strict=True)]
            instance.make_room("heap", len(heap))[: len(heap)] = heap
            instance.set_register("heap_top", len(heap))
        instance.region("candidates")[: self.width] = row


# Reads what the machine has asked: the decisions that wait, with the rows of their options.


class Offers:
    """What is offered in the memory of an instance."""

    def __init__(self, program: Program, instance: Instance) -> None:
        region = instance.region
        self.program = program
        self.instance = instance
        self.values = ValueReader(program.model, region("heap"))
        """Reads what stands in rows and elsewhere in memory."""
        self._row_words, self._rows_have_lists = program.tables["row_words"], program.tables["rows_have_lists"]
        self._may_have_lists = any(self._rows_have_lists)
        self._waiting, self._candidates = region("waiting"), region("candidates")
        names = ("stack", "top_of_stack", "offered_first", "offered_count", "offered_player", "offered_positions")
        single = [getattr(region(name), "words", region(name)) for name in names]  # what is behind a view of a region
        self._stack, self._tops, self._first, self._count, self._player, self._positions = single

    def asked_now(self, waiting_before: Sequence[Asked]) -> tuple[Asked, ...]:
        """What is asked on the stacks. Of those in `waiting_before` nobody has chosen an option since.

        This reads lists in rows, so it must come before the position is brought to rest.
        """
        if not waiting_before:
            return tuple([self.read(stack) for stack in self._stacks()])
        before = {asked.stack: asked for asked in waiting_before}
        return tuple([before.get(stack) or self.read(stack) for stack in self._stacks()])

    def read(self, stack: int) -> Asked:
        """What was asked on a stack just now."""
        first, count, number = self._first[stack], self._count[stack], self._decision(stack)
        rows = self._candidates[first : first + count * self._row_words[number]]
        asked = self.asked(number, stack, self._player[stack], rows, self._positions[stack])
        asked.is_put = count > 1 or bool(self.instance.call("is_put_anyway", stack))
        return asked

    def asked(self, number: int, stack: int, player: int, rows: list[int], positions: int) -> Asked:
        """A decision with some rows, in which lists are those of the heap in memory."""
        has_lists = bool(self._rows_have_lists[number])
        width = self._row_words[number]
        return Asked(self.program.decisions[number], stack, player, rows, width, positions, self.values, has_lists)

    def have_lists(self) -> bool:
        """Whether rows of what waits may hold lists. These go when the position is brought to rest."""
        return self._may_have_lists and any(self._rows_have_lists[self._decision(stack)] for stack in self._stacks())

    def _stacks(self) -> Sequence[int]:
        """The stacks on which a decision waits."""
        return self._waiting[: self.instance.count_waiting()]

    def _decision(self, stack: int) -> int:
        """The number of the decision that waits on a stack."""
        return self._stack[self._tops[stack] - 1]
