"""`collect … for …`: what is offered is exactly what can still be completed, each payment is come upon in one order, and
what can't be paid is said by resource."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import factorial, prod
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import artrules
from artrules.play.game import executors
from play.game.tiny import choose, offered

BASE = """
ruleset: stalls
title: Stalls
players: 2..3
enums:
  ware: [salt, wool, iron, clay]
cards:
  crate:
    label: "crate {self.n}"
    attributes:
      n: {type: 1..6}
      holds: {type: some of ware, starts: []}
      price: {type: 0..3, starts: 0}
zones:
  store: {per: player, holds: crate, seen_by: everyone}
  heap: {holds: crate, order: pile, seen_by: everyone}
pieces:
  crates: {kind: crate, start: heap, columns: [n], rows: [[1], [2], [3], [4], [5], [6]]}
variables:
  wanted: {of: ware, type: 0..4}
  coins: {of: player, type: 0..9}
  own: {of: ware, type: 0..9}
"""
PAYING = """
procedures:
  set_up: |
    for c in heap:
        choose n in 0..15
        for k in ware where n / (8 if k is clay else 4 if k is iron else 2 if k is wool else 1) % 2 = 1:
            c.holds becomes c.holds + [k]
        choose m in 0..3
        c.price becomes m
        move c to my store
    for k in ware:
        choose n in 0..4
        wanted[k] becomes n
        choose m in 0..2
        own[k] becomes m
    choose n in 0..9
    my coins becomes n
  act: |
    set_up()
    choose one:
        "buy":
            collect wanted[k] for k in ware, at most my coins:
                for k in ware, n in 1..own[k] covers k
                "give {c}" for c in my store where c.n % 2 = 1 covers c.holds costs c.price:
                    move c to heap
                "lend {c}" for c in my store where c.n % 2 = 0 covers c.holds costs c.price: skip
            say "paid"
        "wait":
            skip
        "sleep":
            skip
flow:
  setup: {begin: skip}
  rounds:
    - name: main
      who: in_turn
      from: players[1]
      do: |
        if me is players[1]:
            act()
  until: round_number > 0
  score: {x: {is: my coins}}
  winners: best(p in players, most score(p))
"""
WARES = range(4)


class Case(NamedTuple):
    """Crates as what they hold (bits) and cost, how much is wanted of each ware, how much is there, and the budget."""

    crates: Sequence[tuple[int, int]]
    wanted: Sequence[int]
    own: Sequence[int]
    coins: int


def bits(numbers: Sequence[int]) -> list[int]:
    """The resources of units of which there are so many of each ware."""
    return [1 << ware for ware in WARES for _ in range(numbers[ware])]


def has_places(units: Sequence[int], places: Sequence[int]) -> bool:
    """Whether each unit finds a place of its own, by trying all."""
    if not units:
        return True
    first, *others = units
    return any(
        first >> ware & 1 and has_places(others, [*places[:i], *places[i + 1 :]]) for i, ware in enumerate(places)
    )


def payments(case: Case) -> set[frozenset[int]]:
    """Every set of crates that pays, found by trying all: crates by number, from 0."""
    places = [ware for ware in WARES for _ in range(case.wanted[ware])]
    own = bits(case.own)
    by_itself = max(
        (chosen for size in range(len(own) + 1) for chosen in combinations(own, size) if has_places(chosen, places)),
        key=len,
    )
    complete = set()
    for chosen in combinations(range(len(case.crates)), len(places) - len(by_itself)):
        units = [case.crates[crate][0] for crate in chosen]
        wholly = sum(case.crates[crate][1] for crate in chosen) <= case.coins
        if wholly and covers(places, own, units):
            complete.add(frozenset(chosen))
    return complete


def covers(places: Sequence[int], own: Sequence[int], units: Sequence[int]) -> bool:
    """Whether all units, with as many of one's own as there are places left, fill all places."""
    return any(has_places([*units, *some], places) for some in set(combinations(own, len(places) - len(units))))


CASES = st.builds(
    Case,
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 3)), min_size=6, max_size=6),
    st.lists(st.integers(0, 2), min_size=4, max_size=4).filter(lambda wanted: sum(wanted) <= 4),
    st.lists(st.integers(0, 1), min_size=4, max_size=4),
    st.integers(0, 9),
)


@pytest.fixture(scope="module", params=["cpython", "wasm"])
def stalls(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[artrules.Ruleset]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(executors.VARIABLE, request.param)
        yield ruleset(tmp_path_factory.mktemp("stalls"), PAYING)


def ruleset(folder: Path, code: str) -> artrules.Ruleset:
    (folder / "ruleset.yaml").write_text(BASE.lstrip() + code.lstrip(), encoding="utf-8")
    return artrules.load(folder)


def begun(stalls: artrules.Ruleset, case: Case) -> artrules.Game:
    """A game of a case, before anything is bought."""
    game = stalls.new_game(players=2)
    for holds, price in case.crates:
        choose(game, str(holds), str(price))
    for ware in WARES:
        choose(game, str(case.wanted[ware]), str(case.own[ware]))
    choose(game, str(case.coins))
    return game


def taken(game: artrules.Game) -> list[int]:
    """The crates that have been taken, in order."""
    labels = [entry.text for entry in game.log if entry.kind in ("chose", "took")]
    return [int(label[-1]) - 1 for label in labels if label.startswith(("give", "lend"))]


def ends(game: artrules.Game) -> Iterator[list[int]]:
    """Every way to go on to the end of the payment: the crates, in order."""
    if not game.decisions:
        yield taken(game)
        return
    for option in game.decisions[0].options:
        going_on = game.copy()
        going_on.choose(going_on.decisions[0].options[option.index])
        yield from ends(going_on)


@settings(max_examples=20)
@given(CASES)
def test_as_trying_everything_finds(stalls: artrules.Ruleset, case: Case) -> None:
    expected, game = payments(case), begun(stalls, case)
    assert ("buy" in offered(game)) == bool(expected)
    if not expected:
        return
    choose(game, "buy")
    assert bool(game.decisions) == (len(expected) > 1)
    orders = list(ends(game))
    assert {frozenset(order) for order in orders} == expected
    demanded = sum(1 << ware for ware in WARES if case.wanted[ware])
    lots = {crate: (crate % 2, holds & demanded, price) for crate, (holds, price) in enumerate(case.crates)}
    for payment, times in Counter(map(frozenset, orders)).items():  # those of one lot may come in any order
        assert times <= prod(map(factorial, Counter(lots[crate] for crate in payment).values()))
