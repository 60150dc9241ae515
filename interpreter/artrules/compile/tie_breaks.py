"""Makes the expressions that show which key of a `best` decided a game: who would win by its first keys alone."""

from __future__ import annotations

from artrules.ir.nodes import Best, Expression


def best_so_far(winners: Expression) -> list[Best]:
    """For each key but the last, a `best` with the keys up to this one. Empty if `winners` isn't a `best`."""
    if not isinstance(winners, Best):
        return []
    return [Best(winners.at, winners.type, winners.binder, winners.keys[:n]) for n in range(1, len(winners.keys))]
