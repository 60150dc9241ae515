"""Plays the deals of a plan with sets by seat (`sets.py`), and makes the report: which sets win more than others."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from artrules.lab.balance import course
from artrules.lab.balance.impact import FEWEST_DEALS, beyond_usual
from artrules.lab.balance.make import (
    EVEN,
    TOO_STRONG,
    TOO_WEAK,
    UNCLEAR,
    bounds,
    in_points,
    judge_beyond,
    listed,
    of_faults,
    of_seats,
    of_unwon,
    percent,
)
from artrules.lab.balance.report import FORMAT, PairFigures, Report, RunFacts, SeatFigures, SetFigures, even_part
from artrules.lab.balance.sets import SetsPlan, play_set_deal, read_set_deal
from artrules.lab.balance.statistics import Estimate, Numbers, figure, level_of_each, mean, rate, regression, share
from artrules.lab.parallel.job import Job
from artrules.lab.parallel.run import Run
from artrules.model.ir.model import Model
from artrules.play.game.scores import is_cooperative
from artrules.play.ruleset import Ruleset

# Which sets win more than others, from deals in which each set comes to each seat.
#
# A deal is one observation: its games have their seed in common, and in each the sets lie at other seats. So what a set
# wins in a deal doesn't depend on the seat.

Deals = Sequence[Mapping[str, Any]]
_FEWEST = 2
"""Of fewer deals no interval can be told."""


def sets(deals: Deals, plan: SetsPlan, titles: Sequence[str], level: float, margin: float) -> list[SetFigures]:
    """How each set did that was in deals enough."""
    of_sets = [[deal for deal in deals if number in deal["games"][0]["sets"]] for number in range(len(plan.sets))]
    numbers = [number for number, those in enumerate(of_sets) if len(those) >= _FEWEST]
    each, each_at_seat = level_of_each(level, 3 * len(numbers)), level_of_each(level, plan.players * len(numbers))
    beyond = _beyond(deals, plan, [n for n in numbers if len(of_sets[n]) >= FEWEST_DEALS], each, margin)
    set_figures = []
    for number in numbers:
        those = of_sets[number]
        wins = np.array([[game["shares"][game["sets"].index(number)] for game in deal["games"]] for deal in those])
        scores = [np.mean([g["scores"][g["sets"].index(number)] for g in deal["games"]]) for deal in those]
        at_seat = [[_at_seat(deal, number, seat)[0] for deal in those] for seat in range(plan.players)]
        more = beyond.get(number)
        set_figures.append(
            SetFigures(
                plan.sets[number],
                titles[number],
                figure(share(wins.mean(axis=1), each)),
                figure(more) if more else None,
                figure(mean(np.array(scores, dtype=np.float64), each)),
                [figure(share(values, each_at_seat)) for values in at_seat],
                judge_beyond(more, margin),
            )
        )
    return set_figures


def _at_seat(deal: Mapping[str, Any], number: int, seat: int) -> tuple[float, Mapping[int, float]]:
    """What a set wins in the game of a deal in which it is at a seat, and what each set wins there."""
    game = next(game for game in deal["games"] if game["sets"][seat] == number)
    return game["shares"][seat], dict(zip(game["sets"], game["shares"], strict=True))


def _beyond(deals: Deals, plan: SetsPlan, numbers: Sequence[int], level: float, margin: float) -> dict[int, Estimate]:
    """How much more of the win a player has with a set than with a usual other one, by least squares over players of
    games. A set adds to the own part of the win, and takes from the others' in equal parts; each seat has a part of its
    own. Empty where the sets can't be compared: where no chain of deals leads from each to each."""
    if len(numbers) < _FEWEST:
        return {}
    place_of = {number: place for place, number in enumerate(numbers)}
    own, shares, clusters, games = [], [], [], 0
    for cluster, deal in enumerate(deals):
        for game in deal["games"]:
            row = np.zeros((plan.players, len(numbers)))
            for seat, number in enumerate(game["sets"]):
                if number in place_of:
                    row[seat, place_of[number]] = 1
            own.append(row - (row.sum(axis=0) - row) / (plan.players - 1))
            shares.extend(game["shares"])
            clusters.extend([cluster] * plan.players)
            games += 1
    of_sets: Numbers = np.concatenate(own)
    if np.linalg.matrix_rank(of_sets) < len(numbers) - 1:
        return {}
    columns = np.hstack([of_sets, np.concatenate([np.eye(plan.players)] * games)])
    fit = regression(columns, np.asarray(shares, dtype=np.float64), np.asarray(clusters), games)
    return {numbers[place]: excess for place, excess in beyond_usual(fit, range(len(numbers)), level, margin)}


