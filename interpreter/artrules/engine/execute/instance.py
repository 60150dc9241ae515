"""What every executor gives: a machine with a program and memory of its own, for hosts."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, SupportsIndex, overload

from artrules.engine.execute.position import Form, Knowledge, Position
from artrules.engine.machine_code.program import Linkable


class MemoryView(Protocol):
    """The live memory of a region: writing to it writes to memory. Slices give lists, and those that are written keep
    its length."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[int]: ...

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> int: ...

    @overload
    def __getitem__(self, index: slice, /) -> list[int]: ...

    @overload
    def __setitem__(self, index: SupportsIndex, value: int, /) -> None: ...

    @overload
    def __setitem__(self, index: slice, value: Iterable[int], /) -> None: ...


class MachineTrap(Exception):
    """Code can't go on, by no fault that the machine knows: calls nest too deep for the executor (`too_deep`), or code
    has left its memory. The next `load` puts memory right."""

    def __init__(self, function: str, reason: str, too_deep: bool) -> None:
        super().__init__(f"{function}: {reason}")
        self.function = function
        self.reason = reason
        self.too_deep = too_deep


class Instance(Protocol):
    """A machine with a program and memory of its own.

    It holds one position at a time. Whoever acts on a position loads it first (`load`), calls functions, and saves what
    has become of it (`save`). After a function has set the register `status` or raised `MachineTrap`, memory may be
    half changed: the next `load` puts it right. Instances don't share anything that changes, but only one thread may
    use an instance at a time.

    New memory is empty. The function `start` must have run once before positions are loaded that another instance has
    saved: the machine looks up the attributes' start values, which it notes (`blank_attributes`).
    """

    @property
    def program(self) -> Linkable: ...

    @property
    def form(self) -> Form:
        """The form of this instance's positions."""
        ...

    def call(self, name: str, *arguments: int) -> int:
        """Call a function that may change the position; 0 where it gives no number. Raises MachineTrap."""
        ...

    def ask(self, name: str, *arguments: int) -> int:
        """Call a function that only reads the position, such as one that writes a label. It may make lists and choose
        another active stack; the next `load` undoes that, and what it does to `status`. Raises MachineTrap."""
        ...

    def step(self, option: int) -> int:
        """Take an option of the first decision that waits, run to the next decisions, and bring the position into the
        form that is kept (`machine/engine.py`, `step`). Raises MachineTrap."""
        ...

    def play_on(self, name: str, *arguments: int) -> int:
        """Call a function that runs the game on and brings the position into the form that is kept, as `step` does:
        one of those in `webassembly/invocation.py`. Raises MachineTrap."""
        ...

    latest: Any
    """Stands for the position to which the latest step has led, for `position_of`."""

    def position_of(self, latest: Any) -> Position:
        """The position for which `latest` stood before a step that has failed or was interrupted. The step before that
        must have led to it."""
        ...

    @property
    def foreign_problem(self) -> str:
        """Why a function that isn't machine code has failed, after the fault FOREIGN_FAILED."""
        ...

    def count_waiting(self) -> int:
        """The register `waiting_count`. After a step this takes less time than to read any other."""
        ...

    def register(self, name: str) -> int:
        """The value of a register."""
        ...

    def set_register(self, name: str, value: int) -> None:
        """Give a register a value."""
        ...

    def region(self, name: str) -> MemoryView:
        """The memory of a region. It stays the same object."""
        ...

    def make_room(self, name: str, length: int) -> MemoryView:
        """A region, after making it at least so long."""
        ...

    def set_keys(self, keys: Sequence[int]) -> None:
        """Set the keys of the random streams, each 64 bits with a sign. They aren't part of the position."""
        ...

    def save(self) -> Position:
        """The position in memory, which the function `rest` has brought into the form that is kept."""
        ...

    def load(self, position: Position) -> bool:
        """Put a position into memory, and make `status` FINE. Returns whether another one was there; then the options
        that memory holds aren't those of this position."""
        ...

    def save_knowledge(self) -> Knowledge:
        """What seats know."""
        ...

    def load_knowledge(self, knowledge: Knowledge) -> None:
        """Put what seats know into memory."""
        ...
