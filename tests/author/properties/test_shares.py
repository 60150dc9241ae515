"""What the engine promises, tried on a share of games of every ruleset. `python -m artrules.author.conformance` tries
more."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from artrules.author.conformance import reproducibility, secrecy, soundness
from artrules.author.conformance import secrecy as fairness
from artrules.author.conformance.random_play import Counts, table
from artrules.author.conformance.run import PROPERTIES
from author.properties.rulesets import FOLDERS, SHORT, loaded

SHARES = {
    # how many games, how they are played, and what must have been tried
    "ends": (2, soundness.check_termination, {"games": 2}),
    "conserves": (2, partial(soundness.check_conservation, most=800), {"games": 2, "positions": 80}),
    "complete": (8, soundness.check_completeness, {"games": 8, "options": 250}),
    "tells": (2, partial(soundness.check_labels, most=80), {"labels": 60}),
    "resumes": (1, partial(reproducibility.check_resumption, most=40), {"unpickled": 20, "resumed": 5}),
    "hides": (1, secrecy.check_secrecy, {"deals": 12, "cards elsewhere": 100, "labels told": 4, "choices told": 2}),
    "at_once": (4, reproducibility.check_simultaneous, {}),
    "fair": (1, partial(fairness.check_fairness, positions=2), {"choices": 6}),
}
SMALL_POSITIONS = 150
MOST_GAMES = 300
"""Small games are short, so it takes more of them to try as much."""


@pytest.mark.parametrize(
    ("name", "folder"),
    [pytest.param(name, folder, id=f"{name}-{folder.name}") for name in SHARES for folder in FOLDERS],
)
def test_it_holds(name: str, folder: Path, record_property: pytest.FixtureRequest) -> None:
    games, check, least = SHARES[name]
    ruleset, counts = loaded(folder), Counts()
    for index in range(games):
        check(ruleset, table(ruleset, name, 0, index), counts)
    least = {**least, "positions": SMALL_POSITIONS} if name == "complete" else least
    for index in range(games, MOST_GAMES):
        if all(counts[what] >= number for what, number in least.items()):
            break
        check(ruleset, table(ruleset, name, 0, index), counts)
    tell(record_property, folder, name, counts)
    assert all(counts[what] >= number for what, number in least.items()), counts
    if name == "at_once":
        assert counts["choices at once"] > 20 or counts["games without such a phase"] == games


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.name)
def test_games_repeat_elsewhere(folder: Path, record_property: pytest.FixtureRequest) -> None:
    """In other processes, under other hash seeds, and on every other Python that can run artrules as it is."""
    ruleset, counts = loaded(folder), Counts()
    tables = [table(ruleset, "repeats", 0, index) for index in range(2)]
    versions = reproducibility.check_all(ruleset, tables, counts, most=120)
    tell(record_property, folder, "repeats", counts)
    assert counts["processes"] == len(reproducibility.HASH_SEEDS) + len(versions) - 1
    assert counts["decisions"] > (3 if folder.name in SHORT else 50)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.name)
def test_memory_is_used_as_it_must_be(folder: Path) -> None:
    """In memory that checks every access; `python -m artrules.author.conformance --checked` tries more."""
    ruleset, counts = loaded(folder).checked(), Counts()
    for index in range(1):
        soundness.check_completeness(ruleset, table(ruleset, "complete", 0, index), counts)
        reproducibility.check_resumption(ruleset, table(ruleset, "resumes", 0, index), counts, most=15)
    for index in range(MOST_GAMES):
        secrecy.check_secrecy(ruleset, table(ruleset, "hides", 0, index), counts, one_in=60)
        if counts["deals"]:
            break
    options, resumed = (1, 1) if folder.name in SHORT else (15, 3)
    assert counts["deals"] and counts["options"] > options and counts["resumed"] > resumed


def tell(record_property: pytest.FixtureRequest, folder: Path, name: str, counts: Counts) -> None:
    """Put what was tried into the summary at the end of the run."""
    done = ", ".join(f"{number:,} {what}" for what, number in counts.items() if number)
    record_property("tried", f"{folder.name} {name}: {done}")  # type: ignore[operator]


def test_every_property_has_a_share() -> None:
    assert {*SHARES, "repeats", "executors"} == set(PROPERTIES)  # `executors` is in tests/engine/webassembly
