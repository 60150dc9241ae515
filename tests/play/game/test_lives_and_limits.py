"""How long things last (`docs/write/phases.md`, lives) and how often powers can be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from play.game.tiny import choose, offered, play, tiny, told

LIMITS = """
limits:
  each: {counts_for: card, lasts: turn, at_most: 1 + my extra}
  mine: {counts_for: player, lasts: turn, at_most: 1}
  ever: {counts_for: card, lasts: game, at_most: 2}
variables:
  extra: {of: player, type: 0..9, lasts: turn}
"""
ROW = "move those(c in pool) to my row\nlet a = my row[1]\nlet b = my row[2]\n"
CASES: dict[str, tuple[str, str, list[str]]] = {
    "each power on each card apart": (
        "[each]",
        'use a.powers[1]\nuse b.powers[1]\nsay "{usable(a.powers[1])} {usable(my row[3].powers[1])}"',
        ["no yes"],
    ),
    "one definition for each player": (
        "[mine]",
        """
        use a.powers[1]
        say "{usable(b.powers[1])}"
        as left(me):
            say "{usable(b.powers[1])}"
        """,
        ["no", "yes"],
    ),
    "all limits must have room, and each is counted": (
        "[each, ever]",
        """
        my extra becomes 5
        use a.powers[1]
        use a.powers[1]
        say "{usable(a.powers[1])} {my x}"
        """,
        ["no 2"],
    ),
    "a limit is raised by what it reads": (
        "[each]",
        """
        use a.powers[1]
        say "{usable(a.powers[1])}"
        my extra += 1
        say "{usable(a.powers[1])}"
        """,
        ["no", "yes"],
    ),
    "a gained power has its own count": (
        "[each]",
        """
        use a.powers[1]
        b gains a.powers[1]
        b gains a.powers[1]
        say "{list(usable(w) for w in b.powers)}"
        use b.powers[2]
        say "{list(usable(w) for w in b.powers)}"
        """,
        ["yes, yes, yes", "yes, no, yes"],
    ),
    "a power gained for a suite is there for it alone, new each time": (
        "[each]",
        """
        for n in 1..2:
            b gains a.powers[1] as copy:
                use copy
                say "{size(b.powers)} {usable(copy)}"
        say "{list(usable(w) for w in b.powers)} {my x}"
        """,
        ["2 no", "2 no", "yes 2"],
    ),
    "what is gained meanwhile goes with it": (
        "[each]",
        """
        b gains a.powers[1]
        b gains a.powers[1] as copy:
            b gains copy as other:
                b gains a.powers[1]
                say "{size(b.powers)}"
            say "{size(b.powers)}"
        say "{size(b.powers)}"
        """,
        ["5", "3", "2"],
    ),
    "leaving a loop ends the gaining in it, and not that around it": (
        "[each]",
        """
        a gains b.powers[1] as outer:
            for n in 1..3:
                b gains a.powers[1] as inner:
                    if n = 2:
                        b gains inner as innermost:
                            stop
                say "{n}"
            say "{size(a.powers)} {size(b.powers)}"
        say "{size(a.powers)}"
        """,
        ["1", "2 1", "1"],
    ),
    "a card that left has lost it already": (
        "[each]",
        """
        b gains a.powers[1]
        b gains a.powers[1] as copy:
            move b to pool
            say "{size(b.powers)} {usable(copy)}"
            b gains a.powers[1]
        say "{size(b.powers)}"
        """,
        ["1 no", "2"],
    ),
    "gained powers and their uses are lost when leaving, own uses are not": (
        "[each]",
        """
        b gains a.powers[1]
        use b.powers[1]
        use b.powers[2]
        move b to pool
        say "{size(b.powers)}"
        b gains a.powers[1]
        say "{list(usable(w) for w in b.powers)}"
        """,
        ["1", "no, yes"],
    ),
    "a loop reaches what is gained on the way": (
        "[each]",
        """
        for w in b.powers where usable(w):
            use w
            if size(b.powers) < 4:
                b gains a.powers[1]
        say "{size(b.powers)} {my x}"
        """,
        ["4 4"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_limits(name: str, tmp_path: Path) -> None:
    limits, act, story = CASES[name]
    lines = [line for line in act.splitlines() if line.strip()]
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    body = ROW + "\n".join(line[margin:] for line in lines)
    gifts = {1: f"- {{when: now, limits: {limits}, do: my x += 1}}"}
    game = tiny(tmp_path, body, more=LIMITS, gifts=gifts).new_game()
    assert told(game) == story


def test_uses_are_forgotten_when_their_life_ends(tmp_path: Path) -> None:
    act = """
    if round_number = 1:
        move those(c in pool) to my row
    for w in my row[1].powers:
        say "{usable(w)}"
        if usable(w):
            use w
        say "{usable(w)}"
    """
    gifts = {1: "- {when: now, limits: [each, ever], do: my x += 1}"}
    game = tiny(tmp_path, act, more=LIMITS, gifts=gifts, rounds=3).new_game()
    assert told(game) == ["yes", "no", "yes", "no", "no", "no"]


def test_a_limit_of_a_branch(tmp_path: Path) -> None:
    """It counts by itself: powers on cards, gained or lost, make no difference."""
    act = """
    move those(c in pool) to my row
    repeat while my x < 6:
        choose one:
            "a" limit ever: my x += 1
            "b" for c in my row where c is my row[1]:
                c gains c.powers[1]
                move c to pool
                my x += 1
            "c": my x += 1
    """
    game = play(tiny(tmp_path, act, more=LIMITS), "a", "b", "a", "b")
    assert offered(game) == ["b", "c"]
    choose(game, "c", "b")
    assert game.finished


def test_what_lasts_a_turn_ends_with_its_players_turn(tmp_path: Path) -> None:
    """Variables by owner, attributes by the owner of the zone where the card lies."""
    act = """
    if round_number = 1:
        move pool[1] to my row
        move pool[1] to left(me).row
        for p in players:
            p.y becomes 7
            for c in p.row:
                c.flag becomes yes
                c.mark becomes 3
    """
    phases = """
    - name: tell
      who: in_turn
      from: players[1]
      do: tell()
      ends: turn
    - name: close
      who: nobody
      do: say "{round_number}"
    """
    procedures = """
    tell: |
      say "{list(p.y for p in players)}: {list(c.flag for p in players, c in p.row)}"
    """
    edits = [("      ends: turn\n    - name: tell", "    - name: tell")]
    game = tiny(tmp_path, act, phases=phases, procedures=procedures, edits=edits, rounds=2).new_game()
    assert told(game) == ["7, 7: yes, yes", "0, 7: no, yes", "1", "0, 0: no, no", "0, 0: no, no", "2"]


def test_attributes_and_powers_are_back_when_leaving(tmp_path: Path) -> None:
    act = """
    move those(c in pool where c.n = 1) to my row
    let a = my row[1]
    a.mark becomes 5
    a gains my row[2].powers[1]
    move a to top of heap
    say "{a.mark} {size(a.powers)}"
    a.mark becomes 4
    move a to my row
    say "{a.mark} {position(a)}"
    move a to left(me).row
    say "{a.mark}"
    move a to left(me).row at 1
    a.mark becomes 2
    move a to left(me).row
    say "{a.mark}"
    """
    assert told(tiny(tmp_path, act).new_game()) == ["0 1", "4 3", "0", "2"]


def test_kept_events_are_forgotten_after_the_round(tmp_path: Path) -> None:
    act = """
    announce kept(card: pool[1], by: me)
    say "{count(e in kept)}"
    """
    assert told(tiny(tmp_path, act, rounds=2).new_game()) == ["1", "1"]


IN_TURN = {
    "each_player": ["0 0 0", "0 0 1", "0 1 0"],
    "every_turn": ["0 0 0", "0 0 0", "0 0 0"],
    "everyone": ["0 0 0", "1 1 1", "0 0 0"],
}
"""What a turn changes lasts until the life ends: what each turn begins with, and what follows the phase."""


def read_values(folder: Path, life: str, who: str, code: str) -> list[str]:
    """What is said in a phase with this code that ends the life, and after it: a value of the table, two of players."""
    shown = "{t} {players[1].y} {players[2].y}"
    edits = [
        ("lives: {turn: each_player}", f"lives: {{turn: {life}}}"),
        ("who: in_turn\n      from: players[1]", who),
        ("        if me is players[1]:\n            act()\n      ends", f"{code.replace('SHOWN', shown)}\n      ends"),
    ]
    phases = f"- {{name: look, who: nobody, do: 'say \"{shown}\"'}}"
    more = "variables: {t: {type: 0..99, lasts: turn}}\n"
    return told(tiny(folder, "skip", more=more, phases=phases, edits=edits).new_game(players=2))


@pytest.mark.parametrize("life", IN_TURN)
def test_a_life_ends_with_each_turn_or_with_the_phase(life: str, tmp_path: Path) -> None:
    turn = """
        say "SHOWN"
        t += 1
        for p in players:
            p.y += 1
"""
    assert read_values(tmp_path, life, "who: in_turn\n      from: players[1]", turn.strip("\n")) == IN_TURN[life]


@pytest.mark.parametrize("life", IN_TURN)
@pytest.mark.parametrize("who", ["all_at_once", "nobody"])
def test_a_life_ends_for_all_with_a_phase_that_has_no_turns(who: str, life: str, tmp_path: Path) -> None:
    code = (
        "        my y += 1"
        if who == "all_at_once"
        else "        for p in players:\n            p.y += 1\n        t += 1"
    )
    assert read_values(tmp_path, life, f"who: {who}", code) == ["0 0 0"]
