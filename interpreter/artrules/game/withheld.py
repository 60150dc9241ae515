"""Powers that do nothing for some players of a game: for finding out what a power is worth.

The same game, from the same seed, goes on without the power for one player and with it for all others. Whatever else
the game does with a power stays: it lies on its cards, is copied and lost. Only nobody from whom it is withheld can use
it, and code that uses it nevertheless has no effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from artrules.diagnostics.suggest import closest
from artrules.ir.model import Model

Withheld = Mapping[int, Iterable[str]]
"""By player, counted from 1: keys of powers (`SET/GROUP.KEY.N`), or of all powers of a key of a set
(`SET/GROUP.KEY`)."""


def seats_without(model: Model, players: int, withheld: Withheld) -> list[int]:
    """By definition of a power: the seats from which it is withheld, as bits. Raises ValueError for a player that there
    isn't and for a key that no power has."""
    seats = [0] * len(model.powers)
    by_key: dict[str, list[int]] = {}
    for power in model.powers:
        whole, _, _ = power.key.rpartition(".")
        by_key.setdefault(whole, []).append(power.index)
        by_key.setdefault(power.key, []).append(power.index)
    for player, keys in withheld.items():
        if not 1 <= player <= players:
            raise ValueError(f"there is no player {player}: players count from 1 to {players}")
        for key in keys:
            if key not in by_key:
                near = closest(key, by_key)
                raise ValueError(f"there is no power {key!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
            for index in by_key[key]:
                seats[index] |= 1 << player - 1
    return seats
