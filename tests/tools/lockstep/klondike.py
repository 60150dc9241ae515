"""How Klondike is the patience that OpenSpiel has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import artrules

from .games import Pair, View, totals
from .melds import ACE_LOW, height

COLUMNS = range(1, 8)
KING = len(ACE_LOW)
MOST_IDLE = 100
"""After so many moves without news ours ends."""

MOST_ABOVE, TRIES = 7, 24
"""In a deal from which a game is to be won fewer cards lie above aces, twos and threes; so often that is tried."""


class Klondike(Pair):
    """The stock lies open, and what counts is how far the game has come.

    - Ours ends after a hundred moves without news, theirs never does by itself: so far it is compared.
    - A king doesn't go back from its foundation to an empty column there (`CandidateMoves` in their `solitaire.cc`).
    - They tell no empty columns apart, and one can't give up there before there is nothing else to do.
    """

    ours = "klondike"
    settings: ClassVar = {"open_stock": "yes", "scoring": "progress"}
    players = (1,)
    suits = ("spades", "hearts", "clubs", "diamonds")
    rare = (
        "all cards built",
        "nothing left to do",
        "a hundred moves without news",
        "a king back from its foundation",
        "a card back from its foundation",
        "a king to an empty column",
        "several cards moved",
    )
    steadiness = 1
    end, moves = 0, 52
    """Their actions: to end the game, and what stands before the first move."""

    def __init__(self) -> None:
        self.chance_of_ways = Random(0)
        self.game: artrules.Game | None = None
        self.way: list[str] = []
        """What is left of the moves by which this game is to be won."""

    def theirs(self, players: int, settings: Mapping[str, Any]) -> str:
        return "solitaire(depth_limit=1000000)"

    def card(self, label: str) -> int:
        return self.suit(label) * len(ACE_LOW) + height(label)

    def suit(self, label: str) -> int:
        return self.suits.index(label.rpartition(" ")[2])

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        zones = view["zones"]
        return self.cards([*(zones[f"column[{n}]"][-1] for n in COLUMNS), *zones["waste"]])

    def later_chance(self, view: View, settings: Mapping[str, Any], state: Any) -> list[int]:
        """The card that was turned up: the only one that lies open here and is unknown there."""
        zones = view["zones"]
        lying = [card for n in COLUMNS for card in zones[f"column[{n}]"] if card.get("face") != "down"]
        return sorted(set(self.cards(lying)) & set(state.legal_actions()))

    def move(self, view: View, label: str) -> int:
        """Their number of a move. They go by the card that is moved and the one on which it comes to lie."""
        if label == "give up":
            return self.end
        card, _, column = label.removeprefix("build ").removeprefix("move ").partition(" to column ")
        rank, suit = height(card), self.suit(card) + 1
        if not column:
            return self.moves + (
                132 + suit if rank == 1 else 140 + suit if rank == 2 else self._ordinary(suit, rank - 1, 1)
            )
        cards = view["zones"][f"column[{column}]"]
        if not cards:
            return self.moves + 136 + suit
        below, black = self.suit(cards[-1]["card"]) + 1, suit > 2
        return self.moves + (
            144 + 2 * below - 1 + black if rank == KING - 1 else self._ordinary(below, rank + 1, 2 + black)
        )

    def _ordinary(self, suit: int, rank: int, place: int) -> int:
        """The number of a move to a card between two and queen."""
        return (suit - 1) * 33 + (rank - 2) * 3 + place

    def options(
        self, game: artrules.Game, labels: Sequence[str], actions: Sequence[int]
    ) -> Mapping[int, Sequence[str]]:
        view = game.inspect.view()
        kept = [label for label in labels if label != "give up" and not self.is_kings_return(view, label)]
        return {self.move(view, label): (label,) for label in kept or ("give up",)}

    def is_return(self, view: View, label: str) -> bool:
        """Whether a card goes back from its foundation."""
        card, _, column = label.removeprefix("move ").partition(" to column ")
        suit = card.rpartition(" ")[2]
        return column != "" and card in (each["card"] for each in view["zones"][f"foundation[{suit}]"])

    def is_kings_return(self, view: View, label: str) -> bool:
        return "king" in label and self.is_return(view, label)

    def is_idle(self, state: Any, actions: Sequence[int]) -> bool:
        return list(actions) == [self.end]

    def standing(self, game: artrules.Game, state: Any, seats: Sequence[int]) -> str:
        here, there = game.inspect.view()["players"][1]["points"], state.returns()[0]
        return "" if here == there else f"points there: {there}, here: {here}"

    def is_over(self, game: artrules.Game) -> bool:
        return game.finished and game.inspect.view()["variables"]["idle"] == MOST_IDLE

    def difference(self, game: artrules.Game, state: Any, seats: Sequence[int]) -> str:
        labels = {option.label for decision in game.decisions for option in decision.options} - {"give up"}
        if labels and all(self.is_kings_return(game.inspect.view(), label) for label in labels):
            return self.standing(game, state, seats)
        return super().difference(game, state, seats)

    def returns(self, game: artrules.Game) -> list[float]:
        return [float(points) for points in totals(game)]

    def suits_plan(self, view: View, plan: int) -> bool:
        """Low cards lie high, so that all may come to the foundations."""
        columns = [view["zones"][f"column[{n}]"] for n in COLUMNS]
        above = [len(cards) - 1 - i for cards in columns for i, each in enumerate(cards) if height(each["card"]) < 4]
        return plan < 2 or sum(above) < MOST_ABOVE

    def steered(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> str | None:
        """Bring all cards to the foundations, or cards back from there, or move others to and fro."""
        view = game.inspect.view()
        if plan == 0:
            returns = [label for label in labels if self.is_return(view, label)]
            kings = [label for label in returns if "king" in label]
            if kings or returns:
                return (kings or returns)[0]
        if plan == 1:
            idle = [
                label for label in labels if label != "give up" and self.worth(view, label, self.chance_of_ways) < 1
            ]
            if idle:
                return idle[int(view["variables"]["idle"]) % len(idle)]
        if self.game is not game:
            self.game, self.way = game, self.found_way(game) if plan > 1 else []
        if self.way and self.way[0] in labels:
            return self.way.pop(0)
        best = max(labels, key=lambda label: self.worth(view, label, self.chance_of_ways))
        return best if self.worth(view, best, self.chance_of_ways) > 0 else None

    def found_way(self, game: artrules.Game) -> list[str]:
        """Moves that bring all cards to the foundations, if some tries find them."""
        for _ in range(TRIES):
            tried, way = game.copy(), list[str]()
            while tried.decisions:
                view, options = tried.inspect.view(), tried.decisions[0].options
                worths = [self.worth(view, option.label, self.chance_of_ways) for option in options]
                if max(worths) <= 0:
                    break
                option = options[worths.index(max(worths))]
                way.append(option.label)
                tried.choose(option)
            if tried.result is not None and tried.result["winners"]:
                return way
        return []

    def worth(self, view: View, label: str, chance: Random) -> float:
        """How much a move helps; nothing or less if it doesn't."""
        if label.startswith("build"):
            return 100 - height(label)
        if label == "give up" or self.is_return(view, label):
            return -1
        zones, card = view["zones"], label.removeprefix("move ").partition(" to column ")[0]
        for n in COLUMNS:
            lying = zones[f"column[{n}]"]
            place = next((i for i, each in enumerate(lying) if each["card"] == card), None)
            if place == 0:
                return 10
            if place is not None:
                below = lying[place - 1]
                if below.get("face") == "down":
                    return 60 + place
                built = len(zones[f"foundation[{below['card'].rpartition(' ')[2]}]"])
                return 80 if built == height(below["card"]) - 1 else 0
        return 30 + 40 * chance.random()

    def happening(self, game: artrules.Game, label: str) -> Iterable[str]:
        view = game.inspect.view()
        if any(self.is_kings_return(view, option.label) for option in game.decisions[0].options):
            yield "a king back from its foundation"
        if self.is_return(view, label):
            yield "a card back from its foundation"
        if label.startswith("move"):
            card, _, column = label.removeprefix("move ").partition(" to column ")
            if not view["zones"][f"column[{column}]"]:
                yield "a king to an empty column"
            lasts = [zone[-1]["card"] for n in COLUMNS if (zone := view["zones"][f"column[{n}]"])]
            if (
                card not in lasts
                and not self.is_return(view, label)
                and card not in (each["card"] for each in view["zones"]["waste"])
            ):
                yield "several cards moved"

    def events(self, game: artrules.Game) -> Iterable[str]:
        if game.result is None:
            return ()
        if game.result["winners"]:
            return ("all cards built",)
        idle = game.inspect.view()["variables"]["idle"]
        return ("a hundred moves without news",) if idle == MOST_IDLE else ("nothing left to do",)


KLONDIKE: dict[str, Pair] = {"klondike": Klondike()}
