"""The table in `docs/study/bots.md`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .keep import Keeper
from .rows import Row

PAGE = Path(__file__).parents[3] / "docs" / "study" / "bots.md"
BEGIN = "<!-- strength -->"
END = "<!-- end of strength -->"
HEADS = ("game", "players", "bot", "against", "games", "share of the wins", "mean rank", "result", "ms a decision")


def table(rows: Sequence[Row], keeper: Keeper) -> str:
    """The rows that are finished, as a table in Markdown."""
    lines = [f"| {' | '.join(HEADS)} |", f"|{'---|' * len(HEADS)}"]
    for row in rows:
        data = keeper.last_result(row)
        if data is not None:
            lines.append(f"| {' | '.join(_cells(row, data))} |")
    return "\n".join(lines)


def _cells(row: Row, data: dict[str, Any]) -> list[str]:
    interval = data["share_interval"]
    share = f"{_percent(data['share'])} ({_percent(interval['low'])} to {_percent(interval['high'])})"
    rank = f"{data['mean_rank']:.2f}" if row.players > 2 else ""
    asked = f"{data['verdict']} ({_percent(data['goal'])} against {_percent(data['equal'])})"
    thinking = f"{1000 * data['bot']['seconds_per_decision']:.2g}"
    bots = f"`{row.bot}`", f"`{row.against}`"
    return [row.game, str(row.players), *bots, str(data["games"]), share, rank, asked, thinking]


def _percent(number: float) -> str:
    return f"{100 * number:.0f} %"


def put_into_page(text: str, page: Path = PAGE) -> None:
    """Write the table between its markers. Raises ValueError where these are missing."""
    old = page.read_text(encoding="utf-8")
    before, begin, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{page} has no {BEGIN} and {END}")
    page.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8", newline="\n")
