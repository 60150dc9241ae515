"""What stands in OpenSpiel's games for what is in ours; the games themselves are played by the command."""

from __future__ import annotations

from .games import GAMES


def test_cards_and_what_one_does_with_them_have_their_numbers() -> None:
    hearts, eights = GAMES["hearts"], GAMES["crazy_eights"]
    assert [hearts.action(label) for label in ("play two of clubs", "pass ten of clubs", "play ace of spades")] == [
        0,
        32,
        51,
    ]
    assert [eights.action(label) for label in ("draw", "pass", "name hearts", "play ten of clubs")] == [52, 53, 56, 32]
