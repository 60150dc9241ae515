"""A position of either engine in the same plain data, so that they can be compared."""

from __future__ import annotations

from typing import Any

from artrules.play.game.game import Game as ArtrulesGame

from .handwritten.cards import COLOURS, PRINTED, SHADE
from .handwritten.game import Game
from .handwritten.powers import NAMES

KEPT = ("gem", "change", "substitutes", "income", "money", "bonus", "tucks", "claimed", "spent_change")
"""What both hold of a player under the same name."""
PACKS = ("orange_blue", "red_purple", "red_blue", "orange_purple", "red_orange")
Card = tuple[int, int, str, tuple[str, ...]]
"""A card's number, what it counts as (number and colour), and the titles of the powers it copied."""


def of_artrules(game: ArtrulesGame) -> dict[str, Any]:
    """All that lies on the table, hidden things included."""
    shown = game.inspect.view()
    zones, variables = shown["zones"], shown["variables"]
    return {
        "round": shown["round"],
        "first_player": variables["first_player"],
        "gems": variables["gems"],
        "ending": variables["ending"],
        "stacks": [_cards(zones[f"stack[{n}]"]) for n in range(2, 8)],
        "packs": [_cards(zones[f"starters[{name}]"]) for name in PACKS],
        "box": _cards(zones["box"]),
        "awards": (len(zones["award_stack"]), len(zones["extras"])),
        "players": [
            {
                **{name: player[name] for name in KEPT},
                **{name: _cards(player[name]) for name in ("deck", "hand", "line", "discard")},
                "awards": len(player["awards"]),
            }
            for player in shown["players"].values()
        ],
        "result": game.result and {key: game.result[key] for key in ("winners", "stalled", "rounds")},
    }


def _cards(zone: list[dict[str, Any]]) -> list[Card]:
    found = []
    for card in zone:
        number = card["id"]
        (counts_as,) = card.get("numbers", [PRINTED[number]])
        colour = card.get("colour", COLOURS[SHADE[number]])
        found.append((number, counts_as, colour, tuple(card.get("gained", ()))))
    return found


def of_handwritten(game: Game) -> dict[str, Any]:
    """The same of the engine written by hand."""

    def cards(numbers: list[int], gained: dict[int, tuple[int, ...]] | None = None) -> list[Card]:
        titles = {
            c: tuple(NAMES[p].replace(" ({})", "").format() for p in powers) for c, powers in (gained or {}).items()
        }
        return [(c, game.number[c], COLOURS[game.colour[c]], titles.get(c, ())) for c in numbers]

    return {
        "round": game.round,
        "first_player": game.first_player + 1,
        "gems": game.gems,
        "ending": game.ending,
        "stacks": [cards(stack[::-1]) for stack in game.stacks.values()],
        "packs": [cards(list(range(60 + 10 * p, 70 + 10 * p))) if p in game.packs else [] for p in range(5)],
        "box": cards(game.box),
        "awards": (game.award_stack, game.extras),
        "players": [
            {
                **{name: getattr(player, name) for name in KEPT},
                "deck": cards(player.deck[::-1]),
                "hand": cards(player.hand),
                "line": cards(player.line, player.gained),
                "discard": cards(player.discard),
                "awards": player.awards,
            }
            for player in game.players
        ],
        "result": {"winners": game.winners, "stalled": game.stalled, "rounds": game.round} if game.finished else None,
    }
