"""Plays the deals of a plan with sets by seat, and makes the report. Start here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from artrules.balance import course
from artrules.balance.report import FORMAT, Made, Report
from artrules.balance.sets import figures
from artrules.balance.sets.deal import play_set_deal, read_set_deal
from artrules.balance.sets.plan import SetsPlan
from artrules.balance.sets.verdicts import verdicts
from artrules.ir.model import Model
from artrules.parallel.job import Job
from artrules.parallel.run import Run
from artrules.ruleset import Ruleset


def play_sets(ruleset: Ruleset, plan: SetsPlan, deals: int, run: Run) -> list[dict[str, Any]]:
    """The deals that were played, each as `play_set_deal` gives it; `run` may end early."""
    return list(run(ruleset, Job(play_set_deal, plan, deals, partial(read_set_deal, plan))))


def make_sets_report(
    model: Model, plan: SetsPlan, deals: Sequence[dict[str, Any]], made: Made, margin: float
) -> Report:
    """The report of deals. `margin` is the part of the win by which a set may differ from others. Raises ValueError
    where no deal came to its end."""
    faults = [f"seed {deal['seed']}: {deal['fault'][0]}" for deal in deals if "fault" in deal]
    deals = [deal for deal in deals if "fault" not in deal]
    if not deals:
        raise ValueError(f"no game came to its end: {faults[0] if faults else 'none was played'}")
    titles = [model.sets[name].title or name for name in plan.sets]
    level = made.level
    of_sets = figures.sets(deals, plan, titles, level, margin)
    of_pairs = figures.pairs(deals, plan, titles, level)
    of_seats = figures.seats(deals, plan.players, level)
    told = verdicts(of_sets, of_pairs, of_seats, faults, course.won_by_nobody(deals), made, margin)
    how = course.course(deals, level)
    return Report(FORMAT, made, told, of_seats, how, [], [], [], [], [], of_sets, of_pairs, faults)
