"""Sets by seat: what is planted in made-up results is found, sets and seats are told apart, and the games that are
played are those of the settings."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import artrules
from artrules.lab.balance import sets_report
from artrules.lab.balance.make import EVEN, TOO_STRONG, TOO_WEAK, UNCLEAR
from artrules.lab.balance.page import write_page
from artrules.lab.balance.report import Report, RunFacts, json_schema
from artrules.lab.balance.sections import write_table, write_text
from artrules.lab.balance.sets import (
    BadSeating,
    SetsPlan,
    find_seating,
    play_set_deal,
    read_set_deal,
    seat_settings,
    seatings,
)
from artrules.lab.balance.sets_report import make_sets_report, play_sets
from artrules.lab.parallel.run import run_job

RULESETS = Path(__file__).parent.parent.parent / "rulesets"
SETS = ("smiths", "weavers", "salters")
MARGIN = 0.05


@pytest.fixture(scope="module")
def crafts() -> artrules.Ruleset:
    return artrules.load(RULESETS / "crafts")


def plan_of(players: int, sets: tuple[str, ...]) -> SetsPlan:
    return SetsPlan(players, 0, {}, ("uniform",) * players, "guilds", sets)


def made_up(
    players: int, sets: int, deals: int, chance_of: Callable[[list[int]], np.ndarray[Any, Any]]
) -> tuple[list[dict[str, Any]], SetsPlan, list[str]]:
    """Deals in which players win with the chances that a seating gives."""
    rng = np.random.default_rng(5)
    names = tuple("abcdef"[:sets])
    found = []
    for deal in range(deals):
        games = []
        for seating in seatings(deal, players, sets):
            winner = rng.choice(players, p=chance_of(seating))
            shares = [float(player == winner) for player in range(players)]
            games.append({"sets": seating, "shares": shares, "scores": [10 * share for share in shares]})
        found.append({"games": games})
    return found, plan_of(players, names), list(names)


def test_each_set_of_a_deal_comes_to_each_seat_once() -> None:
    for seed in range(100):
        games = seatings(seed, 3, 5)
        assert games == seatings(seed, 3, 5)
        assert all(len({*row}) == 3 for row in [*games, *zip(*games, strict=True)])
    drawn = [number for seed in range(2000) for number in seatings(seed, 2, 4)[0]]
    assert all(0.22 < drawn.count(number) / 4000 < 0.28 for number in range(4))


@pytest.mark.parametrize("players", [2, 3])
def test_a_strong_set_is_told_from_a_good_seat(players: int) -> None:
    worth, seat_worth = np.array([0.0, 0.0, 0.15, 0.0]), np.array([0.12, -0.12, 0.0][:players])

    def chance(seating: list[int]) -> np.ndarray[Any, Any]:
        own = worth[seating]
        chances: np.ndarray[Any, Any] = 1 / players + own - (own.sum() - own) / (players - 1) + seat_worth
        return chances

    deals, plan, titles = made_up(players, 4, 1500, chance)
    found = sets_report.sets(deals, plan, titles, 0.99, MARGIN)
    verdicts = {each.name: each.verdict for each in found}
    assert verdicts["c"] == TOO_STRONG
    assert not {TOO_STRONG, TOO_WEAK} & {verdicts[name] for name in "abd"}
    beyond = found[2].beyond_others
    assert beyond is not None and beyond.low is not None and beyond.high is not None
    assert beyond.low <= 0.15 <= beyond.high
    at_seats = sets_report.seats(deals, players, 0.99)
    for seat, more in zip(at_seats, seat_worth, strict=True):
        assert seat.share.low is not None and seat.share.high is not None
        assert seat.share.low <= 1 / players + more <= seat.share.high
    assert at_seats[0].stands_out
    seats = found[0].seats
    assert seats[0].value - seats[1].value == pytest.approx(0.24, abs=0.06)


def test_where_only_seats_differ_all_sets_are_even() -> None:
    deals, plan, titles = made_up(2, 3, 3000, lambda seating: np.array([0.8, 0.2]))
    assert {each.verdict for each in sets_report.sets(deals, plan, titles, 0.95, MARGIN)} == {EVEN}
    assert not any(pair.stands_out for pair in sets_report.pairs(deals, plan, titles, 0.95))


def test_sets_that_beat_each_other_in_a_circle_stand_out_in_pairs_alone() -> None:
    def chance(seating: list[int]) -> np.ndarray[Any, Any]:
        first = 0.75 if (seating[1] - seating[0]) % 3 == 1 else 0.25
        return np.array([first, 1 - first])

    deals, plan, titles = made_up(2, 3, 3000, chance)
    assert {each.verdict for each in sets_report.sets(deals, plan, titles, 0.95, MARGIN)} == {EVEN}
    found = {(p.name, p.against): p for p in sets_report.pairs(deals, plan, titles, 0.95)}
    assert all(pair.stands_out for pair in found.values())
    shares = {(p.name, p.against): p.share.value for p in found.values() if p.share}
    assert shares == pytest.approx({("a", "b"): 0.75, ("a", "c"): 0.25, ("b", "c"): 0.75}, abs=0.04)


def test_what_a_pair_wins_of_three_is_told_of_the_two_alone() -> None:
    deals, plan, titles = made_up(3, 3, 600, lambda seating: np.array([[0.2, 0.1, 0.7][n] for n in seating]))
    pair = sets_report.pairs(deals, plan, titles, 0.95)[0]
    assert (pair.name, pair.against) == ("a", "b")
    assert pair.share is not None and pair.share.low is not None and pair.share.high is not None
    assert 0.5 < pair.share.low < 2 / 3 < pair.share.high


def test_sets_between_which_no_deal_leads_are_not_compared() -> None:
    deals: list[dict[str, Any]] = []
    for index in range(100):
        one, other = ((0, 1), (2, 3))[index % 2]
        shares = [1.0, 0.0] if index % 4 < 2 else [0.0, 1.0]
        games = [{"sets": seating, "shares": shares, "scores": shares} for seating in ([one, other], [other, one])]
        deals.append({"games": games})
    found = sets_report.sets(deals, plan_of(2, tuple("abcd")), list("abcd"), 0.95, MARGIN)
    assert [(each.beyond_others, each.verdict) for each in found] == [(None, UNCLEAR)] * 4


def test_the_games_are_those_of_the_settings(crafts: artrules.Ruleset) -> None:
    setting, names = find_seating(crafts, 2, {}, "smiths, salters")
    assert (setting, names) == ("guilds", ("smiths", "salters"))
    assert find_seating(crafts, 2, {}, "guilds=smiths,salters") == (setting, names)
    plan = SetsPlan(2, 3, {}, ("uniform",) * 2, setting, names)
    deal = play_set_deal(crafts, plan, 0)
    assert deal == play_set_deal(crafts, plan, 0)
    for played in deal["games"]:
        by_seat = {f"guilds.{seat}": names[number] for seat, number in enumerate(played["sets"], 1)}
        game = crafts.new_game(2, deal["seed"], by_seat, log=False)
        game.play("uniform", seed=deal["seed"])
        assert game.result is not None
        assert played["scores"] == [score["total"] for score in game.result["scores"]]
    assert deal["games"][0]["sets"] == deal["games"][1]["sets"][::-1]


def test_settings_by_seat() -> None:
    assert seat_settings("guilds", ["a", "b"]) == {"guilds": "a", "guilds.1": "a", "guilds.2": "b"}


@pytest.mark.parametrize(
    ("game", "sets", "settings", "message"),
    [
        ("crafts", "smiths", {}, "2 players need 2 sets at least"),
        ("crafts", "smiths,smiths", {}, "the set `smiths` is named twice"),
        ("crafts", "smiths,weevers", {}, "guilds has no set `weevers`; did you mean `weavers`? (possible: "),
        ("crafts", "halls=smiths,weavers", {}, "no setting `halls` chooses sets (those that do: guilds)"),
        ("crafts", "smiths,,weavers", {}, "given as SET,SET,… or SETTING=SET,SET,…, not as `smiths,,weavers`"),
        ("crafts", "=smiths,weavers", {}, "not as `=smiths,weavers`"),
        ("crafts", "smiths,weavers", {"guilds.2": "salters"}, "leave out the setting `guilds.2`"),
        ("lanterns", "river,hill", {}, "no player has a card with the key 1 of its group when a game begins"),
        ("raiders", "plain,plain", {}, "deck chooses sets by name, so no key of them stands for a seat"),
        ("misers", "one,two", {}, "Misers has no setting that chooses sets"),
    ],
)
def test_where_sets_are_not_given_by_seat_the_reason_is_told(
    game: str, sets: str, settings: dict[str, str], message: str
) -> None:
    with pytest.raises(BadSeating) as told:
        find_seating(artrules.load(RULESETS / game), 2, settings, sets)
    assert message in str(told.value)


def test_cards_that_lie_with_the_wrong_player_give_no_sets_to_seats(tmp_path: Path) -> None:
    folder = tmp_path / "crafts"
    (folder / "sets").mkdir(parents=True)
    for name in ("ruleset.yaml", *(f"sets/{each}.yaml" for each in SETS)):
        text = (RULESETS / "crafts" / name).read_text(encoding="utf-8")
        (folder / name).write_text(
            text.replace("players[h.seat].house", "left(players[h.seat]).house"), encoding="utf-8"
        )
    with pytest.raises(BadSeating, match="player 2 has a card with the key 1"):
        find_seating(artrules.load(folder), 2, {}, "smiths,weavers")


@pytest.fixture(scope="module")
def report(crafts: artrules.Ruleset) -> Report:
    plan = plan_of(2, SETS)
    deals = play_sets(crafts, plan, 400, partial(run_job, jobs=1))
    made = RunFacts(*("0", "Crafts", "crafts", "hash", 2, [], plan.bots, 0, 400, 0, 800, 0.95, "", "artrules balance"))
    return make_sets_report(crafts.model, plan, deals, made, MARGIN)


def test_the_planted_set_is_the_first_verdict(report: Report) -> None:
    assert report.verdicts[0].startswith("The Salters is too strong: its players have ")
    assert not any("The Smiths is" in told or "The Weavers is" in told for told in report.verdicts)


def test_every_form_has_the_tables(report: Report) -> None:
    jsonschema.validate(json.loads(json.dumps(report.as_data())), json_schema())
    text, page = write_text(report), write_page(report)
    for heading in ("Sets", "Sets by seat", "Set against set", "Seats"):
        assert f"\n{heading}\n" in text
        assert f">{heading}</h2>" in page
    rows = list(csv.DictReader(StringIO(write_table(report))))
    against = [row for row in rows if row["about"] == "The Smiths against The Salters"]
    assert [row["figure"] for row in against] == ["all seats", "at seat 1", "at seat 2"]
    assert float(against[0]["value"]) < 0.45


def test_deals_that_all_fail_are_no_report(crafts: artrules.Ruleset, report: Report) -> None:
    with pytest.raises(ValueError, match="no game came to its end: seed 1: broken"):
        make_sets_report(crafts.model, plan_of(2, SETS), [{"seed": 1, "fault": ["broken"]}], report.made, MARGIN)


@pytest.mark.parametrize(
    ("key", "value"),
    [("sets", [0, 0]), ("shares", [2, 0]), ("scores", ["1", 0]), ("stalled", 1), ("rounds", -1), ("shares", [1])],
)
def test_deals_that_somebody_has_edited_are_refused(crafts: artrules.Ruleset, key: str, value: Any) -> None:
    plan = plan_of(2, SETS)
    deal = play_set_deal(crafts, plan, 0)
    assert read_set_deal(plan, deal) == deal
    deal["games"][0][key] = value
    with pytest.raises((ValueError, TypeError)):
        read_set_deal(plan, deal)
