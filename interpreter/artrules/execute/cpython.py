"""The executor that runs the machine's code as it stands, as Python functions over lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from artrules.execute.foreign import ForeignFunctions
from artrules.execute.instance import MachineTrap
from artrules.execute.link import FOREIGN, link
from artrules.execute.memory import FAST, RegionFactory
from artrules.execute.packing import Form, form_of
from artrules.execute.position import Knowledge, Position
from artrules.machine.numbers import FINE
from artrules.machine_code.program import Linkable


class CPythonInstance:
    """An instance (`instance.py`) whose code is Python functions, and whose memory is lists."""

    def __init__(
        self,
        program: Linkable,
        regions: RegionFactory = FAST,
        *,
        counting: bool = False,
        replacements: Mapping[str, str] | None = None,
    ) -> None:
        """Links the machine with a program. `regions` makes the objects that are memory (`memory.py`), `counting` says
        whether code counts what it runs, `replacements` gives functions another text (`link.py`). Raises `ValueError`
        where machine and program don't fit together."""
        self.program = program
        self._names = link(program, regions, counting=counting, replacements=replacements)
        self._form = form_of(program)
        self._loaded: Position | None = None
        self.latest: Position | None = None
        self._asked = False
        self._keys: Sequence[int] | None = None

    @property
    def form(self) -> Form:
        return self._form

    def call(self, name: str, *arguments: int) -> int:
        self._loaded = None
        try:
            return self._names[name](*arguments) or 0
        except RecursionError:
            raise MachineTrap(name, "calls nest too deep", too_deep=True) from None

    def ask(self, name: str, *arguments: int) -> int:
        self._asked = True
        try:
            return self._names[name](*arguments) or 0
        except BaseException as problem:
            self._loaded = None  # it may have been interrupted anywhere
            if isinstance(problem, RecursionError):
                raise MachineTrap(name, "calls nest too deep", too_deep=True) from None
            raise

    def step(self, option: int) -> int:
        self.latest = None
        offered = self.call("step", option)
        if self._names["status"] == FINE:
            self.latest = self.save()
        return offered

    def position_of(self, latest: Position) -> Position:
        return latest

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the machine or the program itself, for those who run parts of the program on their own."""
        self._loaded = None
        function: Callable[..., Any] = self._names[name]
        return function

    @property
    def names(self) -> dict[str, Any]:
        """Everything that the linked code can name, by name: for those who put functions of their own among it."""
        self._loaded = None
        return self._names

    @property
    def foreign_problem(self) -> str:
        foreign: ForeignFunctions = self._names[FOREIGN]
        return foreign.problem

    def register(self, name: str) -> int:
        value: int = self._names[name]
        return value

    def set_register(self, name: str, value: int) -> None:
        self._names[name] = value

    def region(self, name: str) -> list[int]:
        words: list[int] = self._names[name]
        return words

    def make_room(self, name: str, length: int) -> list[int]:
        words = self.region(name)
        if len(words) < length:
            words.extend([0] * (length - len(words)))
        return words

    def set_keys(self, keys: Sequence[int]) -> None:
        if keys is not self._keys or self._names["keys_changed"]:
            self._keys = None  # until it is done: it may be interrupted
            self._names["stream_key"][:] = keys
            self._names["keys_changed"] = 0
            self._keys = keys

    def save(self) -> Position:
        if self.latest is not None and self.latest is self._loaded:
            return self.latest
        self._loaded = position = Position(self._form, self._names["save"]())
        return position

    def load(self, position: Position) -> bool:
        if position is not self._loaded:
            self._loaded = None
            self._names["load"](position.content)
            self._loaded = position
            self._asked = False
            return True
        if self._asked:
            self._names["take_up"]()
            self._names["heap_top"] = self._names["CONSTANTS"] + position.heap_words
            self._asked = False
        return False

    def save_knowledge(self) -> Knowledge:
        return Knowledge(self._form, self._names["save_knowledge"]())

    def load_knowledge(self, knowledge: Knowledge) -> None:
        self._names["load_knowledge"](knowledge.content)
