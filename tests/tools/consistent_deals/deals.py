"""Hearts, followed card by card, and determinizations that are compared with what happened.

What was legal is told here once more, from the rules of the game and without the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import Any

import artrules
from artrules.engine.chance import Stream
from artrules.play.game.decision import Option
from artrules.text.record import dataclass

SEATS_FURTHER = {"to_the_left": 1, "to_the_right": -1, "across": 2}
ONE_IN = 25
"""On average one in so many positions is looked at."""
OPENING = {3: "two of clubs", 4: "two of clubs", 5: "three of clubs"}


@dataclass(frozen=True, slots=True)
class Play:
    """A card that was played from a hand."""

    player: int
    card: str
    led: str | None
    """The suit that was led; None for who leads."""
    is_in_first_trick: bool
    hearts_were_broken: bool

    def is_legal(self, hand: set[str], opening: str) -> bool:
        """Whether it may be played from a hand, which holds it still."""
        if self.led is None:
            if self.is_in_first_trick:
                return self.card == opening
            return self.hearts_were_broken or suit(self.card) != "hearts" or {*map(suit, hand)} == {"hearts"}
        if self.led in {*map(suit, hand)}:
            return suit(self.card) == self.led
        harmless = {card for card in hand if not is_penalty(card)}
        return not (self.is_in_first_trick and harmless) or self.card in harmless


def suit(card: str) -> str:
    return card.rpartition(" ")[2]


def is_penalty(card: str) -> bool:
    return suit(card) == "hearts" or card == "queen of spades"


class Deal:
    """What has happened since the cards were dealt."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.begin()

    def begin(self) -> None:
        """The cards are dealt."""
        self.plays: list[Play] = []
        self.passed: dict[int, list[str]] = {player: [] for player in range(1, self.players + 1)}
        self.direction = "hold"

    def note(self, player: int, label: str, direction: str) -> None:
        """Note an option that takes effect: `pass two of clubs` or `play two of clubs`."""
        act, _, card = label.partition(" ")
        if act == "pass":
            self.direction = direction
            self.passed[player].append(card)
            return
        begun = self.plays[len(self.plays) - len(self.plays) % self.players :]
        self.plays.append(
            Play(
                player,
                card,
                suit(begun[0].card) if begun else None,
                len(self.plays) < self.players,
                any(suit(play.card) == "hearts" for play in self.plays),
            )
        )
        if len(self.plays) == self.players * (52 // self.players):
            self.begin()

    def contradictions(self, seat: int, hands: Mapping[int, set[str]]) -> Iterator[str]:
        """What a seat knows that isn't so with other hands."""
        held = {player: {*hand} for player, hand in hands.items()}
        for play in reversed(self.plays):
            held[play.player].add(play.card)
            if not play.is_legal(held[play.player], OPENING[self.players]):
                yield f"player {play.player} could not have played {play.card}"
        if self.plays and len(self.passed[seat]) == 3:
            receiver = (seat - 1 + SEATS_FURTHER[self.direction]) % self.players + 1
            for card in self.passed[seat]:
                if card not in held[receiver]:
                    yield f"player {receiver} was passed {card} and doesn't hold it"


def hands_of(game: artrules.Game) -> dict[int, set[str]]:
    players: dict[int, dict[str, Any]] = game.inspect.view()["players"]
    return {player: {card["card"] for card in zones["hand"]} for player, zones in players.items()}


def positions(ruleset: artrules.Ruleset, players: int, seed: int) -> Iterator[tuple[artrules.Game, Deal]]:
    """Some positions of a game that is played by chance, each with what has happened in its deal."""
    game = ruleset.new_game(players, seed=seed)
    deal, chance = Deal(players), Stream(seed, 0, "choices")

    def note(option: Option) -> None:
        deal.note(option.decision.player, option.label, game.inspect.view()["variables"]["passing"])

    game.inspect.observe(note)
    while game.decisions:
        decision = game.decisions[chance.below(len(game.decisions))]
        game.choose(decision.options[chance.below(len(decision.options))])
        if game.decisions and chance.below(ONE_IN) == 0:
            yield game, deal


def contradictions(ruleset: artrules.Ruleset, wanted: int, deals: int) -> Iterator[list[str]]:
    """In so many positions, from the seats in turn, what each of so many determinizations contradicts."""
    tables = ((players, seed) for seed in count(1) for players in ruleset.player_counts)
    found = (position for players, seed in tables for position in positions(ruleset, players, seed))
    for number, (game, deal) in enumerate(islice(found, wanted)):
        seat = 1 + number % deal.players
        if any(deal.contradictions(seat, hands_of(game))):
            raise AssertionError("what has really happened isn't legal: these rules aren't those of the ruleset")
        for seed in range(deals):
            yield list(deal.contradictions(seat, hands_of(game.think.resample(seat, seed))))
