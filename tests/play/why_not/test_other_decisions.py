"""Questions at other moments: the game is over, somebody else decides, it belongs elsewhere, it is nothing at all."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from play.game.tiny import choose
from play.why_not.asking import begun, line_of

TWO = """
choose one:
    "pay {n}" for n in 1..3: my x += n
    "stay": skip
choose one:
    "sing": skip
    "stay": skip
    "dance": skip
"""


def test_the_game_is_over(tmp_path: Path) -> None:
    game = begun(tmp_path, TWO, "stay", "sing")
    assert game.finished
    answer = game.why_not(1, "sing")
    assert (answer.reason, answer.matched, answer.nearest, answer.source) == ("the game is over", None, None, None)
    assert answer.text == "`sing` is not possible: the game is over."


def test_somebody_else_decides(tmp_path: Path) -> None:
    game = begun(tmp_path, TWO)
    answer = game.why_not(2, "pay 1")
    assert answer.reason == "it is for player 1 to decide now"
    assert (answer.matched, answer.nearest, answer.source) == (None, None, None)


def test_it_belongs_to_another_decision(tmp_path: Path) -> None:
    game = begun(tmp_path, TWO)
    answer = game.why_not(1, "dance")
    assert answer.reason == "that is for another time"
    assert (answer.matched, line_of(answer, tmp_path)) == ("dance", '"dance": skip')
    choose(game, "pay 2")
    answer = game.why_not(1, "pay 2")
    assert (answer.matched, line_of(answer, tmp_path)) == ("pay 2", '"pay {n}" for n in 1..3: my x += n')


def test_another_decision_with_another_prompt(tmp_path: Path) -> None:
    game = begun(tmp_path, "perform_it()\n" + TWO, procedures='perform_it: |\n  may "jump": skip')
    assert game.why_not(1, "pay 2").reason == 'that is for another time ("Act"); now it is "Perform it"'


def test_nothing_is_like_it(tmp_path: Path) -> None:
    answer = begun(tmp_path, TWO).why_not(1, "fly to the moon")
    assert answer.reason == "there is nothing like it here; possible are `pay 1`, `pay 2`, `pay 3` and `stay`"
    assert (answer.matched, answer.nearest) == (None, None)
    assert line_of(answer, tmp_path) == "choose one:"


def test_many_options_are_not_all_named(tmp_path: Path) -> None:
    answer = begun(tmp_path, "choose n in 1..9").why_not(1, "fly")
    assert answer.reason.endswith("possible are `1`, `2`, `3`, `4`, `5` and 4 more")


def test_what_is_possible_is_said_to_be(tmp_path: Path) -> None:
    game = begun(tmp_path, TWO)
    for text, label in {"pay 2": "pay 2", "PAY 3": "pay 3", "p 1": "pay 1", "pay": "pay 1", "stay": "stay"}.items():
        answer = game.why_not(1, text)
        assert (answer.possible, answer.matched, answer.reason) == (True, label, "")
        assert answer.nearest is not None and answer.nearest.label == label
        assert answer.text == f"`{label}` is possible now."
    nearest = game.why_not(1, "pay 2").nearest
    assert nearest is not None
    game.choose(nearest)


@pytest.mark.parametrize("player", [0, 3, -1, "1", None])
def test_no_such_player(player: int, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no player"):
        begun(tmp_path, TWO).why_not(player, "stay")


HOSTILE = [
    "",
    "   ",
    "\n\n",
    "\x00\x1b[31mred",
    "pay " * 10_000,
    "x" * 100_000,
    "9" * 50_000,
    "pay 999999999999999999999999",
    "pay -1",
    "pay 1.5",
    "((((((([[[{{{",
    ".*+?^${}()|[]\\",
    "a|b",
    "{n}",
    "'; drop table",
    "\u202epay",
    "\ud800",
    "٣ pay ٣",
    "ﬀ ½ Ⅷ",
    "e\u0301" * 500,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts(text: str, tmp_path: Path) -> None:
    game = begun(tmp_path, TWO)
    answer = game.why_not(1, text)
    assert answer.asked == text
    assert len(answer.text) < 1000
    assert not any(c in answer.text for c in "\x00\x1b\u202e\ud800")
    assert answer.reason or answer.possible


def test_as_data(tmp_path: Path) -> None:
    game = begun(tmp_path, 'choose one:\n    "pay {n}" for n in 1..3 if my x + 2 >= n: skip\n    "stay": skip')
    answer = game.why_not(1, "pay 3")
    data = answer.as_data()
    assert data["because"][0] == {
        "condition": "my x + 2 >= n",
        "values": {"my x": "0", "n": "3"},
        "source": data["source"],
        "function": "",
        "reason": "3 is too high: the highest is 2",
    }
    assert data["nearest"] == {"id": game.decisions[0].options[1].id, "label": "pay 2"}
    assert (data["source"]["column"], data["source"]["end_column"]) == (36, 49)
    assert isinstance(answer, artrules.WhyNot)
    assert {k: data[k] for k in ("asked", "possible", "matched", "condition", "values")} == {
        "asked": "pay 3",
        "possible": False,
        "matched": "pay 3",
        "condition": "my x + 2 >= n",
        "values": {"my x": "0", "n": "3"},
    }


def test_a_condition_over_several_lines_with_comments(tmp_path: Path) -> None:
    more = """
    functions:
      rich(player p): |
        p.x > 3     # a comment
            or
            # another
            p.y > 3
    """
    game = begun(tmp_path, 'choose one:\n    "go" if rich(me): skip\n    "a": skip\n    "b": skip', more=more)
    told = [each.condition for each in game.why_not(1, "go").because]
    assert told == ["rich(me)", "p.x > 3 or p.y > 3"]


COMPUTED = """
my x becomes 7
choose one:
    "raise all in by {my x}": skip
    "take {n}" for n in 1..3 where my x < n: skip
    "pass it on to {p}" for p in others(me): skip
    "go on": skip
"""


def test_a_value_that_nobody_chooses_is_told(tmp_path: Path) -> None:
    game = begun(tmp_path, COMPUTED)
    assert game.why_not(1, "raise all in by 3").reason == "here it can only be `raise all in by 7`"
    assert game.why_not(1, "raise all in").possible


def test_nobody_is_chosen_who_chooses(tmp_path: Path) -> None:
    game = begun(tmp_path, COMPUTED)
    assert game.why_not(1, "pass it on to player 1").reason == "you can't choose yourself"


def test_what_all_of_a_kind_lack_is_found_by_its_words(tmp_path: Path) -> None:
    act = 'choose one:\n    "tell {p}" for p in others(me) if clue(): skip\n    "go on": skip\n    "stay": skip'
    more = 'functions:\n  clue(): {is: total > 0, else: "there is no clue left"}\n'
    answer = begun(tmp_path, act, more=more).why_not(1, "clues")
    assert answer.text == "`tell player 2` is not possible: there is no clue left."


def test_titles_stand_in_quotation_marks(tmp_path: Path) -> None:
    act = 'bid()\nchoose one:\n    "play {n}" for n in 1..2: skip\n    "stay": skip'
    procedures = 'bid: |\n  choose one:\n      "bid {n}" for n in 1..3: skip\n      "pass": skip'
    more = 'layout:\n  decisions:\n    bid: "How much do you bid?"\n    act: Play a card\n'
    game = begun(tmp_path, act, "pass", procedures=procedures, more=more)
    reason = 'that is for another time ("How much do you bid?"); now it is "Play a card"'
    assert game.why_not(1, "bid 2").reason == reason
