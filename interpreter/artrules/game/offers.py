"""Reads what the machine has asked: the decisions that wait, with the rows of their options."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.execute.instance import Instance
from artrules.game.asked import Asked
from artrules.lower.program import Program
from artrules.position.values import ValueReader


class Offers:
    """What is offered in the memory of an instance."""

    def __init__(self, program: Program, instance: Instance) -> None:
        region = instance.region
        self.program = program
        self.instance = instance
        self.values = ValueReader(program.model, region("heap"))
        """Reads what stands in rows and elsewhere in memory."""
        self._waiting, self._candidates = region("waiting"), region("candidates")
        self._row_words, self._rows_have_lists = region("row_words"), region("rows_have_lists")
        self._stack, self._tops = region("stack"), region("top_of_stack")
        self._offered = [region(f"offered_{what}") for what in ("first", "count", "player", "positions")]

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
        first, count, player, positions = [region[stack] for region in self._offered]
        number = self._decision(stack)
        rows = self._candidates[first : first + count * self._row_words[number]]
        asked = self.asked(number, stack, player, rows, positions)
        asked.is_put = count > 1 or bool(self.instance.call("is_put_anyway", stack))
        return asked

    def asked(self, number: int, stack: int, player: int, rows: list[int], positions: int) -> Asked:
        """A decision with some rows, in which lists are those of the heap in memory."""
        has_lists = bool(self._rows_have_lists[number])
        width = self._row_words[number]
        return Asked(self.program.decisions[number], stack, player, rows, width, positions, self.values, has_lists)

    def have_lists(self) -> bool:
        """Whether rows of what waits may hold lists. These go when the position is brought to rest."""
        return any(self._rows_have_lists[self._decision(stack)] for stack in self._stacks())

    def _stacks(self) -> Sequence[int]:
        """The stacks on which a decision waits."""
        return self._waiting[: self.instance.register("waiting_count")]

    def _decision(self, stack: int) -> int:
        """The number of the decision that waits on a stack."""
        return self._stack[self._tops[stack] - 1]
