"""`python -m tests.tools.lockstep.poker_kit [--deals N]` plays our hold'em without a limit beside PokerKit's.

Stacks are unequal, often below the blinds. At each decision the same may be done there, with the same amounts, and
after the deal everybody must have as many chips; what each has is worked out a third time, chip by chip, from the ranks
of `phevaluator`. These differ for a reason, and count apart:

- Where the big blind is all-in with less, PokerKit lets others call that; ours have to call the whole blind. Then only
  what each has in the end is worked out.
- Several odd chips of one pot all go to the first player there. Hands that have lost are taken out before pots are
  shared, so that two pots with an odd chip each may become one. The rules share each pot alone.
- A raise that is less than the big blind lets those raise there who have acted; ours is no full raise.
- A raise that nobody has the chips to answer, not even in part, can't be made there; here it comes back.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import groupby
from random import Random
from typing import Any
from warnings import filterwarnings

import artrules
from artrules.play.game.inspection.position import Position

from .games import RANKS, SUITS, View
from .poker import pots

BLIND = 5
MOST_TOLD = 5
"""So many differences are told."""
EVENTS = (
    "all-in below the small blind",
    "all-in below the big blind",
    "three pots at the side",
    "a pot shared with an odd chip",
    "a pot shared with several odd chips",
    "a short all-in doesn't reopen the betting",
)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.lockstep.poker_kit", description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000, help="how many deals are played")
    deals = parser.parse_args(arguments).deals
    if not (find_spec("pokerkit") and find_spec("phevaluator")):
        parser.error("PokerKit and phevaluator aren't installed: pip install -e '.[benchmarks]'")
    events, decisions, differing = Counter[str](dict.fromkeys(EVENTS, 0)), 0, 0
    ruleset = artrules.load("texas_holdem")
    filterwarnings("ignore", message="A card being dealt", module="pokerkit")
    for seed in range(deals):
        deal = Deal(ruleset, seed)
        decisions += deal.decisions
        events.update(deal.events)
        if deal.difference:
            differing += 1
            if differing <= MOST_TOLD:
                print(f"seed {seed}, after {deal.decisions} decisions: {deal.difference}", flush=True)
    counts = "".join(f"; {event} {times} times" for event, times in events.items())
    print(f"texas_holdem: {deals} deals, {decisions} decisions, {differing} of the deals differ{counts}")
    return int(differing > 0)


class Deal:
    """A deal that is played in both until it is over or they differ."""

    def __init__(self, ruleset: artrules.Ruleset, seed: int) -> None:
        self.chance = Random(seed)
        self.players = 2 + seed % 5
        self.stacks = [self.chance.choice((self._few, self._some, self._many))() for _ in range(self.players)]
        self.decisions, self.difference, self.events = 0, "", set[str]()
        self.game = ruleset.fresh_game(self.players, seed, {"deals": 1, "small_blind": BLIND})
        self.game.inspect.begin(self._prepare)
        small, big = (1, 0) if self.players == 2 else (0, 1)
        self.theirs: Any = self._their_state() if self.stacks[big] >= 2 * BLIND else None
        if self.stacks[small] < BLIND:
            self.events.add("all-in below the small blind")
        if self.theirs is None:
            self.events.add("all-in below the big blind")
        self._play()

    def _few(self) -> int:
        return self.chance.randint(1, 3 * BLIND)

    def _some(self) -> int:
        return self.chance.randint(3 * BLIND, 12 * BLIND)

    def _many(self) -> int:
        return self.chance.randint(12 * BLIND, 40 * BLIND)

    def _prepare(self, position: Position) -> None:
        position.run_setup()
        position.set_variable("dealer", 0, self.players - 1)
        for owner, chips in enumerate(self.stacks):
            position.set_variable("chips", owner, chips)
        position.go_on_from(round_number=1, phase=0)

    def _their_state(self) -> Any:
        kit = import_module("pokerkit")
        by_hand = (kit.Automation.HOLE_DEALING, kit.Automation.BOARD_DEALING)
        automations = tuple(each for each in kit.Automation if each not in by_hand)
        blinds = (BLIND, 2 * BLIND)
        state = kit.NoLimitTexasHoldem.create_state(
            automations, True, 0, blinds, 2 * BLIND, tuple(self.stacks), self.players
        )
        for seat in range(1, self.players + 1):
            state.deal_hole("".join(their_card(each["card"]) for each in self.view["players"][seat]["hand"]))
        return state

    @property
    def view(self) -> View:
        return self.game.inspect.view()

    def _play(self) -> None:
        view = self.view
        cards = [each["card"] for each in [*view["zones"]["board"], *view["zones"]["pack"]]][:5]
        hands = [[each["card"] for each in view["players"][seat]["hand"]] for seat in range(1, self.players + 1)]
        while self.game.decisions and not self.difference:
            labels = [option.label for option in self.game.decisions[0].options]
            if self.theirs is not None:
                self._deal_board(cards)
                self.difference = self._differing(labels)
            self.decisions += 1
            choice = self._chosen(labels)
            self._choose_there(labels[choice])
            self.game.choose(self.game.decisions[0].options[choice])
        if not self.difference:
            self._compare(cards, hands)

    def _chosen(self, labels: Sequence[str]) -> int:
        """Mostly a call or a small raise, so that many are in the deal."""
        kind = self.chance.random()
        calls = next(i for i, label in enumerate(labels) if label.split()[0] in ("check", "call"))
        if kind < 0.5:
            return calls
        return (
            self.chance.choice((calls + 1, len(labels) - 1)) % len(labels)
            if kind < 0.8
            else self.chance.randrange(len(labels))
        )

    def _deal_board(self, cards: Sequence[str]) -> None:
        while self.theirs.can_deal_board():
            dealt = len(list(self.theirs.get_board_cards(0)))
            self.theirs.deal_board("".join(map(their_card, cards[dealt : 3 if dealt == 0 else dealt + 1])))

    def _differing(self, labels: Sequence[str]) -> str:
        """How what may be done differs."""
        state = self.theirs
        if state.actor_index != self.game.decisions[0].player - 1:
            return f"player {self.game.decisions[0].player} decides here, {state.actor_index} there"
        raises = [int(label.split()[-1]) for label in labels if label.split()[0] in ("bet", "raise")]
        calls = next((int(label.split()[-1]) for label in labels if label.startswith("call")), 0)
        least, most = (
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )
        if calls != state.checking_or_calling_amount or ("fold" in labels) != (calls > 0):
            return f"offered here: {labels}; to call there: {state.checking_or_calling_amount}"
        others = [i for i in range(self.players) if i != state.actor_index and state.statuses[i]]
        if not raises and 0 < calls < self._full_raise():
            me = self.view["players"][state.actor_index + 1]
            if me["acted"] and me["chips"] > calls and any(state.stacks[i] for i in others):
                self.events.add("a short all-in doesn't reopen the betting")
            if state.completion_betting_or_raising_amount < 2 * BLIND:
                return ""
        if raises and least is None and all(state.stacks[i] + state.bets[i] <= max(state.bets) for i in others):
            return ""
        here = (min(raises), max(raises)) if raises else (None, None)
        return "" if here == (least, most) else f"raises here from {here[0]} to {here[1]}, there from {least} to {most}"

    def _full_raise(self) -> int:
        return int(self.view["variables"]["raise_by"])

    def _choose_there(self, label: str) -> None:
        if self.theirs is None or self.difference:
            return
        word, *rest = label.split()
        if word == "fold":
            self.theirs.fold()
        elif word in ("check", "call") or not self.theirs.can_complete_bet_or_raise_to(int(rest[-1])):
            self.theirs.check_or_call()
        else:
            self.theirs.complete_bet_or_raise_to(int(rest[-1]))

    def _compare(self, cards: Sequence[str], hands: Sequence[Sequence[str]]) -> None:
        assert self.game.result is not None
        view = self.view
        here = [score["total"] for score in self.game.result["scores"]]
        shared = pots(view)
        odd = [pot % len(winners) for pot, winners in shared]
        if len(shared) > 3:
            self.events.add("three pots at the side")
        if any(odd):
            self.events.add("a pot shared with an odd chip")
        if max(odd) > 1:
            self.events.add("a pot shared with several odd chips")
        third = self._worked_out(view, cards, hands)
        if here != third:
            self.difference = f"they have {here} here, and {third} as worked out"
        elif self.theirs is not None:
            if self.theirs.actor_index is not None:  # the big blind, with nobody left to bet against
                self.theirs.check_or_call()
            self._deal_board(cards)
            if list(self.theirs.stacks) != here and sum(odd) < 2:
                self.difference = f"they have {here} here, and {list(self.theirs.stacks)} there"

    def _worked_out(self, view: View, cards: Sequence[str], hands: Sequence[Sequence[str]]) -> list[int]:
        """What each has, from what each has paid, chip by chip: those that the same players claim make one pot."""
        evaluate_cards = import_module("phevaluator").evaluate_cards
        players = [view["players"][seat] for seat in range(1, self.players + 1)]
        paid, has = [each["paid"] for each in players], [0] * self.players
        rank = [evaluate_cards(*map(their_card, [*cards, *hand])) for hand in hands]

        def claimants(chip: int) -> tuple[int, ...]:
            return tuple(i for i, each in enumerate(players) if each["in_play"] and paid[i] >= chip)

        for claiming, chips in groupby(range(1, max(paid) + 1), claimants):
            pot = sum(paid[i] >= chip for chip in chips for i in range(self.players))
            best = min(rank[i] for i in claiming)
            winners = [i for i in claiming if rank[i] == best]
            for place, winner in enumerate(winners):
                has[winner] += pot // len(winners) + (place < pot % len(winners))
        return [stack - spent + won for stack, spent, won in zip(self.stacks, paid, has, strict=True)]


def their_card(label: str) -> str:
    """Their name of a card, such as `Td`."""
    rank, _, suit = label.partition(" of ")
    return "23456789TJQKA"[RANKS.index(rank)] + SUITS[SUITS.index(suit)][0]


if __name__ == "__main__":
    sys.exit(main())
