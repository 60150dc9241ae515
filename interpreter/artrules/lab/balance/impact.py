"""What makes players win: what it costs to lack a power or a card, from deals that were played with it and without it,
and what goes with winning, of what chance gave and of what was taken.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from artrules.lab.balance.deal import NOTHING, BalancePlan
from artrules.lab.balance.statistics import Estimate, Fit, Numbers, level_of_each, regression
from artrules.lab.balance.subjects import Subject
from artrules.text.record import dataclass

# What it costs a player to lack a power or a card, from deals that were played with it and without it.
#
# In each deal, each player lacks a subject or nothing, drawn at random, and each of that comes to each seat once
# (`deal.py`). So all subjects are estimated from all games: a factorial design with one factor of many levels for each
# player, in a Latin square over the seats (Fisher 1935; Box, Hunter and Hunter 2005, chapters 4 and 5). For the same
# interval it needs a fraction of the games that one needs who withholds one subject from one player at a time.
#
# The model is additive. A player who lacks a subject loses a part of the win, and that goes to the others in equal
# parts. How the deal came out when nobody lacked anything goes into it as a covariate (Fisher's analysis of
# covariance).

FEWEST_DEALS = 20
"""With fewer deals in which somebody lacks it, nothing is said of a subject."""


@dataclass(frozen=True, slots=True)
class Impact:
    """What lacking a subject costs: a part of the win, points. `beyond_others` compares that part with the mean of
    those other subjects of its group that don't stand out; None where there are none."""

    subject: Subject
    share: Estimate
    score: Estimate
    beyond_others: Estimate | None


def find_impacts(
    deals: Sequence[dict[str, Any]], plan: BalancePlan, subjects: Sequence[Subject], level: float, margin: float
) -> list[Impact]:
    """The impact of each subject about which there is enough to say. The intervals hold together at the level. What
    differs from others by more than the margin stands out."""
    times = times_lacking(deals)
    numbers = sorted(times)
    numbers_by_place = {place: number for place, number in enumerate(numbers) if times[number] >= FEWEST_DEALS}
    if not numbers_by_place:
        return []
    matrices = design(deals, plan.players, numbers)
    shares = regression(matrices.of_shares, matrices.shares, matrices.deals, matrices.games)
    scores = regression(matrices.of_scores, matrices.scores, matrices.deals, matrices.games)
    each = level_of_each(level, len(numbers_by_place))
    groups: dict[str, list[int]] = {}
    for place, number in numbers_by_place.items():
        groups.setdefault(subjects[number].group, []).append(place)
    beyond = {place: excess for group in groups.values() for place, excess in beyond_usual(shares, group, each, margin)}
    return [
        Impact(
            subjects[number],
            shares.estimate(coefficient(place, shares), each),
            scores.estimate(coefficient(place, scores), each),
            beyond.get(place),
        )
        for place, number in numbers_by_place.items()
    ]


def coefficient(place: int, fit: Fit) -> Numbers:
    """The weights of one coefficient alone."""
    weights = np.zeros(len(fit.coefficients))
    weights[place] = 1
    return weights


def beyond_usual(fit: Fit, group: Sequence[int], level: float, margin: float) -> list[tuple[int, Estimate]]:
    """How much more each of a group of coefficients is than the mean of those others that don't stand out.

    The one that stands out most, by more than the margin beyond chance, is left out of what the rest is compared with;
    then the next, as long as two are left. Otherwise what is far too strong would make all others look too weak.
    """
    usual = list(group)
    while True:
        estimates = [(place, fit.estimate(_against(place, usual, fit), level)) for place in group if {*usual} - {place}]
        out = {
            place: distance
            for place, estimate in estimates
            if place in usual and (distance := max(estimate.low, -estimate.high) - margin) > 0
        }
        if not out or len(usual) <= 2:
            return estimates
        usual.remove(max(out, key=lambda place: (out[place], -place)))


def _against(place: int, usual: Sequence[int], fit: Fit) -> Numbers:
    """The weights of a coefficient less the mean of the usual others."""
    others = [other for other in usual if other != place]
    weights = coefficient(place, fit)
    weights[others] -= 1 / len(others)
    return weights


def times_lacking(deals: Sequence[dict[str, Any]]) -> Counter[int]:
    """In how many deals somebody lacks each subject that anybody does."""
    return Counter(n for deal in deals for n in {n for game in deal["games"][1:] for n in game["lacks"]} - {NOTHING})


@dataclass(frozen=True, slots=True)
class Design:
    """What the regressions are made of: a row for each player of each game in which somebody lacked something.

    The first `width` coefficients of both are what lacking each subject costs, a part of the win and points. `deals`
    has the place of each row's deal.
    """

    of_shares: Numbers
    shares: Numbers
    of_scores: Numbers
    scores: Numbers
    deals: NDArray[np.int64]
    games: int
    width: int


