"""The executor that runs the machine's code as it stands, as Python functions over lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from artrules.execute.link import link
from artrules.execute.memory import FAST, RegionFactory
from artrules.execute.position import Form, Position, form_of
from artrules.execute.program import Linkable


class Instance:
    """A machine with a program and memory of its own.

    It holds one position at a time. Whoever acts on a position loads it first (`load`), calls functions, and saves what
    has become of it (`save`). After a function has set the register `status`, memory may be half changed: the next
    `load` puts it right. Instances don't share anything that changes, but only one thread may use an instance at a
    time.
    """

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
        self._asked = False
        self._keys: Sequence[int] | None = None

    @property
    def form(self) -> Form:
        """The form of this instance's positions."""
        return self._form

    def call(self, name: str, *arguments: int) -> int:
        """Call a function that may change the position; 0 where it gives no number."""
        self._loaded = None
        return self._names[name](*arguments) or 0

    def ask(self, name: str, *arguments: int) -> int:
        """Call a function that only reads the position, such as one that writes a label. It may make lists and choose
        another active stack; the next `load` undoes that, and what it does to `status`."""
        self._asked = True
        return self._names[name](*arguments) or 0

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

    def register(self, name: str) -> int:
        """The value of a register."""
        value: int = self._names[name]
        return value

    def set_register(self, name: str, value: int) -> None:
        """Give a register a value."""
        self._names[name] = value

    def region(self, name: str) -> list[int]:
        """The memory of a region. It stays the same object."""
        words: list[int] = self._names[name]
        return words

    def set_keys(self, keys: Sequence[int]) -> None:
        """Set the keys of the random streams, each 64 bits with a sign. They aren't part of the position."""
        if keys is not self._keys:
            self._names["stream_key"][:] = keys
            self._keys = keys

    def save(self) -> Position:
        """The position in memory, which the function `rest` has brought into the form that is kept."""
        self._loaded = position = Position(self._form, self._names["save"]())
        return position

    def load(self, position: Position) -> bool:
        """Put a position into memory, and make `status` FINE. Returns whether another one was there; then the options
        that memory holds aren't those of this position."""
        if position is not self._loaded:
            self._loaded = None
            self._names["load"](position.content)
            self._loaded = position
            self._asked = False
            return True
        if self._asked:
            self._names["take_up"]()
            self._names["heap_top"] = self._names["CONSTANTS"] + len(position.heap)
            self._asked = False
        return False

    def save_knowledge(self) -> tuple[Any, ...]:
        """What seats know, in the same form as a position's content."""
        knowledge: tuple[Any, ...] = self._names["save_knowledge"]()
        return knowledge

    def load_knowledge(self, knowledge: tuple[Any, ...]) -> None:
        """Put what seats know into memory."""
        self._names["load_knowledge"](knowledge)
