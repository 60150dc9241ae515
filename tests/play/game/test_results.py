"""What procedures give: to `let` and to `becomes`, with and without questions on the way."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import artrules
from artrules.author.conformance.random_play import Table
from artrules.author.conformance.reproducibility import check_executors
from artrules.author.vocabulary import procedures
from play.game.tiny import choose, offered, play, tiny, told

ASKED = """
asked(1..9 n) gives 0..9: |
    choose m in 1..n
    result becomes m
twice(1..9 n) gives 0..9: |
    let before_it = asked(n)
    result becomes asked(n)
    result += before_it
plain(1..9 n) gives 0..9: |
    if n > 3:
        result becomes n - 1
maybe_red gives tile or none: |
    may choose c in pool where c.shade is red:
        result becomes c
"""


def begun(folder: Path, act: str, procedures: str = ASKED, **more: str) -> artrules.Game:
    return tiny(folder, act, procedures=procedures, **more).new_game(seed=1)


def test_a_procedure_that_asks_nothing_gives_its_result(tmp_path: Path) -> None:
    act = 'let a = plain(4)\nmy x becomes plain(9)\nplain(5)\nlet b = plain(2)\nsay "{a} {my x} {b}"'
    assert told(begun(tmp_path, act)) == ["3 8 0"]


def test_the_answer_of_a_player_comes_back(tmp_path: Path) -> None:
    game = begun(tmp_path, 'let a = asked(3)\nmy x becomes asked(a)\nasked(9)\nsay "{a} {my x}"\nchoose n in 1..2')
    choose(game, "3", "2", "7")
    assert told(game) == ["3 2"]


def test_results_of_results(tmp_path: Path) -> None:
    game = begun(tmp_path, 'repeat 2 times:\n    let a = twice(4)\n    say "{a}"')
    choose(game, "4", "3")
    assert told(game) == ["7"]
    choose(game, "1", "2")
    assert told(game) == ["7", "3"]


def test_a_result_may_be_none_and_conditions_say_when_it_is_not(tmp_path: Path) -> None:
    act = 'let c = maybe_red()\nif c is not none:\n    move c to my row\n    say "took {c.n}"\nelse:\n    say "nothing"'
    took, left = begun(tmp_path / "1", act), begun(tmp_path / "2", act)
    choose(took, "red 2")
    choose(left, "none of these")
    assert (told(took), told(left)) == (["took 2"], ["nothing"])


def test_what_depends_on_a_result_decides_what_is_offered(tmp_path: Path) -> None:
    act = """
    choose one:
        "small":
            let a = asked(2)
            require a > 2
        "large":
            let a = asked(4)
            require a > 2
        "neither":
            skip
    """
    game = begun(tmp_path, act)
    assert offered(game) == ["large", "neither"]
    choose(game, "large")
    assert offered(game) == ["3", "4"]


def test_a_saved_game_goes_on_in_the_middle_of_a_call(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, 'let a = twice(4)\nsay "{a}"', procedures=ASKED)
    assert told(play(ruleset, "4", "2")) == ["6"]


LISTS = """
listed(1..9 n) gives list of 0..9999: |
    if n = 9:
        choose m in 1..2
        result becomes [m]
    else:
        result becomes list(m for m in n..9999)
"""


def test_lists_that_nobody_keeps_make_room_for_others(tmp_path: Path) -> None:
    """They are more than there is room for, so the heap is compacted on the way."""
    act = """
    repeat 40 times:
        repeat 6 times:
            let l = listed(my x + 2)
            listed(1)
            total becomes max(total, size(l) - 9900)
        my x becomes (my x + 1) % 3
    let last_one = listed(9)
    say "{total} {last_one}"
    """
    game = begun(tmp_path, act, LISTS)
    choose(game, "2")
    assert told(game) == ["98 2"]


@pytest.mark.parametrize(
    ("act", "procedures"),
    [
        ("let a = twice(4)\nmy x becomes plain(a + 1)\nlet c = maybe_red()\nif c is not none: move c to my row", ASKED),
        ("let l = listed(7)\nlet k = listed(9)\nmy x becomes (l + k)[1]", LISTS),
    ],
)
def test_it_is_the_same_on_both_executors(act: str, procedures: str, tmp_path: Path) -> None:
    ruleset, counts = tiny(tmp_path, act, procedures=procedures, rounds=3), Counter[str]()
    for seed in range(3):
        check_executors(ruleset, Table(2, {}, seed), counts)
    assert counts["games"] == 3


SECRET = """
peek gives 1..9: |
    result becomes (top of my deck).n
open gives 1..9: |
    result becomes size(my deck) + 1
"""
NAMES = {"high", "low"}
PUT = "move those(c in pool) to my deck\n"
ASK = """
let n = {what}()
move top 1 of my deck to bottom of my deck
choose one:
    "high" if n > 2: skip
    "low" if n <= 2: skip
    "neither": skip
"""


def test_why_not_keeps_what_a_result_was_read_off(tmp_path: Path) -> None:
    hidden = begun(tmp_path / "1", PUT + ASK.format(what="peek"), SECRET)
    known = begun(tmp_path / "2", PUT + ASK.format(what="open"), SECRET)
    assert "something that you may not know" in hidden.why_not(1, next(iter(NAMES - {*offered(hidden)}))).text
    assert "6 is too high" in known.why_not(1, "low").text


def test_the_vocabulary_says_what_a_procedure_gives(tmp_path: Path) -> None:
    entries = procedures(tiny(tmp_path, "let a = twice(4)", procedures=ASKED).model)
    assert "twice(1..9 n) gives 0..9" in [entry.written for entry in entries]


def test_an_overlay_replaces_a_procedure_whatever_it_gives(tmp_path: Path) -> None:
    (tmp_path / "four.yaml").write_text(
        "overlay: four\nof: tiny\napplies: size(players) = 2\nprocedures:\n"
        "  plain( 1..9  n ) gives 0..9: result becomes 4\n",
        encoding="utf-8",
    )
    ruleset = tiny(tmp_path, 'let a = plain(9)\nsay "{a}"', procedures=ASKED)
    assert told(ruleset.new_game(players=2)) == ["4"]
    assert told(ruleset.new_game(players=3)) == ["8"]
