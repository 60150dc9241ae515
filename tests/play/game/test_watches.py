"""Events and those who wait for them (`docs/write/statements.md`, Watches)."""

from __future__ import annotations

from pathlib import Path

import pytest

from play.game.tiny import choose, offered, play, tiny, told

CASES: dict[str, tuple[str, list[str], list[str]]] = {
    "clockwise from the player on turn, then by age": (
        """
        as right(me):
            watch rung as r until game ends:
                say "{me} first"
            watch rung as r until game ends:
                say "{me} second"
        as left(me):
            watch rung as r until game ends:
                say "{me}"
        watch rung as r until game ends:
            say "{me}"
        as right(me):
            announce rung(n: 1, by: me)
        """,
        [],
        ["player 1", "player 2", "player 3 first", "player 3 second"],
    ),
    "a condition is tested when announced and again just before": (
        """
        watch rung as r where my x = 0 until turn ends:
            say "a"
            my x += 1
        watch rung as r where my x = 0 until turn ends:
            say "b"
        watch rung as r where my x > 0 until turn ends:
            say "c"
        announce rung(n: 1, by: me)
        announce rung(n: 2, by: me)
        """,
        [],
        ["a", "c"],
    ),
    "each second time, and no more after stop watching": (
        """
        watch every 2 rung as r where r.n > 1 until turn ends:
            say "{r.n}"
            if r.n = 5:
                stop watching
        for n in 1..9:
            announce rung(n: n, by: me)
        """,
        [],
        ["3", "5"],
    ),
    "a watch set by a watch waits for the next": (
        """
        watch rung as r until turn ends:
            say "outer {r.n}"
            stop watching
            let n = r.n
            watch rung as s until turn ends:
                say "inner {n} {s.n}"
        announce rung(n: 1, by: me)
        announce rung(n: 2, by: me)
        """,
        [],
        ["outer 1", "inner 1 2"],
    ),
    "the announcer waits, while watches announce in their turn": (
        """
        watch rung as r where r.n < 3 until turn ends:
            say "before {r.n}"
            announce rung(n: r.n + 1, by: me)
            say "after {r.n}"
        announce rung(n: 1, by: me)
        say "done"
        """,
        [],
        ["before 1", "before 2", "after 2", "after 1", "done"],
    ),
    "names keep the values they had when the watch was set": (
        """
        let n = 1
        for k in colour:
            watch rung as r until turn ends:
                say "{k} {n} {me}"
            n += 1
        as left(me):
            announce rung(n: 1, by: me)
        """,
        [],
        ["red 1 player 1", "blue 2 player 1"],
    ),
    "others are asked in the middle of a turn": (
        """
        for p in from_seat(me):
            as p:
                watch rung as r until game ends:
                    may "{me} takes {r.n}":
                        choose m in 1..2
                        my x += r.n + m
                        if my x > 6: stop watching
        for n in 3..4:
            announce rung(n: n, by: me)
        say "{list(p.x for p in players)}"
        """,
        [
            "player 1 takes 3",
            "1",
            "don't",
            "player 3 takes 3",
            "2",
            "player 1 takes 4",
            "2",
            "player 2 takes 4",
            "2",
            "player 3 takes 4",
            "1",
        ],
        ["10, 6, 10"],
    ),
    "one that is stopped by another does not run": (
        """
        for p in from_seat(me):
            as p:
                watch kept as e where total < 1 until round ends:
                    may "take":
                        total += 1
        announce kept(card: pool[1], by: me)
        say "{total}"
        """,
        ["don't", "take"],
        ["1"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_watches(name: str, tmp_path: Path) -> None:
    act, labels, story = CASES[name]
    game = play(tiny(tmp_path, act), *labels, players=3)
    assert told(game) == story
    assert game.finished


def test_watches_end_with_the_life_of_their_player(tmp_path: Path) -> None:
    act = """
    for p in players:
        as p:
            watch rung as r until turn ends:
                say "{me} in the turn"
            watch rung as r until round ends:
                say "{me} in the round"
    """
    phases = """
    - name: ring
      who: in_turn
      from: players[1]
      do: "announce rung(n: 1, by: me)"
      ends: turn
    """
    edits = [("      ends: turn\n    - name: ring", "    - name: ring")]
    game = tiny(tmp_path, act, phases=phases, rounds=2, edits=edits).new_game(players=2)
    first = ["player 1 in the turn", "player 1 in the round", "player 2 in the turn", "player 2 in the round"]
    second = ["player 2 in the turn", "player 2 in the round", "player 1 in the round"]
    assert told(game) == [*first, *second] * 2


def test_watches_while_all_play_at_once(tmp_path: Path) -> None:
    """Each player's events reach their own watches alone; players may be in the middle of a watch at the same time."""
    act = """
    for p in players:
        as p:
            watch rung as r until round ends:
                may "answer {r.n}":
                    my x += r.n
    """
    phases = """
    - name: together
      who: all_at_once
      do: |
        choose n in 1..2
        announce rung(n: n, by: me)
        say "{me} has {my x}"
    """
    ruleset = tiny(tmp_path, act, phases=phases)
    outcomes = set()
    for order in ([0, 1, 0, 1], [1, 1, 0, 0], [0, 1, 1, 0]):
        game = ruleset.new_game(players=2)
        assert [offered(game, i) for i in (0, 1)] == [["1", "2"]] * 2
        for seat in order:
            game = ruleset.resume(game.to_json())
            decision = next(d for d in game.decisions if d.player == seat + 1)
            game.choose(decision.options[1 if decision.options[0].label == "1" and seat else 0])
        assert told(game) == ["player 1 has 1", "player 2 has 2"]
        outcomes.add((game.digest(), tuple(e.text for e in game.log)))
    assert len(outcomes) == 1


def test_a_watch_of_another_ends_looking_ahead(tmp_path: Path) -> None:
    act = """
    as left(me):
        watch rung as r until game ends:
            may "answer": my x += 1
    choose one:
        "ring":
            announce rung(n: 1, by: me)
            choose n in 1..2
        "fail before":
            require total > 0
            announce rung(n: 1, by: me)
        "wait": skip
    """
    game = tiny(tmp_path, act).new_game(players=2)
    assert offered(game) == ["ring", "wait"]
    choose(game, "ring")
    assert game.decisions[0].player == 2
    choose(game, "answer", "2")
    assert game.finished
