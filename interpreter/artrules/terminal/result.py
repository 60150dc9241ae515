"""Renders the result of a game: winners, and scores with their parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from artrules.presentation.result import result_data
from artrules.terminal.style import Style
from artrules.terminal.wrap import fill, hanging_indent


def render_result(result: dict[str, Any] | None, style: Style) -> Iterator[str]:
    """A game's result as lines."""
    if result is None:
        return
    winners = result["winners"]
    rounds = "1 round" if result["rounds"] == 1 else f"{result['rounds']} rounds"
    yield ""
    yield style.paint("Result", "bold")
    match winners:
        case []:
            text = f"Nobody wins, after {rounds}."
        case [winner]:
            text = f"Player {winner} wins, after {rounds}."
        case _:
            text = f"Players {', '.join(map(str, winners[:-1]))} and {winners[-1]} share the victory, after {rounds}."
    yield from hanging_indent("  ", text, style.width)
    if (tie := result_data(result)["tie_break"]) is not None:
        level = [str(p) for p in tie["tied"]]
        text = f"Players {', '.join(level[:-1])} and {level[-1]} were level; then it was decided by: {tie['text']}."
        yield from hanging_indent("  ", text, style.width)
    if result["stalled"]:
        yield from hanging_indent(
            "  ", "The game stalled: it reached the last round there may be, not an end of its own.", style.width
        )
    yield ""
    yield from _scores(result, style)
    yield from _explained(result["scores"], style)


def _scores(result: dict[str, Any], style: Style) -> Iterator[str]:
    """A line for each player with the parts of the score in columns; one below another where columns are too wide."""
    labels, winners = list(result["scores"][0]["parts"]), result["winners"]
    columns = [*labels, "total"] if len(labels) > 1 else [labels[0] if labels else "total"]
    names = [f"player {score['player']}" for score in result["scores"]]
    width = max(map(len, names))
    if 2 + width + sum(2 + max(6, len(label)) for label in columns) + 3 > style.width:
        for name, score in zip(names, result["scores"], strict=True):
            label = f"  {name}{' *' if score['player'] in winners else ''}  "
            parts_of = [f"{part}: {points}" for part, points in score["parts"].items()] if len(labels) > 1 else []
            yield from fill(label, len(label), [*parts_of, f"{columns[-1]}: {score['total']}"], " · ", style.width)
        return
    yield "  " + "  ".join([" " * width, *(f"{label:>6}" for label in columns)])
    for name, score in zip(names, result["scores"], strict=True):
        values = [*score["parts"].values(), score["total"]] if len(labels) > 1 else [score["total"]]
        cells = [f"{value:>{max(6, len(label))}}" for label, value in zip(columns, values, strict=True)]
        line = "  ".join([f"{name:<{width}}", *cells])
        yield f"  {style.paint(line + '  *', 'bold')}" if score["player"] in winners else f"  {line}"


def _explained(scores: list[dict[str, Any]], style: Style) -> Iterator[str]:
    """What the points of each part are for, where the content says so."""
    parts = list(dict.fromkeys(line["part"] for s in scores for line in s["lines"] if line["label"] != line["part"]))
    width = max(map(len, parts), default=0)
    for score in scores:
        by_part = {part: [line for line in score["lines"] if line["part"] == part and line["points"]] for part in parts}
        if any(by_part.values()):
            yield ""
            yield f"  player {score['player']}"
        for part, lines in by_part.items():
            items = [f"{line['label']}: {line['points']}" for line in lines]
            label = f"    {part:<{width}}  "
            yield from fill(style.paint(label, "dim"), len(label), _counted(items), " · ", style.width)


def _counted(items: list[str]) -> list[str]:
    """Each item once, with how often it occurs."""
    return [_times(item, items.count(item)) for item in dict.fromkeys(items)]


def _times(text: str, number: int) -> str:
    return text if number == 1 else f"{text} ×{number}"  # noqa: RUF001
