"""Why nothing can be done with a thing of the table: of all that might be offered, the most useful answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.decision import CardPlace, MemberRef, NumberRef, PlayerRef, Thing, ValueRef, ZoneRef
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
    assert answer.text == 'red 1: nothing can be done with it in "Act".'


NO_THINGS: list[tuple[Thing, dict[str, Any]]] = [
    (CardPlace("hand", 1, 99), {"card": ["hand", 1, 99]}),
    (CardPlace("hand", 1, -1), {"card": ["hand", 1, -1]}),
    (CardPlace("deck", 1, 0), {"card": ["deck", 1, 0]}),
    (CardPlace("x", 7, 0), {"card": ["x", 7, 0]}),
    (CardPlace("total", 0, 0), {"card": ["total", 0, 0]}),
    (ZoneRef("x", 1), {"zone": ["x", 1]}),
    (ZoneRef("hand", 9), {"zone": ["hand", 9]}),
    (ZoneRef("total", 0), {"zone": ["total", 0]}),
    (ValueRef("hand", 1), {"value": ["hand", 1]}),
    (PlayerRef(9), {"player": 9}),
    (MemberRef("colour", "green"), {"member": ["colour", "green"]}),
    (NumberRef(10**12), {"number": 10**12}),
]


@pytest.mark.parametrize(("thing", "data"), NO_THINGS)
def test_what_is_not_at_the_table_is_refused(thing: Thing, data: dict[str, Any], tmp_path: Path) -> None:
    game = tiny(tmp_path, 'move those(c in pool) to my hand\nmay "go on": skip').new_game()
    for ask in (lambda: game.why_not(1, thing), lambda: why_data(game, 1, thing=data)):
        with pytest.raises(ValueError, match="There is no"):
            ask()


@pytest.mark.parametrize("data", [{}, [], None, "card", {"card": []}, {"card": ["hand", {}, 1]}, {"zone": "hand"}])
def test_what_is_no_thing_is_refused(data: Any, tmp_path: Path) -> None:
    game = tiny(tmp_path, 'may "go on": skip').new_game()
    with pytest.raises(ValueError, match="nothing like it"):
        why_data(game, 1, thing=data)


SHOP = """
move those(c in pool where c.n = 1) to stall[1]
move those(c in pool where c.n = 2) to stall[2]
repeat:
    choose one:
        "buy a {n}" for n in 1..3 if my x >= n - 1 else "a {n} costs {n - 1}":
            move top 1 of stall[n] to my hand
        "add {c}" for c in my row: skip
        "stop": stop
choose one:
    "reveal {c}" for c in my hand:
        move c to heap
    "keep all": skip
"""
STALLS = """
zones:
  stall: {per: 1..3, holds: tile, order: pile, seen_by: everyone}
"""


def test_piles_zones_players_members_and_numbers_can_be_asked_about(tmp_path: Path) -> None:
    game = tiny(tmp_path, SHOP, more=STALLS).new_game(2, seed=1)
    asked = {
        CardPlace("stall[1]", 0, 0): "`buy a 1` is possible now.",
        NumberRef(1): "`buy a 1` is possible now.",
        ZoneRef("stall[1]", 0): "`buy a 1` is possible now.",
        CardPlace("stall[1]", 0, 1): "red 1: it lies under red 1.",
        CardPlace("stall[2]", 0, 0): "`buy a 2` is not possible: a 2 costs 1.",
        ZoneRef("stall[2]", 0): "`buy a 2` is not possible: a 2 costs 1.",
        NumberRef(3): "`buy a 3` is not possible: a 3 costs 2.",
        NumberRef(8): '8: nothing can be done with it in "Act".',
        ZoneRef("row", 2): "player 2's row: only your row can be used.",
        ZoneRef("hand", 1): 'your hand: nothing can be done with it in "Act".',
        PlayerRef(2): 'player 2: nothing can be done with it in "Act".',
        ValueRef("x", 1): 'x: nothing can be done with it in "Act".',
    }
    answers = {thing: game.why_not(1, thing) for thing in asked}
    assert {thing: answer.text.partition("\n")[0] for thing, answer in answers.items()} == asked
    assert [answer.possible for answer in answers.values()] == [True] * 3 + [False] * 9
    other = game.why_not(2, ZoneRef("stall[1]", 0))
    assert other.text == "stall 1: it is for player 1 to decide now." and not other.possible


def test_a_zone_for_another_decision_says_which(tmp_path: Path) -> None:
    act = """
    move those(c in pool) to my hand
    choose one:
        "stop": skip
        "go on": skip
    afterwards()
    """
    later = 'afterwards: |\n  choose one:\n      "play {c}" for c in my hand: move c to heap\n      "wait": skip'
    game = tiny(tmp_path, act, procedures=later).new_game(2, seed=1)
    reason = 'that is for another time ("Afterwards"); now it is "Act"'
    assert [game.why_not(1, each).reason for each in (CardPlace("hand", 1, 0), ZoneRef("hand", 1))] == [reason] * 2


@pytest.mark.parametrize("name", shipped_rulesets())
def test_what_an_option_is_about_is_possible(name: str) -> None:
    ruleset = artrules.load(name)
    game = ruleset.new_game(ruleset.player_counts[-1], seed=8)
    for turn in range(8):
        for seat in sorted({decision.player for decision in game.decisions}):
            message = state_message(game, seat)
            (offer,) = message["offers"]
            lit = {json.dumps(thing): thing for option in offer["options"] for thing in option["about"]}
            for thing in list(lit.values())[:12]:
                assert why_data(game, seat, thing=thing)["possible"], thing
        if game.finished:
            break
        game.play(seed=turn, choices=3 + 2 * turn)


def is_zone_with_cards(game: artrules.Game, key: str, cards: object) -> bool:
    return key.partition("[")[0] in game.description.zones and isinstance(cards, list) and any(cards)


@pytest.mark.parametrize("name", shipped_rulesets())
def test_the_answer_is_the_same_for_games_that_the_seat_cannot_tell_apart(name: str) -> None:
    ruleset = artrules.load(name)
    game = ruleset.new_game(ruleset.player_counts[-1], seed=2)
    game.play(seed=5, choices=15)
    if game.finished:  # a short one
        game = ruleset.new_game(ruleset.player_counts[-1], seed=2)
    seat = game.decisions[0].player
    other = game.think.resample(seat, 5)
    view = state_message(game, seat)["view"]
    own = {key: cards for key, cards in view["players"][str(seat)].items() if is_zone_with_cards(game, key, cards)}
    owner = seat if own else 0  # alone, one may own nothing
    zones = own or {key: cards for key, cards in view["zones"].items() if is_zone_with_cards(game, key, cards)}
    asked = [[key, owner, i] for key, cards in zones.items() for i, card in enumerate(cards[:3]) if card is not None]
    assert asked
    for place in asked:
        assert why_data(game, seat, thing={"card": place}) == why_data(other, seat, thing={"card": place})


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
