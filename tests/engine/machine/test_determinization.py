"""All deals that a seat can't tell apart are equally likely: in tables so small that every way can be tried in which
the shuffles can have come out, what is dealt is compared with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations, product
from statistics import NormalDist

import pytest

from artrules.engine.chance import Stream, stream_key
from artrules.engine.execute.instance import Instance
from artrules.engine.machine.numbers import NIL
from artrules.text.record import dataclass
from engine.execute.executors import on_cpython, on_wasm
from engine.execute.tiny_programs import tiny_program
from planting import changed

SAMPLES = 20_000
Deal = tuple[int, ...]
"""By place, the card that lies there."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cards, each of a kind of its own and in a zone of its own. Really each lies in the zone with its number."""

    histories: Sequence[Sequence[int]]
    """By card: the shuffle groups that it has gone through for all that the seat knows, in order of time."""
    may_lie: Sequence[Sequence[int]]
    """By place: the cards that may lie there, its own among them."""

    def is_consistent(self, deal: Deal) -> bool:
        return all(card in self.may_lie[place] for place, card in enumerate(deal))

    def instance(self, wasm: bool = True, replacements: Mapping[str, str] | None = None) -> Instance:
        """A machine in which the cards lie so."""
        cards = len(self.histories)
        program = tiny_program(
            numbers={"CARDS": cards, "ZONES": cards, "KINDS": cards},
            tables={
                "kind_of": [*range(cards)],
                "zone_holds_kind": [int(card in self.may_lie[zone]) for zone in range(cards) for card in range(cards)],
            },
        )
        machine = on_wasm(program, replacements) if wasm else on_cpython(program)
        machine.set_keys([5, 6, 7])
        for card in range(cards):
            machine.region("zone_of")[card] = card
            machine.region("first_in_zone")[card] = machine.region("last_in_zone")[card] = card
            machine.region("next_in_zone")[card] = machine.region("previous_in_zone")[card] = NIL
        machine.call("begin_knowing")
        for card, history in enumerate(self.histories):
            place = machine.call("room_for_known", len(history))
            machine.region("known_lists")[place + 1 : place + 1 + len(history)] = [*history]
            machine.region("history_of")[card] = place if history else 0
        return machine

    def deals(self, machine: Instance, samples: int) -> Counter[Deal]:
        deals: Counter[Deal] = Counter()
        top = machine.register("known_top")
        for seed in range(samples):
            machine.region("deal_key")[0] = stream_key(seed, 0, "test") - (1 << 63)
            machine.region("deal_drawn")[0] = 0
            machine.set_register("known_top", top)
            machine.call("deal", 0, 0)
            deals[tuple(machine.region("card_there"))] += 1
        return deals

    def possible(self) -> Counter[Deal]:
        """Every consistent deal, with the number of ways in which the shuffles can come out so."""
        groups = sorted({group for history in self.histories for group in history})
        members = [[card for card, history in enumerate(self.histories) if group in history] for group in groups]
        deals: Counter[Deal] = Counter()
        for orders in product(*map(permutations, members)):
            deal = [*range(len(self.histories))]
            for lanes, order in zip(members, orders, strict=True):
                cards = [deal[lane] for lane in order]
                for lane, card in zip(lanes, cards, strict=True):
                    deal[lane] = card
            deals[tuple(deal)] += 1
        return Counter({deal: ways for deal, ways in deals.items() if self.is_consistent(deal)})


def p_value(deals: Counter[Deal], possible: Counter[Deal]) -> float:
    """How likely frequencies at least as uneven are by chance: chi squared, in Wilson's and Hilferty's
    approximation."""
    freedom = len(possible) - 1
    if freedom == 0:
        return 1.0
    each = deals.total() / possible.total()
    squared = sum((deals[deal] - ways * each) ** 2 / (ways * each) for deal, ways in possible.items())
    spread = 2 / (9 * freedom)
    return 1 - NormalDist().cdf(((squared / freedom) ** (1 / 3) - 1 + spread) / spread**0.5)


