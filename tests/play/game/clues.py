"""Plays Causeways by a fixed convention, from what each seat sees and nothing else.

Lay what certainly fits; else tell somebody what makes a stone of theirs certain to fit, or what makes it more certain;
else throw away what is certainly of no use, or the stone held longest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import artrules

COLOURS = ("red", "yellow", "green", "blue", "white")
COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
Stone = tuple[str, int]
Marks = tuple[frozenset[str], frozenset[int]]


def stone(card: dict[str, Any]) -> Stone:
    colour, number = card["card"].split()
    return colour, int(number)


def marks(card: dict[str, Any] | None) -> Marks:
    """What a stone may be for all that was told of it."""
    told = card or {}
    return frozenset(told.get("colours", COLOURS)), frozenset(told.get("numbers", COPIES))


class Table:
    """What a seat sees."""

    def __init__(self, view: dict[str, Any], seat: int) -> None:
        zones, players = view["zones"], view["players"]
        self.height = {colour: len(zones[f"causeway[{colour}]"]) for colour in COLOURS}
        self.hints = view["variables"]["hints"]
        self.own = [marks(card) for card in players[seat]["hand"]]
        self.hands = {p: [(stone(c), marks(c)) for c in players[p]["hand"]] for p in players if p != seat}
        lying = [stone(card) for zone, cards in zones.items() if zone != "quarry" for card in cards]
        self.seen = Counter([*lying, *(each for hand in self.hands.values() for each, _ in hand)])
        self.lost = Counter(map(stone, zones["sea"]))

    def possible(self, told: Marks) -> list[Stone]:
        """What a stone may be for somebody who sees the rest."""
        return [each for each in product(*told) if self.seen[each] < COPIES[each[1]]]

    def fits(self, each: Stone) -> bool:
        return each[1] == self.height[each[0]] + 1

    def is_useless(self, each: Stone) -> bool:
        colour, number = each
        missing = (n for n in range(self.height[colour] + 1, number) if self.lost[colour, n] == COPIES[n])
        return number <= self.height[colour] or any(missing)


def after(told: Marks, real: Stone, hint: str) -> Marks:
    """The marks of a stone when its owner has been told which are of a colour or number."""
    colours, numbers = told
    if hint in COLOURS:
        return (frozenset([hint]) if real[0] == hint else colours - {hint}), numbers
    number = int(hint)
    return colours, frozenset([number]) if real[1] == number else numbers - {number}


def worth(table: Table, hand: Sequence[tuple[Stone, Marks]], hint: str) -> tuple[int, int, int]:
    """What a hint is worth: how many stones become certain to fit, how much surer those that fit become, how much is
    told."""
    certain = surer = news = 0
    for real, told in hand:
        new = after(told, real, hint)
        before, now = (list(product(*each)) for each in (told, new))
        if table.fits(real):
            certain += all(map(table.fits, now)) and not all(map(table.fits, before))
            surer += len(before) - len(now)
        news += len(before) - len(now)
    return certain, surer, news


def wishes(table: Table) -> Iterator[str]:
    """The labels of what the convention wants, the dearest first."""
    possible = [table.possible(told) for told in table.own]
    for place, stones in enumerate(possible, 1):
        if stones and all(map(table.fits, stones)):
            yield f"lay stone {place}"
    told = [
        (worth(table, hand, hint), f"tell player {player} which are {hint}")
        for player, hand in table.hands.items()
        for hint in (*COLOURS, *map(str, COPIES))
    ]
    best = sorted(told, key=lambda each: each[0], reverse=True)
    if table.hints:
        yield from (label for (certain, surer, _), label in best if certain or (surer and table.hints > 1))
    for place, stones in enumerate(possible, 1):
        if stones and all(map(table.is_useless, stones)):
            yield f"throw stone {place} into the sea"
    yield "throw stone 1 into the sea"
    yield from (label for _, label in best)


def chosen(game: artrules.Game) -> artrules.Option:
    """The option that the convention takes in the first decision."""
    decision = game.decisions[0]
    options = {option.label: option for option in decision.options}
    table = Table(game.view(decision.player), decision.player)
    return options[next(label for label in wishes(table) if label in options)]


def play(ruleset: artrules.Ruleset, players: int, seed: int) -> int:
    """The stones that lie in the causeways when the convention has played a game."""
    game = ruleset.new_game(players=players, seed=seed, log=False)
    while game.decisions:
        game.choose(chosen(game))
    assert game.result is not None
    return int(game.result["scores"][0]["total"])
