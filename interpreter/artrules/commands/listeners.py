"""Notifies the listeners of plugins of the games that commands play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from artrules.plugins.listener import GameInfo
from artrules.plugins.notify_listeners import Complain, Listeners, result_of
from artrules.terminal.colour import output as put

if TYPE_CHECKING:
    from artrules.game.game import Game
    from artrules.ruleset import Ruleset


def complain(problem: str) -> None:
    """Report a plugin whose listener failed: it hears no more of the game."""
    put(f"artrules: {problem}; it is told no more of this game", to_error=True)


def game_info(
    ruleset: Ruleset,
    players: int,
    settings: Mapping[str, Any],
    seed: int,
    bots: Sequence[str],
    *,
    how: Literal["played", "simulated"],
    choices: int = 0,
) -> GameInfo:
    """What listeners learn of a game when it begins; `settings` are those of the game, defaults included."""
    title, content = ruleset.title, ruleset.content_hash
    return GameInfo(ruleset.name, title, content, players, dict(settings), seed, tuple(bots), how, choices)


def listeners_of(ruleset: Ruleset, game: Game, bots: Sequence[str], on_failure: Complain = complain) -> Listeners:
    """The listeners to a game that begins or continues. `bots` names each seat's bot, empty for a person;
    `on_failure` is called for each that fails."""
    choices = len(game.choices)
    info = game_info(ruleset, game.players, game.settings, game.seed, bots, how="played", choices=choices)
    return Listeners(info, on_failure, game if choices else None)


def notify(listeners: Listeners, game: Game) -> None:
    """Notify listeners of what has happened since, and of the result if the game has ended."""
    listeners.hear(game)
    if listeners and (result := result_of(game)) is not None:
        listeners.end(result)
