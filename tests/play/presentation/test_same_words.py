"""Options that read the same are told apart by what players can see: changes, places, other things, a number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from play.game.tiny import choose, tiny
from tools.page_messages import state_message

ACTS: dict[str, tuple[str, list[str]]] = {
    "cards that nobody sees": (
        'move those(c in pool) to left(me).hand\nchoose "take {c}" for c in left(me).hand',
        [f"take a card (number {number})" for number in range(1, 6)],
    ),
    "a card that has changed": (
        'move those(c in pool where c.n = 1) to my row\nmy row[2].mark becomes 3\nchoose "turn {c}" for c in my row',
        ["turn red 1 (unchanged, card 1)", "turn red 1 (mark 3, card 2)", "turn red 1 (unchanged, card 3)"],
    ),
    "cards in two zones": (
        "move those(c in pool where c.n = 1) to my row\nmove my row[2] to pool\nmove my row[2] to pool\n"
        'choose one:\n    "move {c}" for c in my row: skip\n    "move {c}" for c in pool where c.n = 1: skip',
        ["move red 1 (row)", "move red 1 (pool)"],
    ),
    "what the label doesn't say": ('choose "go" for p in players', ["go (player 1)", "go (player 2)"]),
}


def offered(folder: Path, act: str) -> list[str]:
    game = tiny(folder, act).new_game()
    (offer,) = state_message(game, 1)["offers"]
    labels: list[Any] = [option["label"] for option in offer["options"]]
    return labels


def test_options_that_read_the_same(tmp_path: Path) -> None:
    for number, (name, (act, labels)) in enumerate(ACTS.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert offered(folder, act) == labels, name


def test_a_card_is_named_as_changed(tmp_path: Path) -> None:
    act = 'move those(c in pool where c.n = 1) to my row\nmy row[1].mark becomes 4\nmay "go on": skip'
    game = tiny(tmp_path, act).new_game()
    row = state_message(game, 2)["view"]["players"]["1"]["row"]
    assert [card.get("changed") for card in row] == [{"mark": "4"}, None, None]
    choose(game, "go on")
