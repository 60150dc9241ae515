"""Makes a report of deals that were played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from artrules.balance import course
from artrules.balance.compare import Other, compare
from artrules.balance.compare import told as told_of
from artrules.balance.impact import Impact, find_impacts
from artrules.balance.labels import branches
from artrules.balance.luck import Had, at_start, by_taking, share_by
from artrules.balance.plan import BalancePlan
from artrules.balance.report import FORMAT, ImpactFigures, LuckFigures, Made, Report, UseFigures
from artrules.balance.run import Answer
from artrules.balance.statistics import Estimate, count, level_of_each, rate
from artrules.balance.subjects import Subject
from artrules.balance.verdicts import judge, verdicts
from artrules.balance.written import figure
from artrules.ir.model import Model


def make_report(
    model: Model,
    plan: BalancePlan,
    lacked: Sequence[Subject],
    subjects: Sequence[Subject],
    deals: Sequence[dict[str, Any]],
    made: Made,
    margin: float,
    other: Other | None = None,
    caution: str = "",
) -> Report:
    """The report of deals, each as `play_deal` gives it.

    `lacked` are the subjects of the plan, in its order, `subjects` all that are told of. `margin` is the part of the
    win by which a subject may differ from others. `other` is a version that played the same deals, `caution` a sentence
    about all figures, which comes first.

    Raises ValueError where no deal came to its end.
    """
    faults = [f"seed {deal['seed']}: {deal['fault'][0]}" for deal in deals if "fault" in deal]
    answer = Answer(plan, lacked, subjects, deals)
    deals = [deal for deal in deals if "fault" not in deal]
    if not deals:
        raise ValueError(f"no game came to its end: {faults[0] if faults else 'none was played'}")
    level = made.level
    impacts = find_impacts(deals, plan, lacked, level, margin)
    of_seats = course.seats(deals, plan.players, level)
    of_luck = _luck(deals, {s.key: s.title for s in subjects if s.kind == "power"}, level)
    sets = {subject.key.partition("/")[0] for subject in subjects if subject.kind == "power"}
    of_options = course.options(deals, branches(model, sets), level)
    untold = [subject for subject in lacked if subject not in [impact.subject for impact in impacts]]
    against = None if other is None else compare(model, answer, other, level)
    told = [caution] if caution else []
    told += [] if against is None else [*told_of(against, f"{level * 100:g} %")]
    told += verdicts(impacts, untold, margin, of_seats, of_luck, of_options, faults, course.won_by_nobody(deals), made)
    return Report(
        FORMAT,
        made,
        told,
        of_seats,
        course.course(deals, level),
        [_impact(impact, margin) for impact in impacts],
        _uses(deals, plan.players, subjects, level),
        of_options,
        of_luck,
        course.drawn(deals, level),
        [],
        [],
        faults,
        against,
    )


def _impact(impact: Impact, margin: float) -> ImpactFigures:
    subject, beyond = impact.subject, impact.beyond_others
    return ImpactFigures(
        subject.key,
        subject.kind,
        subject.title,
        subject.group,
        figure(impact.share),
        figure(impact.score),
        figure(beyond) if beyond is not None else None,
        judge(impact, margin),
    )


def _luck(deals: Sequence[dict[str, Any]], titles: dict[str, str], level: float) -> list[LuckFigures]:
    had = _distinct(at_start(deals))
    found = []
    for name, estimate in share_by(had, level).items():
        about, _, rest = name.partition(" ")
        is_one = all(set(counts) <= {0, 1} for _, counts, _ in had[name])
        words = {
            "card": f"to have the card {rest}",
            "power": f"to have a card with {titles.get(rest, rest)}",
            "variable": f"to {'be' if is_one else 'have one more of'} {rest.replace('_', ' ')}",
        }[about]
        found.append(LuckFigures(words, figure(estimate), estimate.games, estimate.differs_from(0.0)))
    return sorted(found, key=lambda each: (-abs(each.share.value), each.about))


def _distinct(had: dict[str, list[Had]]) -> dict[str, list[Had]]:
    """What players had, without what they always had together with something that comes before it."""
    found: dict[str, list[Had]] = {}
    for name, rows in had.items():
        if rows not in found.values():
            found[name] = rows
    return found


def _uses(deals: Sequence[dict[str, Any]], players: int, subjects: Sequence[Subject], level: float) -> list[UseFigures]:
    with_taking = share_by(by_taking(deals), level)
    seen = [deal for deal in deals if "watched" in deal]
    each = level_of_each(level, 4 * len(subjects))
    found = []
    for subject in subjects:
        owned = count([sum(deal["owned"].get(subject.key, ())) / players for deal in deals], each)
        start = count([sum(deal["start"].get(f"{subject.kind} {subject.key}", ())) / players for deal in deals], each)
        offered: Estimate | None = None
        taken: Estimate | None = None
        if seen:
            counts = [deal["offered"].get(subject.key, (0, 0)) for deal in seen]
            offered = count([times[0] for times in counts], each)
            if offered.value:
                taken = rate([times[1] for times in counts], [times[0] for times in counts], each)
        correlation = with_taking.get(subject.key)
        found.append(
            UseFigures(
                subject.key,
                subject.kind,
                subject.title,
                figure(owned),
                figure(start),
                figure(offered) if offered else None,
                figure(taken) if taken else None,
                figure(correlation) if correlation else None,
            )
        )
    return found
