"""How games go: how long they take, how close they are, how much there is to choose and what that brings, how often the
lead changes."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from artrules.lab.balance.report import (
    CourseFigure,
    DrawnFigures,
    Figure,
    OptionFigures,
    SeatFigures,
    SpreadFigures,
    Unit,
    even_part,
)
from artrules.lab.balance.statistics import Estimate, count, figure, level_of_each, mean, proportion, rate, ratio, share
from artrules.lab.balance.subjects import Branch
from artrules.lab.simulation import Distribution

Deals = Sequence[dict[str, Any]]
NOBODY_WINS = "games that nobody wins"
"""What the figure is called. It is there only where there are such games."""


def seats(deals: Deals, players: int, level: float) -> list[SeatFigures]:
    """How each seat did in the games as they are."""
    each = level_of_each(level, 2 * players)
    shares = [[deal["games"][0]["shares"][seat] for deal in deals] for seat in range(players)]
    even = even_part([fmean(of_seat) for of_seat in shares])
    seat_figures = []
    for seat in range(players):
        won = share(shares[seat], each)
        score = mean([deal["games"][0]["scores"][seat] for deal in deals], each)
        seat_figures.append(SeatFigures(seat + 1, figure(won), figure(score), won.differs_from(even)))
    return seat_figures


def won_by_nobody(deals: Deals) -> int:
    """How many of the games as they are nobody wins."""
    return sum(deal["games"][0]["winners"] == 0 for deal in deals)


def course(deals: Deals, level: float) -> list[CourseFigure]:
    """How the games as they are went."""
    games = [deal["games"][0] for deal in deals]
    seen = [deal["watched"] for deal in deals if "watched" in deal]
    unwon = won_by_nobody(deals)
    each = level_of_each(level, 11 + bool(unwon))
    estimates: list[tuple[str, Estimate, Unit]] = [
        ("rounds a game", count([game["rounds"] for game in games], each), ""),
        ("decisions a game", count([game["decisions"] for game in games], each), ""),
        (
            "games with several winners",
            proportion(sum(game["winners"] > 1 for game in games), len(games), each),
            "part",
        ),
        (
            "games that the last round ends",
            proportion(sum(game["stalled"] for game in games), len(games), each),
            "part",
        ),
    ]
    if unwon:
        estimates.insert(2, (NOBODY_WINS, proportion(unwon, len(games), each), "part"))
    if gaps := [gap for game in games if (gap := _gap(game)) is not None]:
        estimates.append(("points between the winners and the next", count(gaps, each), ""))
    if seen:
        led = [(deal["watched"]["led_since"], deal["games"][0]["rounds"]) for deal in deals if "watched" in deal]
        if rounds := [(since / of, 1.0) for since, of in led if since and of > 1]:
            since, of = zip(*rounds, strict=True)
            estimates.append(("part of a game until who leads at the end leads", rate(since, of, each), "part"))
        decisions = [game["decisions"] for game in seen]
        forced = [game["forced"] for game in seen]
        questions = [d + f for d, f in zip(decisions, forced, strict=True)]
        estimates.append(("changes of the lead a game", count([game["leads"] for game in seen], each), ""))
        if any(decisions):
            estimates.append(("decisions a turn", ratio(decisions, [game["turns"] for game in seen], each), ""))
            estimates.append(("options a decision", ratio([game["options"] for game in seen], decisions, each), ""))
        if any(questions):
            estimates.append(("questions with one answer", rate(forced, questions, each), "part"))
        if any(game["weighed"] for game in seen):
            gains = [[_gain(decision) for decision in game["weighed"]] for game in seen]
            about = "what the best option brings more than any, a decision"
            estimates.append((about, ratio(list(map(sum, gains)), list(map(len, gains)), each), "points"))
    return [CourseFigure(about, figure(estimate), unit) for about, estimate, unit in estimates]


def _gap(game: Mapping[str, Any]) -> int | None:
    """How many points lie between a winner of a game and the nearest player who doesn't win; None where all win, or
    nobody."""
    by_result: tuple[list[int], list[int]] = [], []
    for share_of_win, score in zip(game["shares"], game["scores"], strict=True):
        by_result[share_of_win > 0].append(score)
    others, winners = by_result
    return min((abs(winner - other) for winner in winners for other in others), default=None)


def _gain(decision: Mapping[str, Any]) -> float:
    """How much more the best option of a decision that was weighed brings than its options on average. The best one by
    each of both judgements is valued by the other, so chance makes none look good."""
    first, second = decision["values"]
    return fmean(
        valued[judged.index(max(judged))] - fmean(valued) for judged, valued in ((first, second), (second, first))
    )


def spreads(deals: Deals) -> list[SpreadFigures]:
    """How lengths and points are distributed over the games as they are."""
    games = [deal["games"][0] for deal in deals]
    distributions = {
        "rounds a game": Distribution(game["rounds"] for game in games),
        "decisions a game": Distribution(game["decisions"] for game in games),
        "points of a player": Distribution(score for game in games for score in game["scores"]),
    }
    return [
        SpreadFigures(name, *(Figure(number, None, None, len(games)) for number in distribution.quartiles()))
        for name, distribution in distributions.items()
    ]


FEWEST_WEIGHED = 20
"""In so many decisions at least an option must have been weighed, or else nothing is said of what it brings."""


def _worth(seen: Deals, key: str, level: float) -> Estimate | None:
    """How much more the options of a branch bring than the others of their decisions, on average; None where there is
    too little to say. `seen` are games that were watched."""
    sums, counts = [0.0] * len(seen), [0] * len(seen)
    for place, game in enumerate(seen):
        for decision in game["weighed"]:
            own = [branch == key for branch in decision["branches"]]
            if any(own) and not all(own):
                values = [fmean(both) for both in zip(*decision["values"], strict=True)]
                by_branch: tuple[list[float], list[float]] = [], []
                for value, is_own in zip(values, own, strict=True):
                    by_branch[is_own].append(value)
                sums[place] += fmean(by_branch[1]) - fmean(by_branch[0])
                counts[place] += 1
    return ratio(sums, counts, level) if sum(counts) >= FEWEST_WEIGHED else None


def options(deals: Deals, branches: Mapping[str, Branch], level: float) -> list[OptionFigures]:
    """How often each kind of option is offered and taken, and what it brings, in the order of the rules; those that no
    game has offered, too."""
    watched = [deal["watched"] for deal in deals if "watched" in deal]
    seen = [game["branches"] for game in watched]
    if not seen:
        return []
    each = level_of_each(level, 3 * len(branches))
    option_figures = []
    for key, branch in branches.items():
        offered = [game.get(key, (0, 0))[0] for game in seen]
        taken = [game.get(key, (0, 0))[1] for game in seen]
        often = rate(taken, offered, each) if any(offered) else Estimate(0.0, 0.0, 1.0, len(seen))
        source = f"{branch.at.file}:{branch.at.line}"
        brings = _worth(watched, key, each)
        option_figures.append(
            OptionFigures(
                *(key, branch.label, source, figure(count(offered, each)), figure(often)),
                None if brings is None else figure(brings),
            )
        )
    return option_figures


def drawn(deals: Deals, level: float) -> list[DrawnFigures]:
    """The games by the settings that were drawn."""
    by_value: dict[tuple[str, str], list[int]] = {}
    for deal in deals:
        for setting, value in deal["drawn"].items():
            by_value.setdefault((setting, str(value)), []).append(deal["games"][0]["rounds"])
    each = level_of_each(level, len(by_value))
    return [
        DrawnFigures(setting, value, len(rounds), figure(count(rounds, each)))
        for (setting, value), rounds in sorted(by_value.items())
    ]
