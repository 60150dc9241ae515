"""Which options can be completed, found by trying everything: without proofs, memory or merging of equal options.

This is the reference for what a game offers; it is slow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.engine.machine.looking_ahead import DECIDES, YES
from artrules.engine.machine.numbers import FAULTY, FINE, MOST_STEPS, SLOTS
from artrules.model.ir.types import Card, Optional, Power, Type
from artrules.play.explain.faults import Stopped, read_fault
from artrules.play.game.decision import Decision, Option, decision_at, option_at

if TYPE_CHECKING:
    from artrules.play.game.game import Game

Row = list[int]


class TooManyPositions(Exception):
    """The search would have to try more positions than its limit."""


class ExhaustiveSearch:
    """Tries everything that can follow each option of a decision, up to `most` positions for one decision. It serves
    all games with the same players and settings."""

    def __init__(self, game: Game, most: int) -> None:
        self._runtime = game.playing.runtime.without_shortcuts()
        self._most = most
        self._remaining = most

    def options(self, decision: Decision) -> list[Option]:
        """The options of a decision that can be completed, including options that nothing tells apart. Raises
        TooManyPositions."""
        self._remaining = self._most
        asked, runtime, instance = decision.asked, self._runtime, self._runtime.instance
        runtime.load(decision.moment.position)
        for register in ("logging", "knowing", "work_top", "journal_top"):
            instance.set_register(register, 0)
        instance.call("activate", asked.stack)
        instance.set_register("looking_ahead", 1)
        try:
            rows = self._rows()
            instance.call("save_position", 0)
            words = [word for row in rows for word in row]
            everything = runtime.offers.asked(asked.table.number, asked.stack, asked.player, words, 0)
            completed = [i for i, row in enumerate(rows) if self._completes(row, 0)]
        finally:
            instance.set_register("looking_ahead", 0)
            instance.set_register("status", FINE)
        whole_decision = decision_at(decision.moment, -1, asked=everything)
        return [option_at(whole_decision, i) for i in completed]

    def _rows(self) -> list[Row]:
        """The rows of all candidates of the decision on top of the active stack; none where listing them fails."""
        instance = self._runtime.instance
        instance.set_register("steps", 0)
        instance.set_register("candidates_top", 0)
        number = instance.region("stack")[instance.register("stack_top") - 1]
        width = instance.region("row_words")[number]
        instance.call("list_rows")
        self._check()
        if instance.register("status"):
            instance.set_register("status", FINE)
            return []
        rows = instance.region("candidates")
        return [rows[i * width : (i + 1) * width] for i in range(instance.register("row_count"))]

    def _completes(self, row: Row, depth: int) -> bool:
        """Whether a candidate of the position in a slot can be completed."""
        self._remaining -= 1
        if self._remaining < 0:
            raise TooManyPositions
        instance = self._runtime.instance
        instance.call("restore_position", depth)
        instance.region("candidates")[: len(row)] = row
        instance.set_register("candidates_top", len(row))
        instance.set_register("positions", 0)
        instance.set_register("search_steps", -MOST_STEPS)
        reached = instance.call("follow", 0, instance.region("stack")[instance.register("stack_top") - 1])
        self._check()
        if reached != DECIDES:
            return reached == YES
        later = self._rows()
        instance.call("save_position", depth + 1)
        return any(self._completes(row, depth + 1) for row in later)

    def _check(self) -> None:
        runtime = self._runtime
        if runtime.instance.register("status") == FAULTY:
            raise Stopped(read_fault(runtime.program, runtime.instance))


def appearance(option: Option) -> tuple[Any, ...]:
    """A value that is equal for options which differ only in cards that look the same in a zone without order."""
    region = option.decision.moment.load().instance.region
    zone_of, look_of, is_loose = region("zone_of"), region("look_of"), region("is_loose")

    def look(value: Any, type_: Type) -> Any:
        match type_:
            case Optional(of) if value is not None:
                return look(value, of)
            case Card() if is_loose[zone_of[value]]:
                return zone_of[value], look_of[value]
            case Power():
                return look(value // SLOTS, Card(frozenset())), value % SLOTS
        return value

    number, *values = option.candidate
    types = option.decision.asked.table.branches[number].types
    return (number, *(look(v, t) for v, t in zip(values, types, strict=True)))
