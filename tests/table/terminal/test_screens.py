"""What people see, as golden files, and what must hold of every screen."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import artrules
from artrules.play.presentation import state_and_options
from artrules.play.presentation.table_lines import render_table
from artrules.table.session.record import read_record, record_of, write_record
from artrules.table.session.replay import play_again
from artrules.table.terminal.replayer import Replayer, render_steps
from play.game.tiny import tiny
from table.session.table_of import play_on, table_of
from table.terminal.talking import STYLE, same_as_golden, session_of, talk

ROOT = Path(__file__).parents[2] / "rulesets"
SHIPPED = ("avant_carde", "bioutifoul", "crazy_eights", "hearts", "vintage")
RULESETS = {**{name: name for name in SHIPPED}, "lanterns": str(ROOT / "lanterns")}


def _view(game: artrules.Game, seat: int) -> dict[str, Any]:
    """What a seat sees, with 0 everything."""
    view: dict[str, Any] = state_and_options(game, seat or None, open_table=not seat)[0]["view"]
    return view


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("seat", [1, 0])
def test_tables(name: str, seat: int) -> None:
    ruleset = artrules.load(RULESETS[name])
    table = table_of(ruleset, 3, (1,), 7)
    play_on(table, choices=25)
    game = table.game
    shown = render_table(_view(game, seat), game.description, STYLE, {seat: "you", 2: "uniform bot"}, seat)
    same_as_golden(f"table_{name}_{'seat_1' if seat else 'open'}", "\n".join(shown))


ODD = """
for c in top 3 of heap:
    move c to my row
my row[2].face becomes down
my row[1].mark becomes 4
my row[1].flag becomes yes
my row[3] gains my row[1].powers[1]
move top 2 of heap to my row
move top 1 of heap to left(me).row facing down
move top 1 of heap to left(me).row
move top 1 of heap to left(me).row facing down
move top 2 of heap to my deck
move top 2 of heap to pool
pool[1].face becomes down
move top 3 of heap to my hand
friend becomes left(me)
my names becomes [1, 3]
my x becomes 3
may "go on": skip
"""
EDITS = [
    ("start: pool,", "start: heap,"),
    ("order: pile, seen_by: everyone, shows: top}", "order: pile, seen_by: everyone}"),
]
MORE = """
variables:
  friend: {type: player}
  best_friends: {of: player, type: player or none}
  names: {of: player, type: some of 1..9}
  rung_twice: {type: bool}
  was_open: {type: bool, starts: yes}
