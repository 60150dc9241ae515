"""Plays the random games of a ruleset, and gives what is to be reported of them."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

from artrules.author.random_testing.setups import tables
from artrules.author.random_testing.shrink import Cause, Failure, cause_of, shrink, unshrunk
from artrules.author.random_testing.trial import MOST_CHOICES, WAYS, Chooser, Tally, Trial, play_trial
from artrules.author.random_testing.unreached import unreached
from artrules.model.ir.model import Model
from artrules.play.ruleset import Ruleset
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.record import dataclass

# What is wrong with how random games ended: not at all, seldom by themselves, or otherwise after a save.

_FEWEST = 5
"""Games with any option at random, below which nothing is said about most of them."""


def endings(model: Model, trials: Sequence[Trial]) -> list[Diagnostic]:
    """The diagnostics about how random games ended."""
    return [
        *_not_restored(model, trials),
        *_endless(trials),
        *_mostly_too_long(model, trials),
    ]


def _not_restored(model: Model, trials: Sequence[Trial]) -> list[Diagnostic]:
    alike = [trial for trial in trials if trial.not_restored]
    if not alike:
        return []
    first = _simplest(alike)
    message = f"a saved game isn't the same when it is loaded ({first.table}, after {len(first.picks)} choices)"
    return [Diagnostic(kinds.NOT_RESTORED, message, model.at, found=first.not_restored)]


def _endless(trials: Sequence[Trial]) -> list[Diagnostic]:
    groups: defaultdict[Span, list[Trial]] = defaultdict(list)
    for trial in trials:
        if trial.stuck and trial.broken_off_at is not None:
            groups[trial.broken_off_at].append(trial)
    return [Diagnostic(kinds.GAME_WITHOUT_END, _endless_text(alike, len(trials)), at) for at, alike in groups.items()]


def _endless_text(alike: Sequence[Trial], games: int) -> str:
    first = _simplest(alike)
    choices = len(first.picks) - first.before_phase
    return (
        f"the phase `{first.phase}` doesn't end: after {choices:,} choices in it, this is still asked, "
        f"in {len(alike)} of {games:,} games ({first.table}, after {first.before_phase} choices)"
    )


def _mostly_too_long(model: Model, trials: Sequence[Trial]) -> list[Diagnostic]:
    at_random = [trial for trial in trials if trial.way == "any" and trial.fault is None and not trial.stuck]
    until = model.flow.until
    # Where no rule ends the game, the last round is how it ends.
    stalled = sum(trial.stalled for trial in at_random) if until is not None else 0
    long = sum(trial.broken_off_at is not None for trial in at_random)
    if len(at_random) < _FEWEST or (stalled + long) * 10 < len(at_random) * 9:
        return []
    parts = [f"the last round ended {stalled}"] if stalled else []
    parts += [f"{long} were not over after {MOST_CHOICES:,} choices"] if long else []
    message = f"of {len(at_random)} games in which any option was chosen, {' and '.join(parts)}"
    return [Diagnostic(kinds.MOSTLY_TOO_LONG, message, until.at if until is not None else model.at)]


def _simplest(trials: Sequence[Trial]) -> Trial:
    """The one with the fewest settings that were given, then with the fewest players, then the shortest."""
    return min(trials, key=lambda t: (len(t.table.settings), t.table.players, t.before_phase, len(t.picks)))


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
    for number, failed_trials in enumerate(alike.values()):
        shortest = min(failed_trials, key=lambda trial: len(trial.picks))
        failure = unshrunk(ruleset, shortest) if interrupted or number >= MOST_SHRUNK else shrink(ruleset, shortest)
        failures.append(failure)
        message = f"{failure.diagnostic.message}, in {len(failed_trials)} of {len(trials):,} games; {_told(failure)}"
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
