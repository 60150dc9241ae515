"""How a game came out: who has won, and of what each player's score is made: labelled parts, and in them lines that say
which card, which rule gave how many points. Nothing is hidden any more when a game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from artrules.run.state import State


def outcome(S: State) -> dict[str, Any]:
    """Winners, scores, whether the game stalled, how many rounds; players count from 1. Raises Fail and Fault."""
    runtime = S.runtime
    winners = runtime.named("winners")
    return {
        "winners": [w + 1 for w in winners(S)] if winners is not None else [],
        "scores": [_score(S, player) for player in range(runtime.players)],
        "stalled": bool(S.cells[runtime.stalled]),
        "rounds": int(S.cells[runtime.round]),
    }


def _score(S: State, player: int) -> dict[str, Any]:
    runtime = S.runtime
    parts: dict[str, int] = {}
    lines: list[dict[str, Any]] = []
    for i, part in enumerate(runtime.program.model.flow.score):
        points = runtime.score_parts[i](S, player)
        parts[part.label] = parts.get(part.label, 0) + points
        told = runtime.score_lines[i](S, player) if part.line is not None else [(part.label, points)]
        at = (part.each or part).at
        lines += [
            {"part": part.label, "label": text, "points": number, "source": f"{at.file}:{at.line}"}
            for text, number in told
        ]
    return {"player": player + 1, "total": sum(parts.values()), "parts": parts, "lines": lines}
