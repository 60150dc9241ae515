"""Faults that *conserves* must find."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.conformance import conservation
from artrules.run import runtime
from artrules.run.state import State
from properties.rulesets import broken
from run.tiny import tiny

ACT = 'repeat 3 times:\n    choose "take {c}" for c in pool\n    move c to my hand'
WHOLE = runtime.SUPPORT["move_card"]


def copied(S: State, me: int | None, card: int, zone: int, *rest: Any) -> None:
    source = S.cells[card]
    WHOLE(S, me, card, zone, *rest)
    S.zones[source] = (*S.zones[source], card)


def lost(S: State, me: int | None, card: int, zone: int, *rest: Any) -> None:
    WHOLE(S, me, card, zone, *rest)
    S.zones[zone] = ()


def forgotten(S: State, me: int | None, card: int, zone: int, *rest: Any) -> None:
    source = S.cells[card]
    WHOLE(S, me, card, zone, *rest)
    S.cells[card] = source


def astray(S: State, me: int | None, card: int, zone: int, *rest: Any) -> None:
    WHOLE(S, me, card, S.runtime.layout.aside, *rest)


FAULTS = [(copied, "lies in `hand` number 1 and in `pool`"), (lost, "cards of the kind tile lie in zones")]
FAULTS += [(forgotten, "but says `pool`"), (astray, "in no zone")]


@pytest.mark.parametrize(("move", "found"), FAULTS, ids=[move.__name__ for move, _ in FAULTS])
def test_cards_that_go_astray(
    move: Callable[..., None], found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert broken(conservation.check, tiny(tmp_path, ACT)) == ""
    monkeypatch.setitem(runtime.SUPPORT, "move_card", move)
    assert found in broken(conservation.check, artrules.load(tmp_path))


def test_a_card_in_a_zone_that_holds_no_such(tmp_path: Path) -> None:
    more = "cards:\n  coin: {}\nzones:\n  purse: {holds: coin, seen_by: everyone}\n"
    more += "pieces:\n  coins: {kind: coin, start: purse, columns: [count], rows: [[2]]}\n"
    more += "totals:\n  coins: {count: size(coin), is: 2}\n"
    ruleset = tiny(tmp_path, ACT + '\nmay "wait": skip', more=more)
    game = ruleset.new_game()
    declared = conservation.declared_by_kind(game)
    assert declared["coin"] == [("the pieces", 2), ("the total `coins`", 2)]
    assert conservation.misplaced(game, declared) is None
    assert conservation.misplaced(game, {"coin": [("the total `coins`", 3)]}) == (
        "2 cards of the kind coin lie in zones, but the total `coins` says 3"
    )
    state = game._state
    coin, purse = state.runtime.layout.cards["coin"].first, state.runtime.layout.zones["purse"].first
    pool = state.runtime.layout.zones["pool"].first
    state.zones[purse], state.zones[pool] = state.zones[purse][1:], (*state.zones[pool], coin)
    state.cells[coin] = pool
    assert conservation.misplaced(game, declared) == f"card {coin} lies in `pool`, which holds no coin"
