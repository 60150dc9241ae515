"""Shows a game as it is hashed, line by line, so that what two engines play can be compared with `diff`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from artrules import Ruleset

from .play import Moment, play
from .table import Table


def show(ruleset: Ruleset, table: Table, first: int = 0, last: int | None = None, *, views: bool) -> Iterator[str]:
    """The lines of a game, from so many decisions on up to so many; with views where they are looked at, or without."""
    yield f"{ruleset.name} {table.number}: {table}"
    for moment in play(ruleset, table):
        if last is not None and moment["made"] > last:
            return
        if moment["made"] >= first:
            yield from _moment(moment, views)


def _moment(moment: Moment, views: bool) -> Iterator[str]:
    yield ""
    yield f"after {moment['made']} decisions"
    for readers, line, lines in _read(moment.get("log", {})):
        yield f"  read by {', '.join(readers)} from line {line + 1} on"
        yield from (f"    {text}" for text in lines)
    if views:
        for who, view in moment.get("views", {}).items():
            yield f"  seen by {_who(who)}"
            yield from _data(view)
    for number, asked in enumerate(moment.get("asked", ())):
        yield f"  player {asked['player']} is asked: {asked['prompt']}"
        for option, (id_, label) in enumerate(asked["options"]):
            mark = "*" if moment["takes"] == [number, option] else " "
            yield f"   {mark} {label}   [{id_}]"
    if "end" in moment:
        yield "  the end" if moment["end"].get("finished") else "  broken off"
        yield from _data(moment["end"])


def _read(log: dict[str, Any]) -> list[tuple[list[str], int, list[str]]]:
    """What is new in the log: who read it, from which line on, and the lines; those who read the same together."""
    found: list[tuple[list[str], int, list[str]]] = []
    for reader, (line, entries) in log.items():
        lines = [_entry(*entry) for entry in entries]
        for readers, other_line, other_lines in found:
            if (line, lines) == (other_line, other_lines):
                readers.append(_who(reader))
                break
        else:
            found.append(([_who(reader)], line, lines))
    return [part for part in found if part[2]]


def _data(data: Any) -> Iterator[str]:
    yield from (f"    {line}" for line in json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False).splitlines())


def _who(reader: str) -> str:
    if reader == "all":
        return "one who sees all"
    return f"seat {reader}" if reader.isdigit() else reader


def _entry(kind: str, round_: int, phase: str, player: int | None, text: str, *seats: Any) -> str:
    """A line of the log; of the whole one also what the player's own seat and others read, where that is not the
    same."""
    others = [f" | {who}: {read!r}" for who, read in zip(("own", "public"), seats, strict=False) if read != text]
    return f"{round_} {phase or '-'} {kind} {player or '-'}: {text}{''.join(others)}"
