"""Two versions in the same deals: what was changed is what moved, and nothing moves without a change."""

from __future__ import annotations

import csv
import json
from functools import partial
from io import StringIO
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import artrules
from artrules.lab.balance.compare import MOVED, ONLY_HERE, ONLY_THERE, Other, compare, told
from artrules.lab.balance.make import make_report
from artrules.lab.balance.page import write_page
from artrules.lab.balance.report import Against, Report, RunFacts, json_schema
from artrules.lab.balance.run import Answer, Question, find_out
from artrules.lab.balance.sections import write_table, write_text
from artrules.lab.balance.statistics import difference_of_ratios, ratio
from artrules.lab.balance.subjects import Subject, pairs, title_of
from artrules.lab.parallel.run import run_job
from artrules.play.ruleset import Ruleset
from lab.balance.invented import write_set
from lab.simulation.small_ruleset import write_ruleset


def power(key: str, title: str) -> Subject:
    return Subject(key, "power", title, key.partition("/")[2].partition(".")[0])


def card(label: str, *numbers: int) -> Subject:
    return Subject(label, "card", label, "cards", numbers)


def test_powers_are_found_again_where_they_moved_or_have_a_new_name() -> None:
    here = [power("a/g.1", "1, Fox"), power("a/g.2", "2, Owl"), power("a/g.3", "3, New"), power("a/g.5", "5, Hen")]
    there = [power("a/g.2", "2, Fox"), power("a/g.1", "1, Owl"), power("a/g.3", "3, Old"), power("a/g.4", "4, Elk")]
    assert [title_of(pair) for pair in pairs(here, there)] == [
        *("1, Fox (there: 2, Fox)", "2, Owl (there: 1, Owl)", "3, New (there: 3, Old)", "5, Hen", "4, Elk"),
    ]
    assert [here is None or there is None for here, there in pairs(here, there)] == [False, False, False, True, True]


def test_another_set_stands_in_the_same_places() -> None:
    found = pairs([power("a/g.1", "1, Fox"), power("a/g.2", "2, Owl")], [power("b/g.2", "2, Elk")])
    assert [title_of(pair) for pair in found] == ["1, Fox", "2, Owl (there: 2, Elk)"]


def test_cards_with_a_new_name_are_the_same_pieces() -> None:
    found = pairs([card("red 1", 0, 1), card("blue 1", 2)], [card("blue 1", 2), card("scarlet 1", 0, 1)])
    assert [title_of(pair) for pair in found] == ["red 1 (there: scarlet 1)", "blue 1"]


def test_the_interval_of_a_difference_misses_one_time_in_ten() -> None:
    """And it is far narrower than those of both figures, because their deals have much in common."""
    rng = np.random.default_rng(6)
    missed = 0
    for _ in range(600):
        below = rng.poisson(20, 40) + 1.0
        common = rng.normal(0, 5, 40)
        here, there = (below * 0.3 + common + rng.normal(0, 0.5, 40) + shift for shift in (below * 0.1, 0.0))
        found = difference_of_ratios((here, below), (there, below), 0.9)
        missed += found.differs_from(0.1)
        alone = ratio(here, below, 0.9)
        assert found.high - found.low < 0.5 * (alone.high - alone.low)
    assert 0.07 < missed / 600 < 0.14


def play(
    ruleset: Ruleset, deals: int, settings: dict[str, str] | None = None, watched: int = 20, bot: str = "uniform"
) -> Answer:
    question = Question(2, settings or {}, (bot,) * 2, 1, deals, watched, "powers")
    return find_out(ruleset, question, partial(run_job, jobs=1))


