"""How a game came out: who has won, and the labelled parts of each player's score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from artrules.run.state import State


def outcome(S: State) -> dict[str, Any]:
    """Winners, scores, whether the game stalled, how many rounds; players count from 1. Raises Fail and Fault."""
    runtime = S.runtime
    winners = runtime.named("winners")
    labels = [part.label for part in runtime.program.model.flow.score]
    scores = []
    for player in range(runtime.players):
        parts: dict[str, int] = {}
        for label, value in zip(labels, runtime.score_parts, strict=True):
            parts[label] = parts.get(label, 0) + value(S, player)
        scores.append({"player": player + 1, "total": sum(parts.values()), "parts": parts})
    return {
        "winners": [w + 1 for w in winners(S)] if winners is not None else [],
        "scores": scores,
        "stalled": bool(S.cells[runtime.stalled]),
        "rounds": int(S.cells[runtime.round]),
    }
