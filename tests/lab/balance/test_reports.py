"""Reports: the same figures in every form, nothing in them that isn't text, and the same bytes for the same figures."""

from __future__ import annotations

import csv
import json
from functools import partial
from io import StringIO
from pathlib import Path
from xml.etree.ElementTree import fromstring

import jsonschema
import pytest

import artrules
from artrules.lab.balance.impact import Impact
from artrules.lab.balance.make import TOO_STRONG, _of_unclear, make_report, of_seats
from artrules.lab.balance.page import write_page
from artrules.lab.balance.report import Figure, Report, RunFacts, SeatFigures, json_schema
from artrules.lab.balance.run import Question, find_out, too_long_by_chance
from artrules.lab.balance.sections import sections, write_table, write_text
from artrules.lab.balance.statistics import Estimate
from artrules.lab.balance.subjects import Subject
from artrules.lab.parallel.run import run_job
from lab.balance.invented import write_set
from lab.matches.bidding import EVERYBODY, NOBODY, write_bidding
from lab.simulation.small_ruleset import write_ruleset

SOME = "those(p in players where p is leader and p.bid > 1)"
HOSTILE = '<script>alert("x")</script> & $1 $2'


def report_of(name: str | Path, extra: list[Path], question: Question, level: float = 0.95) -> Report:
    ruleset = artrules.load(name, extra)
    answer = find_out(ruleset, question, partial(run_job, jobs=1))
    made = RunFacts(
        *("0", ruleset.title, ruleset.name, "hash", question.players, [], question.bots, question.seed),
        *(len(answer.deals), question.watched, answer.games, level, "", "artrules balance"),
    )
    return make_report(ruleset.model, answer.plan, answer.lacked, answer.subjects, answer.deals, made, 0.05)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A report of six invented patrons of which one is too strong. Few deals show it."""
    extra = write_set(tmp_path_factory.mktemp("sets"), planted=2, by=6)
    question = Question(2, {"patrons": "invented"}, ("rules",) * 2, 1, 250, 1, "powers")
    return report_of("avant_carde", [extra], question)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("hostile") / "lanterns"
    write_ruleset(folder, break_it=("title: Lanterns", f"title: '{HOSTILE}'"))
    for file in (folder / "sets").iterdir():
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("name: Lamplighter", f"name: '{HOSTILE}'"), encoding="utf-8")
    return report_of(folder, [], Question(2, {}, ("uniform",) * 2, 1, 60, 5, "powers"))


def test_what_is_planted_is_the_first_verdict(planted: Report) -> None:
    assert planted.verdicts[0].startswith("Weaken 2, The Usher, which is too strong: a player who can't use it ")
    assert [each.title for each in planted.impacts if each.verdict == TOO_STRONG] == ["2, The Usher"]


def test_its_data_keep_to_the_schema(planted: Report, hostile: Report) -> None:
    for report in (planted, hostile):
        data = json.loads(json.dumps(report.as_data(), allow_nan=False))
        jsonschema.validate(data, json_schema())


def test_options_of_sets_that_are_not_in_play_are_left_out(planted: Report) -> None:
    assert not [option for option in planted.options if "/sets/" in option.source]
    assert len(planted.options) > 10


def test_the_table_has_every_figure(planted: Report) -> None:
    rows = list(csv.DictReader(StringIO(write_table(planted))))
    figures = sum(figure is not None for s in sections(planted) for row in s.rows for figure in row.figures)
    assert len(rows) == figures
    worth = next(row for row in rows if row["about"] == "2, The Usher" and row["figure"] == "of the win")
    share = next(i.share for i in planted.impacts if i.title == "2, The Usher")
    assert worth["unit"] == "points"
    assert float(worth["value"]) == pytest.approx(100 * share.value)
    assert float(worth["high"]) == pytest.approx(100 * (share.high or 0))


@pytest.mark.parametrize("label", ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)"])
def test_no_name_becomes_a_formula_of_a_spreadsheet(planted: Report, label: str) -> None:
    from dataclasses import replace

    named = replace(planted, impacts=[replace(planted.impacts[0], title=label)])
    assert {row["about"] for row in csv.DictReader(StringIO(write_table(named))) if row["section"] == "impacts"} == {
        f"'{label}"
    }


def test_the_text_says_what_was_played(planted: Report) -> None:
    text = write_text(planted)
    assert text.startswith("Avant Carde: 250 deals, ")
    assert "2 players (rules)" in text
    assert "too strong" in text


def test_the_page_is_one_document_that_loads_nothing(planted: Report, hostile: Report) -> None:
    for report in (planted, hostile):
        page = write_page(report)
        assert page == write_page(report)
        for word in ("<script", "http://", "https://", "url(http", "@import", "src="):
            assert word not in page.replace("http://www.w3.org/", "")


def test_what_content_says_stays_text(hostile: Report) -> None:
    page = write_page(hostile)
    assert "&lt;script&gt;alert" in page
    assert "$1 $2" in page
    assert HOSTILE in write_text(hostile)


def test_plots_are_in_the_colours_of_the_page(planted: Report) -> None:
    page = write_page(planted)
    drawings = page.split("<svg")[1:]
    assert len(drawings) == 3
    for drawing in drawings:
        text = "<svg" + drawing.split("</svg>")[0] + "</svg>"
        assert "currentColor" in text
        assert "var(--accent)" in text
        assert fromstring(text) is not None


def test_rates_lie_between_0_and_1(planted: Report) -> None:
    rates = [use.taken for use in planted.uses] + [option.taken for option in planted.options]
    assert any(rate and rate.low == 0 for rate in rates)  # one game was watched: anything is possible
    for rate in rates:
        assert rate is None or (rate.low or 0) >= 0
        assert rate is None or rate.high is None or rate.high <= 1


def test_what_few_deals_cannot_tell_is_named(hostile: Report, planted: Report) -> None:
    few = report_of("avant_carde", [], Question(2, {}, ("uniform",) * 2, 1, 3, 0, "powers"))
    assert not few.impacts
    assert any(verdict.startswith("Too few deals to tell the worth of 2, The ") for verdict in few.verdicts)
    assert not any(verdict.startswith("Too few deals to tell the worth") for verdict in planted.verdicts)


def test_an_interrupted_run_says_so(planted: Report) -> None:
    from dataclasses import replace

    partial_report = replace(planted, made=replace(planted.made, partial="interrupted after 3 of 9 deals"))
    assert "PARTIAL: interrupted after 3 of 9 deals" in write_text(partial_report)
    assert "Partial: interrupted after 3 of 9 deals" in write_page(partial_report)


@pytest.mark.parametrize(
    ("winners", "said", "part"),
    [(NOBODY, "Nobody wins in any game", 1.0), (SOME, "Nobody wins in 4 of 20 games", 0.2), (EVERYBODY, "", None)],
)
def test_games_that_nobody_wins_are_no_games_with_several_winners(
    winners: str, said: str, part: float | None, tmp_path: Path
) -> None:
    folder = write_bidding(tmp_path / "bidding", winners)
    report = report_of(folder, [], Question(2, {}, ("uniform",) * 2, 1, 20, 1, "nothing"))
    course = {each.about: each.figure.value for each in report.course}
    assert course.get("games that nobody wins") == part
    assert course["games with several winners"] == (1.0 if winners == EVERYBODY else 0.0)
    assert any("Nobody wins" in verdict for verdict in report.verdicts) == bool(said)
    assert said in write_text(report) and said in write_page(report)
    told_of_seats = [
        verdict for verdict in report.verdicts if verdict.startswith(("Seat", "Too few deals to tell whether a seat"))
    ]
    assert bool(told_of_seats) == (winners != NOBODY)


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.47, 0.54, "No seat is better than another, to within 3.5 points of a hundred."),
        (
            0.3,
            0.7,
            "Too few deals to tell whether a seat is better than another: one may be, by 20 points of a hundred.",
        ),
        (
            0.0,
            0.0,
            "No seat is better than another, to within 0 points of a hundred.",
        ),
        (
            None,
            None,
            "Too few deals to tell whether a seat is better than another: one may be, by 50 points of a hundred.",
        ),
    ],
)
def test_seats_are_told_to_be_alike_only_within_the_margin(low: float | None, high: float | None, said: str) -> None:
    seats = [SeatFigures(player, Figure(0.5, low, high, 9), Figure(3, 2, 4, 9), stands_out=False) for player in (1, 2)]
    assert [*of_seats(seats, 2, "95 %", margin=0.05)] == [said]


WAITING = """
  say_a_number: |
    repeat:
        choose one:
            "say {n}" for n in 1..3:
                my bid becomes n
            "wait":
                skip
            "go on":
                stop
