"""One player: cards, tokens, and what counts for the turn."""

from __future__ import annotations

from .chance import shuffle


class Player:
    """Piles are lists with the top card last."""

    __slots__ = (
        "awards", "bonus", "bought", "change", "claimed", "counter", "deck", "discard", "gained", "gem", "hand",
        "income", "key", "line", "money", "most_twos_used", "number", "powers", "spent_change", "substitutes", "tucks",
        "twos",
    )  # fmt: skip

    def __init__(self, number: int, key: int) -> None:
        self.number = number
        self.key = key
        self.counter = 0
        self.deck: list[int] = []
        self.hand: list[int] = []
        self.line: list[int] = []
        self.discard: list[int] = []
        self.gained: dict[int, tuple[int, ...]] = {}
        """A card in the line -> the powers it copied."""
        self.awards = self.substitutes = self.gem = self.income = self.money = self.bonus = 0
        self.tucks = 1
        self.change = self.spent_change = self.claimed = self.most_twos_used = False
        self.twos = 0
        """How many cards of the line are 2s, while players buy."""
        self.powers: list[tuple[int, int]] = []
        """(card, power) that are left to be used in this turn to buy."""
        self.bought: set[int] = set()
        """What was bought in this round: told apart from its like."""

    def copy(self) -> Player:
        new = Player.__new__(Player)
        new.number, new.key, new.counter = self.number, self.key, self.counter
        new.deck, new.hand, new.line, new.discard = self.deck[:], self.hand[:], self.line[:], self.discard[:]
        new.gained, new.powers, new.bought = self.gained.copy(), self.powers[:], self.bought.copy()
        new.awards, new.substitutes, new.gem, new.income = self.awards, self.substitutes, self.gem, self.income
        new.money, new.bonus, new.tucks, new.twos = self.money, self.bonus, self.tucks, self.twos
        new.change, new.spent_change = self.change, self.spent_change
        new.claimed, new.most_twos_used = self.claimed, self.most_twos_used
        return new

    def can_draw(self) -> bool:
        return bool(self.deck or self.discard)

    def draw(self, count: int) -> None:
        """Only when a card is needed does the discard pile become the deck."""
        for _ in range(count):
            if not self.deck:
                if not self.discard:
                    return
                self.deck, self.discard = self.discard, []
                self.shuffle()
            self.hand.append(self.deck.pop())

    def shuffle(self) -> None:
        deck = self.deck
        deck.reverse()
        self.counter = shuffle(deck, self.key, self.counter)
        deck.reverse()

    def earn(self, dollars: int) -> None:
        self.money += dollars
        self.income += dollars
