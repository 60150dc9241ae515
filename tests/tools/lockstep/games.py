"""How each game is the one that OpenSpiel has: with which settings, and what stands there for what is here.

A game that is new here is a class with its words, and a line in `GAMES`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import artrules

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")

View = Mapping[str, Any]
"""All that lies on our table."""


class Pair:
    """A game of both engines with the same rules. Their players are numbered from 0, and in turn from `first_seat` of
    ours."""

    ours: ClassVar[str]
    settings: ClassVar[Mapping[str, Any]] = {}
    varying: ClassVar[Sequence[Mapping[str, Any]]] = ({},)
    """Settings that vary from game to game as theirs do."""
    players: ClassVar[Sequence[int]] = (4,)
    """Numbers of players, from game to game."""
    suits: ClassVar[Sequence[str]] = SUITS
    ranks: ClassVar[Sequence[str]] = RANKS
    rare: ClassVar[Sequence[str]] = ()
    """What must have happened often enough to count as compared."""
    steadiness: ClassVar[float] = 0.9
    """In a steered game so many choices are those that lead to something rare."""

    @property
    def title(self) -> str:
        """What it is called beside others."""
        return self.ours.replace("_", " ")

    def theirs(self, players: int, settings: Mapping[str, Any]) -> str:
        """Their game with its parameters, as `pyspiel.load_game` takes it."""
        return self.ours

    def begun(self, ruleset: artrules.Ruleset, players: int, deal: int, settings: Mapping[str, Any]) -> artrules.Game:
        """Our game with one of its deals. It asks also where there is one option."""
        return ruleset.new_game(players=players, seed=deal, settings=settings, log=False, single_options=True)

    def card(self, label: str) -> int:
        """Their number of a card."""
        rank, _, suit = label.partition(" of ")
        return self.ranks.index(rank) * len(self.suits) + self.suits.index(suit)

    def cards(self, zone: Iterable[Mapping[str, Any]]) -> list[int]:
        return [self.card(each["card"]) for each in zone]

    def hands(self, view: View) -> list[list[int]]:
        """The cards of each hand, the first seat's first."""
        return [self.cards(view["players"][seat]["hand"]) for seat in self.seats(view)]

    def seats(self, view: View) -> list[int]:
        """Our seats in the order of their players."""
        count, first = len(view["players"]), self.first_seat(view)
        return [(first - 1 + i) % count + 1 for i in range(count)]

    def first_seat(self, view: View) -> int:
        """Our seat of their player 0, after the deal."""
        return 1

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        """What their chance brings, in order, so that the deal is ours."""
        raise NotImplementedError

    def later_chance(self, view: View, settings: Mapping[str, Any], state: Any) -> list[int]:
        """What their chance brings after the first deal; where several deals are played, each brings its own."""
        return self.chance(view, settings)

    def action(self, label: str) -> int:
        """Their action for one of our options."""
        return self.card(label.removeprefix("play "))

    def options(
        self, game: artrules.Game, labels: Sequence[str], actions: Sequence[int]
    ) -> Mapping[int, Sequence[str]]:
        """By their action the options that come to it, to be chosen one after the other. What their `actions` lack for
        a reason that is known is left out."""
        return {self.action(label): (label,) for label in labels}

    def compared_actions(self, game: artrules.Game, actions: Sequence[int]) -> Sequence[int]:
        """Their actions without those that they offer by mistake, for a reason that is known."""
        return actions

    def is_idle(self, state: Any, actions: Sequence[int]) -> bool:
        """Whether somebody is asked there who has nothing to decide, and isn't asked here."""
        return False

    def standing(self, game: artrules.Game, state: Any, seats: Sequence[int]) -> str:
        """How what has been scored so far differs; nothing where it doesn't, or scores come in the end."""
        return ""

    def is_over(self, game: artrules.Game) -> bool:
        """Whether theirs needn't be played on: what it has left can't be chosen here."""
        return False

    def returns(self, game: artrules.Game) -> list[float]:
        """What their players get, by our result, by seat."""
        raise NotImplementedError

    def are_same(self, game: artrules.Game, here: list[float], there: list[float]) -> bool:
        return here == there

    def difference(self, game: artrules.Game, state: Any, seats: Sequence[int]) -> str:
        """How what players get differs when theirs is over; nothing where it doesn't."""
        if game.result is None:
            return "it is over there, not here"
        got, there = self.returns(game), state.returns()
        here = [got[seat - 1] for seat in seats]
        return "" if self.are_same(game, here, there) else f"players get there: {there}, here: {here}"

    def suits_plan(self, view: View, plan: int) -> bool:
        """Whether a deal is one from which something rare may come."""
        return True

    def steered(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> str | None:
        """The option that leads to something rare, of which there are a few plans; None where any will do."""
        return None

    def steered_options(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> Collection[str]:
        """The options that are chosen together to lead there; none where any will do."""
        label = self.steered(game, player, labels, plan)
        return set() if label is None else {label}

    def events(self, game: artrules.Game) -> Iterable[str]:
        """What rare things have happened in a game that is over."""
        return ()

    def is_dealt_alike(self, view: View) -> bool:
        """Whether theirs deals the same cards in the same way; other deals aren't compared."""
        return True

    def happening(self, game: artrules.Game, label: str) -> Iterable[str]:
        """What is rare in what is being chosen."""
        return ()


def in_turn(hands: Sequence[Sequence[int]]) -> list[int]:
    """The cards in the order in which they are dealt, one to each player in turn."""
    return [hand[i] for i in range(len(hands[0])) for hand in hands]


def totals(game: artrules.Game) -> list[int]:
    assert game.result is not None
    return [score["total"] for score in game.result["scores"]]


def _value(label: str) -> int:
    """How high a card is; -1 for anything else."""
    rank = label.removeprefix("play ").partition(" of ")[0]
    return RANKS.index(rank) if rank in RANKS else -1


def labels_of(view: View, seat: int) -> list[str]:
    """The cards of a hand."""
    return [each["card"] for each in view["players"][seat]["hand"]]


def strength_of(hand: Sequence[str], trumps: str) -> int:
    """How many tricks cards may take, roughly: trumps count 1, and high cards 1 to 3 besides."""
    return sum(max(0, _value(label) - 9) + label.endswith(trumps) for label in hand)


def highest(labels: Sequence[str]) -> str:
    return max(labels, key=_value)


def lowest(labels: Sequence[str]) -> str:
    return min(labels, key=_value)


class Hearts(Pair):
    ours = "hearts"
    settings: ClassVar = {"goal": 1, "queen_breaks_hearts": "yes"}
    varying = tuple({"first_pass": way} for way in ("hold", "to_the_left", "across", "to_the_right"))
    rare = ("the moon is shot",)
    penalties = 26
    """Of a deal: their result is what of them a player has not."""

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        return [[each["first_pass"] for each in self.varying].index(settings["first_pass"]), *in_turn(self.hands(view))]

    def action(self, label: str) -> int:
        return self.card(label.removeprefix("pass ").removeprefix("play "))

    def returns(self, game: artrules.Game) -> list[float]:
        return [self.penalties - points for points in totals(game)]

    def suits_plan(self, view: View, plan: int) -> bool:
        hand = labels_of(view, 1)
        return sum(_value(label) > 8 and label.endswith(("hearts", "spades")) for label in hand) > 5

    def steered(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> str | None:
        """One takes all that the others give away."""
        if labels[0].startswith("pass"):
            return lowest(labels) if player == 1 else highest(labels)
        hearts = [label for label in labels if label.endswith("hearts")]
        return highest(labels) if player == 1 else lowest(hearts or labels)

    def events(self, game: artrules.Game) -> Iterable[str]:
        return ("the moon is shot",) if sorted(totals(game)) == [0, 26, 26, 26] else ()


class CrazyEights(Pair):
    """Only who is out counts: points there count the number of a card, not what it shows."""

    ours = "crazy_eights"
    settings: ClassVar = {"goal": 1, "reshuffle": "no"}
    dealt = 5
    draw, pass_, name = 52, 53, 54
    """Actions after those that play a card."""

    def theirs(self, players: int, settings: Mapping[str, Any]) -> str:
        return f"crazy_eights(players={players},max_draw_cards=3,max_turns=1000000,reshuffle=False)"

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        dealer = view["variables"]["dealer"] - 1
        hands = self.hands(view)
        dealt = in_turn(hands[dealer + 1 :] + hands[: dealer + 1])
        return [self.draw + dealer, *dealt, *self.cards(view["zones"]["discards"]), *self.cards(view["zones"]["stock"])]

    def action(self, label: str) -> int:
        word, _, rest = label.partition(" ")
        match word:
            case "draw":
                return self.draw
            case "pass":
                return self.pass_
            case "name":
                return self.name + SUITS.index(rest)
        return self.card(rest)

    def is_over(self, game: artrules.Game) -> bool:
        """It is blocked: there somebody may pass once more."""
        return game.finished

    def returns(self, game: artrules.Game) -> list[float]:
        assert game.result is not None
        return [0 if seat in game.result["winners"] else -1 for seat in range(1, len(totals(game)) + 1)]

    def are_same(self, game: artrules.Game, here: list[float], there: list[float]) -> bool:
        out = [got == 0 for got in there]
        return not any(out) or [got == 0 for got in here] == out


class Spades(Pair):
    ours = "spades"
    settings: ClassVar = {"deals": 1, "nil_tricks_help": "yes", "thirteen_together": "yes", "spades_break": "no"}
    rare = ("nil made", "nil set", "both partners bid nil", "ten bags", "thirteen bid together", "bid missed by ten")
    bid = 52
    """Their bid of nil; larger ones follow."""

    def first_seat(self, view: View) -> int:
        return int(view["variables"]["dealer"]) % 4 + 1

    def card(self, label: str) -> int:
        rank, _, suit = label.partition(" of ")
        return SUITS.index(suit) * len(RANKS) + RANKS.index(rank)

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        return in_turn(self.hands(view))

    def action(self, label: str) -> int:
        word, _, rest = label.partition(" ")
        return self.card(rest) if word == "play" else self.bid + (0 if rest == "nil" else int(rest))

    def returns(self, game: artrules.Game) -> list[float]:
        return list(totals(game))

    def suits_plan(self, view: View, plan: int) -> bool:
        strong = [strength_of(labels_of(view, seat), "spades") for seat in range(1, 5)]
        pairs = strong[0] + strong[2], strong[1] + strong[3]
        return [strong[0] < 3, pairs[0] > 24, pairs[1] > 22, True][plan]

    def steered(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> str | None:
        """Two opponents bid nil and duck; two partners bid nil and take all; they bid all and take none."""
        first_pair = player in (1, 3)
        if labels[0].startswith("bid"):
            nil = (plan == 0 and player in (1, 2)) or (plan == 1 and first_pair)
            return "bid nil" if nil else labels[-1] if plan == 2 and first_pair else None
        ducks = [game.inspect.view()["players"][player]["bid"] == 0, not first_pair, first_pair, player == 2][plan]
        return lowest(labels) if ducks else highest(labels)

    def events(self, game: artrules.Game) -> Iterable[str]:
        players = game.inspect.view()["players"]
        bids = [players[seat]["bid"] for seat in range(1, 5)]
        tricks = [len(players[seat]["taken"]) // 4 for seat in range(1, 5)]
        for bid, taken in zip(bids, tricks, strict=True):
            if bid == 0:
                yield "nil set" if taken else "nil made"
        for one, other in ((0, 2), (1, 3)):
            together, taken = bids[one] + bids[other], tricks[one] + tricks[other]
            if bids[one] == bids[other] == 0:
                yield "both partners bid nil"
            if taken - together >= 10:
                yield "ten bags"
            if together == 13:
                yield "thirteen bid together"
            if together - taken >= 10:
                yield "bid missed by ten"


class OhHell(Pair):
    ours = "oh_hell"
    settings: ClassVar = {"course": "single", "tricks_always_count": "yes"}
    varying = tuple({"most_cards": cards} for cards in range(17, 0, -1))
    players = (3, 4, 5, 6, 7)
    suits = ("clubs", "diamonds", "spades", "hearts")
    rare = ("all bids made but one", "no bid made", "nothing bid and taken by all but one")
    bid = 52
    """Their bid of no trick; larger ones follow."""

    def theirs(self, players: int, settings: Mapping[str, Any]) -> str:
        return f"oh_hell(players={players})"

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        hands = self.hands(view)
        dealer = view["variables"]["dealer"] - 1
        return [len(hands[0]), dealer, *in_turn(hands), *self.cards(view["zones"]["turned_up"])]

    def action(self, label: str) -> int:
        word, _, rest = label.partition(" ")
        return self.card(rest) if word == "play" else self.bid + int(rest)

    def returns(self, game: artrules.Game) -> list[float]:
        return list(totals(game))

    def steered(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> str | None:
        """Nearly all bid nothing and duck, or take what they have bid."""
        if labels[0].startswith("bid"):
            return labels[0] if plan < 3 else None
        view = game.inspect.view()["players"]
        lacks = len(view[player]["taken"]) // len(view) < view[player]["bid"]
        return highest(labels) if lacks or plan == 1 else lowest(labels)

    def events(self, game: artrules.Game) -> Iterable[str]:
        players = game.inspect.view()["players"]
        tricks = {seat: len(each["taken"]) // len(players) for seat, each in players.items()}
        made = sum(tricks[seat] == each["bid"] for seat, each in players.items())
        if made == len(players) - 1:
            yield "all bids made but one"
        if made == 0:
            yield "no bid made"
        if sum(each["bid"] == tricks[seat] == 0 for seat, each in players.items()) == len(players) - 1:
            yield "nothing bid and taken by all but one"


class Euchre(Pair):
    ours = "euchre"
    settings: ClassVar = {"deals": 1, "stick_the_dealer": "yes", "upcard_is_kept": "yes"}
    ranks = RANKS[7:]
    rare = ("march", "march alone", "alone, no march", "alone and euchred", "dealer stuck")
    pass_, make, alone, with_partner = 24, 25, 29, 30
    """Actions after those that play or put aside a card."""

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        hands, dealer = self.hands(view), view["variables"]["dealer"] - 1
        return [dealer, *in_turn(hands[dealer:] + hands[:dealer]), *self.cards(view["zones"]["turned_up"])]

    def action(self, label: str) -> int:
        words = label.split()
        match words[0]:
            case "pass":
                return self.pass_
            case "make":
                return self.make + self.suits.index(words[1])
            case "put":
                return self.card(label.removeprefix("put ").removesuffix(" aside"))
        if words[1] in ("with", "alone"):
            return self.alone if words[1] == "alone" else self.with_partner
        return self.card(label.removeprefix("play "))

    def returns(self, game: artrules.Game) -> list[float]:
        """There the other side loses what one gets."""
        points = totals(game)
        return [points[seat] - points[(seat + 1) % 4] for seat in range(4)]

    def suits_plan(self, view: View, plan: int) -> bool:
        return plan > 1 or strength_of(labels_of(view, 1), view["zones"]["turned_up"][0]["card"].split()[-1]) > 12

    def steered(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> str | None:
        """The first makes trumps, alone or with the partner, and takes all; or all pass as long as they can."""
        if "pass" in labels:
            return "pass" if player != 1 or plan > 1 else next(label for label in labels if label != "pass")
        if "play alone" in labels:
            return next(label for label in labels if (label == "play alone") == (plan != 0))
        return highest(labels) if player == 1 or (plan == 0 and player == 3) else lowest(labels)

    def events(self, game: artrules.Game) -> Iterable[str]:
        view = game.inspect.view()
        variables, players = view["variables"], view["players"]
        alone, maker = variables["alone"], variables["maker"]
        side = [players[seat]["taken"] for seat in (maker, (maker + 1) % 4 + 1)]
        tricks = sum(map(len, side)) // (3 if alone else 4)
        if tricks == 5:
            yield "march alone" if alone else "march"
        elif alone:
            yield "alone, no march" if tricks > 2 else "alone and euchred"
        if maker == variables["dealer"] and view["zones"]["turned_up"]:
            yield "dealer stuck"


class Bridge(Pair):
    ours = "bridge"
    settings: ClassVar = {"deals": 1}
    varying = tuple({"vulnerability": who} for who in ("nobody", "dealers", "others", "both"))
    rare = (
        "passed out",
        "doubled and made",
        "doubled and down",
        "redoubled and made",
        "redoubled and down",
        "small slam made",
        "grand slam made",
        "slam doubled",
        "slam doubled and made",
        "slam redoubled",
        "slam redoubled and made",
        "seven or more down, doubled",
    )
    steadiness = 0.99
    pass_, double, redouble, bid = 52, 53, 54, 55
    """Actions after those that play a card; higher bids follow."""
    trumps = ("club", "diamond", "heart", "spade", "no trump")
    levels = ("one", "two", "three", "four", "five", "six", "seven")

    def theirs(self, players: int, settings: Mapping[str, Any]) -> str:
        who = settings["vulnerability"]
        dealers, others = str(who in ("dealers", "both")).lower(), str(who in ("others", "both")).lower()
        return f"bridge(use_double_dummy_result=false,dealer_vul={dealers},non_dealer_vul={others})"

    def first_seat(self, view: View) -> int:
        return int(view["variables"]["dealer"])

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        return in_turn(self.hands(view))

    def action(self, label: str) -> int:
        word, _, rest = label.partition(" ")
        match word:
            case "pass":
                return self.pass_
            case "double":
                return self.double
            case "redouble":
                return self.redouble
            case "bid":
                level, _, trumps = rest.partition(" ")
                return self.bid + self.levels.index(level) * len(self.trumps) + self.trumps.index(trumps.rstrip("s"))
        return super().action(label)

    def returns(self, game: artrules.Game) -> list[float]:
        """There the other side loses what one gets."""
        points = totals(game)
        return [points[seat] - points[(seat + 1) % 4] for seat in range(4)]

    def suits_plan(self, view: View, plan: int) -> bool:
        """But in one of the plans one side has nearly all high cards and trumps."""
        return plan == 3 or max(self._strength(view, suit) for suit in SUITS) > 29

    def _strength(self, view: View, trumps: str) -> int:
        return sum(strength_of(labels_of(view, seat), trumps) for seat in (1, 3))

    def steered(self, game: artrules.Game, player: int, labels: Sequence[str], plan: int) -> str | None:
        """One side bids a slam, which is doubled, perhaps redoubled, and takes what it can; or all pass."""
        view, first_pair = game.inspect.view(), player in (1, 3)
        variables = view["variables"]
        contract = variables["contract"] or ""
        if "pass" not in labels:
            trumps = [label for label in labels if label.split()[-1] in contract]
            others = [label for label in labels if label not in trumps]
            if first_pair and not (view["zones"]["trick"] and variables["leader"] in (1, 3)):
                return highest(trumps or others)
            return lowest(others or trumps)
        if plan == 3:
            return "pass"
        if not first_pair:
            return "double" if "double" in labels and contract.startswith(("six", "seven")) else "pass"
        if "redouble" in labels and variables["dealer"] > 2:
            return "redouble"
        slam = f"bid {'six' if plan == 1 else 'seven'} {max(SUITS, key=lambda suit: self._strength(view, suit))}"
        return slam if slam in labels and not contract.startswith(("six", "seven")) else "pass"

    def events(self, game: artrules.Game) -> Iterable[str]:
        view = game.inspect.view()
        variables, players = view["variables"], view["players"]
        contract, declarer, stake = variables["contract"], variables["declarer"], variables["stake"]
        if contract is None:
            yield "passed out"
            return
        level = self.levels.index(contract.replace("_", " ").split()[0]) + 1
        tricks = sum(len(players[seat]["taken"]) for seat in (declarer, (declarer + 1) % 4 + 1)) // 4
        over = tricks - level - 6
        doubled = {1: "", 2: "doubled", 4: "redoubled"}[stake]
        if doubled:
            yield f"{doubled} and {'made' if over >= 0 else 'down'}"
            if over <= -7:
                yield "seven or more down, doubled"
        if level > 5:
            if doubled:
                yield f"slam {doubled}"
            if over >= 0:
                yield "small slam made" if level == 6 else "grand slam made"
                if doubled:
                    yield f"slam {doubled} and made"


class Reshuffled(CrazyEights):
    """The discards are shuffled when the pack is used up: they don't tell how, so nothing can be compared but how fast
    it is played."""

    settings: ClassVar = {"goal": 1}
    title = "crazy eights, reshuffled"

    def theirs(self, players: int, settings: Mapping[str, Any]) -> str:
        return super().theirs(players, settings).replace("False", "True")


GAMES: dict[str, Pair] = {pair.ours: pair for pair in (Hearts(), CrazyEights(), Spades(), OhHell(), Euchre(), Bridge())}