"""


@pytest.mark.parametrize(
    ("hints", "bots", "said"),
    [
        ("hints: {options: {go on: 1}}", ("uniform",) * 2, True),
        ("hints: {options: {go on: 1}}", ("rules", "uniform"), False),
        ("", ("uniform",) * 2, False),
    ],
)
def test_games_by_chance_that_last_many_times_those_of_players_who_follow_hints(
    hints: str, bots: tuple[str, ...], said: bool, tmp_path: Path
) -> None:
    folder = write_bidding(tmp_path / "bidding")
    text = (folder / "ruleset.yaml").read_text(encoding="utf-8")
    before, rest = text.split("\n  say_a_number")
    text = before + WAITING + "\nflow:" + rest.partition("\nflow:")[2] + hints
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    ruleset = artrules.load(folder)
    question = Question(2, {}, bots, 1, 5, 0, "nothing")
    answer = find_out(ruleset, question, partial(run_job, jobs=1))
    caution = too_long_by_chance(ruleset, question, answer)
    assert bool(caution) == said
    if said:
        assert "times as long as those of players who follow the hints" in caution and "instead of 2." in caution


WEIGHING = """
  say_a_number: |
    choose one:
        "say {n}" for n in 1..3:
            my bid becomes n
        "give up":
            my bid becomes 0