def pairs(deals: Deals, plan: SetsPlan, titles: Sequence[str], level: float) -> list[PairFigures]:
    """How each set did against each other one that it met in deals enough."""
    met = {
        pair: those
        for pair in combinations(range(len(plan.sets)), 2)
        if len(those := [deal for deal in deals if {*pair} <= {*deal["games"][0]["sets"]}]) >= _FEWEST
    }
    each = level_of_each(level, (1 + plan.players) * len(met))
    pair_figures = []
    for (one, other), those in met.items():
        won, of = [], []
        for deal in those:
            at_seats = [_at_seat(deal, one, seat) for seat in range(plan.players)]
            won.append([own for own, _ in at_seats])
            of.append([own + shares[other] for own, shares in at_seats])
        upper, lower = np.array(won), np.array(of)
        total = _part(upper.sum(axis=1), lower.sum(axis=1), each)
        pair_figures.append(
            PairFigures(
                plan.sets[one],
                plan.sets[other],
                f"{titles[one]} against {titles[other]}",
                figure(total) if total else None,
                [
                    figure(at) if (at := _part(upper[:, seat], lower[:, seat], each)) else None
                    for seat in range(plan.players)
                ],
                total is not None and total.differs_from(0.5),
            )
        )
    return pair_figures


def _part(won: Numbers, of: Numbers, level: float) -> Estimate | None:
    """What is won of what two sets win together; None where they win nothing."""
    if not of.any():
        return None
    if np.ptp(of) == 0:
        return share(won / of, level)
    return rate(list(won), list(of), level)


def seats(deals: Deals, players: int, level: float) -> list[SeatFigures]:
    """How each seat did, whatever its set: in each deal, all sets of the deal have been there."""
    each = level_of_each(level, 2 * players)
    shares = [
        [float(np.mean([game["shares"][seat] for game in deal["games"]])) for deal in deals] for seat in range(players)
    ]
    even = even_part([float(np.mean(of_seat)) for of_seat in shares])
    seat_figures = []
    for seat in range(players):
        won = share(shares[seat], each)
        score = mean([float(np.mean([game["scores"][seat] for game in deal["games"]])) for deal in deals], each)
        seat_figures.append(SeatFigures(seat + 1, figure(won), figure(score), won.differs_from(even)))
    return seat_figures


# What the figures of sets by seat say, in plain words.

_MOST_PAIRS = 3


def verdicts(
    sets: Sequence[SetFigures],
    pairs: Sequence[PairFigures],
    seats: Sequence[SeatFigures],
    faults: Sequence[str],
    unwon: int,
    run: RunFacts,
    margin: float,
    cooperative: bool,
) -> list[str]:
    """All verdicts, the most important first. `unwon` is of how many deals nobody wins the first game, `cooperative`
    whether all play against the game."""
    level, games = f"{run.level * 100:g} %", run.deals - len(faults)
    return [
        *of_faults(faults, run),
        *of_unwon(unwon, games, cooperative),
        *_of_sets(sets, run.players, margin, level),
        *_of_pairs(sets, pairs, level),
        *(of_seats(seats, run.players, level, margin) if unwon < games and not cooperative else ()),
    ]


