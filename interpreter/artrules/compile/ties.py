"""Who would win by the first keys of `best` alone: from that it is seen which key decided."""

from __future__ import annotations

from artrules.ir.nodes import Best, Expression


def best_so_far(winners: Expression) -> list[Best]:
    """For each key of `best` but the last, the same with the keys up to it; nothing where another form says who
    wins."""
    if not isinstance(winners, Best):
        return []
    return [Best(winners.at, winners.type, winners.binder, winners.keys[:n]) for n in range(1, len(winners.keys))]
