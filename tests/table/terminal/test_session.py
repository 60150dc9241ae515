"""A session heeds lines: what it does, what it refuses, and what it keeps."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import artrules
from artrules.table.terminal.options import UnclearInput, find_exact, find_option, render_offer
from artrules.table.terminal.session import why_not
from artrules.text.plain_text import Style
from play.game.tiny import tiny
from table.session.table_of import table_of
from table.terminal.talking import STYLE, session_of, talk

ROOT = Path(__file__).parents[2] / "rulesets"
LABELS = ["play red 1", "play red 11", "play blue 2", "stop playing", "take one", "take one", "10"]


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("1", 0),
        ("4", 3),
        ("play red 1", 0),
        ("PLAY  red 11", 1),
        ("play b", 2),
        ("stop", 3),
        ("10", 6),
        ("11", "numbered 1 to 7"),
        ("0", "numbered 1 to 7"),
        ("9" * 5000, "numbered 1 to 7"),
        ("play red", "1 or 2"),
        ("play", "1, 2 or 3"),
        ("take one", "5 or 6"),
        ("pley blue 2", "did you mean 3, play blue 2?"),
        ("q\x1b[2J", "begins with `q�[2J`"),
    ],
)
def test_what_is_meant(typed: str, place: int | str) -> None:
    found = find_exact(typed, LABELS)
    found_at = find_option(typed, LABELS) if found is None else found
    if isinstance(place, int):
        assert found_at == place
    else:
        assert isinstance(found_at, UnclearInput) and place in found_at.reason


@pytest.mark.parametrize(
    ("labels", "width", "lines"),
    [
        (["a", "b", "c"], 80, ["what", "  1  a", "  2  b", "  3  c"]),
        (list("abcdef"), 80, ["what", "  1  a   2  b   3  c   4  d   5  e   6  f"]),
        (list("abcdefg"), 20, ["what", "  1  a   4  d   7  g", "  2  b   5  e", "  3  c   6  f"]),
        (
            ["a"] * 9 + ["ten"],
            20,
            ["what", *(f"   {n}  a      {n + 5}  a" for n in range(1, 5)), "   5  a     10  ten"],
        ),
        (
            ["word " * 12] * 2,
            40,
            ["what", *(line for n in (1, 2) for line in (f"  {n}  {'word ' * 7}", "     " + "word " * 5))],
        ),
    ],
)
def test_options_in_columns(labels: list[str], width: int, lines: list[str]) -> None:
    groups = [("", labels)]
    assert list(render_offer("what", groups, Style(False, width))) == [line.rstrip() for line in lines]


def test_many_options_stand_below_the_words_that_they_share() -> None:
    tucks = [f"tuck the {n}s" for n in range(1, 8)]
    groups = [("play", ["play a", "play b"]), ("", ["draw"]), ("", ["pass"]), ("tuck the", tucks)]
    few = list(render_offer("what", groups, Style(False, 80)))
    assert few[0] == "what" and not any("…" in line for line in few)
    many = [("play", ["play a", "play b"]), *groups[1:3], ("tuck the", [*tucks, "tuck the 8s", "tuck the 9s"])]
    assert list(render_offer("what", many, Style(False, 80))) == [
        "what",
        "  play …",
        "   1  play a",
        "   2  play b",
        "   3  draw",
        "   4  pass",
        "  tuck the …",
        "   5  tuck the 1s    8  tuck the 4s   11  tuck the 7s",
        "   6  tuck the 2s    9  tuck the 5s   12  tuck the 8s",
        "   7  tuck the 3s   10  tuck the 6s   13  tuck the 9s",
    ]


def test_while_one_pays_the_screen_says_what_is_paid_and_what_is_missing(tmp_path: Path) -> None:
    act = """
move top 3 of heap to my hand
choose one:
    "buy":
        collect 4:
            "pay {c}" for c in my hand worth c.n:
                move c to pool
    "don't":
        skip
