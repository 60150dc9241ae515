"""What stands in OpenSpiel's games for what is in ours; the games themselves are played by the command."""

from __future__ import annotations

from .games import GAMES
from .poker import TexasHoldem, pots


def test_cards_and_what_one_does_with_them_have_their_numbers() -> None:
    hearts, eights = GAMES["hearts"], GAMES["crazy_eights"]
    assert [hearts.action(label) for label in ("play two of clubs", "pass ten of clubs", "play ace of spades")] == [
        0,
        32,
        51,
    ]
    assert [eights.action(label) for label in ("draw", "pass", "name hearts", "play ten of clubs")] == [52, 53, 56, 32]


def test_bets_are_numbers_of_chips_in_the_whole_deal() -> None:
    holdem = TexasHoldem()
    without_limit, fixed = [0, 1, *range(14, 51)], [0, 1, 2]
    assert [holdem.action_of(label, 10, without_limit) for label in ("fold", "call 2", "raise to 4", "bet 40")] == [
        0,
        1,
        14,
        50,
    ]
    assert [holdem.action_of(label, 10, fixed) for label in ("check", "bet 2", "raise to 4")] == [1, 2, 2]


def test_pots_at_the_side_are_won_by_the_best_of_those_who_have_paid() -> None:
    players = {
        1: {"in_play": True, "paid": 5, "strength": [2, 9]},
        2: {"in_play": True, "paid": 20, "strength": [1, 14]},
        3: {"in_play": True, "paid": 20, "strength": [1, 14]},
        4: {"in_play": False, "paid": 8, "strength": []},
    }
    assert pots({"players": players}) == [(20, [1]), (33, [2, 3])]
