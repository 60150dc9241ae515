"""Of several things that a text may mean, that is answered for which people ask about: what lies where it would have
to lie."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from play.why_not.asking import begun

STEAL = """
move those(c in pool where c.n = 2) to my row
move those(c in pool where c.shade is red) to left(me).row
choose one:
    "steal {c} from {p}" for p in others(me) where size(p.row) > 3, c in p.row:
        move c to my hand
    "rest": skip
    "wait": skip
"""


@pytest.mark.parametrize("text", ["steal red", "steal red 1", "steal r", "steal", "steal from player 2"])
def test_a_rivals_card_rather_than_ones_own(text: str, tmp_path: Path) -> None:
    """Red ones lie in both rows."""
    answer = begun(tmp_path, STEAL).why_not(1, text)
    assert answer.matched == "steal red 1 from player 2"
    assert answer.reason == "there are 3 cards in player 2's row: it takes more than 3"
    assert answer.values["size(p.row)"] == "3"


def test_ones_own_card_when_it_is_named(tmp_path: Path) -> None:
    answer = begun(tmp_path, STEAL.replace("> 3", "> 1")).why_not(1, "steal blue")
    assert answer.reason == "blue 2 isn't in player 2's row: it lies in your row"


def test_where_none_is_in_place_a_card_that_lies_elsewhere(tmp_path: Path) -> None:
    """Rather than one's own; but one's own where one of one's own is wanted."""
    places = "move my row to my hand\nmove left(me).row to pool"
    act = STEAL.replace("> 3", "= 0").replace("choose one", f"{places}\nchoose one")
    assert begun(tmp_path / "a", act).why_not(1, "steal red").reason.endswith("it lies in the pool")
    act = act.replace("for p in others(me) where size(p.row) = 0, c in p.row", "for p in others(me), c in my row")
    assert begun(tmp_path / "b", act).why_not(1, "steal red").reason.endswith("it lies in your hand")


def test_stealing_in_vintage() -> None:
    game = artrules.load("vintage").new_game(players=3, seed=3)
    for number in range(200):
        player, displays = game.decisions[0].player, game.inspect.view()["players"]
        poor = [p for p in displays if p != player and len(displays[p]["display"]) == 1]
        if game.decisions[0].prompt == "get one" and poor and displays[player]["hoard"]:
            break
        options = game.decisions[0].options
        game.choose(options[number % len(options)])
    card = displays[poor[0]]["display"][0]["card"]
    answer = game.why_not(player, f"steal {card.rpartition(' ')[0]}")
    assert (answer.matched, answer.reason) == (
        f"steal {card} from player {poor[0]}",
        "an only item can't be stolen",
    )


def test_the_same_words_in_another_order(tmp_path: Path) -> None:
    game = begun(tmp_path, 'choose "from {n} to {m}" for n in 1..2, m in 1..2')
    for text in ("from 1 to 2", "FROM 2 to 1!", "From 2  to 1"):
        nearest = game.why_not(1, text).nearest
        assert nearest is not None and nearest.label == " ".join(text.lower().rstrip("!").split())


def test_an_empty_list_in_a_label_reads_as_in_the_option(tmp_path: Path) -> None:
    """Which is not at all, though a reason calls it nothing."""
    act = """
choose one:
    "take {n}{list(c for c in pool where c.n > 9)}" for n in 1..2 where n in list(1 for p in players where n > 9):
        skip
    "take 1": skip
    "wait": skip
"""
    answer = begun(tmp_path, act).why_not(1, "take 2")
    assert (answer.matched, answer.reason) == ("take 2", "2 isn't one of these: nothing")
