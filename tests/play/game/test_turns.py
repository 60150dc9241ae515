"""Whose turn it is, and when a phase is over (`docs/write/phases.md`, flow)."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import artrules
from artrules.play.game.game import Game
from artrules.play.pipeline import read_content

RULES = """
ruleset: turning
title: Turning
players: 2..4
lives: {turn: each_player}
cards:
  pebble: {attributes: {n: {type: 1..9}}, label: "pebble {self.n}"}
zones:
  bag: {holds: pebble, seen_by: everyone}
  hand: {per: player, holds: pebble, seen_by: owner}
variables:
  out: {of: player, type: bool}
  points: {of: player, type: 0..99}
  fresh: {of: player, type: bool, lasts: turn}
  leader: {type: player}
  backwards: {of: player, type: bool}
pieces:
  pebbles: {kind: pebble, start: bag, columns: [n], rows: [[1], [2], [3]]}
procedures:
  move_on: |
    choose one:
        "one": my points += 1
        "again": my fresh becomes yes
        "out": my out becomes yes
        "turn round": my backwards becomes yes
flow:
  rounds:
    - {name: main, %s, do: move_on(), ends: turn}
  until: round_number = 2
"""
IN_TURN = "who: in_turn, from: leader"


def begin(folder: Path, keys: str, players: int = 3, **settings: int) -> Game:
    """A game whose only phase has these keys."""
    (folder / "turning").mkdir(parents=True, exist_ok=True)
    (folder / "turning" / "ruleset.yaml").write_text(RULES % keys, encoding="utf-8")
    return artrules.load(folder / "turning").new_game(players=players, seed=1)


def play(game: Game, *labels: str) -> list[int]:
    """Play these options, and give who was asked for each of them; last who is asked then."""
    asked = []
    for label in labels:
        (decision,) = game.decisions
        asked.append(decision.player)
        game.choose(next(option for option in decision.options if option.label == label))
    return asked + [decision.player for decision in game.decisions]


CASES: dict[str, tuple[str, str, list[int]]] = {
    "each player has one turn": (IN_TURN, "one one one one", [1, 2, 3, 1, 2]),
    "until alone goes on clockwise": (f"{IN_TURN}, until: my points = 2", "one one one one one", [1, 2, 3, 1, 1, 2]),
    "next may be the same player": (
        f"{IN_TURN}, next: (me if my fresh else left(me)), until: my points = 1",
        "again again one one one",
        [1, 1, 1, 1, 2],
    ),
    "next goes the other way": (
        f"{IN_TURN}, next: (right(me) if my backwards else left(me)), until: my points = 1",
        "again turn+round again one",
        [1, 2, 1, 2, 1],
    ),
    "none ends the phase": (f"{IN_TURN}, next: (none if my points = 1 else left(me))", "again one", [1, 2, 1]),
    "players who are out are passed over": (
        f"{IN_TURN}, takes_part: not my out, until: my points = 2",
        "one out one one",
        [1, 2, 3, 1, 1],
    ),
    "also without next and until": (f"{IN_TURN}, takes_part: not my out", "one out one one one", [1, 2, 3, 1, 3]),
    "next is asked for those who are passed over": (
        f"{IN_TURN}, takes_part: not my out, next: right(me), until: my points = 1",
        "again out again again one",
        [1, 3, 2, 1, 2, 1],
    ),
    "the last one goes on": (
        f"{IN_TURN}, takes_part: not my out, until: my points = 2",
        "out out one one",
        [1, 2, 3, 3, 3],
    ),
}


@pytest.mark.parametrize(("keys", "labels", "asked"), CASES.values(), ids=CASES)
def test_whose_turn_it_is(tmp_path: Path, keys: str, labels: str, asked: list[int]) -> None:
    game = begin(tmp_path, keys)
    assert play(game, *(label.replace("+", " ") for label in labels.split())) == asked


def test_every_turn_has_its_header_and_lives(tmp_path: Path) -> None:
    game = begin(tmp_path, f"{IN_TURN}, takes_part: not my out, next: left(me), until: my points = 1")
    play(game, "again", "out", "again", "again")
    turns = [entry.text for entry in game.log if entry.kind == "turn"]
    assert turns == ["player 1's turn", "player 2's turn", "player 3's turn", "player 1's turn", "player 3's turn"]
    assert game.view(1)["turn"] == 3
    assert [player["fresh"] for player in _players(game)] == [False, False, False]


def test_a_life_of_a_turn_is_over_before_it_is_tested_who_takes_part(tmp_path: Path) -> None:
    game = begin(tmp_path, f"{IN_TURN}, takes_part: not my fresh, until: my points = 1", players=2)
    assert play(game, "again", "again", "again") == [1, 2, 1, 2]


def test_the_phase_is_over_when_nobody_takes_part(tmp_path: Path) -> None:
    for keys in (f"{IN_TURN}, takes_part: not my out", f"{IN_TURN}, takes_part: not my out, until: my points = 9"):
        game = begin(tmp_path / str(len(keys)), keys, players=2)
        assert play(game, "out", "out") == [1, 2]
        assert game.finished


def test_until_is_not_asked_when_the_game_stops(tmp_path: Path) -> None:
    keys = f"{IN_TURN}, stop_if: my points = 1, until: my backwards"
    game = begin(tmp_path, keys)
    assert play(game, "again", "one") == [1, 2]
    assert game.finished


def test_who_does_not_take_part_is_not_asked_at_once(tmp_path: Path) -> None:
    game = begin(tmp_path, "who: all_at_once, takes_part: me is not leader", players=3)
    assert [decision.player for decision in game.decisions] == [2, 3]
    again = artrules.load(tmp_path / "turning").resume(game.to_json())
    for each in (game, again):
        for decision in each.decisions:
            each.choose(next(option for option in decision.options if option.label == "one"))
    assert game == again
    assert [player["points"] for player in _players(game)] == [0, 1, 1]


def test_nobody_takes_part_at_once(tmp_path: Path) -> None:
    game = begin(tmp_path, "who: all_at_once, takes_part: my out")
    assert game.finished


def test_an_open_phase_is_saved_and_taken_up(tmp_path: Path) -> None:
    game = begin(tmp_path, f"{IN_TURN}, takes_part: not my out, until: my points = 2")
    play(game, "out", "one")
    dealt_anew = game.think.resample(1, 5)
    again = pickle.loads(pickle.dumps(dealt_anew))
    assert play(again, "one", "one") == [3, 2, 2]


def test_a_scenario_begins_with_a_turn_of_an_open_phase(tmp_path: Path) -> None:
    keys = f"{IN_TURN}, takes_part: not my out, until: my points = 1"
    (tmp_path / "turning").mkdir()
    (tmp_path / "turning" / "ruleset.yaml").write_text(RULES % keys, encoding="utf-8")
    game = artrules.load(tmp_path / "turning").fresh_game(3, 0, {})
    game.inspect.begin(lambda position: position.go_on_from(1, 0, 3))
    assert play(game, "again", "again", "again") == [3, 1, 2, 3]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("who: nobody, next: leader", "`next` belongs to phases played in turn"),
        ("who: all_at_once, until: my backwards", "`until` belongs to phases played in turn"),
        ("who: nobody, takes_part: backwards", "`takes_part` belongs to phases that players play"),
        ("who: in_turn, from: leader, next: 3", "the player whose turn is next"),
    ],
)
def test_keys_that_do_not_belong(tmp_path: Path, keys: str, message: str) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES % keys, encoding="utf-8")
    found = [diagnostic.message for diagnostic in read_content(tmp_path, "turning").report.diagnostics]
    assert any(message in text for text in found), found


def _players(game: Game) -> list[dict[str, object]]:
    """By player: the values of their variables, as all are shown to player 1."""
    return list(game.view(1)["players"].values())


def test_who_takes_part_at_once_is_known_to_all(tmp_path: Path) -> None:
    game = begin(tmp_path, "who: all_at_once, takes_part: not my out and me is not leader", players=4)
    assert [decision.player for decision in game.decisions] == [2, 3, 4]
    game.choose(next(option for option in game.decisions[0].options if option.label == "out"))
    for seat, asked in ((1, [2, 3, 4]), (2, [3, 4]), (3, [2, 3, 4])):
        assert [decision.player for decision in game.think.resample(seat, 5).decisions] == asked
