"""For how many players a game is, in words."""

from __future__ import annotations

import pytest

from artrules.play.game.description import players_in_words


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ([], ""),
        ([1], "1 player"),
        ([4], "4 players"),
        ([2, 3], "2 or 3 players"),
        ([1, 2, 3], "1 to 3 players"),
        ([2, 4, 6], "2, 4 or 6 players"),
    ],
)
def test_for_how_many_a_game_is(counts: list[int], words: str) -> None:
    assert players_in_words(counts) == words
