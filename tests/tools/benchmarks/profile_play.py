"""Where the time of one decision goes: random play, asked again and again what it is doing."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

import artrules

from .by_chance import play_artrules
from .figures.alternating import calm, seconds_of
from .figures.figure import Effort
from .figures.playing import PLAYERS, seeds_that_end
from .sampling import sample
from .stages import ELSEWHERE, STAGES, Doing, doing
from .table import rounded, table


class Share(NamedTuple):
    """A stage's part of one decision: microseconds spent on it for good and while looking ahead, and its part of all
    the time."""

    stage: str
    for_good: float
    ahead: float
    part: float


class Profile(NamedTuple):
    """Microseconds that a decision takes when nobody watches, how often it was asked, and the stages."""

    microseconds: float
    samples: int
    shares: list[Share]

    def as_data(self) -> dict[str, Any]:
        return {**self._asdict(), "shares": [share._asdict() for share in self.shares]}


def measure(effort: Effort) -> Profile:
    """Time some games, then play them again and look where they are."""
    os.environ["ARTRULES_EXECUTOR"] = "cpython"  # where each function can be met by name
    ruleset = artrules.load("avant_carde")
    seeds = list(islice(seeds_that_end(), max(1, effort.slices)))
    play_artrules(ruleset, PLAYERS, seeds[0])
    made: list[int] = []

    def play() -> None:
        made.extend(play_artrules(ruleset, PLAYERS, seed) for seed in seeds)

    with calm():
        seconds = seconds_of(play)
        microseconds = seconds / sum(made) * 1e6
        found = sample(play, doing)
    return Profile(microseconds, found.total(), shares_of(found, microseconds))


def shares_of(found: Counter[Doing], microseconds: float) -> list[Share]:
    """What was met how often, as parts of one decision, in the order of the stages."""
    names = dict.fromkeys([*(stage for _, _, stage in STAGES), ELSEWHERE])
    whole = found.total()

    def share(stage: str) -> Share:
        for_good, ahead = found[Doing(stage, False)] / whole, found[Doing(stage, True)] / whole
        return Share(stage, for_good * microseconds, ahead * microseconds, for_good + ahead)

    return [share(stage) for stage in names]


def table_of(profile: Profile) -> str:
    """One stage a line, and what they are together."""
    whole = [
        Share(
            "together",
            sum(s.for_good for s in profile.shares),
            sum(s.ahead for s in profile.shares),
            sum(s.part for s in profile.shares),
        )
    ]
    rows: Sequence[Sequence[str]] = [
        (s.stage, rounded(s.for_good), rounded(s.ahead), f"{s.part:.1%}") for s in [*profile.shares, *whole]
    ]
    return table(("stage", "us for good", "us looking ahead", "of all"), rows, left=frozenset({0}))
