"""Each kind of condition that can fail is named, with its values and its place in content."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from play.game.tiny import choose
from play.why_not.asking import begun, line_of

HAND = "for p in players:\n    move those(c in pool where c.n = 2) to p.hand\n"
LAST = "let last_one = last(c in my hand)\n"
ALL = "move those(c in pool) to my hand\n"
USE = """
move those(c in pool) to my row
repeat:
    choose one:
        "use {w}" for c in my row, w in c.powers where usable(w):
            use w
        "stop":
            stop
"""
LIMITS = "limits:\n  once: {counts_for: player, lasts: turn, at_most: 1 + my y}\n"
ONCE = "- {when: now, limits: [once], do: my x += 1}"


def offer(branch: str, before: str = "") -> str:
    """A decision with a branch and two more, so that there is always something to decide."""
    return f'{before}choose one:\n    {branch}:\n        skip\n    "stay": skip\n    "stop": skip'


CASES: dict[str, tuple[str, list[str], str, dict[str, Any], dict[str, Any]]] = {
    # code, what is chosen first, the question, the answer, more for Tiny
    "a guard": (
        offer('"pay {n}" for n in 1..5 if my x >= n'),
        [],
        "pay 3",
        {
            "condition": "my x >= n",
            "values": {"my x": "0", "n": "3"},
            "reason": "x: it takes 3, you have 0",
            "matched": "pay 3",
        },
        {},
    ),
    "the first part that fails": (
        offer('"pay {n}" for n in 1..5 if my x >= n and total > 3 and my y > 9', "my x becomes 4\n"),
        [],
        "pay 3",
        {"condition": "total > 3", "values": {"total": "0"}},
        {},
    ),
    "neither of two": (
        offer('"pay {n}" for n in 1..5 if my x >= n or total > 3'),
        [],
        "pay 3",
        {"condition": "my x >= n or total > 3", "values": {"my x": "0", "n": "3", "total": "0"}},
        {},
    ),
    "one of two that there should not be": (
        offer('"pay {n}" for n in 1..5 if not (n > 4 or n = 3)'),
        [],
        "pay 3",
        {"condition": "not (n > 4 or n = 3)", "values": {"n": "3"}},
        {},
    ),
    "a where": (
        "choose n in 1..9 where n % 4 = 0 and n < 9",
        [],
        "7",
        {"condition": "n % 4 = 0", "values": {"n": "7"}, "matched": "7"},
        {},
    ),
    "a range": (
        'choose "pay {n}" for n in 1..5 where n > 2',
        [],
        "pay 8",
        {"condition": "1..5", "reason": "8 is too high: the highest is 5"},
        {},
    ),
    "a card elsewhere": (
        offer('"play {c}" for c in my hand', HAND),
        [],
        "play red 1",
        {
            "condition": "my hand",
            "reason": "red 1 isn't in your hand: it lies in the pool",
            "values": {"my hand": "red 2, blue 2"},
        },
        {},
    ),
    "a card in somebody's zone": (
        offer('"take {c}" for c in my row + pool', "move those(c in pool where c.n = 1) to left(me).row\n"),
        [],
        "take red 1",
        {"condition": "my row + pool", "reason": "red 1 isn't in your row or the pool: it lies in player 2's row"},
        {},
    ),
    "the place of a card": (
        offer('"play {c}" for c in my row where position(c) = 1', "move those(c in pool) to my row\n"),
        [],
        "play red 2",
        {"condition": "position(c) = 1", "reason": "the place of red 2: it takes exactly 1, it is 4"},
        {},
    ),
    "a card in a function's list": (
        offer('"play {c}" for c in high(me)', ALL),
        [],
        "play red 1",
        {
            "condition": "high(me)",
            "reason": "the n of red 1: it takes more than 1, it is 1",
            "because": ["high(me)", "c.n > 1"],
            "values": {"high(me)": "red 2, blue 2", "c": "red 1", "c.n": "1"},
        },
        {"more": "functions:\n  high(player p): those(c in p.hand where c.n > 1)"},
    ),
    "a list without some": (
        offer('"play {c}" for c in my hand - those(c in my hand where c.n > 1)', ALL),
        [],
        "play red 2",
        {"condition": "my hand - those(c in my hand where c.n > 1)"},
        {},
    ),
    "nothing to go through": (
        offer('"take {n}" for c in my hand, n in 1..c.n'),
        [],
        "take 2",
        {"condition": "my hand", "reason": "there is nothing in your hand", "values": {"my hand": "nothing"}},
        {},
    ),
    "a function": (
        offer('"buy {n}" for n in 1..3 where can_buy(n)'),
        [],
        "buy 2",
        {
            "condition": "can_buy(n)",
            "because": ["can_buy(n)", "size(heap) >= m"],
            "values": {"n": "2", "size(heap)": "0", "m": "2"},
        },
        {"more": "functions:\n  can_buy(1..3 m): size(heap) >= m"},
    ),
    "a function in a function": (
        offer('"buy {n}" for n in 1..3 where can_buy(n)'),
        [],
        "buy 2",
        {
            "because": ["can_buy(n)", "there(m)", "size(heap) >= k"],
            "values": {"n": "2", "m": "2", "size(heap)": "0", "k": "2"},
        },
        {"more": "functions:\n  can_buy(1..3 m): m < 3 and there(m)\n  there(1..3 k): size(heap) >= k"},
    ),
    "a function that should not hold": (
        offer('"buy {n}" for n in 1..3 if not empty()'),
        [],
        "buy 2",
        {"because": ["not empty()", "size(heap) = 0"], "values": {"empty()": "yes", "size(heap)": "0"}},
        {"more": "functions:\n  empty(): size(heap) = 0"},
    ),
    "a function that counts": (
        offer('"buy {n}" for n in 1..3 if coins(me) >= n'),
        [],
        "buy 2",
        {
            "because": ["coins(me) >= n", "p.x + p.y"],
            "values": {"coins(me)": "0", "n": "2", "p": "player 1", "p.x": "0", "p.y": "0"},
        },
        {"more": "functions:\n  coins(player p): p.x + p.y"},
    ),
    "one that there should not be": (
        offer('"go" if no(c in my hand where c.n > 1)', ALL),
        [],
        "go",
        {"condition": "no(c in my hand where c.n > 1)", "values": {"c": "red 2", "c.n": "2"}},
        {},
    ),
    "none of those that there should be": (
        offer('"go" if any(c in my hand where c.n > 2)', ALL),
        [],
        "go",
        {
            "condition": "any(c in my hand where c.n > 2)",
            "values": {"my hand": "red 1, red 1, red 1, red 2, blue 2"},
        },
        {},
    ),
    "a limit of a branch": (
        'repeat 3 times:\n    choose one:\n        "go" limit once:\n            my x += 1\n'
        + '        "stay": skip\n        "stop": skip',
        ["go"],
        "go",
        {
            "condition": "at_most: 1 + my y",
            "reason": "only once in this turn",
            "values": {"uses so far": "1", "1 + my y": "1", "my y": "0"},
        },
        {"more": LIMITS},
    ),
    "a power's limit": (
        USE,
        ["use Gift 1 (red 1)"],
        "use gift 1",
        {
            "condition": "at_most: 1 + my y",
            "reason": "only once in this turn, for all cards together: Gift 1 (red 1)",
            "because": ["at_most: 1 + my y"],
        },
        {"more": LIMITS, "gifts": {1: ONCE, 2: "- {when: now, do: my x += 1}"}},
    ),
    "a power's condition": (
        USE,
        [],
        "use gift 3",
        {
            "condition": "my x > self.n",
            "reason": "x: it takes more than 3, you have 0",
            "values": {"my x": "0", "self": "red 3", "self.n": "3"},
        },
        {
            "gifts": {2: "- {when: now, do: my x += 1}", 3: "- {when: now, if: my x > self.n, do: my x += 1}"},
            "pieces": "[[2, red, 1], [3, red, 1]]",
        },
    ),
    "a power of a card elsewhere": (
        USE.replace("(c in pool)", "(c in pool where c.n = 2)"),
        [],
        "use gift 1",
        {"condition": "my row", "reason": "red 1 isn't in your row: it lies in the pool"},
        {"gifts": {1: ONCE, 2: "- {when: now, do: my x += 1}"}, "more": LIMITS},
    ),
    "a member of an enum": (
        'choose "paint it {k}" for k in colour where k is not blue or total > 3\nmay "x": skip',
        ["paint it red"],
        "paint it blue",
        {"reason": "that is for another time", "matched": "paint it blue"},
        {"edits": [("colour: [red, blue]", "colour: [red, blue, green]")]},
    ),
    "a player": (
        "may choose p in players where p is not me and p.x >= total: skip",
        [],
        "player 1",
        {"condition": "p is not me", "values": {"p": "player 1"}, "matched": "player 1"},
        {},
    ),
    "a value that is none": (
        offer('"go" if last_one is not none and last_one.n > 2', LAST),
        [],
        "go",
        {"condition": "last_one is not none", "values": {"last_one": "none"}},
        {},
    ),
    "what is guarded is not looked at": (
        offer('"go" if (last_one is not none and last_one.n > 2) or total > 3', LAST),
        [],
        "go",
        {"values": {"last_one": "none", "total": "0"}},
        {},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_fails(name: str, tmp_path: Path) -> None:
    act, first, question, expected, more = CASES[name]
    game = begun(tmp_path, act, **more)
    choose(game, *first)
    before = game.to_json()
    answer = game.why_not(1, question)
    assert game.to_json() == before
    found: dict[str, Any] = {name: getattr(answer, name) for name in expected}
    if "because" in expected:
        found["because"] = [each.condition for each in answer.because]
    assert found == expected
    assert not answer.possible
    assert answer.reason in answer.text
    if answer.condition is not None:
        shown = answer.condition.removeprefix("at_most: ")
        assert shown.split("\n")[0][:20] in line_of(answer, tmp_path)
        assert answer.condition in answer.rules
