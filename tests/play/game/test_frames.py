"""What is half done: names keep their values while players decide, also in a game that is saved and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest

from play.game.tiny import play, tiny, told

VARIABLES = 'variables:\n  members: {type: some of 0..9, starts: "[4, 6]"}\n'
CASES: dict[str, tuple[str, list[str], list[str]]] = {
    "names given before a decision": (
        """
        let a = 3
        let b = size(pool)
        choose n in 1..3
        a += n
        choose m in 1..2
        say "{a} {b} {n} {m}"
        """,
        ["2", "1"],
        ["5 5 2 1"],
    ),
    "a name changed on one way only": (
        """
        let a = 1
        if size(pool) > 0:
            may "a":
                a becomes 5
        else:
            a becomes 7
        choose n in 1..2
        say "{a}"
        """,
        ["a", "1"],
        ["5"],
    ),
    "loops over a list, a set, members and cards": (
        """
        let ns = [3, 1]
        for n in members:
            may "m {n}": say "m {n}"
        for n in ns:
            may "l {n}": say "l {n}"
        for k in colour, n in 2..4 where n < 4:
            may "k {k} {n}": say "k {k} {n}"
        for c in pool where c.n = 2:
            may "c {c}": say "c {c}"
        """,
        ["m 4", "don't", "l 3", "l 1", "don't", "k red 3", "don't", "k blue 3", "c red 2", "don't"],
        ["m 4", "l 3", "l 1", "k red 3", "k blue 3", "c red 2"],
    ),
    "the domain is fixed when the loop begins, the condition tested at each step": (
        """
        let high = 3
        for n in 1..high where n is not my x:
            high becomes 9
            may "{n}":
                my x becomes n + 1
            say "{n}"
        """,
        ["1", "don't"],
        ["1", "3"],
    ),
    "repeated a number of times that changes meanwhile": (
        """
        let n = 2
        repeat n times:
            n += 5
            may "{n}": my x += 1
        say "{n} {my x}"
        """,
        ["7", "don't"],
        ["12 1"],
    ),
    "two loops, one in the other, and stop": (
        """
        for n in 1..3:
            let seen = 0
            for m in 1..3:
                choose one:
                    "go {n} {m}": seen += 1
                    "stop": stop
            say "{n} {seen}"
        """,
        ["go 1 1", "stop", "stop", "go 3 1", "go 3 2", "go 3 3"],
        ["1 1", "2 0", "3 3"],
    ),
    "in another player's name, and back": (
        """
        let mine = me
        for p in others(me):
            as p:
                let a = 2
                choose n in 1..2
                my x += n + a
                as mine:
                    choose m in 1..2
                    my x += m
                my x += 1
            my x += 5
        say "{my x} {left(me).x}"
        """,
        ["2", "1"],
        ["6 5"],
    ),
    "a procedure in a procedure with arguments": (
        """
        outer(2)
        say "{my x}"
        """,
        ["2", "1", "1", "2"],
        ["inner 2", "inner 1", "inner 1", "inner 2", "10"],
    ),
    "until and while": (
        """
        repeat until my x >= 2:
            choose n in 0..1
            my x += n
        repeat while my x < 4:
            choose n in 0..1
            my x += n
        say "{my x}"
        """,
        ["0", "1", "1", "1", "0", "1"],
        ["4"],
    ),
}
PROCEDURES = """
outer(0..9 n): |
  repeat n times:
      inner(n)
      inner(n - 1)
inner(0..9 n): |
  choose m in 1..2
  say "inner {m}"
  my x += n + (m - 1) * 2
"""


@pytest.mark.parametrize("name", CASES)
def test_names_across_decisions(name: str, tmp_path: Path) -> None:
    act, labels, story = CASES[name]
    game = play(tiny(tmp_path, act, more=VARIABLES, procedures=PROCEDURES), *labels)
    assert told(game) == story
    assert game.finished


def test_equal_situations_are_equal_states(tmp_path: Path) -> None:
    """What is no longer needed is not kept: two ways to one place give one digest."""
    act = """
    choose n in 1..4
    let a = n % 2
    choose m in 1..2
    say "{a} {m}"
    """
    ruleset = tiny(tmp_path, act)
    digests = [play(ruleset, label).digest() for label in "1234"]
    assert digests[0] == digests[2] != digests[1] == digests[3]
