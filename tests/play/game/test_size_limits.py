"""What a game holds doesn't grow without a bound: lists, lists in lists, many lists together, the log."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from play.game.tiny import choose, tiny

MORE = """
variables:
  long: {type: list of 0..99}
  each: {of: player, type: list of 0..99}
  of_colour: {of: colour, type: list of 0..99}
events:
  noted: {has: {what: list of 0..99}, kept: game}
  rung_long: {has: {what: list of 0..99}}
functions:
  longest(): list(b for a in 1..99, b in 0..99)
"""
SHADE = "      shade: {type: colour}\n"
EDIT = (SHADE, SHADE + "      notes: {type: list of 0..99, lasts: round}\n")
MANY = "[[1, red, 150]]"
GROWS = {
    "an attribute of many cards": ("for c in tile: c.notes becomes long", "in `notes` of cards"),
    "kept events": ("repeat 150 times: announce noted(what: long)", "in `noted`"),
    "watches": (
        "repeat 150 times:\n    watch rung as r where size(l) = r.n until game ends: total += 1",
        "in what watches keep",
    ),
    "frames": (
        "\n".join(f"let l{i} = long" for i in range(120))
        + "\nchoose n in 1..3\n"
        + "\n".join(f"my y becomes min(9, size(l{i}))" for i in range(120)),
        "in what is still to be done",
    ),
}


def grown(folder: Path, code: str) -> str:
    """What is said when a position grows too much by some code."""
    act = 'long becomes longest()\nlet l = long\nchoose one:\n    "stay": skip\n    "grow":\n'
    act += "".join(f"        {line}\n" for line in code.splitlines()) + 'choose one:\n    "a": skip\n    "b": skip'
    game = tiny(folder, act, more=MORE, edits=[EDIT], pieces=MANY).new_game()
    before = game.to_json()
    with pytest.raises(artrules.GameFault) as caught:
        choose(game, "grow")
    assert game.to_json() == before
    assert [d.slug for d in caught.value.diagnostics] == ["too-much-kept"]
    assert caught.value.diagnostics[0].span is not None
    return caught.value.diagnostics[0].message


@pytest.mark.parametrize("what", GROWS)
def test_a_position_holds_so_much(what: str, tmp_path: Path) -> None:
    code, named = GROWS[what]
    assert named in grown(tmp_path, code)


@pytest.mark.parametrize(
    "code",
    [
        "let all = list(longest() for n in 1..2)",
        "let a = [longest()]\nlet all = a + a",
        "let all = [longest(), longest()]",
    ],
)
def test_lists_in_a_list_are_counted(code: str, tmp_path: Path) -> None:
    act = 'choose one:\n    "stay": skip\n    "grow":\n' + "".join(f"        {line}\n" for line in code.splitlines())
    game = tiny(tmp_path, act, more=MORE, edits=[EDIT]).new_game()
    with pytest.raises(artrules.GameFault, match="too-many-things"):
        choose(game, "grow")


def test_lists_in_a_list_that_are_small(tmp_path: Path) -> None:
    act = "let all = list(list(m for m in 1..n) for n in 1..99)\nmy x becomes size(all)\n"
    game = tiny(tmp_path, act + "let b = all + [[1]]\nmy x -= size(b) - 99", more=MORE, edits=[EDIT]).new_game()
    assert game.finished and game.inspect.view()["players"][1]["x"] == 98


SAY = 'say "' + "x" * 900 + '"'


def test_so_much_is_told_at_once(tmp_path: Path) -> None:
    act = f'choose one:\n    "stay": skip\n    "tell":\n        repeat 300 times: {SAY}'
    game = tiny(tmp_path, act).new_game()
    before = game.to_json()
    with pytest.raises(artrules.GameFault) as caught:
        choose(game, "tell")
    assert [d.slug for d in caught.value.diagnostics] == ["too-much-told"]
    assert caught.value.diagnostics[0].span is not None and game.to_json() == before
    choose(game, "stay")


def test_so_much_is_told_in_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("artrules.play.game.step.MOST_TOLD", 1_000_000)
    act = f'repeat:\n    choose one:\n        "tell":\n            repeat 100 times: {SAY}\n        "stop": stop'
    rules = tiny(tmp_path, act)
    game = rules.new_game()
    choose(game, "tell", "tell")
    again = rules.resume(game.to_json())
    for each in (game, again, game.copy()):
        choose(each, "tell")
        with pytest.raises(artrules.GameFault, match="too-much-told"):
            choose(each, "tell")


def test_a_list_is_told_as_far_as_it_is_read(tmp_path: Path) -> None:
    act = 'long becomes longest()\nsay "{long}"'
    game = tiny(tmp_path, act, more=MORE, edits=[EDIT]).new_game()
    said = next(e.text for e in game.log if e.kind == "said")
    assert len(said) == 2000 and said.startswith("0, 1, 2") and said.endswith("…")
