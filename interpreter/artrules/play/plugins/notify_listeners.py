"""Notifies the listeners of plugins about what happens in a game.

A listener that raises, or that is of a wrong type, is reported once and removed. The game goes on without it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from artrules.play.game.scores import sides_of
from artrules.play.plugins.api import GameInfo, GameResult, Happening, Listener, Score
from artrules.play.plugins.ask import call_by_names, call_guarded, wrong_type
from artrules.play.plugins.registry import Plugin, PluginProblem, active

if TYPE_CHECKING:
    from artrules.play.game.game import Game

HOOK = "artrules_game_begins"

Complain = Callable[[str], None]
"""Called with a message for each plugin that fails."""


def anybody_listens() -> bool:
    """Whether any active plugin can listen to games."""
    return bool(active().implementing(HOOK))


class Listeners:
    """The listeners to one game. `complain` is called with a message for each listener that fails.

    `game` is given for a game that continues: listeners hear only entries that are added to its log from now on.
    """

    def __init__(self, info: GameInfo, complain: Complain, game: Game | None = None) -> None:
        self._complain = complain
        self._listening: dict[str, tuple[Plugin, Listener]] = {}
        self._heard: dict[str, int] = {}
        """By the name of the plugin: the number of log entries that its listener has heard."""
        for plugin, function in active().implementing(HOOK):
            try:
                listener = call_guarded(plugin, HOOK, call_by_names, function, {"game": info})
                if listener is not None:
                    checked = _checked(plugin, listener, info.players)
                    self._listening[plugin.name] = plugin, checked
                    self._heard[plugin.name] = len(game.log.read_by(checked.seat)) if game is not None else 0
            except PluginProblem as problem:
                complain(str(problem))

    def __bool__(self) -> bool:
        return bool(self._listening)

    def hear(self, game: Game) -> None:
        """Pass the new entries of a game's log on to the listeners."""
        for plugin, listener in list(self._listening.values()):
            entries = game.log.read_by(listener.seat)
            heard = self._heard[plugin.name]
            # When a choice has been taken back, the log is shorter, and its last entry says so.
            news = entries[heard:] if len(entries) > heard else entries[-1:] if len(entries) < heard else []
            self._heard[plugin.name] = len(entries)
            if news:
                happenings = tuple(Happening(e.kind, e.round, e.phase, e.player, e.text) for e in news)
                self._notify(plugin, "hear", listener.hear, happenings)

    def end(self, result: GameResult) -> None:
        """Pass the result of the game on to the listeners. It is their last notification."""
        for plugin, listener in list(self._listening.values()):
            self._notify(plugin, "end", listener.end, result)
        self._listening.clear()

    def _notify(self, plugin: Plugin, what: str, function: Callable[..., object], argument: object) -> None:
        try:
            call_guarded(plugin, f"{HOOK}, {what}", function, argument)
        except PluginProblem as problem:
            del self._listening[plugin.name]
            self._complain(str(problem))


def _checked(plugin: Plugin, listener: object, players: int) -> Listener:
    """The listener, if it is of the right type and has a possible seat. Raises PluginProblem otherwise."""
    if not isinstance(listener, Listener):
        expected = "a Listener (a class made of artrules.play.plugins.api.Listener) or nothing"
        raise wrong_type(plugin, HOOK, expected, listener)
    seat = listener.seat
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= players):
        raise wrong_type(plugin, HOOK, f"a listener with a seat from 1 to {players}", seat)
    return listener


def result_of(game: Game) -> GameResult | None:
    """The result of a game; None while the game goes on."""
    result = game.result
    if result is None:
        return None
    scores = tuple(Score(score["player"], score["total"], dict(score["parts"])) for score in result["scores"])
    sides = tuple(map(tuple, sides_of(result)))
    return GameResult(tuple(result["winners"]), scores, result["rounds"], result["stalled"], game.digest(), sides)
