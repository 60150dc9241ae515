"""Every ruling about Vintage has a scenario, and what was computed about
the length of games and the cards comes out."""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from random import Random

import pytest

import artrules
from artrules.check.scenario_files.scenario import read_scenarios
from artrules.model.catalogue.locations import shipped_folder
from artrules.model.declare.files import read_ruleset
from artrules.model.declare.prose import citations
from artrules.play.game.game import Game
from artrules.play.ruleset import Ruleset
from artrules.text.diagnostics.report import Report

FOLDER = shipped_folder() / "vintage"


@cache
def ruleset() -> Ruleset:
    return artrules.load("vintage")


def stated() -> set[str]:
    return {ruling.name for ruling in ruleset().model.rulings.values()}


def test_every_ruling_has_a_scenario_and_every_scenario_cites_one() -> None:
    covered: set[str] = set()
    for scenario in read_scenarios(read_ruleset(FOLDER, Report())):
        cited = {citation.number for citation in citations(scenario.source, stated())}
        assert cited and cited <= stated(), scenario.source
        covered |= cited
    # What is in the box is held by totals, and below.
    assert stated() - covered == {"fact 1"}


def test_items_are_as_fact_5_says() -> None:
    enums = ruleset().model.enums
    categories, colours = enums["category"].members, enums["colour"].members
    with (FOLDER / "items.csv").open(encoding="utf-8") as file:
        rows = [tuple(row) for row in csv.reader(file)]
    wanted = [("category", "colour", "decade", "year", "points")]
    for c, category in enumerate(categories):
        for j in range(9):
            decade, year = enums["decade"].members[j // 3], 1950 + 10 * (j // 3) + (3 * c + j % 3) % 10
            wanted.append((category, colours[(c + j) % 7], decade, str(year), str(3 - j // 3 + j % 3)))
    assert rows == wanted
    assert set(Counter(row[3] for row in rows[1:]).values()) == {2, 3}


def played(players: int, seed: int, take_that: bool = False) -> Game:
    game = ruleset().new_game(players=players, seed=seed, settings={"take_that": "yes" if take_that else "no"})
    random = Random(seed)
    while game.decisions:
        game.choose(random.choice(game.decisions[0].options))
    return game


@pytest.mark.parametrize(
    ("players", "take_that", "turns", "left"),
    [(3, False, 28, 1), (4, False, 27, 0), (3, True, 30, 0), (4, True, 29, 0)],
)
def test_games_of_three_and_four_take_so_many_turns(players: int, take_that: bool, turns: int, left: int) -> None:
    """Facts 6, 7 and 10."""
    for seed in range(3):
        view = played(players, seed, take_that).inspect.view()
        had = [player["turns"] for player in view["players"].values()]
        assert sum(had) == turns and max(had) - min(had) == (1 if turns % players else 0)
        assert len(view["zones"]["deck"]) == left


@pytest.mark.parametrize(("players", "before"), [(5, 25), (6, 24)])
def test_games_of_five_and_six_go_on_with_the_discards(players: int, before: int) -> None:
    """Facts 8 and 9."""
    for seed in range(3):
        view = played(players, seed).inspect.view()
        assert sum(player["turns"] for player in view["players"].values()) > before
        assert view["variables"]["reshuffles_left"] == 0


def test_hoards_of_others_are_not_seen_and_what_is_drawn_is_not_either() -> None:
    game = ruleset().new_game(players=3, seed=5)
    random = Random(5)
    looked = 0
    while game.decisions:
        for seat in (1, 2, 3):
            for number, player in game.view(seat)["players"].items():
                for card in player["hoard"] + player["drawn"]:
                    looked += 1
                    assert (card is not None and "unseen" not in card) == (int(number) == seat)
        game.choose(random.choice(game.decisions[0].options))
    assert looked > 100
