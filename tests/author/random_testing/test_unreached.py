"""What no random game reaches is reported once, with the reason; what games do reach isn't."""

from __future__ import annotations

from pathlib import Path

from artrules.author.random_testing.run import RandomGames, play_random_games
from artrules.play.ruleset import load
from author.random_testing.planted_lanterns import NEVER_OFFERED, UNREACHED, UNUSED_POWER, plant

GAMES = 50


def told(played: RandomGames) -> dict[str, str]:
    return {d.slug: d.message for d in played.diagnostics}


def test_three_rules_that_no_game_reaches(tmp_path: Path) -> None:
    played = play_random_games(plant(tmp_path / "lanterns", NEVER_OFFERED, UNUSED_POWER, UNREACHED), GAMES, 0, _nothing)
    found = told(played)
    assert len(played.diagnostics) == len(found) == 3
    assert found["option-never-taken"].startswith("`beg` was not offered in 50 games: `my away` was never true (asked ")
    assert "the power `river/guild.1.1` was not used in the " in found["unused-power"]
    assert "`size(my row) > 25` was never true" in found["unused-power"]
    assert found["unreached-rule"].startswith(
        '`say "how many there are"` was not reached in 50 games: `left > round_number + 30` was never true (asked '
    )


def test_few_games_say_nothing_about_what_they_dont_reach(tmp_path: Path) -> None:
    assert play_random_games(plant(tmp_path / "lanterns", UNUSED_POWER), 3, 0, _nothing).diagnostics == []


def test_an_exception_from_coverage_excuses(tmp_path: Path) -> None:
    folder = tmp_path / "lanterns"
    plant(folder, UNREACHED)
    base = folder / "scenarios" / "base.yaml"
    text = base.read_text(encoding="utf-8")
    excuse = "uncovered:\n  - {at: tidy, what: 'say \"how many there are\"', reason: it needs another box}\n"
    assert "\nuncovered:" not in text
    base.write_text(text + excuse, encoding="utf-8")
    ruleset = load(folder)
    assert [d.slug for d in play_random_games(ruleset, 20, 0, _nothing).diagnostics] == []
    base.write_text(text, encoding="utf-8")
    assert [d.slug for d in play_random_games(load(folder), 20, 0, _nothing).diagnostics] == ["unreached-rule"]


def _nothing(_games: int) -> None:
    pass