def _of_sets(sets: Sequence[SetFigures], players: int, margin: float, level: str) -> Iterator[str]:
    ranked = sorted(sets, key=lambda each: -each.share.value)
    for verdict, those in ((TOO_STRONG, ranked), (TOO_WEAK, ranked[::-1])):
        for each in those:
            if each.verdict == verdict and (beyond := each.beyond_others) is not None:
                times = "more" if beyond.value >= 0 else "less"
                low, high = sorted((abs(beyond.low or 0.0), abs(beyond.high or 0.0)))
                yield (
                    f"{each.title} is {verdict}: its players have {percent(each.share.value)} of the wins instead "
                    f"of {percent(1 / players)}. With it one wins {in_points(abs(beyond.value))} points of a "
                    f"hundred {times} often than with the others ({level}: {in_points(low)} to {in_points(high)})."
                )
    if any(each.verdict in (TOO_STRONG, TOO_WEAK) for each in sets):
        return
    points = f"{100 * margin:.3g}"
    unclear = [each.title for each in sets if each.verdict == UNCLEAR]
    if sets and all(each.verdict == EVEN for each in sets):
        yield f"All sets are even: none is worth {points} points of a hundred more or less than the others ({level})."
    else:
        yield (
            f"No set is too strong or too weak by more than {points} points of a hundred, as far as these games show. "
            f"More deals would tell more{f' of {listed(unclear)}' if unclear else ''}."
        )


def _of_pairs(sets: Sequence[SetFigures], pairs: Sequence[PairFigures], level: str) -> Iterator[str]:
    """The pairs that stand out, of sets that don't: how a set does depends on what it plays against."""
    usual = {each.name for each in sets if each.verdict not in (TOO_STRONG, TOO_WEAK)}
    out = [pair for pair in pairs if pair.stands_out and {pair.name, pair.against} <= usual and pair.share is not None]
    out.sort(key=lambda pair: -abs(pair.share.value - 0.5) if pair.share else 0.0)
    for pair in out[:_MOST_PAIRS]:
        if pair.share is not None:
            yield (
                f"{pair.about}: the first has {percent(pair.share.value)} of what the two win "
                f"({level}: {bounds(pair.share)})."
            )
    if len(out) > _MOST_PAIRS:
        yield f"{len(out) - _MOST_PAIRS} more pairs of sets aren't even beyond chance."


# Plays the deals of a plan with sets by seat, and makes the report. Start here.


def play_sets(ruleset: Ruleset, plan: SetsPlan, deals: int, run: Run) -> list[dict[str, Any]]:
    """The deals that were played, each as `play_set_deal` gives it; `run` may end early."""
    return list(run(ruleset, Job(play_set_deal, plan, deals, partial(read_set_deal, plan))))


def make_sets_report(
    model: Model, plan: SetsPlan, deals: Sequence[dict[str, Any]], run: RunFacts, margin: float
) -> Report:
    """The report of deals. `margin` is the part of the win by which a set may differ from others. Raises ValueError
    where no deal came to its end."""
    faults = [f"seed {deal['seed']}: {deal['fault'][0]}" for deal in deals if "fault" in deal]
    deals = [deal for deal in deals if "fault" not in deal]
    if not deals:
        raise ValueError(f"no game came to its end: {faults[0] if faults else 'none was played'}")
    titles = [model.sets[name].title or name for name in plan.sets]
    level = run.level
    of_sets = sets(deals, plan, titles, level, margin)
    of_pairs = pairs(deals, plan, titles, level)
    of_seats = seats(deals, plan.players, level)
    unwon = course.won_by_nobody(deals)
    lines = verdicts(of_sets, of_pairs, of_seats, faults, unwon, run, margin, is_cooperative(model))
    how = course.course(deals, level)
    return Report(
        FORMAT, run, lines, of_seats, how, course.spreads(deals), [], [], [], [], [], of_sets, of_pairs, faults
    )
