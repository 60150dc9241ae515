"""The games that these tests observe: all shipped ones, and those of the tests that hide, show and reorder most."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.observation.observer import Observer

OF_TESTS = Path(__file__).parent.parent.parent / "rulesets"
SHIPPED = shipped_rulesets()
SMALL = sorted(path.name for path in OF_TESTS.iterdir() if (path / "ruleset.yaml").exists())
ALL = [*SHIPPED, *SMALL]


@cache
def ruleset(name: str) -> artrules.Ruleset:
    return artrules.load(OF_TESTS / name if name in SMALL else name)


def players(name: str) -> int:
    """Three where three can play."""
    counts = ruleset(name).player_counts
    return 3 if 3 in counts else counts[0]


@cache
def observer(name: str) -> Observer:
    return Observer(ruleset(name).runtime(players(name))[0], 64)
