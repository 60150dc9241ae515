"""Games as commands tell the listeners of plugins of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from artrules.plugins.listener import GameInfo
from artrules.plugins.notify_listeners import Complain, Listeners, result_of
from artrules.terminal.colour import output as put

if TYPE_CHECKING:
    from artrules.ruleset import Ruleset
    from artrules.run.game import Game


def complain(problem: str) -> None:
    """Say what is wrong with a plugin whose listener is told no more."""
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
    """What listeners are told of a game when it begins; `settings` are those of the game, with their defaults."""
    title, content = ruleset.title, ruleset.content_hash
    return GameInfo(ruleset.name, title, content, players, dict(settings), seed, tuple(bots), how, choices)


def listeners_of(ruleset: Ruleset, game: Game, bots: Sequence[str], told: Complain = complain) -> Listeners:
    """Those who listen to a game that begins, or is gone on with. `bots` names each seat's bot, empty for a person;
    `told` hears of those that fail."""
    choices = len(game.choices)
    info = game_info(ruleset, game.players, game.settings, game.seed, bots, how="played", choices=choices)
    return Listeners(info, told, game if choices else None)


def tell(listeners: Listeners, game: Game) -> None:
    """Tell what has happened since, and how the game ended if it has."""
    listeners.hear(game)
    if listeners and (result := result_of(game)) is not None:
        listeners.end(result)
