"""Mistakes planted in Lanterns are found in few random games, and shrunk to the shortest game that shows them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from artrules.author.conformance.random_play import Table
from artrules.author.random_testing.run import RandomGames, play_random_games
from artrules.author.random_testing.shrink import Choice, Failure, scenario_name, write_scenario
from artrules.author.scenarios.run import run_scenarios
from artrules.check.checks.ignoring import without_ignored
from artrules.play.pipeline import read_content
from artrules.play.ruleset import Ruleset, load
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Diagnostic
from author.random_testing.planted_lanterns import BAD_LABEL, DEAD_END, ENDLESS, OUT_OF_BOUNDS, Plant, plant, play
from author.scenarios.one_scenario import FOLDER


def only_failure(played: RandomGames) -> Failure:
    assert len(played.failures) == 1
    return played.failures[0]


def test_out_of_bounds_after_two_choices(tmp_path: Path) -> None:
    """Somebody plays a card and declines its power: the engine, which looks ahead, can't judge whether to offer the
    second card."""
    played = play(tmp_path / "lanterns", 8, OUT_OF_BOUNDS)
    failure = only_failure(played)
    assert failure.diagnostic.slug == "out-of-bounds"
    assert (failure.table.players, failure.table.settings, len(failure.choices)) == (2, {}, 2)
    assert [d.slug for d in played.diagnostics if d.severity == "error"] == ["out-of-bounds"]
    assert "of 8 games; the shortest found is of 2 players, its choices are `play" in played.diagnostics[0].message


def test_a_dead_end_after_two_choices(tmp_path: Path) -> None:
    """Everybody stops playing; then the first one to buy must choose and can't."""
    failure = only_failure(play(tmp_path / "lanterns", 4, DEAD_END))
    assert failure.diagnostic.slug == "dead-end"
    assert (failure.table.players, failure.table.settings) == (2, {})
    assert [choice.label for choice in failure.choices] == ["stop playing", "stop playing"]


def test_a_label_that_fails_for_those_who_look(tmp_path: Path) -> None:
    """Nobody has a row at the beginning."""
    played = play(tmp_path / "lanterns", 3, BAD_LABEL)
    failure = only_failure(played)
    assert (failure.looking, failure.table, failure.choices) == (True, Table(2), ())
    assert "fails when somebody looks at it after its last choice" in played.diagnostics[0].message


def test_a_phase_without_end(tmp_path: Path) -> None:
    played = play(tmp_path / "lanterns", 1, ENDLESS)
    found = [d for d in played.diagnostics if d.severity == "error"]
    assert [(d.slug, played.failures) for d in found] == [("game-without-end", [])]
    assert "the phase `buy` doesn't end: after 9,000 choices in it" in found[0].message


@pytest.mark.parametrize("fault", [OUT_OF_BOUNDS, DEAD_END, BAD_LABEL], ids=["bounds", "dead end", "label"])
def test_a_fault_becomes_a_scenario(fault: Plant, tmp_path: Path) -> None:
    """It fails for the same reason as long as the mistake is there, and passes when it is mended."""
    broken = plant(tmp_path / "broken" / "lanterns", fault)
    failure = only_failure(play_random_games(broken, 4, 0, lambda _: None))
    file = write_scenario(tmp_path / "found", "lanterns", failure)
    assert outcome(tmp_path / "broken" / "lanterns", file, failure) == [failure.diagnostic.slug]
    assert outcome(FOLDER, file, failure) == []


FOUND = Failure(Table(2, {}, 5), (), Diagnostic(kinds.DEAD_END, "it goes wrong", None))
CHOICES = (Choice(2, "play red 1", nth=2, alone=False), Choice(1, "stop playing"))


@pytest.mark.parametrize(
    "failure",
    [
        FOUND,
        replace(FOUND, choices=CHOICES),
        replace(FOUND, looking=True),
        replace(FOUND, looking=True, choices=CHOICES),
        replace(FOUND, looking=True, choices=CHOICES, over=True),
        replace(FOUND, table=Table(3, {"length": "quick", "guilds": "hill", "guilds.1": "river"}, 6)),
    ],
    ids=["at once", "by a choice", "in a first look", "in a look", "at the end", "with settings"],
)
def test_what_is_written_is_right_for_check(failure: Failure, tmp_path: Path) -> None:
    """Whoever keeps the scenario gets no warning of it."""
    folder = shutil.copytree(FOLDER, tmp_path / "lanterns")
    file = write_scenario(folder / "scenarios", "lanterns", failure)
    content = read_content(folder)
    (shown,) = [name for name in content.files.names() if name.endswith(file.name)]
    found = [each for each in content.report.diagnostics if each.span is not None and each.span.file == shown]
    assert without_ignored(found, {shown: file.read_text(encoding="utf-8")}) == []


def outcome(folder: Path, file: Path, failure: Failure) -> list[str]:
    """What the scenario of a failure gives in a ruleset: the slugs of its diagnostics."""
    ruleset: Ruleset = load(folder, [file])
    (result,) = run_scenarios(ruleset, [scenario_name(failure)])
    return [d.slug for d in result.diagnostics]


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    failure = only_failure(play(tmp_path / "lanterns", 1, DEAD_END))
    first = write_scenario(tmp_path / "found", "lanterns", failure)
    assert write_scenario(tmp_path / "found", "lanterns", failure) == first
    first.write_text("mine\n", encoding="utf-8")
    assert write_scenario(tmp_path / "found", "lanterns", failure) != first
    assert first.read_text(encoding="utf-8") == "mine\n"


def test_the_same_seed_gives_the_same_report(tmp_path: Path) -> None:
    ruleset = plant(tmp_path / "lanterns", DEAD_END)
    one, other = (play_random_games(load(ruleset.content.files.folder), 3, 5, lambda _: None) for _ in range(2))
    assert one == other


def test_an_interrupt_ends_the_games_and_not_the_report(tmp_path: Path) -> None:
    def interrupt(games: int) -> None:
        if games == 2:
            raise KeyboardInterrupt

    played = play_random_games(plant(tmp_path / "lanterns", DEAD_END), 50, 0, interrupt)
    assert (played.games, played.interrupted, len(played.failures)) == (2, True, 1)
