"""How games go: how long they take, how much there is to choose, how often the lead changes."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from artrules.lab.balance.report import CourseFigure, DrawnFigures, OptionFigures, SeatFigures, Unit, even_part
from artrules.lab.balance.statistics import Estimate, count, figure, level_of_each, mean, proportion, rate, ratio, share
from artrules.lab.balance.subjects import Branch

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
    each = level_of_each(level, 8 + bool(unwon))
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
    if seen:
        decisions = [game["decisions"] for game in seen]
        forced = [game["forced"] for game in seen]
        questions = [d + f for d, f in zip(decisions, forced, strict=True)]
        estimates.append(("changes of the lead a game", count([game["leads"] for game in seen], each), ""))
        if any(decisions):
            estimates.append(("decisions a turn", ratio(decisions, [game["turns"] for game in seen], each), ""))
            estimates.append(("options a decision", ratio([game["options"] for game in seen], decisions, each), ""))
        if any(questions):
            estimates.append(("questions with one answer", rate(forced, questions, each), "part"))
    return [CourseFigure(about, figure(estimate), unit) for about, estimate, unit in estimates]


def options(deals: Deals, branches: Mapping[str, Branch], level: float) -> list[OptionFigures]:
    """How often each kind of option is offered and taken, in the order of the rules; those that no game has offered,
    too."""
    seen = [deal["watched"]["branches"] for deal in deals if "watched" in deal]
    if not seen:
        return []
    each = level_of_each(level, 2 * len(branches))
    option_figures = []
    for key, branch in branches.items():
        offered = [game.get(key, (0, 0))[0] for game in seen]
        taken = [game.get(key, (0, 0))[1] for game in seen]
        often = rate(taken, offered, each) if any(offered) else Estimate(0.0, 0.0, 1.0, len(seen))
        source = f"{branch.at.file}:{branch.at.line}"
        option_figures.append(OptionFigures(key, branch.label, source, figure(count(offered, each)), figure(often)))
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
