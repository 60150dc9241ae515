"""Stand-ins: placeholders for what a seat may not know.

In the position that answers are made from (`observed_position.py`), stand-ins replace all secrets. An operation that
depends on a stand-in raises `NotKnown`. So the game's ordinary code can run on the position, and an answer can't reveal
what its asker may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any


class NotKnown(Exception):
    """An operation depends on something that the seat may not know."""


class Hidden:
    """A stand-in for a value that isn't None, such as the card that a variable refers to."""

    __slots__ = ()


def _not_known(self: object, *arguments: object) -> Any:
    raise NotKnown


_ASKED = """
    eq ne lt le gt ge hash bool len iter contains getitem index int str add radd sub rsub mul rmul floordiv rfloordiv
    mod rmod divmod rdivmod neg and rand or ror xor rxor lshift rlshift rshift rrshift invert getattr
"""
for _name in _ASKED.split():
    setattr(Hidden, f"__{_name}__", _not_known)


class HiddenValue(Hidden):
    """A stand-in for a value that may also be None."""

    __slots__ = ()


class HiddenCard(Hidden):
    """A stand-in for a card that the seat can't see, in a zone with the number `zone`. `face` is None if the face is
    hidden, too. `seen` are the cards that the seat sees."""

    __slots__ = ("face", "seen", "zone")

    def __init__(self, zone: int, face: int | None, seen: Container[object]) -> None:
        self.zone = zone
        self.face = face
        self.seen = seen

    def __eq__(self, other: object) -> bool:
        """Two stand-ins are different cards, and a card that the seat sees isn't hidden. Raises NotKnown otherwise."""
        if other is self:
            return True
        if other is None or isinstance(other, HiddenCard) or (type(other) is int and other in self.seen):
            return False
        raise NotKnown

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = _not_known

    def __add__(self, offset: int) -> HiddenCardCells:
        return HiddenCardCells(self, offset)

    __radd__ = __add__


class HiddenCardCells:
    """The cell of an attribute of a hidden card."""

    __slots__ = ("card", "offset")

    def __init__(self, card: HiddenCard, offset: int) -> None:
        self.card = card
        self.offset = offset


class KnownCells(list[Any]):
    """The cells of a state. Reading a secret cell raises NotKnown, until the cell is written or revealed."""

    __slots__ = ("face_cell", "secret")

    def __init__(self, cells: list[Any], secret: set[int], face_cell: int) -> None:
        super().__init__(cells)
        self.secret = secret
        self.face_cell = face_cell

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return KnownCells(super().__getitem__(index), set(self.secret), self.face_cell)
        if isinstance(index, HiddenCard):
            return index.zone
        if isinstance(index, HiddenCardCells):
            if index.offset == self.face_cell and index.card.face is not None:
                return index.card.face
            raise NotKnown
        if index in self.secret:
            raise NotKnown
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, (Hidden, HiddenCardCells)):
            raise NotKnown
        super().__setitem__(index, value)
        self.secret.discard(index)

    def reveal(self, index: int, value: Any) -> None:
        """Make the value of a cell known."""
        self[index] = value


class KnownTable(dict[int, Any]):
    """A table of a state (gained powers by card, uses by key). Reading an entry that the seat may not know raises
    NotKnown; `may_ask` says for each key whether the seat may know it."""

    __slots__ = ("may_ask",)

    def __init__(self, items: dict[int, Any], may_ask: Callable[[int], bool]) -> None:
        super().__init__(items)
        self.may_ask = may_ask

    def get(self, key: Any, default: Any = None) -> Any:
        if key not in self and not self.may_ask(key):
            raise NotKnown
        return super().get(key, default)

    def copy(self) -> KnownTable:
        return KnownTable(self, self.may_ask)


class StandInRedaction:
    """The redaction of such a position: a text shows a stand-in for a card as `a card`."""

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Hidden)
