"""Looking ahead remembers positions by what still has a say: neither too little nor too much is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.engine.machine.numbers import MOST_POSITIONS
from play.game.tiny import choose, offered, tiny


def game(folder: Path, body: str) -> artrules.Game:
    return tiny(folder, body).new_game()


def test_what_no_test_reads_makes_no_new_position(tmp_path: Path) -> None:
    """Sixteen choices of two, of which nothing is asked: their 65,536 outcomes, each with watches, are one position."""
    body = """
    choose one:
        "in vain":
            let n = 0
            repeat while n < 16:
                n += 1
                choose k in colour
                watch seen as e where e.by is me until round ends:
                    say "{k}"
            require my x > 0
        "in order":
            let n = 0
            repeat while n < 16:
                n += 1
                choose k in colour
                watch seen as e where e.by is me until round ends:
                    say "{k}"
            require my x = 0
    """
    assert MOST_POSITIONS < 2**16
    assert offered(game(tmp_path, body)) == ["red", "blue"]  # "in order" is taken: the other can't be completed


CASES = {
    "a variable": ("total += n", "require total = 6", True),
    "a variable that misses": ("total += n", "require total = 10", False),
    "what a watch does when the test comes": (
        "watch seen as e until round ends:\n    total += n",
        "announce seen(card: my row[1], by: me)\nrequire total = 6",
        True,
    ),
    "what a watch can't do": (
        "watch seen as e until round ends:\n    total += n",
        "announce seen(card: my row[1], by: me)\nrequire total = 10",
        False,
    ),
    "where a card lies": ("let c = my row[1]\nmove c to my row at n + 2", "require my row[1].n = 2", True),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_test_reads_is_told_apart(name: str, tmp_path: Path) -> None:
    act, test, possible = CASES[name]

    def indented(text: str, by: int) -> str:
        return "\n".join(" " * by + line for line in text.splitlines())

    body = f"""
move those(c in pool) to my row
choose one:
    "three times":
        repeat 3 times:
            choose n in 1..3
{indented(act, 12)}
{indented(test, 8)}
    "never":
        skip
    "nor this":
        skip
"""
    begun = game(tmp_path, body)
    assert ("three times" in offered(begun)) == possible
    if possible:
        choose(begun, "three times")
