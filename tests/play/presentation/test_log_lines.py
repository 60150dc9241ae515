"""The lines of a log stand below the names of those of whom they tell."""

from __future__ import annotations

import pytest

from artrules.play.game.log import LogEntry
from artrules.play.presentation.log_lines import LogRun, runs_of
from artrules.play.presentation.state import entry_data


def _entry(kind: str, player: int | None, text: str) -> LogEntry:
    return LogEntry(kind, 1, "play", player, text, own=text, public=text)


def test_what_is_said_of_somebody_else_than_who_acts_stands_below_their_name() -> None:
    entries = [
        _entry("chose", 2, "played the red 3"),
        _entry("said", 2, "player 4 took 5 points"),
        _entry("paused", 2, "player 4 takes the trick"),
        _entry("said", None, "player 1 goes on"),
    ]
    assert list(runs_of(entries)) == [
        LogRun(2, ["played the red 3"]),
        LogRun(4, ["took 5 points", "takes the trick"]),
        LogRun(1, ["goes on"]),
    ]
    assert [(each["player"], each["text"]) for each in map(entry_data, entries[1:3])] == [
        (4, "took 5 points"),
        (4, "takes the trick"),
    ]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("said", "player 3 and player 4 share it"),
        ("said", "player 3 or player 4 may have it"),
        ("said", "player 3's trick"),
        ("said", "a gift of player 3"),
        ("chose", "player 3 begins"),
    ],
)
def test_all_else_stands_below_the_name_of_who_acts(kind: str, text: str) -> None:
    assert list(runs_of([_entry(kind, 2, text)])) == [LogRun(2, [text])]
