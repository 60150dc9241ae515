"""The tool itself: faults are seeded where they belong, and judged as they are."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from artrules.model.catalogue.locations import shipped_folder, shipped_rulesets

from . import __main__ as commands
from .judge import KILLED, REJECTED, SURVIVED, UNCHANGED, WARNED, Judge, Verdict
from .report import table
from .results import Result, Results
from .sample import GROUPS, all_mutants, sample
from .source import Mutant
from .survivors import complaints, known_survivors

GAME = shipped_folder() / "crazy_eights"
FILES, MUTANTS = all_mutants(GAME)
BY_CHANGE = {(m.path, m.was, m.becomes): m for m in MUTANTS}


def mutant(path: str, was: str, becomes: str) -> Mutant:
    return BY_CHANGE[path, was, becomes]


def test_each_mutant_changes_what_it_says() -> None:
    for each in MUTANTS:
        text = FILES[each.file].mutated(each)
        assert text != FILES[each.file].text
        if each.becomes != "nothing" and each.kind != "statements swapped":
            assert each.becomes.split(" / ")[0] in text


def test_names_are_their_own() -> None:
    assert len({each.name for each in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize(
    ("path", "was", "becomes", "kind"),
    [
        ("procedures.pass_on.do", "passes += 1", "passes -= 1", "arithmetic"),
        ("procedures.pass_on.do", "passes += 1", "skip", "statement dropped"),
        ("procedures.deal.do", "shuffle stock", "nothing", "statement dropped"),
        ("procedures.draw", "my drawn += 1", "left(me).drawn += 1", "player"),
    ],
)
def test_slips_of_code(path: str, was: str, becomes: str, kind: str) -> None:
    found = mutant(path, was, becomes)
    assert (found.group, found.kind) == ("code", kind)


def test_slips_of_declarations_and_data() -> None:
    drawn = "drawn:  {of: player, type: 0..50, lasts: turn}"
    assert mutant("variables.drawn.lasts", drawn, "drawn:  {of: player, type: 0..50}").kind == "lasts"
    hand = "hand:     {per: player, holds: playing_card, seen_by: owner}"
    assert mutant("zones.hand.seen_by", hand, hand.replace("owner", "everyone")).group == "declarations"
    items = [m for m in all_mutants(shipped_folder() / "vintage")[1] if m.file == "items.csv" and m.path == "1.points"]
    assert [m.becomes for m in items] == ["lighting,red,fifties,1950,4", "lighting,red,fifties,1950,2"]


@pytest.mark.parametrize("name", shipped_rulesets())
def test_there_are_enough_places(name: str) -> None:
    """All of the game's files and of its libraries are mutated, in all groups; but the pack is whole or it isn't, and a
    short layout has nothing but colours and places."""
    files, found = all_mutants(shipped_folder() / name)
    assert len(found) > 150
    assert {each.group for each in found} == set(GROUPS)
    assert set(files) - {each.file for each in found} <= {"libraries/pack_of_52.yaml", "layout.yaml"}


def test_a_sample_stays_the_same_when_other_lines_change() -> None:
    mutants = all_mutants(shipped_folder() / "vintage")[1]
    taken = sample(mutants, 0, 40)
    assert Counter(each.group for each in taken) == {"code": 20, "declarations": 10, "data": 10}
    moved = [replace(each, start=each.start + 7, end=each.end + 7) for each in mutants]
    assert {each.name for each in sample(moved, 0, 40)} == {each.name for each in taken}
    assert {each.name for each in sample(mutants, 1, 40)} != {each.name for each in taken}
    assert {each.group for each in sample(mutants, 0, 9, ["data"])} == {"data"}


# ---------------------------------------------------------------- what becomes of them


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    return Judge(GAME, tmp_path_factory.mktemp("mutants"), FILES, games=6, seed=0)


STOCK = "stock:    {holds: playing_card, order: pile, face: down, seen_by: nobody}"
PLAY = '"play {c}" for c in my hand where fits(c):'


@pytest.mark.parametrize(
    ("path", "was", "becomes", "outcome"),
    [
        ("zones.stock.order", STOCK, STOCK.replace("pile", "row"), REJECTED),
        ("procedures.take_turn.do", PLAY, '"play {c}" for c in my hand:', WARNED),
        ("procedures.draw", "my drawn += 1", "my drawn -= 1", KILLED),
        ("zones.stock.face", STOCK, STOCK.replace(" face: down,", ""), UNCHANGED),
    ],
)
def test_verdicts(judge: Judge, path: str, was: str, becomes: str, outcome: str) -> None:
    assert judge.judge(mutant(path, was, becomes)).outcome == outcome


def test_without_its_scenario_a_mutant_survives(tmp_path: Path, judge: Judge) -> None:
    shutil.copytree(GAME, tmp_path / "game", ignore=shutil.ignore_patterns("scenarios"))
    alone = Judge(tmp_path / "game", tmp_path / "scratch", FILES, games=6, seed=0)
    slip = mutant("procedures.draw", "my drawn += 1", "my drawn += 2")
    assert judge.judge(slip).outcome == KILLED
    verdict = alone.judge(slip)
    assert verdict.outcome == SURVIVED and "differs after" in verdict.by


# ---------------------------------------------------------------- what is kept and told


def results(*outcomes: str) -> Iterator[Result]:
    for each, outcome in zip(MUTANTS, outcomes, strict=False):
        yield Result.of("crazy_eights", "rules", "scenarios", each, Verdict(outcome, "this"))


def test_verdicts_are_kept_while_they_hold(tmp_path: Path) -> None:
    killed, rejected = results(KILLED, REJECTED)
    kept = Results(tmp_path / "kept.jsonl")
    kept.add(killed)
    kept.add(rejected)
    again = Results(tmp_path / "kept.jsonl")
    assert again.find("crazy_eights", "rules", "scenarios", MUTANTS[0]) == killed
    assert again.find("crazy_eights", "rules", "others", MUTANTS[0]) is None
    assert again.find("crazy_eights", "rules", "others", MUTANTS[1]) == rejected
    assert again.find("crazy_eights", "others", "scenarios", MUTANTS[1]) is None


def test_survivors_must_be_listed() -> None:
    survived, killed, listed = results(SURVIVED, KILLED, SURVIVED)
    known = {killed.name: "why", listed.name: "why"}
    told = complaints("crazy_eights", [survived, killed, listed], known)
    assert len(told) == 2
    assert survived.name in told[0] and "SURVIVED" in told[0]
    assert killed.name in told[1] and "listed, but killed" in told[1]


def test_listed_survivors_are_mutants() -> None:
    """A name that no longer is one says nothing."""
    for name, listed in known_survivors().items():
        names = {each.name for each in all_mutants(shipped_folder() / name)[1]}
        assert sorted(set(listed) - names) == []


def test_the_table_counts(capsys: pytest.CaptureFixture[str]) -> None:
    told = table("crazy_eights", list(results(KILLED, KILLED, KILLED, SURVIVED, UNCHANGED)), {})
    assert "75.0 %" in told.splitlines()[1]
    assert commands.main(["crazy_eights", "--most", "3", "--kinds", "label", "--list"]) == 0
    assert "data | label" in capsys.readouterr().out


def test_a_run_says_what_it_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["crazy_eights", "--most", "2", "--kinds", "label", "--games", "4", "--resume", str(tmp_path / "kept")]
    assert commands.main(arguments) == 0
    first = capsys.readouterr()
    assert first.err.count("killed") == 2 and "100.0 %" in first.out
    assert commands.main(arguments) == 0
    again = capsys.readouterr()
    assert again.err == "" and again.out == first.out


# ---------------------------------------------------------------- expansions and libraries


def test_what_an_expansion_adds_and_changes_is_mutated(tmp_path: Path) -> None:
    text = """\
expansion: more
of: crazy_eights
language: 3
adds:
  variables: {seen: {of: player, type: 0..9, lasts: turn}}
  enums: {suit: [stars]}
  flow: {score: {seen: {is: my seen + 1}}}
changes:
  procedures: {pass_on: {do: passes += 1}}
"""
    shutil.copytree(GAME, tmp_path / "game")
    (tmp_path / "game" / "more.yaml").write_text(text, encoding="utf-8")
    slips = {(each.path, each.kind) for each in all_mutants(tmp_path / "game")[1] if each.file == "more.yaml"}
    assert slips >= {
        ("adds.variables.seen.lasts", "lasts"),
        ("adds.flow.score.seen.is", "arithmetic"),
        ("changes.procedures.pass_on", "overlay's name"),
        ("changes.procedures.pass_on.do", "arithmetic"),
    }


def test_a_mutant_of_a_library_is_judged_by_the_scenarios_of_the_game(judge: Judge) -> None:
    label = next(each for each in MUTANTS if each.path == "cards.playing_card.label")
    assert label.file == "libraries/playing_cards.yaml"
    assert judge.judge(label).outcome == KILLED
