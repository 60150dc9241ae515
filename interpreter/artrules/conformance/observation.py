"""Everything that a seat is shown, as plain data, and where two such observations differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from artrules.game.decision import IllegalChoice
from artrules.game.game import Game
from artrules.terminal.log_section import render_log_section
from artrules.terminal.style import Style


def observe(game: Game, seat: int, questions: Iterable[str] = ()) -> dict[str, Any]:
    """What a seat (counted from 1) sees, reads and is offered, how a wrong choice is refused, and the answers to
    questions why not."""
    return {
        "view": game.view(seat),
        "decisions": [
            {
                "prompt": decision.prompt,
                "source": str(decision.source),
                "options": [[option.id, option.label, str(option.source)] for option in decision.options],
            }
            for decision in game.decisions
            if decision.player == seat
        ],
        "refusal": _refusal(game, seat),
        "answers": {text: game.why_not(seat, text).as_data() for text in questions},
    }


def new_log_lines(game: Game, seat: int, since: int) -> list[str]:
    """The lines that a seat has read since some number of entries of its log: the entries, and how a terminal renders
    them."""
    entries = game.log_of(seat)[since:]
    plain = [e.text if e.kind in ("chose", "said") else f"{e.kind}: {e.text}" for e in entries]
    return plain + list(render_log_section(entries, Style()))


def _refusal(game: Game, seat: int) -> str:
    try:
        game.choose(f"{seat}:nothing.1()")
    except IllegalChoice as refused:
        return str(refused)
    return "accepted"


def difference(one: Any, other: Any, at: str = "") -> str | None:
    """The first place where two pieces of plain data differ, and how; None when they are equal."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(k for k in other if k not in one)]:
            if key not in one or key not in other:
                return f"{at}{key} is there only once"
            found = difference(one[key], other[key], f"{at}{key}.")
            if found is not None:
                return found
        return None
    if isinstance(one, list) and isinstance(other, list):
        for index, (here, there) in enumerate(zip(one, other, strict=False)):
            found = difference(here, there, f"{at}{index}.")
            if found is not None:
                return found
        return None if len(one) == len(other) else f"{at.rstrip('.')} has {len(one)} or {len(other)} entries"
    return None if one == other else f"{at.rstrip('.')} is {one!r} or {other!r}"
