"""Conditions, entries of menus and branches say in their own words what is lacking."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.play.ruleset import Ruleset
from play.game.tiny import choose, tiny
from play.why_not.asking import begun

WORDS = """
functions:
  affordable(1..5 n): {is: my x >= n, else: "it costs {n}, you have {my x}"}
  wanted(1..5 n): {is: affordable(n) and total > 3, else: "nobody wants {n} now"}
  plain(1..5 n): affordable(n) and total >= 0
"""


def offer(branch: str) -> str:
    return f'choose one:\n    {branch}:\n        skip\n    "stay": skip\n    "stop": skip'


CASES = {
    "if": (offer('"pay {n}" for n in 1..5 if affordable(n)'), "it costs 3, you have 0"),
    "where": (offer('"pay {n}" for n in 1..5 where affordable(n)'), "it costs 3, you have 0"),
    "in another function": (offer('"pay {n}" for n in 1..5 if plain(n)'), "it costs 3, you have 0"),
    "the outer one": (offer('"pay {n}" for n in 1..5 if wanted(n)'), "nobody wants 3 now"),
    "a part": (offer('"pay {n}" for n in 1..5 if total >= 0 and affordable(n)'), "it costs 3, you have 0"),
    "neither of two": (
        offer('"pay {n}" for n in 1..5 if affordable(n) or wanted(n)'),
        "it costs 3, you have 0; and nobody wants 3 now",
    ),
    "require": (
        'choose one:\n    "pay {n}" for n in 1..5:\n        require affordable(n)\n    "stay": skip\n    "stop": skip',
        "then it costs 3, you have 0",
    ),
    "require with its own": (
        'choose one:\n    "pay {n}" for n in 1..5:\n        require affordable(n) else "no"\n'
        '    "stay": skip\n    "stop": skip',
        "no",
    ),
    "words that depend on something": (
        offer("""\"pay {n}\" for n in 1..5 if affordable(n) else \"{'too dear' if total = 0 else 'sold'}: {n}\""""),
        "too dear: 3",
    ),
    "a branch": (offer('"pay {n}" for n in 1..5 if affordable(n) else "too dear: {n}"'), "too dear: 3"),
}


@pytest.mark.parametrize("name", CASES)
def test_words_are_told(name: str, tmp_path: Path) -> None:
    act, expected = CASES[name]
    answer = begun(tmp_path, act, more=WORDS).why_not(1, "pay 3")
    assert answer.reason == expected and expected in answer.text
    assert ".yaml" not in answer.text and ".yaml" in answer.rules


def test_what_there_should_not_be_has_no_words(tmp_path: Path) -> None:
    """The words of a function say what is lacking."""
    act = "my x becomes 4\n" + offer('"pay {n}" for n in 1..5 if not affordable(n)')
    assert begun(tmp_path, act, more=WORDS).why_not(1, "pay 3").reason == "x: it takes less than 3, you have 4"


def test_an_entry_of_a_menu(tmp_path: Path) -> None:
    menu = """
    menus:
      shop:
        entries:
          pay: {label: "pay {n}", for: n in 1..5, if: my x >= n, else: "too dear: {n}", do: my x -= n}
          stay: {label: stay, do: skip}
          stop: {label: stop, do: skip}
    """
    answer = begun(tmp_path, "choose from shop", more=menu).why_not(1, "pay 3")
    assert answer.reason == "too dear: 3"


def test_words_tell_nothing_that_the_asker_may_not_know(tmp_path: Path) -> None:
    """Player 2 asks about a value that only player 1 sees."""
    own = "variables:\n  own: {of: player, type: 0..99, seen_by: owner, may_be: yes}\n"
    act = "let p = me\nmy own becomes 17\nas left(me):\n" + "".join(
        f"    {line}\n" for line in offer('"go" if total > 3 else "it is {p.own}"').splitlines()
    )
    ruleset: Ruleset = tiny(tmp_path, act, more=own)
    game = ruleset.new_game(players=2, seed=1)
    choose(game)
    answer = game.why_not(2, "go")
    assert answer.reason == "it is …"


def test_what_is_worth_nothing_pays_nothing(tmp_path: Path) -> None:
    act = 'collect 2:\n    "spend {c}" for c in pool worth max(0, c.n - 1):\n        move c to heap'
    answer = begun(tmp_path, act).why_not(1, "spend red 1")
    assert answer.reason == "red 1 is worth too little here"
