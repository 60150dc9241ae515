"""Looks at a game as people and programs do: views, labels, why-not, a save that is loaded again."""

from __future__ import annotations

from artrules.game.game import Game
from artrules.position.save_document import SaveRefused
from artrules.ruleset import Ruleset


class NotRestored(Exception):
    """A saved game can't be loaded, or is another game then."""


def save_and_load(game: Game, ruleset: Ruleset) -> None:
    """Save a game and load it again. Raises NotRestored."""
    try:
        again = ruleset.resume(game.to_json())
    except SaveRefused as problem:
        raise NotRestored(str(problem)) from None
    if again.digest() != game.digest() or _offered(again) != _offered(game):
        raise NotRestored("it stands at another position, or other options are offered")


def views(game: Game) -> None:
    """Look at a game from all seats, and ask why something isn't offered. Raises GameFault."""
    for player in range(1, game.players + 1):
        game.view(player)
    game.view_all()
    labels = [option.label for decision in game.decisions for option in decision.options]
    if labels:  # one question is enough: to answer it takes as long as many choices
        game.why_not(game.decisions[0].player % game.players + 1, labels[0])


def _offered(game: Game) -> list[list[str]]:
    return [[option.id for option in decision.options] for decision in game.decisions]
