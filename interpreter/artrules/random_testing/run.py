"""Plays the random games of a ruleset, and gives what is to be reported of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.random_testing.endings import endings
from artrules.random_testing.replay import Cause, Failure, cause_of
from artrules.random_testing.setups import tables
from artrules.random_testing.shrink import shrink, unshrunk
from artrules.random_testing.tally import Tally
from artrules.random_testing.trial import Trial, play_trial
from artrules.random_testing.unreached import unreached
from artrules.random_testing.ways import WAYS, Chooser
from artrules.record import dataclass
from artrules.ruleset import Ruleset

MOST_SHRUNK = 10
"""Mistakes of which the shortest game is looked for."""
_MOST_TOLD = 8
"""Choices of a failure that its message tells."""


@dataclass(frozen=True, slots=True)
class RandomGames:
    """What came of random games."""

    games: int
    setups: int
    """How many different ways to set up the game were tried."""
    choices: int
    reached: int
    rules: int
    """The rules of the content: statements, options and conditions. `reached` of them ran."""
    diagnostics: list[Diagnostic]
    failures: list[Failure]
    """For each mistake that content made, the shortest game that was found."""
    interrupted: bool


def play_random_games(ruleset: Ruleset, games: int, seed: int, each: Callable[[int], None]) -> RandomGames:
    """Play so many random games and look at how they went. `each` is called with the number of games played so far.

    The same seed gives the same result on every machine. A keyboard interrupt ends the games, not the report.
    """
    counting = ruleset.counting()
    tally, chooser = Tally(counting), Chooser()
    trials: list[Trial] = []
    interrupted = False
    try:
        for number, table in enumerate(islice(tables(ruleset, seed), games)):
            trials.append(play_trial(counting, table, WAYS[number % len(WAYS)], chooser, tally))
            each(len(trials))
    except KeyboardInterrupt:
        interrupted = True
    content = ruleset.content
    reached = sum(tally.ran(unit) > 0 for unit in tally.units)
    broken = sum(trial.fault is not None or trial.stuck for trial in trials)
    # What games didn't reach says little while mistakes end them.
    telling = broken * 10 <= len(trials)
    never = unreached(tally, len(trials), content.files, content.source_text) if telling else []
    failures, faults = _failures(counting, trials, interrupted)
    return RandomGames(
        len(trials),
        len({(trial.table.players, repr(trial.table.settings)) for trial in trials}),
        sum(len(trial.picks) for trial in trials),
        reached,
        len(tally.units),
        [*faults, *endings(ruleset.model, trials), *never],
        failures,
        interrupted,
    )


def _failures(ruleset: Ruleset, trials: list[Trial], interrupted: bool) -> tuple[list[Failure], list[Diagnostic]]:
    """For each mistake that content made in games, the shortest game found, and the diagnostic."""
    alike: defaultdict[Cause, list[Trial]] = defaultdict(list)
    for trial in trials:
        if trial.fault is not None:
            alike[cause_of(trial.fault)].append(trial)
    failures, diagnostics = [], []
    for number, found in enumerate(alike.values()):
        shortest = min(found, key=lambda trial: len(trial.picks))
        failure = unshrunk(ruleset, shortest) if interrupted or number >= MOST_SHRUNK else shrink(ruleset, shortest)
        failures.append(failure)
        message = f"{failure.diagnostic.message}, in {len(found)} of {len(trials):,} games; {_told(failure)}"
        diagnostics.append(replace(failure.diagnostic, message=message))
    return failures, diagnostics


def _told(failure: Failure) -> str:
    """The shortest game, in words."""
    table, choices = failure.table, [f"`{choice.label}`" for choice in failure.choices]
    settings = "".join(f", {name}={value}" for name, value in table.settings.items())
    begin = f"the shortest found is of {table.players} players{settings}"
    if failure.looking:
        begin = f"{begin}, fails when somebody looks at it after its last choice"
    if not choices:
        return f"{begin}, and has no choices"
    last = f"the last of its {len(choices)} choices are" if len(choices) > _MOST_TOLD else "its choices are"
    return f"{begin}, {last} {', '.join(choices[-_MOST_TOLD:])}"
