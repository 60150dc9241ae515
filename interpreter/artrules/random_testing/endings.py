"""What is wrong with how random games ended: not at all, seldom by themselves, or otherwise after a save."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.kinds import random_games as kinds
from artrules.diagnostics.span import Span
from artrules.ir.model import Model
from artrules.random_testing.trial import MOST_CHOICES, Trial

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
    found: defaultdict[Span, list[Trial]] = defaultdict(list)
    for trial in trials:
        if trial.stuck and trial.broken_off_at is not None:
            found[trial.broken_off_at].append(trial)
    return [Diagnostic(kinds.GAME_WITHOUT_END, _endless_text(alike, len(trials)), at) for at, alike in found.items()]


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
