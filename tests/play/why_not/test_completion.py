"""Where all tests of an option hold and its action can't be completed, what fails further on is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from play.game.tiny import choose
from play.why_not.asking import begun, line_of


def offer(suite: str, before: str = "") -> str:
    """A decision whose first option has a suite that fails."""
    indented = "".join(f"        {line}\n" for line in suite.splitlines())
    return f'{before}choose one:\n    "go":\n{indented}    "stay": skip\n    "stop": skip'


ALL = "move those(c in pool) to my hand\n"
WAYS = """
may "pay":
    my x -= 0
    require my y > 3 else "paying needs a y"
else:
    require total > 3 else "a total is needed, now {total}"
"""
CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "a require with a text": (
        offer('my y += 1\nrequire my y > 3 else "too few: {my y}"'),
        {
            "reason": "too few: 1",
            "condition": "my y > 3",
            "values": {"my y": "1"},
            "line": 'require my y > 3 else "too few: {my y}"',
        },
        {},
    ),
    "a require without": (
        offer("require my y > 3 or total > 3"),
        {
            "reason": "then y: it takes more than 3, you have 0; and total: it takes more than 3, it is 0",
            "values": {"my y": "0", "total": "0"},
        },
        {},
    ),
    "a require in a procedure": (
        offer("let n = 7\npay(n)"),
        {
            "reason": "you have 0 of 7",
            "condition": "can_pay(m)",
            "because": ["can_pay(m)", "my x >= k"],
            "values": {"m": "7", "my x": "0", "k": "7"},
        },
        {
            "procedures": 'pay(0..9 m): |\n  require can_pay(m) else "you have {my x} of {m}"',
            "more": "functions:\n  can_pay(0..9 k): my x >= k",
        },
    ),
    "a choice from nothing": (
        offer('choose "take {c}" for c in pool where c.n > my y + 5\nmove c to my hand'),
        {
            "reason": "then nothing could be chosen (Act): nothing in the pool is right for it",
            "condition": "c in pool where c.n > my y + 5",
            "values": {"pool": "red 1, red 1, red 1, red 2, blue 2"},
        },
        {},
    ),
    "a choice of branches none of which is there": (
        offer('choose one:\n    "a" if my x > 3: skip\n    "b {n}" for n in 1..my y: skip'),
        {"because": ["my x > 3", "n in 1..my y"]},
        {},
    ),
    "a choice whose domain fails": (
        offer("choose n in 1..(top of heap).n\nmy x += n"),
        {"reason": "then there is nothing in the heap", "condition": "top of heap"},
        {},
    ),
    "a choice whose condition fails": (
        offer("choose n in 1..3 where n > lowest(n)\nmy x += n"),
        {
            "reason": "then there is nothing in the heap",
            "condition": "min(c.n for c in heap where c.n > m)",
        },
        {"more": "functions:\n  lowest(1..3 m): min(c.n for c in heap where c.n > m)"},
    ),
    "a power that can't be used": (
        offer("for w in pool[1].powers:\n    use w"),
        {
            "reason": "then x: it takes more than 2, you have 0",
            "condition": "my x > 2",
            "values": {"my x": "0"},
        },
        {"gifts": {1: "- {when: now, if: my x > 2, do: my x += 1}"}},
    ),
    "an empty pile": (
        offer("let c = top of heap\nmove c to my hand"),
        {
            "reason": "then there is nothing in the heap",
            "condition": "top of heap",
            "values": {"heap": "nothing"},
            "line": "let c = top of heap",
        },
        {},
    ),
    "an empty pile in a function": (
        offer("my x becomes first_one(heap)"),
        {"reason": "then there is nothing in the heap", "condition": "top of heap"},
        {"more": "functions:\n  first_one(list of tile l): (top of heap).n + size(l)"},
    ),
    "an empty pile within a list": (
        offer("let l = list((top of heap).n + n for n in 1..3)\nmy x becomes l[1]"),
        {"reason": "then there is nothing in the heap", "condition": "top of heap"},
        {},
    ),
    "the largest of nothing": (
        offer("my x becomes max(c.n for c in my hand)"),
        {"reason": "then there is nothing in your hand"},
        {},
    ),
    "division by 0": (
        offer("my x becomes 7 / my y"),
        {"reason": "the rules don't allow it now", "condition": "7 / my y", "values": {"my y": "0"}},
        {},
    ),
    "a position that isn't there": (
        offer("let c = my hand[2]\nmove c to pool"),
        {"reason": "then there is nothing in your hand", "values": {"my hand": "nothing"}},
        {},
    ),
    "chance from nothing": (
        offer("random c in my hand\nmove c to pool"),
        {"reason": "the rules don't allow it now", "line": "random c in my hand"},
        {},
    ),
    "all that is optional is declined": (offer(WAYS), {"reason": "a total is needed, now 0"}, {}),
    "a text is told before what has none": (
        offer(WAYS.replace(' else "a total is needed, now {total}"', "")),
        {"reason": "paying needs a y"},
        {},
    ),
    "without texts the first is told": (
        offer(WAYS.replace(' else "a total is needed, now {total}"', "").replace(' else "paying needs a y"', "")),
        {"reason": "then total: it takes more than 3, it is 0"},
        {},
    ),
    "of several ways the first is told": (
        offer(
            'choose one:\n    "a":\n        require my y > 3 else "no y"\n'
            + '    "b":\n        require my x > 3 else "no x"'
        ),
        {"reason": "no y"},
        {},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_fails(name: str, tmp_path: Path) -> None:
    act, expected, more = CASES[name]
    game = begun(tmp_path, act, **more)
    assert [o.label for o in game.decisions[0].options] == ["stay", "stop"]
    before = game.to_json()
    answer = game.why_not(1, "go")
    assert game.to_json() == before
    found: dict[str, Any] = {name: getattr(answer, name) for name in expected if name not in ("because", "line")}
    if "because" in expected:
        found["because"] = [each.condition for each in answer.because]
    if "line" in expected:
        found["line"] = line_of(answer, tmp_path)
    assert found == expected
    assert answer.matched == "go" and not answer.possible and answer.source is not None


def test_within_an_action(tmp_path: Path) -> None:
    """An option in the middle of an action that what is left of the action forbids."""
    act = offer('choose n in 1..3\nmy y becomes n\nrequire my y < 3 else "{my y} is too much"')
    game = begun(tmp_path, act, "go")
    assert [o.label for o in game.decisions[0].options] == ["1", "2"]
    answer = game.why_not(1, "3")
    assert (answer.reason, answer.values) == ("3 is too much", {"my y": "3"})
    assert answer.nearest is not None and answer.nearest.label == "2"


def test_a_power_that_its_card_has_lost(tmp_path: Path) -> None:
    act = """
    move those(c in pool) to my row
    let c = my row[1]
    for w in my row[4].powers:
        c gains w
    for w in c.powers where w.when is now:
        choose one:
            "go":
                move c to pool
                use w
            "stay": skip
            "stop": skip
    """
    game = begun(tmp_path, act, gifts={2: "- {when: now, do: my x += 1}"})
    assert [o.label for o in game.decisions[0].options] == ["stay", "stop"]
    answer = game.why_not(1, "go")
    assert answer.reason == "the rules don't allow it now"
    assert line_of(answer, tmp_path) == "use w"


def test_likes_are_offered_once_and_either_is_possible(tmp_path: Path) -> None:
    game = begun(tmp_path, 'move those(c in pool) to my hand\nchoose "play {c}" for c in my hand\nmove c to pool')
    (decision,) = game.decisions
    assert [o.label for o in decision.options] == ["play red 1", "play red 2", "play blue 2"]
    answer = game.why_not(1, "play red 1")
    assert answer.possible and answer.nearest == decision.options[0]
    choose(game, "play red 2")
