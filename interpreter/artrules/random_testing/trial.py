"""Plays one random game, and says how it came out."""

from __future__ import annotations

from dataclasses import dataclass, field

from artrules.chance import Stream
from artrules.conformance.table import Table
from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.span import Span
from artrules.game.decision import GameFault
from artrules.game.game import Game
from artrules.random_testing.looking import NotRestored, save_and_load, views
from artrules.random_testing.tally import Tally
from artrules.random_testing.ways import WAYS, Chooser, Way
from artrules.ruleset import Ruleset

MOST_CHOICES = 20_000
"""Choices after which a game is broken off."""
MOST_WITH_PREFERENCE = 3_000
"""Choices after which a game ends in which options aren't equally likely. It has shown by then what it can."""
MOST_IN_A_PHASE = 3_000
"""Choices in one phase of one round after which the other ways of choosing are tried in turn."""
_LATEST_LOOK = 60
"""At the first position a game is looked at; at one of so many first positions it is looked at again, and saved."""
Pick = tuple[int, int]
"""A choice: the place of the decision among those that wait, and the index of the option."""


@dataclass
class Trial:
    """A random game: how it was set up, what was chosen, and how it ended."""

    table: Table
    way: Way
    picks: list[Pick] = field(default_factory=list)
    fault: Diagnostic | None = None
    """The mistake of the content that ended it."""
    looking: bool = False
    """Whether the mistake was made for somebody who looked at the game."""
    not_restored: str = ""
    """Why it isn't the same game after it was saved and loaded."""
    broken_off_at: Span | None = None
    """What asked last, in a game that was broken off."""
    stuck: bool = False
    """Whether it was broken off because a phase didn't end, however options were chosen."""
    phase: str = ""
    """In which phase it ended or was broken off."""
    before_phase: int = 0
    """How many choices had been made when the last phase began."""
    stalled: bool = False
    """Whether the last round ended it."""


def play_trial(ruleset: Ruleset, table: Table, way: Way, chooser: Chooser, tally: Tally) -> Trial:
    """Play one random game of a ruleset that counts."""
    trial = Trial(table, way)
    try:
        game = table.new_game(ruleset, log=False)
    except GameFault as fault:
        trial.fault = fault.diagnostics[0]
        return trial
    try:
        _play(game, ruleset, trial, way, chooser, tally)
    except GameFault as fault:
        trial.fault = fault.diagnostics[0]
    except NotRestored as problem:
        trial.not_restored = str(problem)
    trial.phase = game.phase
    tally.note_end(game)
    return trial


def _play(game: Game, ruleset: Ruleset, trial: Trial, way: Way, chooser: Chooser, tally: Tally) -> None:
    """Play a game to its end, unless it goes on too long. Raises GameFault and NotRestored."""
    stream = Stream(trial.table.seed, 0, "random games choices")
    look_at = stream.below(_LATEST_LOOK)
    most = MOST_CHOICES if way == "any" else MOST_WITH_PREFERENCE
    now, since, others = (0, ""), 0, [other for other in WAYS if other != way]
    while decisions := game.decisions:
        made = len(trial.picks)
        if made in (0, look_at):
            trial.looking = True
            views(game)
            if made == look_at:
                save_and_load(game, ruleset)
            trial.looking = False
        if (where := (game.round, game.phase)) != now:
            now, since, others = where, made, [other for other in WAYS if other != way]
            trial.before_phase = made
        if made - since >= MOST_IN_A_PHASE and others:
            # Perhaps it is only this way of choosing that doesn't end the phase.
            way, since = others.pop(), made
        place = stream.below(len(decisions))
        decision = decisions[place]
        trial.stuck = made - since >= MOST_IN_A_PHASE
        if trial.stuck or made >= most:
            trial.broken_off_at = decision.source
            return
        index = chooser.choose(way, tally.note_decision(game, decision), stream)
        trial.picks.append((place, index))
        game.choose(decision.options[index])
    result = game.result
    trial.stalled = result is not None and result["stalled"]
