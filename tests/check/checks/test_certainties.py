"""What is said to be certain is true: games of random rulesets never meet a tripwire (`tripwires.py`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import artrules
from artrules.model.analyses.certainties import certainties
from artrules.model.analyses.judging import Certainties
from artrules.model.ir.model import Model
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from check.checks import tripwires
from tools.random_content.ruleset import ruleset
from tools.random_content.trial import write

RULESETS = 5
GAMES, CHOICES = 3, 100
"""Of each ruleset, and of each game at most."""


def met(content: Content, seed: int) -> list[str]:
    """The tripwires that some games meet, as faults."""
    played = artrules.Ruleset(content)
    found = []
    for number in range(GAMES):
        random = Random(seed * GAMES + number)
        try:
            game = played.new_game(played.player_counts[number % len(played.player_counts)], seed + number)
            for _ in range(CHOICES):
                if game.decisions:
                    game.choose(random.choice(random.choice(game.decisions).options))
        except artrules.GameFault as fault:
            found += [f"{d.span}: {d.message}" for d in fault.diagnostics if tripwires.WRONG in d.message]
    return found


def laid_and_met(folder: Path, seeds: range) -> tuple[int, list[str]]:
    """How many tripwires are laid in random rulesets, and those that games meet."""
    laid, found = 0, []
    for seed in seeds:
        content = read_content(write(folder, ruleset(seed)), "random", scenarios=False)
        if not content.report.has_errors:
            for names, model in content.models.items():
                content.models[names], count = tripwires.with_tripwires(model)
                laid += count
            found += [f"seed {seed}: {each}" for each in met(content, seed)]
    return laid, found


def test_what_is_certain_is_true(tmp_path: Path) -> None:
    laid, found = laid_and_met(tmp_path / "random", range(RULESETS))
    assert found == []
    assert laid > 5 * RULESETS


def test_a_wrong_certainty_is_met(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tripwires, "certainties", opposite(certainties))
    assert any(laid_and_met(tmp_path / "random", range(seed, seed + 1))[1] for seed in range(4 * RULESETS))


def opposite(truly: Callable[[Model], Certainties]) -> Callable[[Model], Certainties]:
    """Certainties that say the opposite of each condition."""

    def wrongly(model: Model) -> Certainties:
        known = truly(model)
        return replace(known, certain=[replace(each, holds=not each.holds) for each in known.certain])

    return wrongly
