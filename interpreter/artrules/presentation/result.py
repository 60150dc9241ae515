"""How a game came out, as data for a page: each part of a score with its lines, and the tie-break in words."""

from __future__ import annotations

import re
from typing import Any

_OF_PLAYER = re.compile(r"\b([A-Za-z_]\w*)\(\w+\)")
"""A function of a player, in code: `wealth(p)`."""
_OF_THING = re.compile(r"\b([A-Za-z_]\w*)\(\w+\.([A-Za-z_]\w*)\)")
"""A function of something that a player has: `size(p.hand)`."""
_OWNER = re.compile(r"\b[A-Za-z_]\w*\.(?=[A-Za-z_])")
"""The name of a player before what belongs to it: `p.` of `p.income`."""


def result_data(result: dict[str, Any]) -> dict[str, Any]:
    """The data of a `Game.result`. `parts` are lists with `label`, `points`, and `lines` (`label`, `points`)."""
    return {
        "winners": result["winners"],
        "tie_break": _tie_break(result["tie_break"]),
        "scores": [
            {"player": score["player"], "total": score["total"], "parts": _parts(score)} for score in result["scores"]
        ],
        "stalled": result["stalled"],
        "rounds": result["rounds"],
    }


def _parts(score: dict[str, Any]) -> list[dict[str, Any]]:
    lines: dict[str, list[dict[str, Any]]] = {label: [] for label in score["parts"]}
    for line in score["lines"]:
        lines[line["part"]].append({"label": line["label"], "points": line["points"]})
    return [{"label": label, "points": points, "lines": lines[label]} for label, points in score["parts"].items()]


def _tie_break(tie_break: dict[str, Any] | None) -> dict[str, Any] | None:
    if tie_break is None:
        return None
    return {"text": _in_words(tie_break["by"]), "tied": tie_break["tied"]}


def _in_words(key: str) -> str:
    """A key of `best` as players say it: `most wealth(p)` is `most wealth`, `fewest size(p.hand)` is `fewest size of
    hand`."""
    plain = _OF_PLAYER.sub(r"\1", _OF_THING.sub(r"\1 of \2", key))
    return _OWNER.sub("", plain).replace("_", " ")
