"""Outcomes of games as plain data, and back: so they come from other processes, and out of files."""

from __future__ import annotations

from typing import Any

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.registry import find
from artrules.diagnostics.span import Span
from artrules.ruleset import Ruleset
from artrules.simulation.dearest import DearDecision
from artrules.simulation.game import Failure, Outcome, play_one
from artrules.simulation.plan import Plan


def play_as_data(ruleset: Ruleset, plan: Plan, index: int) -> dict[str, Any]:
    """Play a game of a plan, as `play_one` does; gives the outcome as plain data."""
    outcome = play_one(ruleset, plan, index)
    if isinstance(outcome, Failure):
        failed = [diagnostic.as_data() for diagnostic in outcome.diagnostics]
        return {"index": outcome.index, "seed": outcome.seed, "failed": failed}
    data: dict[str, Any] = {
        "index": outcome.index,
        "seed": outcome.seed,
        "decisions": outcome.decisions,
        "rounds": outcome.rounds,
        "stalled": outcome.stalled,
        "winners": outcome.winners,
        "scores": outcome.scores,
        "digest": outcome.digest,
        "parts": outcome.parts,
    }
    if outcome.dearest:
        data["dearest"] = [each.as_data() for each in outcome.dearest]
    return data


def outcome_from(data: Any) -> Outcome | Failure:
    """The outcome of a game from data that `play_as_data` gave. Raises ValueError, TypeError or LookupError for
    others."""
    index, seed = _whole(data["index"]), _whole(data["seed"])
    if "failed" in data:
        return Failure(index, seed, tuple(_diagnostic(each) for each in data["failed"]))
    scores = tuple(_whole(score) for score in data["scores"])
    parts = tuple({str(label): _whole(points) for label, points in dict(part).items()} for part in data["parts"])
    if len(parts) != len(scores):
        raise ValueError("there must be the parts of each score")
    return Outcome(
        index,
        seed,
        _whole(data["decisions"]),
        _whole(data["rounds"]),
        bool(data["stalled"]),
        tuple(_whole(winner) for winner in data["winners"]),
        scores,
        str(data["digest"]),
        parts,
        tuple(_dear_decision(each) for each in data.get("dearest", ())),
    )


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError("a whole number is wanted")
    return value


def _dear_decision(data: Any) -> DearDecision:
    source = Span(**data["source"])
    return DearDecision(
        _whole(data["positions"]),
        source,
        str(data["prompt"]),
        _whole(data["options"]),
        _whole(data["seed"]),
        _whole(data["choices"]),
    )


def _diagnostic(data: Any) -> Diagnostic:
    """A diagnostic from its data, without a fix: what fails in a game has none."""
    kind = find(data["code"])
    if kind is None:
        raise ValueError("no kind of diagnostic has this code")
    return Diagnostic(
        kind,
        data["message"],
        _span(data),
        data["expected"],
        data["found"],
        tuple(data["suggestions"]),
        tuple((each["message"], place) for each in data["related"] if (place := _span(each)) is not None),
    )


def _span(data: Any) -> Span | None:
    if data["file"] is None:
        return None
    return Span(data["file"], data["line"], data["column"], data["end_line"], data["end_column"])
