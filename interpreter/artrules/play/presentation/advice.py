"""What a bot would do at a seat, as data for a page, with a reason: how the options did that it tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from artrules.play.game.game import Game

ITERATIONS = 1_000
"""A fixed number, so that what comes out depends on nothing but what the seat knows, and the seed."""
SHOWN = 3
_ALIKE = 0.03
"""Options whose averages are no further apart did about as well."""


def advice_data(game: Game, player: int, seed: int, tokens: Mapping[str, str]) -> dict[str, Any]:
    """What a bot would do that knows what a player (counted from 1) knows. `seed` must follow from that alone; `tokens`
    has the options that may be chosen, by id. Raises ValueError with words for the player, and GameFault."""
    decision = next((each for each in game.decisions if each.player == player), None)
    among = [] if decision is None else [n for n, option in enumerate(decision.options) if option.id in tokens]
    if decision is None or len(among) < 2:
        raise ValueError("There is nothing to choose between.")
    game.think.prepare()
    result = game.think.search(decision, seed, iterations=ITERATIONS, among=among)
    best = sorted(among, key=lambda n: (n != result.option, -result.visits[n], -result.values[n]))[:SHOWN]
    labels = [decision.options[n].label for n in best]
    values = [result.values[n] for n in best]
    return {
        "token": tokens[decision.options[result.option].id],
        "text": _reason(result.iterations, labels, values),
        "tried": [{"label": label, "share": round(value, 2)} for label, value in zip(labels, values, strict=True)],
    }


def _reason(iterations: int, labels: list[str], values: list[float]) -> str:
    first, second = (round(100 * value) for value in values[:2])
    if values[0] - values[1] <= _ALIKE:
        return (
            f'In {iterations:,} tries it did as well as any: {first} of 100. "{labels[1]}" is about as good ({second}).'
        )
    return f'In {iterations:,} tries it came out best: {first} of 100, ahead of "{labels[1]}" ({second}).'
