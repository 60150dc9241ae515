"""What players had before the first decision of a game: what chance gave them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from artrules.game.game import Game
from artrules.game.inspection.holdings import owners
from artrules.ir.types import Number, Player


def at_start(
    game: Game, of_keys: Mapping[str, Sequence[int]], of_labels: Mapping[str, Sequence[int]]
) -> dict[str, Any]:
    """By what it is, how much of it each player has, where anybody has any: cards by label, cards with powers of a key,
    numbers that players have, and 1 for the player whom a variable of the table names."""
    by_card, players = owners(game), range(1, game.players + 1)
    found: dict[str, list[int]] = {}
    for about, cards in (("card", of_labels), ("power", of_keys)):
        for name, numbers in cards.items():
            held = [by_card[card] for card in numbers]
            found[f"{about} {name}"] = [held.count(player) for player in players]
    for name, values in _variables(game).items():
        found[f"variable {name}"] = values
    return {name: counts for name, counts in found.items() if any(counts)}


def _variables(game: Game) -> dict[str, list[int]]:
    """Variables of the table that name a player, and numbers that each player has."""
    players = range(1, game.players + 1)
    shown = game.view_all()
    found: dict[str, list[int]] = {}
    for variable in game.position.variables:
        if variable.of is None and isinstance(variable.type, Player):
            named = shown["variables"].get(variable.key)
            if named is not None:
                found[variable.key] = [int(player == named) for player in players]
        elif isinstance(variable.of, Player) and isinstance(variable.type, Number):
            found[variable.key] = [int(shown["players"][player][variable.key]) for player in players]
    return found
