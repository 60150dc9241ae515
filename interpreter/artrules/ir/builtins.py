"""The functions of the language itself.

To add one: an entry here (name, how many arguments, what type comes of which, the Python it becomes), its line in
`docs/language.md` section 4, and an example there, which the tests run. Nothing else knows builtins by
name, but for `usable` and `size`, of which the checks and the compiler know what they tell.
"""

from __future__ import annotations

from collections.abc import Callable

from artrules.ir.declarations import Builtin
from artrules.ir.types import (
    BOOL,
    PLAYER,
    Card,
    ListOf,
    Number,
    Player,
    Power,
    SetOf,
    Type,
    element,
)

Check = Callable[[list[Type]], Type | str]


def _size(types: list[Type]) -> Type | str:
    return Number(0, 100_000) if element(types[0]) is not None else "a zone, list or set"


def _size_python(code: str, type_: Type) -> str:
    return f"({code}).bit_count()" if isinstance(type_, SetOf) else f"len({code})"


def _player_to(result: Type) -> Check:
    def check(types: list[Type]) -> Type | str:
        return result if isinstance(types[0], Player) else "a player"

    return check


def _card_to(position: bool) -> Check:
    def check(types: list[Type]) -> Type | str:
        if not isinstance(types[0], Card):
            return "a card"
        return Number(1, 100_000) if position else ListOf(types[0])

    return check


def _usable(types: list[Type]) -> Type | str:
    return BOOL if isinstance(types[0], Power) else "a power"


BUILTINS: dict[str, Builtin] = {
    b.name: b
    for b in (
        Builtin("size", 1, _size, lambda codes, types: _size_python(codes[0], types[0]), "how many there are"),
        Builtin(
            "left", 1, _player_to(PLAYER), lambda codes, types: f"(({codes[0]}) + 1) % N", "the next player clockwise"
        ),
        Builtin("right", 1, _player_to(PLAYER), lambda codes, types: f"(({codes[0]}) - 1) % N", "the player before"),
        Builtin(
            "others",
            1,
            _player_to(ListOf(PLAYER)),
            lambda codes, types: f"OTHERS[{codes[0]}]",
            "from the left of a player on",
        ),
        Builtin(
            "from_seat",
            1,
            _player_to(ListOf(PLAYER)),
            lambda codes, types: f"FROM_SEAT[{codes[0]}]",
            "a player and on round",
        ),
        Builtin("position", 1, _card_to(True), lambda codes, types: f"position_of(S, {codes[0]})", "1 is first or top"),
        Builtin(
            "before",
            1,
            _card_to(False),
            lambda codes, types: f"cards_before(S, {codes[0]})",
            "the cards before one in its zone",
        ),
        Builtin(
            "usable",
            1,
            _usable,
            lambda codes, types: f"usable(S, {{me}}, {codes[0]})",
            "whether a power can be used now",
        ),
    )
}
