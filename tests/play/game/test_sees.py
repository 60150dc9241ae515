"""`sees(p, c)`: whether a player sees which card it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from play.game.tiny import tiny

ROWS = "[[1, red, 4], [2, red, 4], [3, red, 2]]"
CASES = {
    "one's own hand": ("move those(c in pool where c.n = 1) to my hand", "c in my hand", 4, 0),
    "an open row": ("move those(c in pool where c.n = 1) to my row", "c in my row", 4, 4),
    "face down": ("for c in pool where c.n = 1: move c to my row facing down", "c in my row", 4, 0),
    "nobody's": ("move those(c in pool where c.n = 1) to my deck", "c in my deck", 0, 0),
    "the top alone": ("move those(c in pool where c.n = 1) to heap", "c in heap", 1, 1),
    "shown": (
        "move those(c in pool where c.n = 1) to my deck\nshow top 1 of my deck to left(me)",
        "c in my deck",
        0,
        1,
    ),
    "shown and shuffled": (
        "move those(c in pool where c.n = 1) to my deck\nshow top 1 of my deck to left(me)\nshuffle my deck",
        "c in my deck",
        0,
        0,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_who_sees_a_card(name: str, tmp_path: Path) -> None:
    act, binder, mine, others = CASES[name]
    say = f'say "{{count({binder} where sees(me, c))}} and {{count({binder} where sees(left(me), c))}}"'
    game = tiny(tmp_path, f'{act}\n{say}\nmay "go on": skip', pieces=ROWS).new_game(players=2)
    assert next(entry.text for entry in game.log if entry.kind == "said") == f"{mine} and {others}"


def test_options_by_what_was_shown_tell_nothing_of_other_cards(tmp_path: Path) -> None:
    act = """
    move those(c in pool) to my deck
    shuffle my deck
    show top 2 of my deck to me
    may "take {c}" for c in my deck where sees(me, c) and c.n < 3:
        move c to my hand
    """
    for seed in range(6):
        game = tiny(tmp_path / str(seed), act, pieces=ROWS).new_game(seed=seed, players=2)
        top = [card["card"] for card in game.view(1)["players"][1]["deck"] if card is not None]
        wanted = {f"take {card}" for card in top if not card.endswith("3")}
        labels = [option.label for each in game.decisions if each.player == 1 for option in each.options]
        assert {label for label in labels if label.startswith("take")} == (wanted if labels else set())