"""


@pytest.mark.parametrize("seat", [1, 2, 0])
def test_odd_things_on_a_table(seat: int, tmp_path: Path) -> None:
    """Cards face down, changed, with more powers; players, sets, truth values and nothing as values."""
    pieces = "[[1, red, 5], [2, blue, 5], [3, red, 6]]"
    game = tiny(tmp_path, ODD, more=MORE, pieces=pieces, edits=EDITS).new_game()
    shown = render_table(_view(game, seat), game.description, STYLE, {seat: "you"}, seat)
    same_as_golden(f"table_odd_{f'seat_{seat}' if seat else 'open'}", "\n".join(shown))


TYPED = {
    "lanterns_alone": (
        "lanterns",
        (1,),
        "? / play red / undo / 1 / Don't Use / 5 / play x / tabel / look row / log / log 2 / log x / look"
        " / look nowhere / powers draw / save / save my game.json / table / stop playing / undo / 1 / quit",
    ),
    "crazy_eights_hot_seat": (
        "crazy_eights",
        (1, 2),
        "table /  / 1 / undo / 1 / 2 / undo /  / 1 / undo /  / 1 /  / 1 / why / quit",
    ),
    "avant_carde_one_seat": ("avant_carde", (2,), "1 / undo / 2 / stop playing / powers snob / end the / undo"),
    "bioutifoul_one_seat": ("bioutifoul", (2,), "play 1 / 1 / why buy sunny / look artworks / 1 / log / end the / 1"),
}


@pytest.mark.parametrize("name", TYPED)
def test_sessions(name: str) -> None:
    ruleset, people, typed = TYPED[name]
    session, _ = session_of(table_of(artrules.load(RULESETS[ruleset]), 3, people, 5))
    same_as_golden(f"session_{name}", talk(session, [line.strip() for line in typed.split(" / ")]))


def test_an_open_table() -> None:
    table = table_of(artrules.load(RULESETS["lanterns"]), 2, (1, 2), 5, open_table=True)
    session, _ = session_of(table)
    same_as_golden("session_open", talk(session, ["1", "1", "undo", "log", "quit"]))


def test_a_game_to_its_end() -> None:
    session, _ = session_of(table_of(artrules.load(RULESETS["lanterns"]), 2, (1,), 5))
    seen = talk(session, ["stop playing", "leave", *["1"] * 100])
    assert seen.endswith("=== it is over ===\n")
    same_as_golden("session_end", seen[seen.rindex("\n> ") :])


@pytest.mark.parametrize("seat", [0, 2])
def test_stepping_through(seat: int, tmp_path: Path) -> None:
    ruleset = artrules.load(RULESETS["lanterns"])
    table = table_of(ruleset, 2, (1,), 5)
    play_on(table, choices=2)
    table.undo(1)
    play_on(table, seed=2)
    record = record_of(table.game, "x", table.seats)
    replay = play_again(ruleset, read_record(write_record(record)))
    game = replay.timeline.at(0)
    replayer = Replayer(replay, game.description, STYLE, ["this is how it ends"], seat)
    typed = ["b", "", "n", "b", "g 5", "go 3", "g7", "g 999", "r", "rb", "end", "n", "xyz", "?", "list", "q"]
    name = f"seat_{seat}" if seat else "open"
    same_as_golden(f"replay_{name}", talk(replayer, typed))
    same_as_golden(f"replay_{name}_list", "\n".join(render_steps(replay, seat)))


@pytest.mark.parametrize("name", RULESETS)
def test_no_line_is_too_long(name: str) -> None:
    for players in artrules.load(RULESETS[name]).player_counts:
        table = table_of(artrules.load(RULESETS[name]), players, (1,), players)
        for seed in range(5):
            play_on(table, seed, choices=15)
            session, _ = session_of(table)
            lines = session.start().lines
            assert [line for line in lines if len(line) > 80] == []


def card_ids(view: Any) -> set[int]:
    """The cards that a view names."""
    if isinstance(view, dict) and "id" in view:
        return {view["id"]}
    within = view.values() if isinstance(view, dict) else view if isinstance(view, list) else ()
    return {card for each in within for card in card_ids(each)}


@pytest.mark.parametrize("name", RULESETS)
def test_a_screen_depends_on_nothing_that_the_seat_cannot_see(name: str) -> None:
    """Two cards of a kind that a seat doesn't know change places: it is shown the same."""
    ruleset = artrules.load(RULESETS[name])
    table = table_of(ruleset, max(2, ruleset.fewest_players), (1,), 3)
    chance = Random(1)
    changed = 0
    for _ in range(25):
        play_on(table, chance.randrange(1000), choices=1)
        if table.game.finished:
            break
        before = session_of(table)[0].start().lines
        game = table.game
        if game.simultaneous:
            continue
        position, seen = game.inspect.position, card_ids(game.view(1))
        hidden = [c for c in position.cards if c not in seen]
        for _ in range(20):
            a = chance.choice(hidden)
            b = chance.choice([c for c in hidden if position.kind_of(c) == position.kind_of(a)])
            zones = {zone: [{a: b, b: a}.get(c, c) for c in cards] for zone, cards in position.contents()}
            faces = {a: position.face_of(b), b: position.face_of(a)}
            aside = zones.pop(None)
            position.arrange({zone: cards for zone, cards in zones.items() if zone is not None}, aside)
            for card, face in faces.items():
                position.set_face(card, face)
            changed += position.appearance(a) != position.appearance(b)
        assert session_of(table)[0].start().lines == before
    assert changed > 20
