"""The layouts of shipped games: everything shown has a name for people, every question its title, and figures are the
numbers that the rules come to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import artrules
from artrules import Decision, Game

NAMES = ("art_decko", "bioutifoul", "vintage")
AT_MOST = 400
"""So many decisions of a game are looked at."""


def game_of(name: str, seed: int, players: int = 3) -> Game:
    return artrules.load(name).new_game(players, seed=seed)


def decisions(game: Game, seed: int) -> Iterator[Decision]:
    """Each decision of a game in turn; whoever chooses chooses by chance."""
    chance = Random(seed)
    for _ in range(AT_MOST):
        if game.finished:
            return
        decision = game.decisions[0]
        yield decision
        game.choose(chance.choice(decision.options))


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shown_stands_in_an_area_and_has_a_title(name: str) -> None:
    model = artrules.load(name).model
    layout = model.layout
    held = {key for area in layout.areas for key in area.holds}
    things = {**model.zones, **model.variables}
    entries: dict[str, Any] = {**layout.zones, **layout.variables}
    left = sorted(key for key in things if key not in held and entries[key].shown != "never")
    assert left in ([], ["box"])  # what is out of the game lies in an area made by default
    for key in held:
        entry = entries.get(key) or layout.figures[key]
        assert entry.shown == "never" or entry.title is not None, key


@pytest.mark.parametrize("name", NAMES)
def test_every_question_has_a_title(name: str) -> None:
    game = game_of(name, 1)
    titles = {title.text for title in artrules.load(name).model.layout.decisions.values()}
    seen = set()
    for decision in decisions(game, 1):
        assert decision.title in titles
        seen.add(decision.title)
    assert len(seen) > 2


def test_art_decko_says_what_everything_costs() -> None:
    game = game_of("art_decko", 2)
    kinds = set()
    for decision in decisions(game, 2):
        view = game.view(decision.player)
        shown = view["variables"]
        for option in decision.options:
            if found := re.fullmatch(r"buy .+ at (\w+) for (\d+)", option.label):
                assert shown[f"price[{found[1]}]"] == int(found[2])
                kinds.add("buy")
            elif found := re.fullmatch(r"show .+? in (.+) for (\d+)", option.label):
                assert shown[f"price_of_showing[{found[1].replace(' ', '_')}]"] == int(found[2])
                kinds.add("show")
            elif found := re.fullmatch(r"spend (.+) for (\d+)", option.label):
                hand = [card for card in view["players"][decision.player]["hand"] if card["card"] == found[1]]
                assert {
                    value for card in hand for key, value in card["figures"].items() if key in ("pays", "value")
                } == {int(found[2])}
                kinds.add("spend")
    assert kinds == {"buy", "show", "spend"}


def test_art_decko_says_what_the_next_space_brings() -> None:
    game = game_of("art_decko", 5)
    shown, next_spaces = 0, dict[str, int]()
    for decision in decisions(game, 5):
        view = game.view(decision.player)
        earned = {
            key[5:-1]: [card.get("earned", 0) for card in cards]
            for key, cards in view["zones"].items()
            if key[:4] == "wall"
        }
        news = {h: points[-1] for h, points in earned.items() if points and points[-1]}
        count = sum(len([each for each in points if each]) for points in earned.values())
        if count > shown:
            assert any(next_spaces[h] == points for h, points in news.items())
            shown = count
        next_spaces = {h: view["variables"][f"next_space[{h}]"] for h in earned}
    assert shown > 2


def test_vintage_says_what_the_own_hoard_is_worth() -> None:
    game = game_of("vintage", 3)
    for decision in decisions(game, 3):
        for player in range(1, game.players + 1):
            seen = game.view(decision.player)["players"][player]
            assert ("hoarded_points" in seen) == (player == decision.player)
    assert game.result is not None
    for score in game.result["scores"]:
        own = game.view(score["player"])["players"][score["player"]]
        assert own["hoarded_points"] == score["parts"]["items"] > 0


def test_bioutifoul_says_the_points_so_far() -> None:
    game = game_of("bioutifoul", 4)
    list(decisions(game, 4))
    while not game.finished:
        game.choose(
            next((o for o in game.decisions[0].options if o.label.startswith("hold")), game.decisions[0].options[0])
        )
    assert game.result is not None
    players = game.view(1)["players"]
    assert {score["player"]: score["total"] for score in game.result["scores"]} == {
        p: players[p]["points"] for p in players
    }


def test_hearts_says_after_a_deal_what_each_gets_also_when_somebody_shoots_the_moon() -> None:
    ranks = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
    game = game_of("hearts", 173)
    while game.view(1)["round"] == 1:
        decision = game.decisions[0]
        plays_high = (decision.player == 1) != decision.options[0].label.startswith("pass")
        game.choose((max if plays_high else min)(decision.options, key=lambda each: ranks.index(each.label.split()[1])))
    assert any("shoots the moon" in entry.text for entry in game.log)
    players = game.pauses[-1].view(1)["players"]
    assert [(each["points"], each["points_in_this_deal"]) for each in players.values()] == [(0, 0), (26, 26), (26, 26)]
