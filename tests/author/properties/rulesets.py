"""Every ruleset there is, shipped or of the tests, read once; and trying a property until it breaks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import artrules
from artrules.author.conformance.random_play import Counts, Table, Violation
from artrules.model.catalogue.locations import shipped_folder, shipped_rulesets

SHIPPED = [shipped_folder() / name for name in shipped_rulesets()]
OWN = sorted(p.parent for p in (Path(__file__).parent.parent.parent / "rulesets").glob("*/ruleset.yaml"))
"""The rulesets of the tests."""
FOLDERS = SHIPPED + OWN
SHORT = frozenset(
    {"causeways", "claims", "crafts", "goofspiel", "hatchery", "kuhn_poker", "leduc_poker", "lots", "orchards"}
    | {"klondike", "poachers", "quays", "raiders", "texas_holdem"}
)
"""Games of so few decisions that as many games try less."""
ONE_DEAL = frozenset({"kuhn_poker", "leduc_poker"})
"""Those of them that are over after one deal."""


@cache
def loaded(folder: Path) -> artrules.Ruleset:
    return artrules.load(folder)


Check = Callable[[artrules.Ruleset, Table, Counts], None]


def broken(check: Check, ruleset: artrules.Ruleset, players: int = 2, games: int = 8) -> str:
    """How a property breaks, within a few games; nothing when it holds in all of them."""
    for seed in range(games):
        try:
            check(ruleset, Table(players, {}, seed), Counts())
        except Violation as found:
            assert found.table == Table(players, {}, seed)
            return found.account
    return ""
