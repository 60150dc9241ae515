"""How games of melds and of counting are those that OpenSpiel has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar

import artrules

from .games import Pair, View, labels_of, totals

ACE_LOW = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")


def height(label: str) -> int:
    """The number of a card by its rank, the ace 1; 0 for anything else."""
    rank = label.split(" of ")[0].rpartition(" ")[2]
    return ACE_LOW.index(rank) + 1 if rank in ACE_LOW else 0


class AceLow(Pair):
    """Their cards go by suits, in each from the ace to the king."""

    ranks = ACE_LOW
    players: ClassVar[Sequence[int]] = (2,)

    def card(self, label: str) -> int:
        rank, _, suit = label.partition(" of ")
        return self.suits.index(suit) * len(self.ranks) + self.ranks.index(rank)

    def first_seat(self, view: View) -> int:
        """The player after the dealer."""
        return int(view["variables"]["dealer"]) % len(view["players"]) + 1


PIPS = 10
"""What a card counts at most."""
HANDS_AT_HAND = 200_000
"""So many hands whose deadwood is remembered."""
LAST_CARDS = 2
"""So many cards of the stock aren't drawn any more."""


@lru_cache(HANDS_AT_HAND)
def least_deadwood(cards: frozenset[int]) -> int:
    """What is left when as much as possible is melded, by trying everything that the first card may be in."""
    if not cards:
        return 0
    first, size = min(cards), len(ACE_LOW)
    alike = [card for card in cards if card % size == first % size and card != first]
    melds = [{first, *some} for count in (2, 3) for some in combinations(alike, count)]
    run = {first, first + 1}
    while (last := max(run)) in cards and last // size == first // size:
        melds += [set(run)] if len(run) > 2 else []
        run.add(last + 1)
    alone = min(first % size + 1, PIPS) + least_deadwood(cards - {first})
    return min([alone, *(least_deadwood(cards - meld) for meld in melds)])


