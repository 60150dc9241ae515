"""`python -m tests.tools.lockstep.hand_ranks [--shuffles N]` compares what poker hands are worth in our library with
the ranks of `phevaluator`: all 2,598,960 hands of five cards, and 46 hands of seven in each of some shuffled packs.

Of two hands the same one must be better, or both must say that they are equal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import artrules

from .poker import TexasHoldem

CARDS = 52
CLASSES = 7_462
"""So many different hands of five cards there are."""
Worth = tuple[int, ...]
"""What one of our hands is worth."""
RULES = """
ruleset: hand_ranks
language: 3
title: Hand ranks
players: 2
uses: poker_hands
pieces:
  pack: {kind: playing_card, start: pack, for: "r in rank, s in suit", has: {suit: s, rank: r}}
zones:
  pack: {holds: playing_card, order: pile, seen_by: everyone}
variables:
  first:  {type: 1..52, starts: 1}
  second: {type: 1..52, starts: 2}
  third:  {type: 1..52, starts: 3}
  worths: {type: list of list of 0..99}
procedures:
  look: |
    choose one:
        "five":
            let held = [pack[first], pack[second], pack[third]]
            worths becomes list(hand_worth(held + [pack[d], pack[e]]) for d in third + 1..51, e in d + 1..52)
            if third < 50:
                third += 1
            elif second < 49:
                second += 1
                third becomes second + 1
            elif first < 48:
                first += 1
                second becomes first + 1
                third becomes second + 1
        "seven":
            shuffle pack
            worths becomes list(hand_worth(pack[n..n + 6]) for n in 1..46)
flow:
  rounds:
    - {name: look, who: in_turn, from: "players[1]", do: look()}
  last_round: 100000
  winners: none
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.lockstep.hand_ranks", description=__doc__)
    parser.add_argument("--shuffles", type=int, default=2_500, help="how many packs are shuffled")
    shuffles = parser.parse_args(arguments).shuffles
    if not find_spec("phevaluator"):
        parser.error("phevaluator isn't installed: pip install -e '.[benchmarks]'")
    with TemporaryDirectory() as folder:
        Path(folder, "ruleset.yaml").write_text(RULES, encoding="utf-8")
        ruleset = artrules.load(folder)
        ruleset.runtime(2, {})[0].compile()  # as in any long run
        game = ruleset.new_game(seed=1, log=False)
        fives = tell("hands of five cards", of_five(game))
        sevens = tell("hands of seven cards", of_seven(game, shuffles))
    return int(not fives or not sevens)


def tell(what: str, pairs: Iterator[tuple[int, Worth]]) -> bool:
    """Whether the order is the same: each of their ranks has one worth of ours, and better ranks have larger ones."""
    worths: dict[int, set[Worth]] = {}
    count = 0
    for rank, worth in pairs:
        worths.setdefault(rank, set()).add(worth)
        count += 1
    several = sum(len(each) > 1 for each in worths.values())
    in_order = [min(worths[rank]) for rank in sorted(worths, reverse=True)]
    wrong = sum(one >= other for one, other in pairwise(in_order))
    print(f"{count} {what}, {len(worths)} of {CLASSES} ranks: {several + wrong} differences", flush=True)
    return several + wrong == 0


def of_five(game: artrules.Game) -> Iterator[tuple[int, Worth]]:
    evaluate_5cards = import_module("phevaluator.evaluator").evaluate_5cards
    cards = pack(game)
    for first, second, third in combinations(range(CARDS - 2), 3):
        for (fourth, fifth), worth in zip(combinations(range(third + 1, CARDS), 2), look(game, "five"), strict=True):
            yield evaluate_5cards(cards[first], cards[second], cards[third], cards[fourth], cards[fifth]), worth


def of_seven(game: artrules.Game, shuffles: int) -> Iterator[tuple[int, Worth]]:
    evaluate_7cards = import_module("phevaluator.evaluator").evaluate_7cards
    for _ in range(shuffles):
        worths = look(game, "seven")
        cards = pack(game)
        for place, worth in enumerate(worths):
            yield evaluate_7cards(*cards[place : place + 7]), worth


def look(game: artrules.Game, what: str) -> list[Worth]:
    decision = game.decisions[0]
    game.choose(next(option for option in decision.options if option.label == what))
    return [tuple(each) for each in view_of(game)["variables"]["worths"]]


def pack(game: artrules.Game) -> list[int]:
    """Their numbers of the cards, as they lie."""
    return TexasHoldem().cards(view_of(game)["zones"]["pack"])


def view_of(game: artrules.Game) -> dict[str, Any]:
    return game.inspect.view()


if __name__ == "__main__":
    sys.exit(main())