"""


def report_of_bids(tmp_path: Path, code: str) -> Report:
    folder = write_bidding(tmp_path / "bidding")
    text = (folder / "ruleset.yaml").read_text(encoding="utf-8")
    before, rest = text.split("\n  say_a_number")
    (folder / "ruleset.yaml").write_text(before + code + "\nflow:" + rest.partition("\nflow:")[2], encoding="utf-8")
    return report_of(folder, [], Question(2, {}, ("uniform",) * 2, 1, 30, 30, "nothing"))


BEST_BRINGS = "what the best option brings more than any, a decision"


def test_an_option_that_only_costs_is_named(tmp_path: Path) -> None:
    report = report_of_bids(tmp_path, WEIGHING)
    assert any(verdict.startswith("“give up” is hardly ever worth taking: it brings ") for verdict in report.verdicts)
    brings = {option.label: option.brings for option in report.options}
    assert brings["give up"] is not None and (brings["give up"].high or 0) < 0 < brings["say {n}"].low
    best = next(each.figure for each in report.course if each.about == BEST_BRINGS)
    assert best.low is not None and best.low > 0.05


def test_options_that_come_to_the_same_bring_nothing(tmp_path: Path) -> None:
    report = report_of_bids(tmp_path, WEIGHING.replace("becomes n", "becomes 0"))
    assert not any("worth taking" in verdict for verdict in report.verdicts)
    best = next(each.figure for each in report.course if each.about == BEST_BRINGS)
    assert best.low is not None and best.low <= 0


def test_how_many_deals_would_tell() -> None:
    """An interval four times as narrow takes sixteen times as many deals."""
    titles = {"near": 0.049, "far": 0.02, "strong": 0.08}
    impacts = [
        Impact(Subject(title, "power", title, "guild"), *[Estimate(value, value - 0.12, value + 0.12, 100)] * 3)
        for title, value in titles.items()
    ]
    assert list(_of_unclear(impacts, 0.05, 100)) == [
        "Play about 1,600 deals (--deals 1600) to know whether far, strong are even.",
        "near is near the margin: even 20 times as many deals might not tell whether it is even.",
    ]
