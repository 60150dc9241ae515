"""`python -m tests.tools.benchmarks.worst_hand`: searches for the hand at which looking ahead takes longest.

Looking ahead is bounded by counts (`docs/inside/performance.md`); whether play ever comes near them is not to be
proved, so it is sought: hands and mixtures of sets are changed a little, again and again, and the dearer one is kept.
What a hand costs is the dearest of its decisions, as it is played out by chance a few times, by players who like to use
powers. The dearest one found so far is kept here beside others that look dear, and timed anew with `--again`.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median

import artrules
from artrules.author.scenarios.run import game_for
from artrules.check.scenario_files.scenario import Scenario, scenarios_of
from artrules.play.ruleset import Ruleset
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Mapping
from artrules.text.source.read import read

SETS = ("new_yorkers", "tokyoites", "parisians", "londoners", "singaporeans")
COLOURS = ("red", "orange", "purple", "blue")
NUMBERS = range(2, 8)
LARGEST_HAND = 12
PLAYOUTS = 3


@dataclass(frozen=True)
class Hand:
    """Who is on duty for each number, the cards in hand, and those to be drawn."""

    patrons: tuple[str, ...]
    hand: tuple[str, ...]
    deck: tuple[str, ...]

    def scenario(self) -> Scenario:
        settings = {"patrons": self.patrons[0]}
        settings |= {f"patrons.{n}": name for n, name in zip(NUMBERS, self.patrons, strict=True)}
        players = {1: {"hand": list(self.hand), "deck": list(self.deck)}, 2: {}}
        given = {"phase": "play", "variables": {"first_player": 1}, "players": players}
        data = {"hand": {"source": "a search", "players": 2, "settings": settings, "given": given, "steps": []}}
        report = Report()
        document = read(json.dumps({"scenarios": "avant_carde", "list": data}).encode(), "hand", report)
        assert isinstance(document, Mapping) and not report.has_errors
        return scenarios_of(document)[0]


KNOWN = {
    "the dearest that was found": Hand(
        ("singaporeans", "singaporeans", "londoners", "tokyoites", "londoners", "new_yorkers"),
        (
            *("blue 4", "red 5", "orange 2", "red 3", "purple 7", "blue 2"),
            *("blue 6", "orange 6", "purple 6", "blue 3", "red 6", "red 3"),
        ),
        ("purple 4", "blue 6", "purple 6", "orange 7", "red 4", "orange 4", "purple 4", "purple 2"),
    ),
    "Philosophers after three Designers": Hand(
        ("singaporeans", "tokyoites", "londoners", "tokyoites", "londoners", "parisians"),
        (
            *("red 3", "orange 4", "orange 3", "blue 5", "red 7"),
            *("blue 4", "blue 6", "red 6", "red 6", "blue 5"),
        ),
        ("blue 2", "blue 4", "purple 4", "orange 6", "orange 5", "orange 7", "orange 7", "orange 4"),
    ),
    "three Designers, Hoarders watch": Hand(
        ("tokyoites", "singaporeans", "new_yorkers", "parisians", "londoners", "tokyoites"),
        (
            *("purple 3", "red 6", "orange 2", "purple 2", "orange 7", "blue 3"),
            *("blue 4", "orange 6", "blue 2", "blue 7", "blue 4"),
        ),
        ("blue 6", "purple 6", "red 2", "purple 7", "purple 5", "red 7", "blue 5", "purple 3"),
    ),
    "two Designers, wild 3s, 4s": Hand(
        ("singaporeans", "singaporeans", "londoners", "tokyoites", "londoners", "new_yorkers"),
        ("red 6", "blue 6", "red 4", "blue 4", "purple 4", "orange 4", "red 3", "blue 3", "purple 3", "orange 3"),
        ("orange 2", "purple 2"),
    ),
    "five Shmoozers": Hand(
        ("new_yorkers", "tokyoites", "new_yorkers", "tokyoites", "londoners", "new_yorkers"),
        ("red 5", "blue 5", "purple 5", "orange 5", "red 5", "red 7", "blue 7", "red 4", "blue 3", "red 6"),
        ("orange 2", "purple 2", "red 2", "blue 2", "orange 3", "purple 3", "orange 4", "purple 4"),
    ),
    "a hand of Promoters": Hand(
        ("singaporeans",) * 6,
        ("red 5", "blue 5", "purple 5", "orange 5", "red 5", "blue 5", "purple 5", "red 4", "red 3", "blue 3"),
        ("orange 2", "purple 2", "red 2", "blue 2", "orange 3", "purple 3", "orange 4", "purple 4"),
    ),
}
"""Hands that are timed again, by what they are."""


def by_chance(chance: Random) -> Hand:
    """Any hand with any mixture."""
    cards = [f"{k} {n}" for n in NUMBERS for k in COLOURS for _ in range(2)]
    chance.shuffle(cards)
    size = chance.randint(5, LARGEST_HAND)
    return Hand(tuple(chance.choice(SETS) for _ in NUMBERS), tuple(cards[:size]), tuple(cards[size : size + 8]))


def changed(hand: Hand, chance: Random) -> Hand:
    """The same with another patron, another card, one more or one less."""
    used = [*hand.hand, *hand.deck]
    free = [c for n in NUMBERS for k in COLOURS if used.count(c := f"{k} {n}") < 2]
    cards, deck, patrons = list(hand.hand), list(hand.deck), list(hand.patrons)
    match chance.randrange(5):
        case 0:
            patrons[chance.randrange(len(patrons))] = chance.choice(SETS)
        case 1 if len(cards) < LARGEST_HAND:
            cards.append(chance.choice(free))
        case 2 if len(cards) > 3:
            cards.pop(chance.randrange(len(cards)))
        case 3:
            cards[chance.randrange(len(cards))] = chance.choice(free)
        case _ if deck:
            deck[chance.randrange(len(deck))] = chance.choice(free)
    return replace(hand, patrons=tuple(patrons), hand=tuple(cards), deck=tuple(deck))


@dataclass
class Cost:
    """Milliseconds of processor time of the dearest decision of a hand, what led to it, and the one in the middle."""

    worst: float
    path: tuple[str, ...]
    middle: float


def cost_of(ruleset: Ruleset, hand: Hand, playouts: int = PLAYOUTS) -> Cost:
    """Play a hand out a few times, and see what each decision takes. Raises GameFault where that is too much."""
    worst, path, all_times = 0.0, (), list[float]()
    for seed in range(playouts):
        chance = Random(seed)
        game = game_for(ruleset, hand.scenario(), Report())
        made: list[str] = []
        while (decision := next((d for d in game.decisions if d.player == 1), None)) is not None:
            if decision.prompt == "Buy Cards":
                break
            liked = [o for o in decision.options if not o.label.startswith(("stop", "don't"))]
            option = chance.choice(liked or list(decision.options))
            began = time.process_time()
            game.choose(option)
            taken = 1000 * (time.process_time() - began)
            made.append(option.label)
            all_times.append(taken)
            if taken > worst:
                worst, path = taken, tuple(made)
    return Cost(worst, path, median(all_times) if all_times else 0.0)


def search(ruleset: Ruleset, tries: int, seed: int) -> tuple[Hand, Cost]:
    """Climb from hand to dearer hand; after many steps in vain begin elsewhere, and keep the dearest of all."""
    chance = Random(seed)
    best = here = by_chance(chance)
    best_cost = here_cost = cost_of(ruleset, here)
    in_vain = 0
    for _ in range(tries):
        next_one = changed(here, chance) if in_vain < 60 else by_chance(chance)
        try:
            cost = cost_of(ruleset, next_one)
        except artrules.GameFault as problem:
            return next_one, Cost(float("inf"), (str(problem),), 0.0)
        if cost.worst > here_cost.worst or in_vain >= 60:
            here, here_cost, in_vain = next_one, cost, 0
        else:
            in_vain += 1
        if here_cost.worst > best_cost.worst:
            best, best_cost = here, here_cost
    return best, best_cost


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks.worst_hand", description=__doc__)
    parser.add_argument("--tries", type=int, default=2000, help="hands to look at")
    parser.add_argument("--seed", type=int, default=1, help="of the search")
    parser.add_argument("--again", action="store_true", help="only time those known")
    chosen = parser.parse_args(arguments)
    ruleset = artrules.load("avant_carde")
    gc.disable()
    if chosen.again:
        found = {name: (hand, cost_of(ruleset, hand)) for name, hand in KNOWN.items()}
    else:
        found = {"the dearest that was found": search(ruleset, chosen.tries, chosen.seed)}
    print("\n\n".join(told(name, hand, cost) for name, (hand, cost) in found.items()))
    return 0


def told(name: str, hand: Hand, cost: Cost) -> str:
    """What a hand is, and what it costs."""
    ratio = f"{cost.worst / cost.middle:.0f} times the median decision" if cost.middle else "too much"
    lines = [
        f"{name}: {cost.worst:.1f} ms, {ratio}",
        f"  patrons 2-7  {', '.join(hand.patrons)}",
        f"  hand         {', '.join(hand.hand)}",
        f"  deck         {', '.join(hand.deck)}",
        f"  after        {'; '.join(cost.path[-6:])}",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
