"""Memory that holds only what somebody may know. In the places of everything else lie *stand-ins*.

An instance may have such lists as memory (`GUARDED`) instead of plain ones. The machine runs on them as it stands. An
operation that depends on a stand-in raises `NotKnown`, so nothing that the machine finds out depends on a secret.
"""

from collections.abc import Container
from typing import Any, SupportsIndex

from artrules.engine.machine.language import Kept, Region
from artrules.engine.machine.numbers import NIL, NONE


class NotKnown(Exception):
    """An operation depends on something that may not be known."""


class Hidden:
    """A stand-in for a value that isn't none, such as the card that a variable refers to."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Nothing but none differs from it for certain. Raises NotKnown."""
        if other in (NONE, NIL):
            return False
        raise NotKnown

    def __ne__(self, other: object) -> bool:
        return not self == other


def _not_known(self: object, *arguments: object) -> Any:
    raise NotKnown


_ASKED = """
    lt le gt ge hash bool len iter contains getitem index int str add radd sub rsub mul rmul floordiv rfloordiv
    mod rmod divmod rdivmod neg and rand or ror xor rxor lshift rlshift rshift rrshift invert getattr
"""
for _name in _ASKED.split():
    setattr(Hidden, f"__{_name}__", _not_known)


class HiddenValue(Hidden):
    """A stand-in for a value that may also be none."""

    __slots__ = ()
    __eq__ = _not_known
    __ne__ = _not_known
    __hash__ = _not_known


class HiddenCard(Hidden):
    """A stand-in for a card that can't be seen, but whose place in a zone is known. `place` is its index in the regions
    that say where cards lie. `seen` are the cards that can be seen."""

    __slots__ = ("place", "seen")
    __hash__ = _not_known

    def __init__(self, place: int, seen: Container[object]) -> None:
        self.place = place
        self.seen = seen

    def __eq__(self, other: object) -> bool:
        """Two stand-ins are different cards, and a card that can be seen isn't hidden. Raises NotKnown otherwise."""
        if other is self:
            return True
        if isinstance(other, HiddenCard) or (type(other) is int and (other in (NONE, NIL) or other in self.seen)):
            return False
        raise NotKnown


class _Unknown:
    """The content of a place that may not be read."""

    __slots__ = ()


UNKNOWN = _Unknown()


class Guarded(list[Any]):
    """A region that may hold stand-ins. Reading UNKNOWN from it raises NotKnown; writing makes the place known."""

    __slots__ = ()

    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        value = super().__getitem__(index)
        if value is UNKNOWN:
            raise NotKnown
        return value


class GuardedByCard(Guarded):
    """A region that says where cards lie. Hidden cards have places in it too."""

    __slots__ = ()

    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        return super().__getitem__(index.place if isinstance(index, HiddenCard) else index)

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index.place if isinstance(index, HiddenCard) else index, value)


BY_CARD = ("zone_of", "face_of", "next_in_zone", "previous_in_zone", "shown_to", "mover_of")
"""The regions that say where cards lie, whom they are shown to there, and who moved them there."""


def GUARDED(name: str, declaration: Region, words: list[int]) -> list[Any]:
    """A list that may hold stand-ins; a plain one for a table, which holds no secrets."""
    if declaration.kept is Kept.TABLE:
        return words
    return GuardedByCard(words) if name in BY_CARD else Guarded(words)
