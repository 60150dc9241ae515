"""Deals are played the same however they are played, and watching changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.lab.balance.deal import NOTHING, BalancePlan, play_deal
from artrules.lab.balance.run import Question, find_out, read_deal
from artrules.lab.balance.subjects import cards_in_play, powers_in_play
from artrules.lab.parallel.run import run_job
from artrules.play.game.inspection.counting import cards_by_label, names_any
from artrules.play.ruleset import Ruleset
from lab.simulation.small_ruleset import write_ruleset


@pytest.fixture
def lanterns(tmp_path: Path) -> Ruleset:
    return artrules.load(write_ruleset(tmp_path / "lanterns"))


def plan(watched: int = 0, settings: dict[str, str] | None = None) -> BalancePlan:
    return BalancePlan(3, 7, settings or {}, ("uniform",) * 3, ("river/guild.1",), (), watched)


def test_subjects(lanterns: Ruleset) -> None:
    assert [(s.key, s.title, s.group) for s in powers_in_play(lanterns, 2, {})] == [
        ("river/guild.1", "1, Lamplighter", "guild")
    ]
    drawn = powers_in_play(lanterns, 2, {"guilds": "random"})
    assert [s.key for s in drawn] == ["hill/guild.1", "river/guild.1"]
    assert [s.key for s in cards_in_play(lanterns, 2, {})] == ["red 1", "blue 1", "red 2", "blue 2"]


def test_watching_changes_nothing(lanterns: Ruleset) -> None:
    for index in range(6):
        seen, unseen = (play_deal(lanterns, plan(watched), index) for watched in (10, 0))
        assert seen["games"] == unseen["games"]
        assert seen["owned"] == unseen["owned"]
        assert seen["start"] == unseen["start"]


def test_a_deal_is_plain_data(lanterns: Ruleset) -> None:
    found = play_deal(lanterns, plan(1), 0)
    assert json.loads(json.dumps(found)) == found


EDITS: dict[str, Callable[[dict[str, Any]], object]] = {
    "no games": lambda deal: deal.pop("games"),
    "a game too many": lambda deal: deal["games"].append(deal["games"][0]),
    "a share above one": lambda deal: deal["games"][1].update(shares=[2, 0, 0]),
    "a player too few": lambda deal: deal["games"][0]["scores"].pop(),
    "a score in words": lambda deal: deal["games"][0].update(scores=["1", "2", "3"]),
    "a subject that isn't there": lambda deal: deal["games"][1].update(lacks=[1, 0, 0]),
    "a first game in which something is lacking": lambda deal: deal["games"][0].update(lacks=[0, -1, -1]),
    "cards of too many players": lambda deal: deal["owned"].update({"red 1": [1, 0, 0, 0]}),
    "a count below 0": lambda deal: deal["watched"].update(leads=-1),
    "branches counted once": lambda deal: deal["watched"].update(branches={"1.a": [1]}),
    "an option weighed once": lambda deal: deal["watched"]["weighed"][0]["values"].pop(),
    "an option weighed above one": lambda deal: deal["watched"]["weighed"][0]["values"][0].__setitem__(0, 1.5),
    "nothing taken": lambda deal: deal.pop("taken"),
    "a fault without words": lambda deal: deal.update(fault=[]),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_deal_is_refused(lanterns: Ruleset, edit: str) -> None:
    deal = next(d for d in (play_deal(lanterns, plan(9), index) for index in range(9)) if len(d["games"]) > 1)
    assert read_deal(plan(9), deal) == deal
    EDITS[edit](deal)
    with pytest.raises((ValueError, TypeError, LookupError, AttributeError)):
        read_deal(plan(9), deal)


def test_what_was_counted_adds_up(lanterns: Ruleset) -> None:
    seen = play_deal(lanterns, plan(1), 0)["watched"]
    assert sum(taken for _, taken in seen["branches"].values()) == seen["decisions"] + seen["forced"]
    assert all(0 <= taken <= offered for offered, taken in seen["branches"].values())
    assert seen["forced"] > 0
    assert 0 < seen["turns"] <= seen["decisions"]


def test_cards_are_owned_by_those_who_have_them(lanterns: Ruleset) -> None:
    found = play_deal(lanterns, plan(), 0)
    hands = [
        sum(found["start"].get(f"card {card}", [0] * 3)[seat] for card in ("red 1", "blue 1", "red 2", "blue 2"))
        for seat in range(3)
    ]
    assert hands == [3, 3, 3]
    red, blue = (found["start"].get(f"card {colour} 1", [0] * 3) for colour in ("red", "blue"))
    assert found["start"]["power river/guild.1"] == [a + b for a, b in zip(red, blue, strict=True)]


def test_games_without_a_power_come_out_otherwise(lanterns: Ruleset) -> None:
    deals = [play_deal(lanterns, plan(), index) for index in range(20)]
    lacked = [game for deal in deals for game in deal["games"][1:] if set(game["lacks"]) != {NOTHING}]
    assert lacked
    assert any(game["scores"] != deal["games"][0]["scores"] for deal in deals for game in deal["games"][1:])


def test_processes_agree(lanterns: Ruleset) -> None:
    question = Question(3, {"guilds": "random"}, ("uniform",) * 3, 7, 12, 4, "powers")
    one, two = (find_out(lanterns, question, partial(run_job, jobs=jobs)) for jobs in (1, 2))
    assert one == two
    assert one.games > 12


def test_only_powers_in_play_are_lacking(lanterns: Ruleset) -> None:
    question = Question(2, {"guilds": "random"}, ("uniform",) * 2, 7, 40, 0, "powers")
    answer = find_out(lanterns, question, run_job)
    lacked = set()
    for deal in answer.deals:
        keys = {answer.plan.subjects[n] for game in deal["games"] for n in game["lacks"] if n != NOTHING}
        assert keys <= {f"{deal['drawn']['guilds.1']}/guild.1"}
        lacked |= keys
    assert lacked == {"hill/guild.1", "river/guild.1"}


def test_a_fault_of_the_content_is_told(tmp_path: Path) -> None:
    broken = write_ruleset(tmp_path / "lanterns", break_it=("my coins += c.printed", "my coins += 99"))
    found = [play_deal(artrules.load(broken), plan(), index) for index in range(5)]
    assert all(deal.keys() == {"seed", "fault"} for deal in found if "fault" in deal)
    assert any("fault" in deal for deal in found)


def test_who_lacks_a_card_leaves_it_alone(lanterns: Ruleset) -> None:
    question = Question(2, {}, ("uniform",) * 2, 7, 25, 0, "cards")
    answer = find_out(lanterns, question, run_job)
    assert answer.plan.subjects == ("red 1", "blue 1", "red 2", "blue 2")
    games = [game for deal in answer.deals for game in deal["games"][1:]]
    assert {number for game in games for number in game["lacks"]} == {NOTHING, 0, 1, 2, 3}
    game = lanterns.new_game(2, 7)
    playing = [option for option in game.decisions[0].options if option.label.startswith("play ")]
    cards = cards_by_label(game)
    for option in playing:
        label = option.label.removeprefix("play ")
        assert names_any(option, cards[label])
        assert not any(names_any(option, cards[other]) for other in cards if other != label)
