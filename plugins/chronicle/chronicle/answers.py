"""What the chronicle can say of the games of a ruleset."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import median

from chronicle.store import Kept, Store

_Z = 1.96
"""Standard deviations on either side that hold 95 of 100."""
_CLOSEST = 3


@dataclass(frozen=True, slots=True)
class Share:
    """A share of wins in so many games, with the interval that holds the true share at 95 %."""

    wins: float
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval (E. B. Wilson, JASA 22, 1927): sound for few games and for shares near 0 and 1."""
        n, share = self.games, self.wins / self.games
        middle = (share + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
        reach = _Z * sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True, slots=True)
class Close:
    """A game that was decided by few points: the seed brings it back."""

    margin: int
    players: int
    seed: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of the games. `seats`: number of players -> seat -> its wins. `settings`: setting -> value -> how many
    games, and how often the first seat won them."""

    ruleset: str
    games: int
    stalled: int
    rounds: tuple[int, float, int] | None
    seats: dict[int, dict[int, Share]]
    settings: dict[str, dict[str, Share]]
    closest: tuple[Close, ...]


def answer(store: Store, ruleset: str, players: int | None, how: str | None, bot: str | None) -> Answer:
    """What the games of a ruleset say, or some of them."""
    games = list(store.games(ruleset, players, how, bot))
    rounds = sorted(game.rounds for game in games)
    return Answer(
        ruleset,
        len(games),
        sum(game.stalled for game in games),
        (rounds[0], median(rounds), rounds[-1]) if rounds else None,
        _seats(games),
        _settings(games),
        _closest(games),
    )


def _seats(games: Iterable[Kept]) -> dict[int, dict[int, Share]]:
    wins: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for seat, share in enumerate(game.wins, 1):
            wins[game.players][seat].append(share)
    return {n: {seat: Share(sum(w), len(w)) for seat, w in of.items()} for n, of in sorted(wins.items())}


def _settings(games: Iterable[Kept]) -> dict[str, dict[str, Share]]:
    """For each setting of which games had several values: with which the first seat wins how often."""
    wins: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for key, value in game.settings.items():
            wins[key][_spelled(value)].append(game.wins[0])
    return {
        key: {value: Share(sum(w), len(w)) for value, w in sorted(of.items())}
        for key, of in sorted(wins.items())
        if len(of) > 1
    }


def _spelled(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {held}" for key, held in value.items())
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _closest(games: Iterable[Kept]) -> tuple[Close, ...]:
    found = []
    for game in games:
        first, second = sorted(game.scores, reverse=True)[:2] if game.players > 1 else (0, 0)
        if game.players > 1:
            found.append(Close(first - second, game.players, game.seed, game.scores))
    return tuple(sorted(found, key=lambda close: (close.margin, -max(close.scores), close.seed))[:_CLOSEST])