class GinRummy(AceLow):
    """One deal: what it brings one player, the other loses. Where they lack an option, it is for one of these reasons:

    - Whether one may knock with eleven cards they judge by the melds that count most, without the highest card that is
      left: other melds may leave less (`MinDeadwood` in their `gin_rummy_utils.cc`).
    - Of the cards that are laid off on a run, they see two at the same end, and no third one (`AllLayoffs` there).

    A card that goes on a set as well as on a run is laid off on the run: there it is on both.
    """

    ours = "gin_rummy"
    settings: ClassVar = {
        "goal": 0,
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "level_undercuts": "no",
        "give_back": "yes",
        "last_discard": "yes",
    }
    varying = ({}, {}, {}, {"oklahoma": "yes"}, {"knocking": 5})
    suits = ("spades", "clubs", "diamonds", "hearts")
    rare = (
        "gin",
        "undercut",
        "level",
        "knock with the last discard",
        "two cards left",
        "a card given back twice",
        "fifty discards taken",
    )
    take, draw, pass_, knock, meld = 52, 53, 54, 55, 56
    """Actions after those that name a card; the last is that of the first meld."""

    def theirs(self, players: int, settings: Mapping[str, Any]) -> str:
        knocking = settings.get("knocking", 10)
        return f"gin_rummy(oklahoma={settings.get('oklahoma') == 'yes'},knock_card={knocking})"

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        first, second = self.hands(view)
        return [*first, *second, *self.cards(view["zones"]["discards"]), *self.cards(view["zones"]["stock"])]

    def action(self, label: str) -> int:
        words = label.split()
        match words[:2]:
            case ["take", _]:
                return self.take
            case ["draw", _]:
                return self.draw
            case ["pass"]:
                return self.pass_
            case ["knock"] | ["knock", "with"]:
                return self.knock
            case [("lay" | "keep"), _] if label.endswith("no more"):
                return self.pass_
            case ["lay", "down"]:
                return self.meld + self.meld_number([self.card(each) for each in label[9:].split(", ")])
            case ["lay", "off"]:
                return self.card(label[8:].partition(" on ")[0])
        return self.card(label.removeprefix("discard "))

    def meld_number(self, cards: Sequence[int]) -> int:
        """Their number of a meld: five sets of each rank, then runs by length, suit and lowest card."""
        size = len(self.ranks)
        suits, lowest = {card // size for card in cards}, min(card % size for card in cards)
        if len(suits) > 1:
            lacking = [suit for suit in range(len(self.suits)) if suit not in suits]
            return lowest * 5 + (lacking[0] if lacking else 4)
        longer = sum(len(self.suits) * (size + 1 - length) for length in range(3, len(cards)))
        return size * 5 + longer + cards[0] // size * (size + 1 - len(cards)) + lowest

    def options(
        self, game: artrules.Game, labels: Sequence[str], actions: Sequence[int]
    ) -> Mapping[int, Sequence[str]]:
        offered: dict[int, tuple[str, ...]] = {}
        for label in sorted(labels, key=self.is_on_a_run):
            action = self.action(label)
            if action in actions or not self.is_lacking_there(game, label, labels):
                offered[action] = (label,)
        return offered

    def is_lacking_there(self, game: artrules.Game, label: str, labels: Sequence[str]) -> bool:
        if label == "knock":
            hand = {self.action(each) for each in labels} - {self.knock}
            left = min(least_deadwood(frozenset(hand - {card})) for card in hand)
            return left <= int(game.inspect.view()["variables"]["knock_at"])
        return self.is_on_a_run(label) and label.count(", ") > 3

    def is_on_a_run(self, label: str) -> bool:
        cards = label.partition(" on ")[2].split(", ")
        return len({card.partition(" of ")[2] for card in cards}) == 1 and len(cards) > 1

    def returns(self, game: artrules.Game) -> list[float]:
        players = game.inspect.view()["players"]
        ahead = players[1]["points"] - players[2]["points"]
        return [ahead, -ahead]

    def steered(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> str | None:
        """Knock when the other has as little; wait for gin, or the last discard; take nothing but discards; take a card
        and give it back."""
        knocks = [label for label in labels if label.startswith("knock")]
        view = game.inspect.view()
        own, other = self.least(view, player), self.least(view, 3 - player)
        is_last = len(view["zones"]["stock"]) <= LAST_CARDS
        if knocks and (plan > 1 or (own == 0 or is_last if plan else other <= own)):
            return knocks[0]
        takes = [label for label in labels if label.startswith("take")]
        if takes:
            return takes[0] if plan > 1 else self.drawn(labels_of(view, player), takes[0].removeprefix("take "), labels)
        discards = [label for label in labels if label.startswith("discard")]
        if discards:
            return self.discarded(view, player, discards, plan)
        if any(label.startswith("lay") for label in labels):
            stops = plan == 0 and view["variables"]["knocker"] == player and labels[-1].endswith("no more")
            return labels[-1] if stops else labels[0]
        return None

    def least(self, view: View, seat: int) -> int:
        """The deadwood of a hand; of eleven cards, after discarding."""
        hand = frozenset(self.card(label) for label in labels_of(view, seat))
        return min(least_deadwood(hand - {card}) for card in hand) if len(hand) > 10 else least_deadwood(hand)

    def suits_plan(self, view: View, plan: int) -> bool:
        """Both can soon knock, or one nearly has gin."""
        left = [self.least(view, seat) for seat in (1, 2)]
        return max(left) < 40 if plan == 0 else min(left) < 25 if plan == 1 else True

    def drawn(self, hand: Sequence[str], top: str, labels: Sequence[str]) -> str:
        """Take what makes a meld, or goes together with two cards of the hand."""
        cards = frozenset(self.card(label) for label in hand)
        melds = least_deadwood(cards | {self.card(top)}) < least_deadwood(cards)
        return labels[0] if melds or self.near(top, hand) > 2 else labels[1]

    def discarded(self, view: View, player: int, discards: Sequence[str], plan: int) -> str:
        cards = [label.removeprefix("discard ") for label in discards]
        taken = view["variables"]["card_taken"]
        if plan == 3 and taken is not None:
            given_back = f"discard {taken['card'] if isinstance(taken, Mapping) else taken}"
            if given_back in discards:
                return given_back
        if plan == 2:
            return max(discards, key=height)
        hand = frozenset(self.card(card) for card in labels_of(view, player))

        def kept(card: str) -> tuple[int, int, int]:
            return least_deadwood(hand - {self.card(card)}), self.near(card, cards), -height(card)

        return "discard " + min(cards, key=kept)

    def near(self, card: str, hand: Sequence[str]) -> int:
        """With how many cards of a hand it goes together."""
        number = self.card(card)
        size = len(self.ranks)
        return sum(
            other != card
            and (self.card(other) % size == number % size or abs(self.card(other) - number) < 3)
            and (self.card(other) % size == number % size or self.card(other) // size == number // size)
            for other in hand
        )

    def events(self, game: artrules.Game) -> Iterable[str]:
        view = game.inspect.view()
        variables, players = view["variables"], view["players"]
        knocker = variables["knocker"]
        if knocker is None:
            if variables["discards_taken"] == 50:
                yield "fifty discards taken"
            elif variables["given_back"] == 2:
                yield "a card given back twice"
            else:
                yield "two cards left"
            return
        left = [sum(min(height(card["card"]), 10) for card in players[seat]["deadwood"]) for seat in (1, 2)]
        kept, other = left[knocker - 1], left[2 - knocker]
        if len(view["zones"]["stock"]) == LAST_CARDS:
            yield "knock with the last discard"
        yield "gin" if kept == 0 else "undercut" if other < kept else "level" if other == kept else "knock"


class Goofspiel(Pair):
    """All bid at once. A prize for which bids are level is nobody's there."""

    ours = "goofspiel"
    settings: ClassVar = {"carry_over": "no"}
    varying = tuple({"order": order} for order in ("shuffled", "highest_first", "lowest_first"))
    players = (2, 3)
    rare = ("level bids", "a draw")
    orders: ClassVar = {"shuffled": "random", "highest_first": "descending", "lowest_first": "ascending"}

    def theirs(self, players: int, settings: Mapping[str, Any]) -> str:
        order = self.orders[settings["order"]]
        return f"goofspiel(players={players},points_order={order},returns_type=total_points)"

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        zones = view["zones"]
        return [height(card["card"]) - 1 for card in (*zones["prizes"], *zones["stock"])]

    def action(self, label: str) -> int:
        return height(label) - 1

    def returns(self, game: artrules.Game) -> list[float]:
        return list(totals(game))

    def steered(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> str | None:
        """All bid the same, highest or lowest first."""
        return (max if plan % 2 else min)(labels, key=height)

    def events(self, game: artrules.Game) -> Iterable[str]:
        players = game.inspect.view()["players"]
        if sum(len(each["won"]) for each in players.values()) < len(ACE_LOW):
            yield "level bids"
        assert game.result is not None
        if len(game.result["winners"]) > 1:
            yield "a draw"


class Cribbage(AceLow):
    """What two players lay away is one choice there. They count all hands and the crib of the last deal, and then the
    first player who has 121 points or more has won; here the game is over as soon as somebody has them."""

    ours = "cribbage"
    settings: ClassVar = {"crib_flush": "yes"}
    players = (2, 2, 3, 4)
    rare = ("a run of seven in play", "three of a rank in play", "several have 121 there")
    goal = 121
    several_out = False
    """Whether several have won there, in the game that was compared last."""
    bonus = 300
    """Returns of winners are higher, and those of others lower."""
    pairs, pass_ = 52, 52 + 52 * 52

    def theirs(self, players: int, settings: Mapping[str, Any]) -> str:
        return f"cribbage(players={players})"

    def first_seat(self, view: View) -> int:
        """The first dealer."""
        return int(view["variables"]["dealer"])

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        """The cards of a deal; there are no more seats than the one with which the first deal began."""
        zones = view["zones"]
        hands = [card for seat in self.in_order for card in self.cards(view["players"][seat]["hand"])]
        return [*hands, *self.cards(zones["crib"]), *self.cards(zones["pack"][:1])]

    def seats(self, view: View) -> list[int]:
        self.in_order = super().seats(view)
        return self.in_order

    def is_idle(self, state: Any, actions: Sequence[int]) -> bool:
        """Who can't play passes there; here nobody is asked."""
        return list(actions) == [self.pass_] or (len(actions) == 1 and state.action_to_string(actions[0]) == "Pass")

    def action(self, label: str) -> int:
        return self.card(label.removeprefix("play ").removeprefix("lay away "))

    def options(
        self, game: artrules.Game, labels: Sequence[str], actions: Sequence[int]
    ) -> Mapping[int, Sequence[str]]:
        if len(game.inspect.view()["players"]) > 2 or not labels[0].startswith("lay away"):
            return super().options(game, labels, actions)
        numbers = {label: self.action(label) for label in labels}
        offered: dict[int, tuple[str, ...]] = {}
        for one, other in combinations(labels, 2):
            either = [self.pairs + 52 * numbers[a] + numbers[b] for a, b in ((one, other), (other, one))]
            offered[either[0] if either[0] in actions else either[1]] = (one, other)
        return offered

    def points(self, game: artrules.Game, seats: Sequence[int]) -> list[int]:
        players = game.inspect.view()["players"]
        return [players[seat]["points"] for seat in seats]

    def standing(self, game: artrules.Game, state: Any, seats: Sequence[int]) -> str:
        here, there = self.points(game, seats), points_there(state)
        return "" if here == there else f"points there: {there}, here: {here}"

    def difference(self, game: artrules.Game, state: Any, seats: Sequence[int]) -> str:
        """Here counting has ended earlier, so nobody may have more than there; and the same must have won, unless
        several have 121 points there."""
        if game.result is None:
            return "it is over there, not here"
        here, there = self.points(game, seats), points_there(state)
        won, won_there = [got >= self.goal for got in here], [got > self.bonus for got in state.returns()]
        as_there = all(mine <= theirs for mine, theirs in zip(here, there, strict=True)) and sum(won) == sum(won_there)
        self.several_out = sum(got >= self.goal for got in there) > sum(won)
        if as_there and (won == won_there or self.several_out):
            return ""
        return f"points there: {there}, {state.returns()}, here: {here}"

    def suits_plan(self, view: View, plan: int) -> bool:
        """Two players have the ranks from ace to seven, four of them the one who plays first."""
        if len(view["players"]) > 2 or plan > 2:
            return True
        return self.small_cards(view) is not None

    def events(self, game: artrules.Game) -> Iterable[str]:
        return ("several have 121 there",) if self.several_out else ()

    def small_cards(self, view: View) -> list[set[int]] | None:
        """By player, first the one who plays first: which ranks from ace to seven to play, so that together they are a
        run of seven."""
        dealer = int(view["variables"]["dealer"])
        low = [{height(card) for card in labels_of(view, seat)} & set(range(1, 8)) for seat in (3 - dealer, dealer)]
        second = low[1] - low[0]
        spare = low[0] & low[1]
        if low[0] | low[1] != set(range(1, 8)) or len(second) > 3 or len(low[0] - low[1]) > 4:
            return None
        for rank in sorted(spare):
            if len(second) < 3:
                second.add(rank)
        return [set(range(1, 8)) - second, second] if len(second) == 3 else None

    def steered(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> str | None:
        view = game.inspect.view()
        if plan == 3:  # pairs
            played = view["zones"]["played"]
            alike = [label for label in labels if played and height(label) == height(played[-1]["card"])]
            return alike[0] if alike and labels[0].startswith("play") else None
        if len(view["players"]) > 2:
            return None
        if labels[0].startswith("lay away"):
            return None
        there = {height(card["card"]) for card in view["zones"]["played"]}
        fresh = [label for label in labels if height(label) < 8 and height(label) not in there]
        return min(fresh, key=height) if fresh else None

    def steered_options(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> set[str]:
        """Lay away what isn't wanted for a run of seven."""
        view = game.inspect.view()
        wanted = (
            self.small_cards(view)
            if labels[0].startswith("lay away") and plan < 3 and len(view["players"]) == 2
            else None
        )
        if wanted is None:
            return super().steered_options(game, player, labels, plan)
        mine = set(wanted[1 if player == int(view["variables"]["dealer"]) else 0])
        away = []
        for label in sorted(labels, key=height, reverse=True):
            if height(label) in mine:
                mine.remove(height(label))
            else:
                away.append(label)
        return set(away[:2])

    def happening(self, game: artrules.Game, label: str) -> Iterable[str]:
        if not label.startswith("play"):
            return
        numbers = [height(card["card"]) for card in game.inspect.view()["zones"]["played"]] + [height(label)]
        if sorted(numbers[-7:]) == list(range(1, 8)):
            yield "a run of seven in play"
        if len(numbers) > 2 and len(set(numbers[-3:])) == 1:
            yield "three of a rank in play"


class GoFish(AceLow):
    """They have ranks alone, and here suits don't matter."""

    ours = "go_fish"
    players = (2, 3, 4, 5, 6)
    varying = (
        {},
        {"ask_after_drawing": "no"},
        {"first_out_ends": "yes"},
        {"ask_after_drawing": "no", "first_out_ends": "yes"},
    )
    rare = ("somebody is out first", "a draw")

    def theirs(self, players: int, settings: Mapping[str, Any]) -> str:
        asks, ends = settings.get("ask_after_drawing") != "no", settings.get("first_out_ends") == "yes"
        cards = 7 if players < 4 else 5
        return f"go_fish(players={players},initial_cards={cards},ask_after_empty_draw={asks},end_on_first_out={ends})"

    def seats(self, view: View) -> list[int]:
        self.in_order = super().seats(view)
        return self.in_order

    def card(self, label: str) -> int:
        return height(label) - 1

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        """Books that were dealt have been laid down by now."""
        players = [view["players"][seat] for seat in self.seats(view)]
        dealt = [*(card for each in players for card in (*each["hand"], *each["books"])), *view["zones"]["stock"]]
        return self.cards(dealt)

    def action(self, label: str) -> int:
        """`ask player 2 for every king`"""
        words = label.split()
        return self.in_order.index(int(words[2])) * len(ACE_LOW) + ACE_LOW.index(words[-1])

    def returns(self, game: artrules.Game) -> list[float]:
        """The most books share what the others lose."""
        books = totals(game)
        won = [got == max(books) for got in books]
        if all(won):
            return [0.0] * len(books)
        return [1 / sum(won) if each else -1 / (len(won) - sum(won)) for each in won]

    def is_dealt_alike(self, view: View) -> bool:
        """Who is dealt a book gets four cards more there (`DoApplyAction` in their `go_fish.cc`)."""
        return not any(each["books"] for each in view["players"].values())

    def events(self, game: artrules.Game) -> Iterable[str]:
        books = totals(game)
        if sum(books) < len(ACE_LOW):
            yield "somebody is out first"
        if books.count(max(books)) > 1:
            yield "a draw"


def points_there(state: Any) -> list[int]:
    return [int(word) for word in str(state).partition("Scores:")[2].partition("\n")[0].split()]


MELDS: dict[str, Pair] = {pair.ours: pair for pair in (GinRummy(), Goofspiel(), Cribbage(), GoFish())}