def one_group(may_lie: Sequence[Sequence[int]]) -> Table:
    return Table([[64]] * len(may_lie), may_lie)


TABLES = {
    "no card is forbidden anywhere": one_group([range(5)] * 5),
    "forbidden cells": one_group([[0, 1, 2, 3], [0, 1, 2], [1, 2, 3, 4], [0, 3, 4, 5], [2, 4, 5], [0, 1, 4, 5]]),
    "narrow marks": one_group([[0, 1], [0, 1], [2, 3, 4], [2, 3, 4], [2, 3, 4], [5]]),
    "three that go round, no two of which can change places": one_group([[0, 1], [1, 2], [2, 0]]),
    "two rounds of three that share nothing": one_group([[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]),
    "six that go round": one_group([[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]]),
    "hands that lack suits": one_group(
        [[0, 1, 4, 5]] * 2 + [[0, 1, 2, 3, 4, 5, 6]] * 2 + [[2, 3, 6, 4, 5]] * 2 + [range(7)]
    ),
    "two groups that share nothing": Table(
        [[64], [64], [64], [128], [128], [128]], [[0, 1], [1, 2], [2, 0], [3, 4], [3, 4, 5], [3, 4, 5]]
    ),
    "some cards went on into a second group": Table(
        [[64], [64], [64, 128], [64, 128], [128], [128]],
        [[0, 2, 3], [0, 1, 2, 3], [0, 2, 4], [1, 3, 5], [0, 1, 4, 5], [2, 3, 4, 5]],
    ),
    "three groups, one after another": Table(
        [[64], [64, 128], [64, 128, 192], [128, 192], [128], [192], [192]],
        [[0, 1, 2], [0, 1, 2, 3, 4], [0, 2, 5, 6], [1, 3, 4, 5], [3, 4, 1], [2, 5, 6, 0], [2, 3, 5, 6]],
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_consistent_deal_is_equally_likely(name: str) -> None:
    table = TABLES[name]
    possible = table.possible()
    deals = table.deals(table.instance(), SAMPLES)
    assert set(deals) == set(possible)
    assert p_value(deals, possible) > 0.001


@pytest.mark.parametrize("name", TABLES)
def test_both_executors_deal_the_same(name: str) -> None:
    table = TABLES[name]
    assert table.deals(table.instance(wasm=False), 20) == table.deals(table.instance(), 20)


def at_random(seed: int) -> Table:
    """A table of many cards, few places for each, and several groups."""
    chance = Stream(seed, 0, "test table")
    cards, groups = 12 + chance.below(12), 1 + chance.below(5)
    histories = [[64 * g for g in range(1, groups + 1) if groups == 1 or chance.below(2)] for _ in range(cards)]
    dense = 2 + chance.below(4)
    may_lie = [[c for c in range(cards) if c == place or chance.below(dense) == 0] for place in range(cards)]
    return Table(histories, may_lie)


@pytest.mark.parametrize("seed", range(24))
def test_nothing_inconsistent_is_dealt_among_many_cards(seed: int) -> None:
    table = at_random(seed)
    deals = table.deals(table.instance(), 40)
    assert all(table.is_consistent(deal) for deal in deals)


FAULTS = {
    "cards that change places may lie anywhere": ("try_exchange", "not may_lie(seat, other, here)", "0"),
    "nothing comes after the repair": ("make_fit", "range(WALKS)", "range(0)"),
    "a walk ends as soon as it can": ("walk", "if other != origin:", "if not fits(seat, there):"),
    "walks have one step": ("walk", "LONGEST_WALK * count", "1"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_found(fault: str) -> None:
    replacements = changed("hidden.determinization", *FAULTS[fault])
    for table in (TABLES["forbidden cells"], TABLES["six that go round"]):
        deals, possible = table.deals(table.instance(replacements=replacements), SAMPLES), table.possible()
        if not set(deals) <= set(possible) or p_value(deals, possible) < 0.0001:
            return
    pytest.fail("nothing was found")