def against(here: Ruleset, answer: Answer, there: Ruleset, other: Answer) -> Against:
    return compare(here.model, answer, Other("before", there.title, "hash", [], there.model, other), 0.95)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Six invented patrons of which one is too strong, against the same without that."""
    folder = tmp_path_factory.mktemp("sets")
    extra = [write_set(folder / "here", planted=5, by=4), write_set(folder / "there")]
    here, there = (artrules.load("avant_carde", [path]) for path in extra)
    answer, before = (play(ruleset, 200, {"patrons": "invented"}, 2, "learned") for ruleset in (here, there))
    run = RunFacts(
        "0", here.title, here.name, "hash", 2, [], ("learned",) * 2, 1, 200, 2, 1, 0.95, "", "artrules balance"
    )
    other = Other("before", there.title, "hash", [], there.model, before)
    return make_report(here.model, answer.plan, answer.lacked, answer.subjects, answer.deals, run, 0.05, other)


def test_the_planted_power_is_what_moved(planted: Report) -> None:
    assert planted.verdicts[0].startswith("Moved against before: worth of 5, The Sponsor, from ")
    assert planted.against is not None
    worths = [each for each in planted.against.figures if each.sort == "worth"]
    assert len(worths) == 6
    moved = {each.about: each.difference.value for each in worths if each.verdict == MOVED and each.difference}
    assert [about for about, change in moved.items() if change > 0] == ["worth of 5, The Sponsor"]
    assert max(map(abs, moved.values())) == moved["worth of 5, The Sponsor"], "what others lose by it is less"


def test_a_comparison_has_every_form(planted: Report) -> None:
    assert planted.against is not None
    data = json.loads(json.dumps(planted.as_data(), allow_nan=False))
    jsonschema.validate(data, json_schema())
    rows = [row for row in csv.DictReader(StringIO(write_table(planted))) if row["section"].startswith("compared_")]
    figures = [figure for each in planted.against.figures for figure in (each.here, each.there, each.difference)]
    assert sum(row["figure"] != "change" for row in rows) == sum(figure is not None for figure in figures)
    assert "Compared: what each is worth" in write_text(planted)
    page = write_page(planted)
    assert 'id="compared_worth"' in page
    assert page.count("<svg") == 6


def test_nothing_moves_against_itself(tmp_path: Path) -> None:
    ruleset = artrules.load(write_ruleset(tmp_path / "lanterns"))
    answer = play(ruleset, 60)
    found = against(ruleset, answer, ruleset, answer)
    assert [each for each in found.figures if each.verdict] == []
    assert all(each.difference is not None and each.difference.value == 0 for each in found.figures)
    assert [*told(found, "95 %")] == [
        f"Nothing moved beyond chance against before ({len(found.figures)} figures, 95 %)."
    ]


def test_what_one_version_has_alone_is_told(tmp_path: Path) -> None:
    here = artrules.load(write_ruleset(tmp_path / "here" / "lanterns", break_it=('"sell nothing"', '"sell no card"')))
    there = artrules.load(write_ruleset(tmp_path / "there" / "lanterns"))
    found = against(here, play(here, 30), there, play(there, 30))
    only = {each.about: each.verdict for each in found.figures if each.verdict in (ONLY_HERE, ONLY_THERE)}
    assert only == {"“sell no card” offered": ONLY_HERE, "“sell nothing” offered": ONLY_THERE}
    assert "Only there: “sell nothing” offered." in [*told(found, "95 %")]


def test_a_shorter_game_is_shorter_in_every_deal(tmp_path: Path) -> None:
    ruleset = artrules.load(write_ruleset(tmp_path / "lanterns"))
    found = against(ruleset, play(ruleset, 30, {"length": "quick"}), ruleset, play(ruleset, 30))
    rounds = next(each for each in found.figures if each.about == "rounds a game")
    assert rounds.difference is not None
    assert (rounds.difference.value, rounds.verdict) == (-5.0, MOVED)


def test_few_deals_say_nothing(tmp_path: Path) -> None:
    ruleset = artrules.load(write_ruleset(tmp_path / "lanterns"))
    found = against(ruleset, play(ruleset, 10, {"length": "quick"}), ruleset, play(ruleset, 6))
    assert found.deals == 6
    assert not any(each.verdict == MOVED for each in found.figures)
    assert "that takes 20 at least" in next(told(found, "95 %"))


def test_deals_with_a_mistake_of_the_content_are_left_out(tmp_path: Path) -> None:
    here = artrules.load(
        write_ruleset(tmp_path / "here" / "lanterns", break_it=("my coins += c.printed", "my coins += 16"))
    )
    there = artrules.load(write_ruleset(tmp_path / "there" / "lanterns"))
    answer = play(here, 30)
    wrong = sum("fault" in deal for deal in answer.deals)
    assert 0 < wrong < 30
    assert against(here, answer, there, play(there, 30)).deals == 30 - wrong
