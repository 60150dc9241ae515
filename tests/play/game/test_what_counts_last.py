"""Which of several gifts counts where an attribute `combines: last` (`docs/write/sets.md`, Modifiers)."""

from __future__ import annotations

from pathlib import Path

import pytest

from play.game.tiny import tiny, told

EDITS = [
    ("lives: {turn: each_player}", "lives: {hour: every_turn, turn: each_player}"),
    ("      flag: {type: bool, lasts: turn}", "      chief: {type: 0..9, starts: 0, combines: last}"),
    ("seen_by: everyone, face_down_seen_by: owner}", "seen_by: everyone, face_down_seen_by: owner, in_play: yes}"),
    (
        "      ends: turn\n",
        "      ends: turn\n    - {name: next, who: in_turn, from: 'players[1]', do: tell(), ends: hour}\n",
    ),
]
TELL = """
tell: |
    for c in players[1].row where c.n = 1:
        say "{c} follows {c.chief}"
lay(1..3 n): |
    for c in pool where c.n = n:
        move c to my row
"""
LAID = """
for c in pool where c.n = 1:
    move c to my row
let c = my row[1]
"""


def followed(folder: Path, act: str, gifts: dict[int, str] | None = None) -> list[str]:
    """Whom the first tile follows when player 1 has acted, and in the phase after that, when that turn has ended."""
    pieces = "[[1, red, 1], [2, blue, 2], [3, red, 1]]"
    ruleset = tiny(folder, LAID + act + "tell()\n", edits=EDITS, pieces=pieces, procedures=TELL, gifts=gifts)
    return [line.split()[-1] for line in told(ruleset.new_game(players=2, seed=1))[:2]]


@pytest.mark.parametrize(
    ("gifts", "found"),
    [
        (["c gets chief 1"], ["1", "1"]),
        (["c gets chief 1", "c gets chief 2"], ["2", "2"]),
        (["c gets chief 1 until turn ends", "c gets chief 2"], ["2", "2"]),
        (["c gets chief 1", "c gets chief 2 until turn ends"], ["2", "1"]),
        (["c gets chief 1 until turn ends", "c gets chief 2 until hour ends"], ["2", "2"]),
        (["c gets chief 1 until hour ends", "c gets chief 2 until turn ends"], ["2", "1"]),
        (["c gets chief 3", "c gets chief 1 until turn ends", "c gets chief 2"], ["2", "2"]),
        (["c gets chief 1 until hour ends", "c gets chief 2 until turn ends", "c gets chief 3"], ["3", "3"]),
        (["c gets chief 3 until turn ends", "c.chief becomes 1"], ["3", "1"]),
    ],
    ids=lambda value: "; ".join(value) if isinstance(value, list) and len(value[0]) > 1 else "",
)
def test_what_a_statement_gave_last_counts(gifts: list[str], found: list[str], tmp_path: Path) -> None:
    """Until it ends: then what was given before that, if that lasts still."""
    assert followed(tmp_path, "\n".join(gifts) + "\n") == found


LEADS = "- {when: later, gives: {to: 'c in tile where c is not self and c.n = 1', chief: self.n}}"


@pytest.mark.parametrize(
    ("act", "found"),
    [
        ("lay(2)\nlay(3)\n", "3"),
        ("lay(3)\nlay(2)\n", "2"),
        ("lay(3)\nas left(me): lay(2)\n", "2"),
        ("as left(me): lay(2)\nlay(3)\n", "2"),
        ("c gets chief 7 until hour ends\nlay(2)\n", "7"),
        ("c.chief becomes 7\nlay(2)\n", "2"),
    ],
)
def test_of_powers_that_of_the_card_which_lies_last_counts(act: str, found: str, tmp_path: Path) -> None:
    assert followed(tmp_path, act, {2: LEADS, 3: LEADS})[0] == found
