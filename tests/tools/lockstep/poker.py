"""How Texas hold'em is the game that OpenSpiel has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any, ClassVar

import artrules
from artrules.play.game.inspection.position import Position

from .games import Pair, View, totals

STREETS = 4
BIG_BLIND, MOST_BETS = 2, 4
STACKS = 12
"""So many ways to have different numbers of chips, of each number of players."""
EVERY = 35
"""After so many deals, with each number of players and all settings, come other numbers of chips."""


def stacks_of(players: int, number: int) -> list[int]:
    """How many chips each has: few and many, so that there are pots at the side; sometimes no more than the blind."""
    chance = Random(f"{players}, {number}")
    ranges = ((BIG_BLIND, 9), (10, 30), (30, 80))
    stacks = [chance.randint(*chance.choice(ranges)) for _ in range(players)]
    return [BIG_BLIND if number == 0 and seat == big_blind(players) else each for seat, each in enumerate(stacks)]


def big_blind(players: int) -> int:
    """Who puts it in, as they number players."""
    return 0 if players == 2 else 1


class TexasHoldem(Pair):
    """One deal. What they call player 0 is whoever sits on the dealer's left.

    There an all-in below a full raise is a raise like any other, and what can't be shared equally is shared in parts of
    a chip. Whoever has nobody left to bet against is asked all the same.
    """

    ours = "texas_holdem"
    settings: ClassVar = {"deals": 1, "short_raises_count": "yes", "chips_each": 100}
    varying: ClassVar[Sequence[Mapping[str, Any]]] = (*({},) * 6, {"betting": "fixed_limit"})
    players = (2, 3, 4, 5, 6)
    rare = (
        "three pots at the side",
        "a pot shared with an odd chip",
        "an all-in below a full raise",
        "all-in with the big blind",
        "the fourth bet of a round",
    )
    had: Sequence[int] = ()
    """The chips with which each has begun the deal."""
    fixed = False
    """Whether its bets are fixed."""
    fold, call, bet = 0, 1, 2
    """Their actions; without a limit a bet is the number of chips that its player has paid then."""

    def is_fixed(self, players: int, settings: Mapping[str, Any]) -> bool:
        """Whether bets are fixed: there for four players at most."""
        return "betting" in settings and players <= STREETS

    def theirs(self, players: int, settings: Mapping[str, Any]) -> str:
        numbers: dict[str, Sequence[object]] = {
            "blind": [2, 1] if players == 2 else [1, 2, *[0] * (players - 2)],
            "firstPlayer": [2 if players == 2 else 3, *[1] * (STREETS - 1)],
            "numBoardCards": [0, 3, 1, 1],
            "stack": self.had or [self.settings["chips_each"]] * players,
        }
        if self.is_fixed(players, settings):
            numbers |= {
                "raiseSize": [BIG_BLIND] * 2 + [2 * BIG_BLIND] * 2,
                "maxRaises": [MOST_BETS - 1] + [MOST_BETS] * 3,
            }
            kind = "betting=limit,bettingAbstraction=fcpa"
        else:
            kind = "betting=nolimit,bettingAbstraction=fullgame"
        listed = "".join(f",{key}={' '.join(map(str, values))}" for key, values in numbers.items())
        pack = "numSuits=4,numRanks=13,numHoleCards=2"
        return f"universal_poker({kind},numPlayers={players},numRounds={STREETS},{pack}{listed})"

    def begun(self, ruleset: artrules.Ruleset, players: int, deal: int, settings: Mapping[str, Any]) -> artrules.Game:
        self.fixed = self.is_fixed(players, settings)
        chosen = {**self.settings, **({"betting": "fixed_limit"} if self.fixed else {})}
        alike = [self.settings["chips_each"]] * players
        stacks = self.had = alike if self.fixed else stacks_of(players, deal // EVERY % STACKS)

        def prepare(position: Position) -> None:
            position.run_setup()
            position.set_variable("dealer", 0, players - 1)
            for owner, chips in enumerate(stacks):
                position.set_variable("chips", owner, chips)
            position.go_on_from(round_number=1, phase=0)

        game = ruleset.fresh_game(players, deal, chosen)
        game.inspect.begin(prepare)
        return game

    def chance(self, view: View, settings: Mapping[str, Any]) -> list[int]:
        return [card for hand in self.hands(view) for card in hand] + self.cards(view["zones"]["pack"][:5])

    def options(
        self, game: artrules.Game, labels: Sequence[str], actions: Sequence[int]
    ) -> Mapping[int, Sequence[str]]:
        me = game.inspect.view()["players"][game.decisions[0].player]
        before = me["paid"] - me["staked"]
        return {self.action_of(label, before, actions): (label,) for label in labels}

    def action_of(self, label: str, before: int, actions: Sequence[int]) -> int:
        word, *rest = label.split()
        if word in ("fold", "check", "call"):
            return self.fold if word == "fold" else self.call
        return self.bet if max(actions) == self.bet else before + int(rest[-1])

    def is_idle(self, state: Any, actions: Sequence[int]) -> bool:
        return list(actions) == [self.call]

    def returns(self, game: artrules.Game) -> list[float]:
        return [have - had for have, had in zip(totals(game), self.had, strict=True)]

    def are_same(self, game: artrules.Game, here: list[float], there: list[float]) -> bool:
        """There a share may have parts of a chip; here it is rounded up or down, once for each pot that is shared."""
        odd = sum(pot % len(winners) > 0 for pot, winners in pots(game.inspect.view()))
        return here == there if not odd else all(abs(one - other) < odd for one, other in zip(here, there, strict=True))

    def happening(self, game: artrules.Game, label: str) -> Iterable[str]:
        view = game.inspect.view()
        variables, (word, *rest) = view["variables"], label.split()
        if word not in ("bet", "raise"):
            return
        if self.fixed:
            if int(rest[-1]) == MOST_BETS * (2 * BIG_BLIND if len(view["zones"]["board"]) > 3 else BIG_BLIND):
                yield "the fourth bet of a round"
        elif int(rest[-1]) < variables["bid"] + variables["raise_by"]:
            yield "an all-in below a full raise"

    def events(self, game: artrules.Game) -> Iterable[str]:
        view = game.inspect.view()
        shared = pots(view)
        if len(shared) > 3:
            yield "three pots at the side"
        if any(pot % len(winners) for pot, winners in shared):
            yield "a pot shared with an odd chip"
        if self.had and self.had[big_blind(len(self.had))] == BIG_BLIND:
            yield "all-in with the big blind"


def pots(view: View) -> list[tuple[int, list[int]]]:
    """The pots of a deal that is over: how much was in each, and who has won it."""
    players = view["players"]
    contesting = [seat for seat, each in players.items() if each["in_play"]]
    levels = sorted({players[seat]["paid"] for seat in contesting})
    found = []
    for low, high in pairwise([0, *levels]):
        pot = sum(min(each["paid"], high) - min(each["paid"], low) for each in players.values())
        most = max(players[seat]["strength"] for seat in contesting if players[seat]["paid"] >= high)
        winners = [s for s in contesting if players[s]["paid"] >= high and players[s]["strength"] == most]
        found.append((pot, winners))
    return found


POKER: dict[str, Pair] = {pair.ours: pair for pair in (TexasHoldem(),)}
