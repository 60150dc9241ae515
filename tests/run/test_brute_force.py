"""Looking ahead finds what trying everything finds, on many positions of whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.run.chance import Stream
from artrules.shipped import shipped_folder
from run.brute_force import BruteForce, TooMany

LANTERNS = Path(__file__).parent.parent / "rulesets" / "lanterns"


@pytest.mark.parametrize(
    ("folder", "settings", "games", "wanted"),
    [
        (LANTERNS, {}, 6, 150),
        (LANTERNS, {"guilds": "hill"}, 6, 150),
        (shipped_folder() / "avant_carde", {}, 3, 200),
    ],
    ids=["lanterns", "lanterns-hill", "avant_carde"],
)
def test_options_are_those_that_a_brute_force_finds(
    folder: Path, settings: dict[str, str], games: int, wanted: int
) -> None:
    ruleset = artrules.load(folder)
    checked = 0
    for seed in range(games):
        game = ruleset.new_game(players=2, seed=seed, settings=settings, log=False)
        brute_force = BruteForce(game, 1500)
        stream = Stream(seed, 0, "test brute force")
        for _ in range(120):
            if not game.decisions:
                break
            for decision in game.decisions:
                labels = {option.label for option in decision.options}
                try:
                    assert labels == brute_force.labels(game, decision)
                    checked += 1
                except TooMany:
                    pass
            decision = game.decisions[stream.below(len(game.decisions))]
            game.choose(decision.options[stream.below(len(decision.options))])
    assert checked >= wanted
