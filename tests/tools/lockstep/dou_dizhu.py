"""How Dou Dizhu is the game that OpenSpiel has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar

import artrules

from ..benchmarks.open_spiel.theirs import Theirs
from .games import RANKS, Pair, View, in_turn, labels_of, totals

ORDER = (*RANKS[1:], RANKS[0], "black joker", "red joker")
"""From the three to the two, and the jokers."""
SIGNS = (*"3456789TJQKA2", "(BWJ)", "(CJ)")
FOUR = 4
SIZES = {"pair ": 2, "triplet ": 3, "four ": FOUR}


def rank(card: str) -> str:
    return card if "joker" in card else card.partition(" of ")[0]


def signs(cards: Iterable[str]) -> str:
    """Cards as they write them: by rank, from low to high."""
    return "".join(SIGNS[number] for number in sorted(ORDER.index(rank(card)) for card in cards))


class DouDizhu(Pair):
    """One deal. A combination is one action there; here its kickers are chosen one after another.

    They lack rows that begin with a rank of which all four are in the hand (`SearchChainOnlyActions` in their
    `dou_dizhu_utils.cc`), and let a bomb beat the rocket (`SearchForLegalActions` there).
    """

    ours = "dou_dizhu"
    settings: ClassVar = {"deals": 1, "thrown_in_counts": "yes", "four_with_two": "no", "like_kickers": "yes"}
    players = (3,)
    rare = (
        "all pass",
        "bid after a pass",
        "bomb",
        "bomb beaten by a bomb",
        "rocket",
        "row of single cards",
        "row of pairs",
        "row of triplets",
        "row of triplets with single cards",
        "row of triplets with pairs",
        "triplet with a pair",
        "kickers alike",
        "doubled because one side hardly played",
    )
    steadiness = 0.98
    deal_card, jokers = 51, 52
    """What stands before the number of a dealt card, and the number of the black joker."""

    def card(self, label: str) -> int:
        if "joker" in label:
            return self.jokers + (label == "red joker")
        return self.suits.index(label.rpartition(" ")[2]) * len(RANKS) + ORDER.index(rank(label))

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        """Who is dealt the card that lies face up bids first."""
        return [view["variables"]["first_bidder"] - 1, *(self.deal_card + card for card in in_turn(self.hands(view)))]

    def options(
        self, game: artrules.Game, labels: Sequence[str], actions: Sequence[int]
    ) -> Mapping[int, Sequence[str]]:
        there = {written(action): action for action in actions}
        held = Counter(rank(card) for card in labels_of(game.inspect.view(), game.decisions[0].player))
        offered: dict[int, Sequence[str]] = {}
        for label in labels:
            for way in self.ways(game, label):
                action = there.get(self.sign(way))
                if action is not None:
                    offered[action] = way
                elif not (len(way) == 1 and is_row(label) and held[rank(cards_of(label)[0])] == FOUR):
                    offered[-1] = way
        return offered

    def compared_actions(self, game: artrules.Game, actions: Sequence[int]) -> Sequence[int]:
        last = {each["card"] for each in game.inspect.view()["zones"]["last_play"]}
        if (
            last != {"black joker", "red joker"}
            or game.inspect.view()["variables"]["last_player"] == game.decisions[0].player
        ):
            return actions
        return [action for action in actions if len(set(written(action))) > 1]

    def ways(self, game: artrules.Game, label: str) -> Iterator[tuple[str, ...]]:
        """An option of ours with all ways to choose the kickers that it asks for."""
        if " and " not in label:
            yield (label,)
            return
        tried = game.copy()
        tried.choose(next(each for each in tried.decisions[0].options if each.label == label))
        yield from self.rest(tried, (label,), int(label.partition(" and ")[2].split()[0]))

    def rest(self, game: artrules.Game, way: tuple[str, ...], wanted: int) -> Iterator[tuple[str, ...]]:
        if not wanted:
            yield way
            return
        for option in game.decisions[0].options:
            tried = game.copy()
            tried.choose(tried.decisions[0].options[game.decisions[0].options.index(option)])
            yield from self.rest(tried, (*way, option.label), wanted - 1)

    def sign(self, way: Sequence[str]) -> str:
        """What they call what is chosen so."""
        first, *others = way
        if not first.startswith("play"):
            return {"pass": "Pass", "fire the rocket": "(BWJ)(CJ)"}.get(first) or (
                first.capitalize() if first.startswith("bid") else signs(cards_of(first))
            )
        cards, kickers = cards_of(first), [card for label in others for card in cards_of(label)]
        if len(cards) > FOUR and kickers:
            return f"{signs(cards)}-{signs(kickers)}"
        return signs(cards + kickers)

    def returns(self, game: artrules.Game) -> list[float]:
        return [float(points) for points in totals(game)]

    def suits_plan(self, view: View, plan: int) -> bool:
        """Two hands have a bomb, or one has two triplets in a row."""
        hands = [Counter(rank(card) for card in labels_of(view, seat)) for seat in self.seats(view)]
        if plan == 0:
            return sum(FOUR in held.values() for held in hands) > 1
        rows = [held for held in hands for one, other in pairwise(ORDER[:12]) if held[one] > 2 and held[other] > 2]
        return plan != 1 or rows != []

    def steered(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> str | None:
        """Bombs before anything, or rows of triplets; or the peasants, or those who bid, pass."""
        view = game.inspect.view()
        hand = labels_of(view, player)
        if any(label.startswith("bid") for label in labels):
            opens = view["variables"]["first_bidder"] == player
            others_pass = labels_of(view, 1)[0].endswith(("clubs", "spades"))
            return labels[-2] if plan < 3 else "pass" if others_pass or (opens and len(labels) > 3) else None
        bombs = [label for label in labels if label.startswith(("bomb", "fire"))]
        if plan == 0 and bombs:
            return bombs[0]
        if plan == 0:
            held = Counter(rank(card) for card in hand)
            whole = [label for label in labels if all(held[rank(card)] < FOUR for card in cards_of(label))]
            return whole[0] if whole else None
        rows = [label for label in labels if is_row(label) and "triplet" in label]
        if plan == 1 and rows:
            return rows[sum(map(len, hand)) % len(rows)]
        if plan == 1 or (plan == 2 and view["variables"]["landlord"] == player):
            return max(labels, key=lambda label: len(cards_of(label)) if "triplet" not in label else 0)
        return "pass" if plan == 2 and "pass" in labels else None

    def steered_options(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> Collection[str]:
        """Single cards that go along with a row of triplets are alike where they can be."""
        label = self.steered(game, player, labels, plan)
        if label is None or not (is_row(label) and label.endswith("cards")):
            return () if label is None else (label,)
        held = Counter(rank(card) for card in labels_of(game.inspect.view(), player))
        alike = [each for each in held if held[each] > 1 and each not in cards_of(label)]
        return (label, *[f"add {each}" for each in alike[:1] for _ in range(2)])

    def happening(self, game: artrules.Game, label: str) -> Iterable[str]:
        variables = game.inspect.view()["variables"]
        cards = cards_of(label)
        ranks = {rank(card) for card in cards}
        if label.startswith("bid") and not variables["stake"] and variables["first_bidder"] != game.decisions[0].player:
            yield "bid after a pass"
        elif label.startswith("bomb"):
            yield "bomb"
            if variables["of_each"] == FOUR and variables["last_player"] not in (None, game.decisions[0].player):
                yield "bomb beaten by a bomb"
        elif label.startswith("fire"):
            yield "rocket"
        elif label.startswith("add"):
            if ranks <= {rank(each["card"]) for each in game.inspect.view()["zones"]["last_play"]}:
                yield "kickers alike"
        elif label.startswith("play") and len(ranks) > 1:
            sort = {1: "single cards", 2: "pairs", 3: "triplets"}[len(cards) // len(ranks)]
            with_ = f" with {'pairs' if 'pair' in label else 'single cards'}" if " and " in label else ""
            yield f"row of {sort}{with_}"
        elif " and 1 pair" in label:
            yield "triplet with a pair"

    def events(self, game: artrules.Game) -> Iterable[str]:
        view = game.inspect.view()
        if not view["variables"]["stake"]:
            yield "all pass"
            return
        landlord = view["variables"]["landlord"]
        plays = [each["plays"] for seat, each in view["players"].items() if seat != landlord]
        if not any(plays) or view["players"][landlord]["plays"] == 1:
            yield "doubled because one side hardly played"


def cards_of(label: str) -> list[str]:
    """The ranks of the cards that an option names, each as often as there are cards of it."""
    words = label.partition(" and ")[0].removeprefix("bomb with ").removeprefix("play ").removeprefix("add ")
    size = next((size for size in SIZES if words.startswith(size)), "")
    ranks = words.removeprefix(size).split(", ")
    return [each for each in ranks for _ in range(SIZES.get(size, 1))] if ranks[0] in ORDER else []


def is_row(label: str) -> bool:
    return label.startswith("play") and len({rank(card) for card in cards_of(label)}) > 1


@cache
def written(action: int) -> str:
    """How they write an action of a player."""
    return str(_empty().action_to_string(0, action))


@cache
def _empty() -> Any:
    return Theirs("dou_dizhu").game.new_initial_state()


DOU_DIZHU: dict[str, Pair] = {"dou_dizhu": DouDizhu()}
