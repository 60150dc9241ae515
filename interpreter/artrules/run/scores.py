"""The result of a game: who has won, and what makes up each player's score. A score has labelled parts; a part has
lines that say which card or rule gave how many points. When a game is over, nothing is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.ir.nodes import Best
from artrules.run.why_not.author import Author

if TYPE_CHECKING:
    from artrules.run.state import State


def outcome(S: State) -> dict[str, Any]:
    """The result as plain data: `winners`, `tie_break`, `scores`, `stalled`, `rounds` (`docs/api.md`). Players count
    from 1. Raises Fail and Fault."""
    runtime = S.runtime
    winners = runtime.named("winners")
    found = [w + 1 for w in winners(S)] if winners is not None else []
    return {
        "winners": found,
        "tie_break": _tie_break(S, found),
        "scores": [_score(S, player) for player in range(runtime.players)],
        "stalled": bool(S.cells[runtime.stalled]),
        "rounds": int(S.cells[runtime.round]),
    }


def _tie_break(S: State, winners: list[int]) -> dict[str, Any] | None:
    """What decided between players who were level: the last key of `best` that left out any of them. None when the
    first key decided, or no key did."""
    best = S.runtime.program.model.flow.winners
    tied: list[int] = []
    decided = None
    for number in range(1, len(best.keys) if isinstance(best, Best) else 1):
        by_first = S.runtime.named(f"best_by_{number}")
        level = sorted(w + 1 for w in by_first(S)) if by_first is not None else []
        if len(level) > len(winners):
            tied, decided = level, number
    if decided is None or not isinstance(best, Best):
        return None
    way, value = best.keys[decided]
    said = Author(S.runtime.program.model).words(value.at)
    return {"key": decided + 1, "by": f"{way} {said}".strip(), "tied": tied}


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