"""
    pieces, edits = "[[2, red, 1], [2, blue, 1], [3, red, 1]]", [("start: pool,", "start: heap,")]
    table = table_of(tiny(tmp_path, act, pieces=pieces, edits=edits), 2, (1,))
    session, _ = session_of(table)
    session.start()
    first = session.answer("buy").lines
    then = session.answer("pay blue 2").lines
    assert "  cost 4 · paid 0 · missing 4" in first
    assert "  cost 4 · paid 2 · missing 2" in then
    assert first.index("  cost 4 · paid 0 · missing 4") == next(i for i, x in enumerate(first) if "player 1: " in x) + 1


def test_the_game_is_kept_after_each_choice_and_when_one_is_taken_back() -> None:
    table = table_of(artrules.load(str(ROOT / "lanterns")), 2, (1, 2), 5)
    session, disk = session_of(table)
    talk(session, ["", "1", "undo", "1", "?", "nonsense", "table"])
    lengths = [len(choices) for choices in disk.kept]
    assert lengths == [1, 0, 1]
    assert disk.kept[-1] == table.game.choices


def test_what_bots_choose_is_kept_too() -> None:
    table = table_of(artrules.load(str(ROOT / "lanterns")), 2, (1,), 5)
    session, disk = session_of(table)
    session.start()
    assert disk.kept == [table.game.choices] and table.game.choices


def test_trouble_with_the_disk_is_told_and_the_game_goes_on() -> None:
    table = table_of(artrules.load(str(ROOT / "lanterns")), 2, (1, 2), 5)
    session, disk = session_of(table)
    session.start()
    session.answer("")
    disk.trouble = "no room"
    assert "no room" in session.answer("1").lines
    assert len(table.game.choices) == 1


@pytest.mark.parametrize(("typed", "saved"), [("save a b.json", ["a b.json"]), ("save", []), ("SAVE x", ["x"])])
def test_saving(typed: str, saved: list[str]) -> None:
    session, disk = session_of(table_of(artrules.load(str(ROOT / "lanterns")), 2, (1,), 5))
    session.start()
    reply = session.answer(typed)
    assert disk.saved == saved and len(reply.lines) == 1


def test_a_label_comes_before_a_command(tmp_path: Path) -> None:
    act = 'choose one:\n    "save one": my x becomes 1\n    "table": my x becomes 2\n    "undo": skip\nmay "more": skip'
    for typed, x in (("save one", 1), ("save o", 1), ("table", 2), ("save", 0), ("undo", 0)):
        table = table_of(tiny(tmp_path / typed.replace(" ", "_"), act), 2, (1, 2))
        session, disk = session_of(table)
        session.start()
        session.answer("")
        session.answer(typed)
        assert (table.game.view(1)["players"][1]["x"], disk.saved) == (x, [])


def test_why_asks_the_game_for_the_seat_that_is_shown() -> None:
    asked: list[tuple[int, str]] = []

    def answer(seat: int, text: str) -> Any:
        asked.append((seat, text))
        return SimpleNamespace(text="it isn't\nyour turn", rules="turn.yaml:7  my turn")

    game = SimpleNamespace(why_not=answer, inspect=SimpleNamespace(model=SimpleNamespace(modified={})))
    assert why_not(game, 2, "play red", Style()) == ["it isn't", "your turn"]
    with_rules = why_not(game, 2, "--rules play red", Style())
    assert with_rules == ["it isn't", "your turn", "turn.yaml:7  my turn"]
    assert asked == [(2, "play red"), (2, "play red")]
    assert len(why_not(None, 2, "", Style())) == len(why_not(None, 2, "--rules", Style())) == 1


def test_before_a_person_sits_down_nothing_is_shown() -> None:
    """Whatever is typed while the next person is waited for, no card of anybody is on the screen."""
    for typed in ("table", "log", "look hand", "1", "why play", "save x", "?", "play", "powers"):
        table = table_of(artrules.load("crazy_eights"), 2, (1, 2), 5)
        session, disk = session_of(table)
        for reply in (session.start(), session.answer(typed)):
            shown = " ".join([*reply.lines, reply.prompt])
            assert " of " not in shown and "player 1" in shown
        assert not table.game.choices and not disk.saved


def test_one_seat_after_the_other_where_all_play_at_once() -> None:
    """Each person plays their part to its end; then the next one sits down."""
    table = table_of(artrules.load(str(ROOT / "lanterns")), 3, (1, 2, 3), 5)
    session, _ = session_of(table)
    seats: list[int] = []
    reply = session.start()
    for _ in range(60):
        if table.game.phase != "play" or table.game.round > 1:
            break
        if reply.clear:
            assert not session.shown
            reply = session.answer("")
            seats.append(session.seat)
        assert session.shown and table.game.decisions
        reply = session.answer("stop playing" if any("stop" in line for line in reply.lines) else "1")
    assert seats[:3] == [1, 2, 3]


def test_taking_back_between_two_people_calls_the_first_one_again() -> None:
    table = table_of(artrules.load(str(ROOT / "lanterns")), 2, (1, 2), 5)
    session, disk = session_of(table)
    session.start()
    session.answer("")
    reply = session.answer("stop playing")
    assert reply.clear and "player 2" in reply.prompt
    reply = session.answer("undo")
    assert reply.clear and "player 1" in reply.prompt and table.game.choices == []
    assert disk.kept[-1] == []
    assert any("takes back: stop playing" in line for line in session.answer("").lines)


def test_a_game_that_is_taken_up_tells_nothing_twice() -> None:
    table = table_of(artrules.load(str(ROOT / "lanterns")), 2, (1,), 5)
    session, _ = session_of(table)
    session.start()
    session.answer("1")
    again, _ = session_of(table)
    assert not any("play red" in line or "play blue" in line for line in again.start().lines[:3])


def test_leaving() -> None:
    for typed in ("quit", "EXIT"):
        session, _ = session_of(table_of(artrules.load(str(ROOT / "lanterns")), 2, (1,), 5))
        session.start()
        assert session.answer(typed).ended
    assert STYLE.width == 80


GAIN = """
layout:
  options:
    "take {c}": {gain: yes}
"""
TAKE = """
move those(c in pool where c.n = 2) to my row
repeat:
    choose one:
        "take {c}" for c in my row where c.shade is blue: move c to my hand
        "look": my x += 1
        "stop":
            stop
"""


def test_whoever_ends_with_a_free_gain_left_is_told_once(tmp_path: Path) -> None:
    table = table_of(tiny(tmp_path, TAKE, more=GAIN))
    session, _ = session_of(table)
    seen = talk(session, ["look", "stop"])
    assert "you can still choose `take blue 2`" in seen and len(table.game.choices) == 1
    assert "you can still" not in " ".join(session.answer("stop").lines) and table.game.finished


def test_whoever_has_taken_the_gain_is_not_asked(tmp_path: Path) -> None:
    table = table_of(tiny(tmp_path, TAKE.replace("is blue", "is blue and my y = 0"), more=GAIN))
    session, _ = session_of(table)
    seen = talk(session, ["take blue 2", "take blue 2", "stop"])
    assert "you can still" not in seen


def test_the_last_round_is_said_above_the_options(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, 'may "go on": skip', rounds=2)
    session, _ = session_of(table_of(ruleset))
    said = talk(session, ["1"]).split("As things stand, this is the last round.\nplayer 1:")
    assert len(said) == 2 and "round 1" in said[0] and "round 2" in said[0]
