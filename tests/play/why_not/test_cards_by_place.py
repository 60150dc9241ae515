"""Why nothing can be done with a card, asked by its place: of all that might be offered, the most useful answer."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.decision import CardPlace
from artrules.play.presentation import why_data
from play.game.tiny import tiny
from tools.page_messages import state_message


def test_a_card_that_an_option_is_about_is_possible() -> None:
    game = artrules.load("hearts").new_game(4, seed=1)
    (option, *_) = game.decisions[0].options
    (place,) = option.about
    assert isinstance(place, CardPlace)
    answer = game.why_not(game.decisions[0].player, place)
    assert answer.possible and answer.nearest == option


def test_of_several_branches_the_one_counts_in_which_the_card_comes_furthest(tmp_path: Path) -> None:
    act = """
    move those(c in pool) to my hand
    choose one:
        "play {c}" for c in my hand where c.n = 2: skip
        "take {c}" for c in pool: skip
        "go on": skip
    """
    game = tiny(tmp_path, act).new_game()
    view = game.view(1)["players"][1]["hand"]
    low = next(index for index, card in enumerate(view) if card["card"] == "red 1")
    answer = game.why_not(1, CardPlace("hand", 1, low))
    assert (answer.possible, answer.matched, answer.condition) == (False, "play red 1", "c.n = 2")


def test_a_card_that_nothing_here_is_about(tmp_path: Path) -> None:
    game = tiny(tmp_path, 'move those(c in pool) to my hand\nmay "go on": skip').new_game()
    answer = game.why_not(1, CardPlace("hand", 1, 0))
    assert answer.text.startswith("red 1: nothing is done with such cards here")


@pytest.mark.parametrize("place", [("hand", 2, 0), ("hand", 1, 99), ("hand", 1, -1), ("deck", 1, 0), ("x", 7, 0)])
def test_a_place_where_the_seat_sees_no_card_is_refused(place: tuple[str, int, int], tmp_path: Path) -> None:
    game = tiny(tmp_path, 'move those(c in pool) to my hand\nmay "go on": skip').new_game()
    with pytest.raises(ValueError, match="sees no card"):
        game.why_not(1, CardPlace(*place))
    with pytest.raises(ValueError, match="no card there"):
        why_data(game, 1, card=list(place))


@pytest.mark.parametrize("name", shipped_rulesets())
def test_the_answer_is_the_same_for_games_that_the_seat_cannot_tell_apart(name: str) -> None:
    ruleset = artrules.load(name)
    game = ruleset.new_game(ruleset.player_counts[-1], seed=2)
    game.play(seed=5, choices=15)
    seat = game.decisions[0].player
    other = game.think.resample(seat, 5)
    view = state_message(game, seat)["view"]
    hand = [key for key, cards in view["players"][str(seat)].items() if isinstance(cards, list) and any(cards)]
    places = [[key, seat, index] for key in hand for index in range(min(3, len(view["players"][str(seat)][key])))]
    asked = [place for place in places if view["players"][str(seat)][place[0]][place[2]] is not None]
    assert asked
    for place in asked:
        assert why_data(game, seat, card=place) == why_data(other, seat, card=place)


UNSEEN = [
    (
        "hand: {per: player, holds: tile, seen_by: owner}",
        "hand: {per: player, holds: tile, order: row, seen_by: others}",
    )
]
TOKENS = """
functions:
  spent(): {is: total > 0, else: "no token is spent"}
"""
BY_PLACE = """
for p in players:
    move those(c in pool where position(c) < 4) to p.hand
choose one:
    "play card {position(c)}" for c in my hand: skip
    "discard card {position(c)}" for c in my hand if spent(): skip
"""
NINE = "[[1, red, 3], [2, red, 3], [2, blue, 3]]"


def test_cards_of_a_hidden_hand_are_meant_by_their_places(tmp_path: Path) -> None:
    game = tiny(tmp_path, BY_PLACE, more=TOKENS, pieces=NINE, edits=UNSEEN).new_game(2, seed=1)
    assert all(card is None or "unseen" in card for card in game.view(1)["players"][1]["hand"])
    for text in ("discard card 2", "discard", "discard card 9"):
        assert game.why_not(1, text).reason == "no token is spent"
    answer = game.why_not(1, "play card 7")
    assert answer.reason == "here it can only be `play card 1`, `play card 2` or `play card 3`"
    assert game.why_not(1, "play card 2").possible


def test_the_same_words_for_a_card_elsewhere_are_not_what_is_refused(tmp_path: Path) -> None:
    game = tiny(tmp_path, BY_PLACE, more=TOKENS, pieces=NINE, edits=UNSEEN).new_game(2, seed=1)
    seen = game.view(1)["players"][2]["hand"][1]["card"]
    answer = game.why_not(1, CardPlace("hand", 2, 1))
    assert answer.text == f"`{seen}` is not possible: {seen} isn't in your hand: it lies in player 2's hand."
    assert answer.nearest is None
