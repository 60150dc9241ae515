"""What a terminal shows at pauses: the table as it was there, with the words of the pause above it."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.table.session.record import record_of
from artrules.table.session.replay import play_again
from artrules.table.session.session import Session
from artrules.table.terminal.replayer import Replayer
from artrules.table.terminal.session import Files, TerminalSession
from play.game.tiny import tiny
from table.session.table_of import table_of
from table.terminal.talking import STYLE, talk

LAY = """
move those(c in pool) to my hand
choose "lay {c}" for c in my hand
move c to my row
pause "what is laid"
move those(d in my row) to my hand
choose "lay {e} again" for e in my hand
move e to my row
pause "the last card"
"""


def table(folder: Path) -> Session:
    return table_of(tiny(folder, LAY), people=(1, 2))


def speaker(session: Session, *, stops: bool) -> TerminalSession:
    files = Files(lambda: None, lambda name: name)
    return TerminalSession(session, session.game.description, files, STYLE, stops_at_pauses=stops)


def test_the_table_is_shown_as_it_was_there(tmp_path: Path) -> None:
    said = talk(speaker(table(tmp_path), stops=False), ["", "lay red 2"])
    passage = said[said.index("> lay red 2") :]
    first, second = passage.index("what is laid"), passage.index("lay red 2 again")
    row = passage.index("row: red 2")
    assert first < row < second
    assert passage.count("lay red 2 ·") == 1 and "Enter goes on" not in said


def test_a_person_goes_on_with_enter(tmp_path: Path) -> None:
    session = table(tmp_path)
    terminal = speaker(session, stops=True)
    talk(terminal, [""])
    paused = terminal.answer("lay red 2")
    assert paused.prompt == "Enter goes on " and not any("again" in line for line in paused.lines)
    on = terminal.answer("")
    assert any("lay red 2 again" in line for line in on.lines) and on.prompt == "> "
    assert terminal.answer("lay red 2 again").prompt == "Enter goes on "
    assert terminal.answer("").ended


@pytest.mark.parametrize(
    ("pauses", "words"), [(20, None), (21, "1 earlier moment isn't"), (24, "4 earlier moments aren't")]
)
def test_moments_that_are_not_shown_are_counted(pauses: int, words: str | None, tmp_path: Path) -> None:
    act = f"""
    move those(c in pool) to my hand
    choose "lay {{c}}" for c in my hand
    move c to my row
    for n in 1..{pauses}:
        pause "look {{n}}"
    """
    said = talk(speaker(table_of(tiny(tmp_path, act), people=(1, 2)), stops=False), ["", "lay red 2"])
    assert said.count("row: red 2") >= 20
    assert ("shown; what happened is told above" in said) is (words is not None)
    assert words is None or f"({words} shown; what happened is told above)" in said


def test_what_was_taken_back_is_not_shown(tmp_path: Path) -> None:
    terminal = speaker(table(tmp_path), stops=True)
    talk(terminal, [""])
    terminal.answer("lay red 2")
    terminal.answer("")
    assert not any("what is laid" in line for line in terminal.answer("undo").lines)


def test_a_replay_shows_pauses(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, LAY)
    game: artrules.Game = ruleset.new_game(seed=1)
    for _ in range(2):
        game.choose(0)
    replay = play_again(ruleset, record_of(game, "tiny"))
    said = talk(Replayer(replay, game.description, STYLE, []), ["n"])
    assert said.index("what is laid") < said.index("row: red 1") < said.rindex("hand: ")
