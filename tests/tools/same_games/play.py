"""Plays a game and tells, moment by moment, all that its players and those who look on are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from artrules import Game, GameFault, Ruleset
from artrules.play.game.log import LogEntry

from .table import Table

EVERY = 25
"""After so many decisions all views are looked at, too, and a check point is made."""

Moment = dict[str, Any]
"""What is shown at one moment, as plain data. `made` says how many decisions were made before."""


def play(ruleset: Ruleset, table: Table) -> Iterator[Moment]:
    """All moments of a game: one for each decision, and one at the end."""
    try:
        game = table.new_game(ruleset)
    except GameFault as fault:
        yield _fault(0, fault)
        return
    seats = range(1, table.players + 1)
    log, chooser, made = _Log(game, seats), table.chooser(), 0
    while game.decisions and made < table.most:
        asked = game.decisions
        offered = [decision.options for decision in asked]
        which, what = chooser.option(offered)
        moment: Moment = {"made": made, "log": log.news(), "takes": [which, what]}
        moment["asked"] = [
            {"player": d.player, "prompt": d.prompt, "options": [[option.id, option.label] for option in options]}
            for d, options in zip(asked, offered, strict=True)
        ]
        if made % EVERY == 0:
            moment["views"] = _views(game, seats)
        yield moment
        try:
            game.choose(offered[which][what])
        except GameFault as fault:
            yield _fault(made, fault)
            return
        made += 1
    end = {"finished": game.finished, "result": _without_places(game.result), "choices": list(game.choices)}
    yield {"made": made, "log": log.news(), "views": _views(game, seats), "end": end}


def _fault(made: int, fault: GameFault) -> Moment:
    return {"made": made, "end": {"fault": [[d.code, d.message] for d in fault.diagnostics]}}


def _views(game: Game, seats: range) -> dict[str, Any]:
    """What each seat sees, and what one sees who sees all. The log in a view is that of its seat."""
    views: dict[str, Any] = {"all": game.inspect.view()}
    for seat in seats:
        view = game.view(seat)
        view["log"] = view["log"] == [entry.text for entry in game.log.read_by(seat)]
        views[str(seat)] = view
    figures = game.description.figures
    return {who: _without_layout(view, figures) for who, view in views.items()}


def _without_layout(shown: Any, figures: Mapping[str, Any]) -> Any:
    """A view without what only the layout of the table adds to it: looks and figures. They are no part of the game."""
    if isinstance(shown, dict):
        return {
            key: _without_layout(value, figures)
            for key, value in shown.items()
            if key not in ("look", "figures") and str(key).partition("[")[0] not in figures
        }
    if isinstance(shown, list):
        return [_without_layout(each, figures) for each in shown]
    return shown


def _without_places(result: Any) -> Any:
    """A result without the places in content: a comment there may move them."""
    if isinstance(result, dict):
        return {key: _without_places(value) for key, value in result.items() if key != "source"}
    if isinstance(result, list):
        return [_without_places(value) for value in result]
    return result


def _read(game: Game, seat: int | None) -> list[LogEntry]:
    return game.log.read_by(seat)


class _Log:
    """The log as all its readers have read it: one who sees all, everybody, and each seat."""

    def __init__(self, game: Game, seats: range) -> None:
        self._readers = {"all": _Reader(lambda: game.log.entries, whole=True)}
        for name, seat in [("everybody", None), *((str(seat), seat) for seat in seats)]:
            self._readers[name] = _Reader(partial(_read, game, seat), whole=False)

    def news(self) -> dict[str, Any]:
        """What each has to read that is new: from which line on, and what stands there."""
        return {name: reader.news() for name, reader in self._readers.items()}


class _Reader:
    """One who reads the log, but for pauses, which are no part of the game. What all have done at once is put in order
    at its end: lines that were read already may then stand elsewhere. `whole`: reads what seats read, too."""

    def __init__(self, read: Callable[[], list[Any]], *, whole: bool) -> None:
        self._read = read
        self._whole = whole
        self._lines: list[tuple[int | None, str]] = []

    def news(self) -> list[Any]:
        """From which line on it is new, and the lines."""
        entries, old = [entry for entry in self._read() if entry.kind != "paused"], self._lines
        self._lines = lines = [(entry.player, entry.text) for entry in entries]
        first = len(old)
        if lines[:first] != old:
            first = next(i for i in range(first) if lines[i : i + 1] != old[i : i + 1])
        return [first, [self._told(entry) for entry in entries[first:]]]

    def _told(self, entry: Any) -> list[Any]:
        told = [entry.kind, entry.round, entry.phase, entry.player, entry.text]
        return [*told, entry.own, entry.public] if self._whole else told
