"""`mover(c)`: the player in whose name a card was moved to where it lies (`docs/write/expressions.md`, Builtins)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.play.presentation import state_and_options
from play.game.tiny import choose, offered, play, tiny, told

ACT = """
for c in pool where c.n = 3:
    say "{c}: {mover(c)}"
for c in pool where c.n < 3:
    move c to my hand
as left(me):
    for c in pool:
        move c to my hand
for c in players[1].hand + players[2].hand:
    say "{c}: {mover(c)}"
choose "lay {c}" for c in my hand where c.shade is blue
move c to my row
say "{c}: {mover(c)}"
"""


def test_it_is_the_player_in_whose_name_a_card_was_moved(tmp_path: Path) -> None:
    game = tiny(tmp_path, ACT, pieces="[[1, red, 1], [2, blue, 1], [3, red, 1]]").new_game(seed=1)
    said = told(game)
    assert said[0] == "red 3: none"
    assert sorted(said[1:]) == ["blue 2: player 1", "blue 2: player 1", "red 1: player 1", "red 3: player 2"]


@pytest.mark.parametrize("executor", ["cpython", "wasm"])
def test_it_is_kept_and_saved(executor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARTRULES_EXECUTOR", executor)
    act = """
    move those(c in pool where c.n = 1) to my hand
    as left(me):
        move those(c in pool where c.n = 2) to players[1].hand
    choose "lay {c}" for c in my hand
    move c to my row
    may "end": skip
    for d in my hand:
        say "{d}: {mover(d)}"
    """
    ruleset = tiny(tmp_path, act)
    game = play(ruleset, "lay red 1", "end")
    assert sorted(set(told(game))) == ["blue 2: player 2", "red 1: player 1", "red 2: player 2"]


def test_equal_cards_are_told_apart_by_who_moved_them(tmp_path: Path) -> None:
    act = """
    move those(c in pool) to my deck
    move top 1 of my deck to my hand
    as left(me):
        for p in others(me):
            move p.deck to p.hand
    choose "take {c}{', of another' if mover(c) is not me}" for c in my hand
    move c to my row
    """
    game = tiny(tmp_path, act, pieces="[[1, red, 2]]").new_game(seed=1)
    assert sorted(offered(game)) == ["take red 1", "take red 1, of another"]


def test_looking_ahead_leaves_it_as_it_was(tmp_path: Path) -> None:
    act = """
    as left(me):
        move those(c in pool) to players[1].hand
    choose one:
        "lay {c}" for c in my hand:
            move c to my row
            require c.n > 1
        "look": skip
    for c in my hand:
        say "{c}: {mover(c)}"
    """
    game = tiny(tmp_path, act).new_game(seed=1)
    choose(game, "look")
    assert set(told(game)) == {"red 1: player 2", "red 2: player 2", "blue 2: player 2"}


TOGETHER = """
- name: together
  who: all_at_once
  do: |
    choose "lay {c}" for c in my hand
    move c to my row
    may "wait": skip
- name: after
  who: nobody
  do: |
    for p in players, c in p.row:
        say "{c}: {mover(c)}"
"""
DEAL = "move those(c in pool where c.n = 1) to my hand\nmove those(c in pool) to left(me).hand"


def together(folder: Path, **more: Any) -> artrules.Game:
    return tiny(folder, DEAL, phases=TOGETHER, pieces="[[1, red, 2], [2, red, 2]]", **more).new_game(seed=1)


def test_where_all_act_at_once(tmp_path: Path) -> None:
    game = together(tmp_path)
    other = game.think.resample(2, 7)
    assert other.view(2) == game.view(2)
    choose(game, "wait", "wait")
    assert told(game) == ["red 1: player 1", "red 2: player 2"]


def test_a_figure_of_cards_shows_it(tmp_path: Path) -> None:
    layout = "layout:\n  figures:\n    from: {for: c in tile, title: from, is: mover(c)}\n"
    act = 'as left(me):\n    move those(c in pool) to players[1].row\nmay "end": skip'
    game = tiny(tmp_path, act, more=layout).new_game(seed=1)
    cards = game.view(1)["players"][1]["row"]
    assert [card["figures"] for card in cards] == [{"from": 2}] * len(cards)
    state, _ = state_and_options(game, 1)
    row = state["view"]["players"]["1"]["row"]
    assert [card["figures"] for card in row] == [{"from": {"player": 2}}] * len(cards)


def test_a_game_that_never_asks_keeps_nothing_of_it(tmp_path: Path) -> None:
    game = tiny(tmp_path, 'move those(c in pool) to my hand\nmay "end": skip').new_game(seed=1)
    assert game.playing.runtime.program.numbers["MOVERS"] == 0
