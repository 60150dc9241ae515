"""Which player has which cards, and which powers those have: for those who count what players own."""

from __future__ import annotations

from collections.abc import Mapping

from artrules.game.game import Game


def owners(game: Game) -> list[int]:
    """By card: the player in whose zone it lies, counted from 1; 0 for a card that is nobody's."""
    instance = game._moment.load().instance
    of_zone = instance.region("player_of_zone")
    return [of_zone[zone] for zone in instance.region("zone_of")[:]]


def keys_of_powers(game: Game) -> Mapping[str, list[int]]:
    """By `SET/GROUP.KEY`: the cards that have the powers of this key of their own."""
    runtime = game._runtime
    first, count, own = (runtime.instance.region(name) for name in ("own_first", "own_count", "own_powers"))
    found: dict[str, list[int]] = {}
    for card in range(len(runtime.layout.card_kind)):
        for definition in own[first[card] : first[card] + count[card]][:1]:
            key, _, _ = runtime.model.powers[definition].key.rpartition(".")
            found.setdefault(key, []).append(card)
    return found


def cards_by_label(game: Game) -> Mapping[str, list[int]]:
    """By what cards were called before anything had happened to them: the cards that are called so."""
    runtime = game._runtime
    moment = game._moment
    found: dict[str, list[int]] = {}
    for card in range(len(runtime.layout.card_kind)):
        found.setdefault(runtime.first_card_text(card), []).append(card)
    moment.load()
    return found
