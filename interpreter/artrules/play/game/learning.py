"""What features are worth in a game, learned from games that the machine plays out.

The machine adds up the sums of a linear least squares fit (`thinking/judging.py`); they are solved here, with a ridge
penalty (Hoerl and Kennard 1970), and the weights rounded to whole numbers. All seeds are fixed, so the weights depend
on the program alone.
"""

import json
from collections.abc import Sequence
from math import sqrt

from artrules.engine.execute.instance import MachineTrap
from artrules.engine.machine.numbers import PROGRESS_ONE, WEIGHT_ONE
from artrules.engine.machine.thinking.judging import (
    LEARNED_CHOICES,
    LEARNED_GAMES,
    LEARNED_MARGINS,
    LEARNED_ROUNDS,
    LEARNED_ROWS,
    LEARNED_UNEQUAL,
    LEARNED_WORK,
)
from artrules.play.explain.faults import Stopped
from artrules.play.game.runtime import Runtime
from artrules.play.stored.cache import find, keep, key_of
from artrules.text.record import dataclass

MOST_GAMES = 1_500
MOST_CHOICES = 150_000
"""Learning ends after so many games or choices."""
LONGEST_GAME = 20_000
HORIZON = 12
SHORT_GAME = 120
"""So many choices a short game has at most, on average, when all choose by chance."""
FEWEST_SAMPLES = 8
MANY_OPTIONS = 10
MOST_SAMPLES = 96
WORK = 150_000_000
"""Units of work for a decision of a bot that tries each option: some milliseconds."""
_KIND = "learned from games"
RIDGE = 0.002
"""The penalty, as a part of each feature's own sum of squares."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What is usual in a game: rounds, margins and choices in a row (`usual` in `machine/memory.py`), choices, the
    units of work that a choice takes (`steps` in `machine/registers.py`), and whether rounds build on each other:
    players begin most of them with other numbers of cards than their opponents. And what features are worth."""

    usual: tuple[int, int, int]
    choices: int
    work: int
    builds: bool
    weights: tuple[int, ...]

    @property
    def horizon(self) -> int:
        """How many choices a playout makes at least. A short game is played to its end, which says more than what
        features are worth, unless its choices take so much work that a decision would take far longer than it may; in
        a long one chance would drown what the option has brought. Where rounds build on each other a playout makes the
        choices of a round more: what a round has built is used in the next one."""
        to_the_end = FEWEST_SAMPLES * MANY_OPTIONS * (self.choices // 2 + 1) * self.work
        if self.choices <= SHORT_GAME and to_the_end <= 2 * WORK:
            return 4 * self.choices
        return HORIZON + self.choices // self.usual[0] * self.builds

    def samples(self, options: int, horizon: int) -> int:
        """In how many samples so many options can be tried for the work of a decision, with playouts of so many choices
        up to the next round (`play_on`). It depends on no clock, so everybody thinks equally long."""
        return max(FEWEST_SAMPLES, min(MOST_SAMPLES, self.tries(horizon) // options))

    def tries(self, horizon: int) -> int:
        """How many options can be tried in one sample for the work of a decision, with playouts of so many choices."""
        length = min(self.choices // 2, horizon + self.choices // self.usual[0] // 2) + 1
        return WORK // (length * self.work)


def learned_of(runtime: Runtime) -> Learned:
    """What is learned of a program's games: once for a runtime, and kept in the cache. Memory is lost. Raises
    Stopped."""
    return runtime.derive(find_learned)


def find_learned(runtime: Runtime) -> Learned:
    """What the cache has of this, or what is learned now."""
    key = key_of(runtime.key) if runtime.key is not None else None
    data = find(_KIND, key) if key is not None else None
    if data is not None:
        usual, choices, work, builds, weights = json.loads(data)
        found = Learned((usual[0], usual[1], usual[2]), choices, work, builds, tuple(weights))
    else:
        found = learn(runtime)
        if key is not None:
            keep(_KIND, key, json.dumps([found.usual, found.choices, found.work, found.builds, found.weights]).encode())
    return found


def learn(runtime: Runtime, games: int = MOST_GAMES, choices: int = MOST_CHOICES) -> Learned:
    """Play so many games out, or somewhat more than so many choices, and learn from them. Memory is lost. Raises
    Stopped."""
    nothing = Learned((1, 1, 1), 1, 1, False, (0,) * (2 * runtime.program.numbers["FEATURES"]))
    first = learn_values(runtime, 1 + games // 16, 1 + choices // 10, nothing)
    return learn_values(runtime, games, choices, first)


def put(runtime: Runtime, learned: Learned) -> None:
    """Let the machine judge by what was learned."""
    runtime.instance.region("usual")[:] = learned.usual
    runtime.instance.region("weights")[:] = learned.weights


def learn_values(runtime: Runtime, games: int, choices: int, learned: Learned) -> Learned:
    """What is learned from so many games, or somewhat more than so many choices, given what was learned before; by
    whom they are played, registers say. Memory is lost."""
    instance = runtime.instance
    put(runtime, learned)
    for name in ("gram", "moments", "learned_sums"):
        region = instance.region(name)
        region[:] = [0] * len(region)
    start = runtime.start[0]
    choice_count = number = 0
    while number < games and choice_count < choices:
        number += 1
        runtime.load(start)
        for name in ("logging", "knowing"):
            instance.set_register(name, 0)
        instance.set_keys(runtime.keys(number))
        instance.region("think_key")[0] = number
        instance.region("think_drawn")[0] = 0
        try:
            runtime.run("first_step")
            runtime.run("ask_anew")
            choice_count += 1 + runtime.run("learn_from_game", LONGEST_GAME)
        except (Stopped, MachineTrap):
            choice_count += 100
    sums = instance.region("learned_sums")[:]
    count = max(1, sums[LEARNED_GAMES])
    usual = (
        max(1, sums[LEARNED_ROUNDS] // count),
        max(1, sums[LEARNED_MARGINS] // count // runtime.players),
        max(1, sums[LEARNED_CHOICES] // max(1, sums[LEARNED_ROWS])),
    )
    weights = _solved(instance.region("gram")[:], instance.region("moments")[:])
    weights = [weight * PROGRESS_ONE if i < len(weights) // 2 else weight for i, weight in enumerate(weights)]
    rounded = tuple(round(weight * WEIGHT_ONE) for weight in weights)
    measured = max(1, sums[LEARNED_CHOICES] // count), max(1, sums[LEARNED_WORK] // max(1, choice_count))
    builds = 2 * sums[LEARNED_UNEQUAL] > sums[LEARNED_ROUNDS]
    return Learned(usual, *measured, builds, rounded)


def _solved(gram: Sequence[int], moments: Sequence[int]) -> list[float]:
    """The weights of a ridge regression, by Gaussian elimination without pivots: the matrix is positive definite. Only
    the upper half of `gram` is filled. What never differs between players gets the weight 0."""
    count = len(moments)
    columns = [i for i in range(count) if gram[i * count + i] > 0]
    size = [sqrt(gram[i * count + i]) for i in columns]
    rows = [
        [
            *(
                gram[min(i, j) * count + max(i, j)] / (size[a] * size[b]) + RIDGE * (a == b)
                for b, j in enumerate(columns)
            ),
            moments[i] / size[a],
        ]
        for a, i in enumerate(columns)
    ]
    for a, row in enumerate(rows):
        for below in rows[a + 1 :]:
            factor = below[a] / row[a]
            if factor:
                for b in range(a, len(row)):
                    below[b] -= factor * row[b]
    solution = [0.0] * len(columns)
    for a in range(len(columns) - 1, -1, -1):
        rest = rows[a][-1] - sum(rows[a][b] * solution[b] for b in range(a + 1, len(columns)))
        solution[a] = rest / rows[a][a]
    weights = [0.0] * count
    for a, i in enumerate(columns):
        weights[i] = solution[a] / size[a]
    return weights
