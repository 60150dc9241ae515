"""Decisions a second of our games, beside OpenSpiel's games of the same rules.

A game of either counts as many decisions as theirs has on average, forced ones among them, which ours takes without
asking. `docs/inside/performance.md` says how the rules are made equal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, cycle
from random import Random
from statistics import median
from time import process_time

from ...lockstep.__main__ import GAMES
from ...lockstep.games import Pair, Reshuffled
from ..open_spiel.ours import Ours
from ..open_spiel.theirs import Theirs
from .alternating import alternate, calm, ratio
from .figure import Effort, Figure

ROLLOUTS = 50
"""So many from each position."""
GAMES_TO_COUNT = 1_000
"""So many of their games say how many decisions a game has: what is inside doesn't tell."""
INSIDE, MANY_INSIDE, ALONE, BY_INDEX, BY_OPTIONS = 0.4, 0.6, 0.2, 0.8, 0.2
"""The goals: how fast ours should be beside theirs in each game."""


Prepare = Callable[[], Callable[[], float]]
"""Makes ready what is timed then: it gives how many decisions were made."""


@dataclass(frozen=True)
class Line:
    """What is timed in both engines."""

    name: str
    goal: float
    ours: Prepare
    beside: str
    theirs: Prepare


USUAL = 4
"""So many players, where a game is for so many."""
ENDLESS = frozenset({"klondike"})
"""Played by chance, these go on for a million choices there."""
PAIRS: list[Pair] = [Reshuffled(), *(pair for name, pair in GAMES.items() if name not in ENDLESS)]


def measure(effort: Effort) -> list[Figure]:
    return [figure for pair in PAIRS for figure in _measure(pair, effort)]


def _measure(pair: Pair, effort: Effort) -> list[Figure]:
    players = USUAL if USUAL in pair.players else pair.players[0]
    ours = [Ours(pair.ours, players, {**pair.settings, **more}) for more in pair.varying]
    theirs = Theirs(pair.theirs(players, {**pair.settings, **pair.varying[0]}), in_turn=True)
    chance = Random(1)
    length = sum(theirs.play(chance) for _ in range(GAMES_TO_COUNT)) / GAMES_TO_COUNT
    seeds, tables = count(1), cycle(ours)
    bots = theirs.bots()

    def our_rollouts() -> Callable[[], float]:
        seed = next(seeds)
        game = next(tables).dealt(seed)
        return lambda: length * game.think.rollouts(ROLLOUTS, seed=seed).games

    def our_games(play: Callable[[Ours, int], int], *, gives_choices: bool = False) -> Prepare:
        def played() -> float:
            count = play(next(tables), next(seeds))
            return length if gives_choices else length * count

        return lambda: played

    def their_rollouts() -> Callable[[], float]:
        run = theirs.rollouts(theirs.dealt(chance), ROLLOUTS, next(seeds))

        def played() -> float:
            run()
            return ROLLOUTS * length

        return played

    def their_games() -> float:
        theirs.play_inside(bots, next(seeds))
        return length

    def their_choices() -> float:
        return theirs.play(chance)

    rollouts = Line("rollouts inside", INSIDE, our_rollouts, "C++ rollouts", their_rollouts)
    lines = [rollouts] if theirs.has_rollouts else []
    many, alone = ("many games inside", MANY_INSIDE, Ours.play_many), ("one by one", ALONE, Ours.play_inside)
    for name, goal, play in (many, alone):
        lines.append(Line(name, goal, our_games(play), "C++ bots", lambda: their_games))
    for name, goal, play in (("by index", BY_INDEX, Ours.play), ("by options", BY_OPTIONS, Ours.play_by_options)):
        ours_played = our_games(play, gives_choices=True)
        lines.append(Line(name, goal, ours_played, "its Python API", lambda: their_choices))
    return [_figure(pair, line, effort) for line in lines]


def _figure(pair: Pair, line: Line, effort: Effort) -> Figure:
    with calm():
        rates, references = alternate(
            effort.slices,
            lambda: _rate(line.ours, effort.seconds),
            lambda: _rate(line.theirs, effort.seconds),
        )
    reached = ratio(rates, references)
    return Figure(
        name=f"{pair.title}: {line.name}",
        value=median(rates),
        unit="decisions/s",
        reference_name=line.beside,
        reference=median(references),
        ratio=reached,
        goal=f">= {line.goal}",
        reached=reached >= line.goal,
    )


def _rate(prepare: Prepare, seconds: float) -> float:
    """Decisions a second of processor time, of as many games as fit, at least one; preparing takes no time."""
    made = spent = 0.0
    while not made or spent < seconds:
        play = prepare()
        begun = process_time()
        made += play()
        spent += process_time() - begun
    return made / spent
