"""A machine whose memory holds only what one seat knows. The game's own code runs on it to answer a question.

`observed_position.py` fills the memory. What can't be done raises an exception here, so that whoever asks learns where
it was, and the values of the names there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any

from artrules.engine.execute.cpython import CPythonInstance, compiled_code
from artrules.engine.execute.guarded import GUARDED, UNKNOWN, Hidden, NotKnown
from artrules.engine.lower.program import Program
from artrules.engine.machine.language import Kept
from artrules.engine.machine.numbers import FINE
from artrules.engine.machine.rules.texts import CARD
from artrules.engine.machine_code.machine import find_machine

FOR_CONSTANTS = 20_000
"""Words of the heap, before the lists of a position, for the constant lists of expressions that questions need."""


class Fail(Exception):
    """Something can't be done, at a place in the content."""

    def __init__(self, site: int) -> None:
        super().__init__(site)
        self.site = site


class FoundFault(Exception):
    """The content did something that it must not do."""


def _fail(site: int) -> None:
    raise Fail(site)


def _find_fault(kind: int, site: int, low: int, high: int, value: int) -> None:
    raise FoundFault(kind, site)


def _keep_all(decision: int, me: int, first: int) -> None:
    """Of candidates that look alike, all are followed."""


@lru_cache(maxsize=16)
def known_machine(program: Program) -> KnownMachine:
    """The machine for questions about games of a program. Its memory is filled anew for each question."""
    return KnownMachine(program)


class KnownMachine:
    """Runs a program's code on what a seat knows."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names = CPythonInstance(program, GUARDED).names
        """What generated code can name: its functions, the machine's, regions, registers."""
        self.names.update(fail=_fail, find_fault=_find_fault, drop_alike=_keep_all)
        self.region("heap").extend([0] * FOR_CONSTANTS)
        self["CONSTANTS"] += FOR_CONSTANTS
        self._tell_hidden_cards()
        self._uses = self.names["uses"]
        self._sizes = {
            name: len(self.region(name))
            for name, region in find_machine().regions.items()
            if region.kept in (Kept.POSITION, Kept.KNOWLEDGE) and name != "heap"
        }
        self._generated = {code.co_name for code in compiled_code(program)}

    # -- memory

    def region(self, name: str) -> list[Any]:
        words: list[Any] = self.names[name]
        return words

    def __getitem__(self, register: str) -> int:
        value: int = self.names[register]
        return value

    def __setitem__(self, register: str, value: int) -> None:
        self.names[register] = value

    def forget(self) -> None:
        """Make all unknown, but for the heap, whose lists nothing refers to any more."""
        for name, size in self._sizes.items():
            self.region(name)[:] = [UNKNOWN] * size

    def keep(self) -> Any:
        """The position in memory, to go back to."""
        return self.names["save_slot"]()

    def go_back(self, position: Any) -> None:
        """Go back to a position that was kept."""
        self.names["load_slot"](position)

    def _tell_hidden_cards(self) -> None:
        """In texts, stand-ins are cards that no seat sees."""
        word, tell_card, tell_seen = (self.names[name] for name in ("word", "tell_card", "tell_seen"))

        def tell_card_or_stand_in(card: Any) -> None:
            if isinstance(card, Hidden):
                for each in (CARD, 0, 0, 0, 0):
                    word(each)
            else:
                tell_card(card)

        def tell_seen_or_stand_in(card: Any) -> None:
            if isinstance(card, Hidden):
                for _ in range(3):
                    word(0)
            else:
                tell_seen(card)

        self.names.update(tell_card=tell_card_or_stand_in, tell_seen=tell_seen_or_stand_in)

    def hide_uses(self, may_know: Callable[[int, int, int], bool]) -> None:
        """Guard the counts of uses. `may_know` says of a player, a limit and what it counts whether they may be
        known, where nothing has been counted."""
        count = self._uses

        def uses(me: int, limit: int, what: int) -> int:
            times: int = count(me, limit, what)
            if not times and not may_know(me, limit, what):
                raise NotKnown
            return times

        self.names["uses"] = uses

    # -- code

    def call(self, function: str, *arguments: Any) -> Any:
        """What a function of the machine or the program gives. `status` may say afterwards that it has stopped. Raises
        NotKnown, Fail and FoundFault."""
        return self.run(self.names[function], *arguments)

    def call_table(self, table: str, index: int, *arguments: Any) -> Any:
        """The same for the function that a table has at an index."""
        return self.run(self.names[table][index], *arguments)

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The same for a function itself."""
        self.names.update(status=FINE, steps=0, work_top=0, text_top=0)
        return function(*arguments)

    def define(self, function: FunctionType) -> Callable[..., Any]:
        """Add a function to the content's."""
        self.names[function.__name__] = function
        self._generated.add(function.__name__)
        return function

    def locals_at(self, fail: Fail) -> dict[str, Any]:
        """The names, with values, at the place of a failure: the locals of the innermost function that comes from
        content."""
        local_values: dict[str, Any] = {}
        traceback = fail.__traceback__
        while traceback is not None:
            frame = traceback.tb_frame
            if frame.f_globals is self.names and frame.f_code.co_name in self._generated:
                local_values = dict(frame.f_locals)
            traceback = traceback.tb_next
        return local_values
