"""Looking ahead (`docs/write/statements.md`): what can be completed is offered, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from play.game.tiny import choose, offered, tiny, told

CASES = {
    "a mandatory choice of nothing, two deep": (
        """
        choose one:
            "a":
                choose n in 1..3 where n < 3
                choose m in 1..n where m > 2
            "b": skip
            "c": skip
        """,
        ["b", "c"],
    ),
    "a plain choice's action goes on after the procedure it stands in": ("pick()\nrequire my x > 1", ["2", "3"]),
    "several plain choices are one action": (
        "choose n in 1..3\nchoose m in 1..3 where m > n\nrequire n + m = 5",
        ["2"],
    ),
    "an action ends with its option's suite: what fails afterwards is none of its business": (
        """
        may "a":
            my x += 1
        may "b":
            my x += 1
        """,
        ["a", "don't"],
    ),
    "a way of declining that leads to a failure is no way": (
        """
        choose one:
            "a":
                may "pay":
                    my x += 1
                require my x > 0
            "b":
                may "pay" if my y > 0:
                    my x += 1
                require my x > 0
            "c": skip
        """,
        ["a", "c"],
    ),
    "an else that fails": (
        """
        choose one:
            "a":
                may "go" for n in 1..2 if n > my x + 1:
                    skip
                else:
                    require my x > 5
            "b":
                may "go" for n in 1..2 if n > my x + 2:
                    skip
                else:
                    require my x > 5
            "c": skip
        """,
        ["a", "c"],
    ),
    "a loop left by stop inside a branch": (
        """
        choose one:
            "a {n}" for n in 1..4:
                my x becomes n
                repeat:
                    choose one:
                        "less by 2" if my x >= 2:
                            my x -= 2
                        "end":
                            require my x = 0
                            stop
            "c": skip
        """,
        ["a 2", "a 4", "c"],
    ),
    "positions that lead back to one another": (
        """
        choose one:
            "begin {k}" for k in 1..2:
                my x becomes k
                repeat while my x < 5:
                    choose one:
                        "to 2" if my x = 1: my x becomes 2
                        "out" if my x = 1: my x becomes 9
                        "to 1" if my x = 2: my x becomes 1
                        "fail" if my x = 2: require my y > 3
            "c": skip
        """,
        ["begin 1", "begin 2", "c"],
    ),
    "a circle without a way out": (
        """
        choose one:
            "begin":
                repeat:
                    choose one:
                        "turn {n}" for n in 0..7: turn(n)
                        "end":
                            require my y > 3
                            stop
            "c": skip
            "d": skip
        """,
        ["c", "d"],
    ),
    "a failure after a shuffle is not looked for": (
        """
        choose one:
            "a":
                move those(c in pool) to heap
                shuffle heap
                choose n in 1..2
            "b": skip
        """,
        ["a", "b"],
    ),
    "another player's decision ends it": (
        """
        choose one:
            "a":
                as left(me):
                    choose n in 1..2
                    require n = 2
            "b": skip
        """,
        ["a", "b"],
    ),
    "what is announced fails": (
        """
        watch seen as e where e.by is me until turn ends:
            may "look at {e.card}": my x += 1
        choose one:
            "a":
                require my x = 0
                announce seen(card: top of heap, by: me)
            "b": skip
            "c": skip
        """,
        ["b", "c"],
    ),
    "an argument fails": (
        """
        choose one:
            "a":
                require my x = 0
                take(top of heap)
            "b": skip
            "c": skip
        """,
        ["b", "c"],
    ),
    "the condition of a later option fails": (
        """
        choose one:
            "a":
                choose one:
                    "p" if (top of heap).n > 3: skip
                    "q": skip
            "b": skip
            "c": skip
        """,
        ["b", "c"],
    ),
    "a power used twice that can be used once": (
        """
        move those(c in pool where c.n = 2) to my row
        choose one:
            "once" for w in my row[1].powers if usable(w): use w
            "twice" for w in my row[1].powers if usable(w):
                repeat 2 times:
                    use w
            "as another" for w in my row[1].powers if usable(w):
                as left(me):
                    use w
            "b": skip
        """,
        ["once", "b"],
    ),
}
MORE = """
functions:
  first_seat(): players[1]
variables:
  flags: {type: some of 0..9}
limits:
  once: {counts_for: card, lasts: turn, at_most: 1, default: yes}
"""
PROCEDURES = """
pick: |
  choose n in 1..3
  my x becomes n
take(tile t): |
  may "take {t}": my x += 1
turn(0..9 n): |
  if flags has n:
      flags -= [n]
  else:
      flags += [n]
"""


@pytest.mark.parametrize("name", CASES)
def test_what_is_offered(name: str, tmp_path: Path) -> None:
    act, labels = CASES[name]
    gifts = {2: "- {when: now, if: my x < 2 and me is first_seat(), do: my x += 1}"}
    game = tiny(tmp_path, act, more=MORE, procedures=PROCEDURES, gifts=gifts).new_game()
    if len(labels) == 1:
        assert [e.text for e in game.log if e.kind == "took"][:1] == labels
    else:
        assert offered(game) == labels


def test_the_end_of_a_branch_begins_a_new_action(tmp_path: Path) -> None:
    act = """
    repeat 2 times:
        choose one:
            "a": my x += 1
            "b":
                my x += 1
                require my x = 2
            "c": skip
    say "{my x}"
    """
    game = tiny(tmp_path, act).new_game()
    assert offered(game) == ["a", "c"]
    choose(game, "a")
    assert offered(game) == ["a", "b", "c"]
    choose(game, "b")
    assert told(game) == ["2"]


@pytest.mark.parametrize(
    ("zone", "commits"),
    [("deck", True), ("heap", True), ("hand", False), ("row", False)],
)
def test_what_leaves_a_hidden_place_commits(zone: str, commits: bool, tmp_path: Path) -> None:
    """After a commit nothing may fail; so whether a failure after the move prunes tells whether it commits."""
    place = "heap" if zone == "heap" else f"my {zone}"
    act = f"""
    move those(c in pool) to {place}
    choose one:
        "a":
            let c = first(d in {place})
            if c is not none:
                move c to pool
            require my x > 0
        "b": skip
        "c": skip
    """
    game = tiny(tmp_path, act).new_game()
    assert offered(game) == (["a", "b", "c"] if commits else ["b", "c"])
