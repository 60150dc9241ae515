"""`?` says how the game is played, where content says it, and what can be typed."""

from __future__ import annotations

import artrules
from artrules.table.terminal.session import COMMANDS, render_help
from artrules.text.plain_text import Style

STYLE = Style(False, 70)


def test_it_begins_with_how_the_game_is_played() -> None:
    about = artrules.load("hearts").new_game(players=4, seed=1).description.about
    lines = render_help(about, STYLE)
    assert " ".join(lines).startswith(about[:60]) and max(map(len, lines)) <= 70
    assert all(any(name in line for line in lines) for name in COMMANDS)


def test_a_game_of_which_nobody_says_it() -> None:
    assert render_help("", STYLE)[0].startswith("Type the number")
