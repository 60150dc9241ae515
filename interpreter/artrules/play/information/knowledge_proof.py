"""Checks what seats know according to a save, before it is used: the histories of cards that a seat doesn't know, and
what those cards carried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from artrules.engine.lower.program import Program
from artrules.engine.machine.hidden.carried import IN_ATTRIBUTE
from artrules.engine.machine.hidden.knowledge import GROUP_STACKS
from artrules.engine.machine.numbers import SLOTS
from artrules.model.ir.types import Type
from artrules.play.position.codec import DecodedPosition, declared_attributes
from artrules.play.position.proof.kept import read_uses, read_watches
from artrules.play.position.proof.values import Values
from artrules.play.position.save_document import SaveRefused, damaged, whole
from artrules.play.position.written import Words

Sight = Callable[[int], int]
"""The seats that see a card now, as bits."""


def check_knowledge(program: Program, position: DecodedPosition, data: dict[str, Any], sight: Sight) -> None:
    """Check the knowledge in a save, for a position that has been proved. Raises SaveRefused."""
    values = Values(program, position.scene.serials, position.clock.next_record)
    values.records = position.records
    proof = _Proof(values, data)
    proof.check_seats(data["seats"], sight)
    then = data["phase_start"]
    if (then is None) != (position.phase_start is None):
        raise wrong_knowledge()
    if then is not None:
        proof.check_phase_start(then)


class _Proof:
    def __init__(self, values: Values, data: dict[str, Any]) -> None:
        stacks = 1 + values.players
        latest: Any = data.get("latest")
        if data.keys() != {"seats", "latest", "phase_start"} or not _are_words(latest) or len(latest) != stacks:
            raise wrong_knowledge()
        if not all(whole(group, 0, (1 << 31) // GROUP_STACKS - 2) for group in latest):
            raise wrong_knowledge()
        self._values = values
        self._stacks = stacks
        self._latest: int = max(latest)
        self._types = {declared.place: declared.type for declared in declared_attributes(values.layout)}

    def check_seats(self, seats: Any, sight: Sight | None = None) -> None:
        """Check what each seat doesn't know; `sight` for what is so now."""
        if not isinstance(seats, list) or len(seats) != self._values.players:
            raise wrong_knowledge()
        for seat, unknown in enumerate(seats):
            if not isinstance(unknown, list):
                raise wrong_knowledge()
            for row in unknown:
                if not isinstance(row, list) or len(row) != 3 or not self._values.is_card(row[0]):
                    raise wrong_knowledge()
                card, history, carried = row
                if (sight is not None and sight(card) >> seat & 1) or not self._is_history(history):
                    raise wrong_knowledge()
                self._check_carried(card, carried)
            if any(a[0] >= b[0] for a, b in pairwise(unknown)):
                raise wrong_knowledge()

    def check_phase_start(self, then: Any) -> None:
        """Check what was known when the phase in progress began, and uses and watches at that time."""
        if not isinstance(then, dict) or then.keys() != {"seats", "uses", "watches"}:
            raise wrong_knowledge()
        self.check_seats(then["seats"])
        if not _are_words(then["uses"]) or not _are_words(then["watches"]) or len(then["uses"]) % 3:
            raise wrong_knowledge()
        players = self._values.players
        uses = then["uses"]
        rows = [(k // players, k % players, what, n) for k, what, n in zip(*[iter(uses)] * 3, strict=True)]
        read_uses(self._values, tuple(rows))
        captured = self._values.program.find_frames().captured
        words, watches = Words(self._values.model, then["watches"]), []
        while not words.at_end:
            owner, serial, code, times, count = words.numbers(5)
            if code not in captured or count != len(captured[code]):
                raise wrong_knowledge()
            watches.append((owner, serial, code, times, words.values(captured[code])))
        read_watches(self._values, tuple(watches))

    def _is_history(self, history: Any) -> bool:
        """Whether a value is a history: shuffle groups in order of time, each of a stack that has made as many."""
        if not _are_words(history) or not history or not all(group >= GROUP_STACKS for group in history):
            return False
        if any(a >= b for a, b in pairwise(history)):
            return False
        return all(g % GROUP_STACKS < self._stacks and g // GROUP_STACKS <= self._latest for g in history)

    def _check_carried(self, card: int, carried: Any) -> None:
        if not _are_words(carried) or len(carried) < 2:
            raise wrong_knowledge()
        attributes, powers, *rest = carried
        if attributes < 0 or powers < 0 or attributes + powers > len(rest) or (len(rest) - attributes - powers) % 2:
            raise wrong_knowledge()
        self._check_attributes(card, rest[:attributes])
        if powers:
            self._check_powers(rest[attributes : attributes + powers])
        places = rest[attributes + powers :]
        if not all(0 <= kind <= IN_ATTRIBUTE for kind in places[::2]) or not all(n >= 0 for n in places[1::2]):
            raise wrong_knowledge()

    def _check_attributes(self, card: int, found: Sequence[int]) -> None:
        tables = self._values.program.tables
        first, last = tables["changing_first"][card : card + 2]
        own: list[Type] = [self._types[index] for index in tables["changing"][first:last]]
        words, before = Words(self._values.model, found), -1
        while not words.at_end:
            [which] = words.numbers(1)
            if not before < which < len(own) or not self._values.fits(words.value(own[which]), own[which]):
                raise wrong_knowledge()
            before = which

    def _check_powers(self, found: Sequence[int]) -> None:
        count, limits = found[0], self._values.program.numbers["LIMITS"] * self._values.players
        uses = found[1 + count :] if 0 <= count < len(found) else [0]
        if len(uses) % 3 or not all(self._values.is_definition(power) for power in found[1 : 1 + count]):
            raise wrong_knowledge()
        for limit, slot, times in zip(*[iter(uses)] * 3, strict=True):
            if not (whole(limit, 0, limits - 1) and whole(slot, 0, SLOTS - 1) and times >= 1):
                raise wrong_knowledge()


def wrong_knowledge() -> SaveRefused:
    """The exception for knowledge that no seat can have."""
    return damaged("what seats know in it can't be")


def _are_words(value: Any) -> bool:
    return isinstance(value, list) and all(whole(word, -(1 << 31), (1 << 31) - 1) for word in value)