def design(deals: Sequence[dict[str, Any]], players: int, numbers: Sequence[int]) -> Design:
    """The rows of some deals, with a coefficient for each number of a subject. Raises ValueError where nobody lacked
    anything."""
    place_of = {number: place for place, number in enumerate(numbers)}
    width = len(numbers)
    lacking, rivals, seats, as_it_is, shares, scores, first_scores, clusters = ([] for _ in range(8))
    games = 0
    for index, deal in enumerate(deals):
        first, *others = deal["games"]
        for game in others:
            games += 1
            row = np.zeros((players, width))
            for seat, number in enumerate(game["lacks"]):
                if number in place_of:
                    row[seat, place_of[number]] = 1
            lacking.append(row)
            rivals.append((row.sum(axis=0) - row) / max(1, players - 1))
            seats.append(np.eye(players))
            as_it_is.extend(first["shares"])
            first_scores.extend(first["scores"])
            shares.extend(game["shares"])
            scores.extend(game["scores"])
            clusters.extend([index] * players)
    own, other = np.concatenate(lacking), np.concatenate(rivals)
    seat_columns = np.concatenate(seats)
    return Design(
        np.hstack([other - own, seat_columns, np.asarray(as_it_is)[:, None]]),
        np.asarray(shares, dtype=np.float64),
        np.hstack([-own, other, seat_columns, np.asarray(first_scores, dtype=np.float64)[:, None]]),
        np.asarray(scores, dtype=np.float64),
        np.asarray(clusters),
        games,
        width,
    )


# What goes with winning: what chance gave players before their first decision, and what they took.
#
# The first is an effect, because it was dealt at random. The second is a correlation: who leads may take it more often
# because they lead.

Had: TypeAlias = tuple[int, Sequence[float], Sequence[float]]
"""A deal by its number, how much of something each player had in it, and each player's share of the win."""
FEWEST_GAMES = 30
"""With fewer games in which players differ in it, nothing is said of something."""


def share_by(had: Mapping[str, Sequence[Had]], level: float) -> dict[str, Estimate]:
    """By what players had: how much more of the win goes with one more of it than the others have on average.

    Each entry is a deal, what each player had of it, and each player's share of the win. All intervals hold together at
    the level.
    """
    fits = {name: fit for name, rows in had.items() if len(rows) >= FEWEST_GAMES and (fit := _fit(rows)) is not None}
    each = level_of_each(level, len(fits))
    return {name: fit.estimate([1.0], each) for name, fit in fits.items()}


def _fit(rows: Sequence[Had]) -> Fit | None:
    """The regression of the share of the win, beyond an equal part, on how much more one had than the mean.

    Both are taken beyond what is usual for the seat: what a seat has in every deal wasn't given by chance, and a seat
    may be better for other reasons. None where only the seat decides who has it.

    The variance is that of no effect (a score test: Rao 1948). Who wins is a matter of yes or no, and where few with it
    win, what is left by the fit tells of too little variance. A report looks at many intervals far out.
    """
    had = np.asarray([row[1] for row in rows], dtype=np.float64)
    shares = np.asarray([row[2] for row in rows], dtype=np.float64)
    players = had.shape[1]
    differences = (had - had.mean(axis=1, keepdims=True)) * players / max(1, players - 1)
    differences -= differences.mean(axis=0)
    if np.allclose(differences, 0.0):
        return None
    beyond = shares - shares.mean(axis=1, keepdims=True)
    beyond -= beyond.mean(axis=0)
    products, squares = (differences * beyond).sum(axis=1), (differences**2).sum(axis=1)
    free = len(rows) - players
    if free < 1:
        return None
    variance = len(rows) / free * float((products**2).sum()) / float(squares.sum()) ** 2
    return Fit(np.array([products.sum() / squares.sum()]), np.array([[variance]]), free, len(rows))


def at_start(deals: Sequence[dict[str, Any]]) -> dict[str, list[Had]]:
    """By what chance gave: the deals in which players differ in it."""
    rows_by_name: dict[str, list[Had]] = {}
    for index, deal in enumerate(deals):
        for name, counts in deal["start"].items():
            if len(set(counts)) > 1:
                rows_by_name.setdefault(name, []).append((index, counts, deal["games"][0]["shares"]))
    return rows_by_name


def by_taking(deals: Sequence[dict[str, Any]]) -> dict[str, list[Had]]:
    """By key or label: how often players took options about it, in the deals that were watched."""
    rows_by_name: dict[str, list[Had]] = {}
    for index, deal in enumerate(deals):
        for name, counts in deal.get("taken", {}).items():
            rows_by_name.setdefault(name, []).append((index, counts, deal["games"][0]["shares"]))
    return rows_by_name
