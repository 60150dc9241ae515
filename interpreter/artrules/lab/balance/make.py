"""Makes a report of deals that were played: its figures, and its verdicts, which say in plain words what they mean."""

from collections.abc import Iterator, Sequence
from typing import Any

from artrules.lab.balance import course
from artrules.lab.balance.compare import Other, compare
from artrules.lab.balance.compare import told as told_of
from artrules.lab.balance.deal import BalancePlan
from artrules.lab.balance.impact import FEWEST_DEALS, Had, Impact, at_start, by_taking, find_impacts, share_by
from artrules.lab.balance.report import (
    FORMAT,
    Figure,
    ImpactFigures,
    LuckFigures,
    OptionFigures,
    Report,
    RunFacts,
    SeatFigures,
    UseFigures,
    even_part,
)
from artrules.lab.balance.run import Answer
from artrules.lab.balance.statistics import Estimate, count, figure, level_of_each, rate
from artrules.lab.balance.subjects import Subject, branches
from artrules.model.ir.model import Model
from artrules.play.game.scores import is_cooperative

# The verdicts of a report: what its figures say, in plain words.

TOO_STRONG, TOO_WEAK, EVEN, UNCLEAR = "too strong", "too weak", "even", "unclear"
_LITTLE = 0.01
"""What an option brings less than others before it is named."""
_MOST_NAMED = 3
"""Things of one sort that are named before the rest is only counted."""


def judge(impact: Impact, margin: float) -> str:
    """What an impact says of its subject, compared with the others of its group: that it is too strong or too weak by
    more than a margin, beyond chance; that it is even, within the margin; or that it is unclear."""
    return judge_beyond(impact.beyond_others, margin)


def judge_beyond(beyond: Estimate | None, margin: float) -> str:
    """The same of how much more something is worth than the others of its group."""
    if beyond is None:
        return UNCLEAR
    if beyond.low > margin:
        return TOO_STRONG
    if beyond.high < -margin:
        return TOO_WEAK
    return EVEN if -margin <= beyond.low and beyond.high <= margin else UNCLEAR


def verdicts(
    impacts: Sequence[Impact],
    untold: Sequence[Subject],
    margin: float,
    seats: Sequence[SeatFigures],
    luck: Sequence[LuckFigures],
    options: Sequence[OptionFigures],
    faults: Sequence[str],
    unwon: int,
    run: RunFacts,
    cooperative: bool,
) -> list[str]:
    """All verdicts, the most important first. `untold` are the subjects of which there is too little to say, `unwon` is
    how many games nobody wins, `cooperative` whether all play against the game."""
    level, games = f"{run.level * 100:g} %", run.deals - len(faults)
    return [
        *of_faults(faults, run),
        *of_unwon(unwon, games, cooperative),
        *(_of_impacts(impacts, margin, level, run.deals) if run.players > 1 else ()),
        *_of_untold(untold),
        *(of_seats(seats, run.players, level, margin) if unwon < games and not cooperative else ()),
        *_of_luck(luck, level),
        *_of_options(options),
    ]


def of_faults(faults: Sequence[str], run: RunFacts) -> Iterator[str]:
    """That deals didn't come to their end."""
    if faults:
        count = f"{len(faults):,} of {run.deals:,} deals"
        yield f"The content made a mistake in {count}, which count for nothing here: {faults[0]}"


def of_unwon(unwon: int, games: int, cooperative: bool) -> Iterator[str]:
    """That nobody wins so many of some games; in some all play against the game."""
    if unwon:
        which = "any game" if unwon == games else f"{unwon:,} of {games:,} games"
        what = "All have lost such a game." if cooperative else "All share such a game here."
        yield f"Nobody wins in {which}: `winners` names no player there. {what}"


def _of_impacts(impacts: Sequence[Impact], margin: float, level: str, deals: int) -> Iterator[str]:
    judged = [(judge(impact, margin), impact) for impact in impacts]
    ranked = sorted(judged, key=lambda each: -each[1].share.value)
    for verdict, impact in ranked:
        if verdict == TOO_STRONG:
            yield _told(impact, "Weaken", "is too strong", level)
    for verdict, impact in reversed(ranked):
        if verdict == TOO_WEAK:
            yield _told(impact, "Strengthen", "is too weak", level)
    unclear = [impact for verdict, impact in ranked if verdict == UNCLEAR]
    points = f"{100 * margin:.3g}"
    if impacts and not unclear and all(verdict == EVEN for verdict, _ in judged):
        yield f"All are even: none is worth {points} points of a hundred more or less than the others ({level})."
    elif unclear and not any(verdict in (TOO_STRONG, TOO_WEAK) for verdict, _ in judged):
        yield f"None is too strong or too weak by more than {points} points of a hundred, as far as these games show."
    yield from _of_unclear(unclear, margin, deals)
    harmful = [impact for impact in impacts if impact.share.high < 0]
    for impact in harmful:
        less, low, high = (
            in_points(-impact.share.value),
            in_points(-impact.share.high),
            in_points(-impact.share.low),
        )
        yield (
            f"{impact.subject.title} does harm: a player who can't use it wins {less} points of a hundred more often "
            f"({level}: {low} to {high})."
        )


_MANY_TIMES = 20
"""So many times as many deals are more than one would wait for."""


def _of_unclear(impacts: Sequence[Impact], margin: float, deals: int) -> Iterator[str]:
    """What more deals would tell of impacts that are unclear, if they stay where they are: the width of an interval
    falls as the root of the number of deals."""
    times = {impact.subject.title: _times_as_many(impact.beyond_others, margin) for impact in impacts}
    told = [title for title in times if times[title] < _MANY_TIMES]
    if told:
        number = _rounded_up(max(times[title] for title in told) * deals)
        yield f"Play about {number:,} deals (--deals {number}) to know whether {listed(told)} {_are(told)} even."
    near = [title for title in times if title not in told]
    if near:
        yield (
            f"{listed(near)} {_are(near)} near the margin: even {_MANY_TIMES} times as many deals might not tell "
            f"whether {'it is' if len(near) == 1 else 'they are'} even."
        )


def _are(titles: Sequence[str]) -> str:
    return "is" if len(titles) == 1 else "are"


def _times_as_many(beyond: Estimate | None, margin: float) -> float:
    """How many times as many deals would leave the margin out of an interval."""
    if beyond is None:
        return _MANY_TIMES
    gap = abs(abs(beyond.value) - margin)
    return ((beyond.high - beyond.low) / 2 / gap) ** 2 if gap > 0 else _MANY_TIMES


def _rounded_up(number: float) -> int:
    """A number rounded up to two digits."""
    unit = 10 ** max(0, len(str(int(number))) - 2)
    return int(-(-number // unit) * unit)


def _of_untold(untold: Sequence[Subject]) -> Iterator[str]:
    if untold:
        titles = listed([subject.title for subject in untold])
        yield (
            f"Too few deals to tell the worth of {titles}: each must be lacking in {FEWEST_DEALS} of them. With more "
            "(`--deals`) they would be told."
        )


def _told(impact: Impact, advice: str, what: str, level: str) -> str:
    share, beyond = impact.share, impact.beyond_others
    assert beyond is not None
    lacks = "can't use it" if impact.subject.kind == "power" else "leaves it alone"
    times = "less" if share.value >= 0 else "more"
    low, high = sorted((abs(share.low), abs(share.high))) if share.low * share.high > 0 else (share.low, share.high)
    if share.value < 0 and share.low * share.high <= 0:
        low, high = -share.high, -share.low
    compared = "more" if beyond.value >= 0 else "less"
    return (
        f"{advice} {impact.subject.title}, which {what}: a player who {lacks} wins {in_points(abs(share.value))} "
        f"points of a hundred {times} often ({level}: {in_points(low)} to {in_points(high)}). That is "
        f"{in_points(abs(beyond.value))} points {compared} than for the others on average."
    )


def of_seats(seats: Sequence[SeatFigures], players: int, level: str, margin: float) -> Iterator[str]:
    """Which seats win more or less than their part. Where none stands out: within how much they are alike, or, if that
    is more than the margin, that there are too few deals to tell."""
    even = even_part([seat.share.value for seat in seats]) if seats else 0.0
    for seat in seats:
        if seat.stands_out:
            yield (
                f"Seat {seat.player} has {percent(seat.share.value)} of the wins instead of {percent(even)} "
                f"({level}: {bounds(seat.share)})."
            )
    if seats and players > 1 and not any(seat.stands_out for seat in seats):
        widest = max((1.0 if s.share.high is None else s.share.high) - (s.share.low or 0.0) for s in seats) / 2
        points = f"{in_points(widest)} points of a hundred"
        yield (
            f"No seat is better than another, to within {points}."
            if widest <= margin
            else f"Too few deals to tell whether a seat is better than another: one may be, by {points}."
        )


def _of_luck(luck: Sequence[LuckFigures], level: str) -> Iterator[str]:
    out = sorted((each for each in luck if each.stands_out), key=lambda each: -abs(each.share.value))
    for each in out[:_MOST_NAMED]:
        times = "more" if each.share.value > 0 else "less"
        low, high = sorted((abs(each.share.low or 0.0), abs(each.share.high or 0.0)))
        points = in_points(abs(each.share.value))
        yield (
            f"Luck of the start: {each.about} makes a player win {points} points of a hundred {times} often "
            f"({level}: {in_points(low)} to {in_points(high)})."
        )
    if len(out) > _MOST_NAMED:
        yield f"{len(out) - _MOST_NAMED} more things that chance gives before the first decision matter beyond chance."


def _of_options(options: Sequence[OptionFigures]) -> Iterator[str]:
    never_offered = [option.label for option in options if option.offered.value == 0]
    if never_offered:
        yield f"Never offered in the games that were watched: {listed([f'“{label}”' for label in never_offered])}."
    never = [option.label for option in options if option.offered.value and option.taken.value == 0]
    if never:
        yield f"Offered, and never taken: {listed([f'“{label}”' for label in never])}."
    brought = [(each.brings.value, each.label) for each in options if each.brings and _is_less(each.brings)]
    for value, label in sorted(brought)[:_MOST_NAMED]:
        yield (
            f"“{label}” is hardly ever worth taking: it brings {in_points(-value)} points of a hundred less than the "
            "other options of its decisions."
        )


def _is_less(brings: Figure) -> bool:
    """Whether an option brings less than the others, beyond chance."""
    return brings.high is not None and brings.high < -_LITTLE


def listed(words: Sequence[str]) -> str:
    """The first of some words; the rest is counted."""
    named = ", ".join(words[:_MOST_NAMED])
    return named if len(words) <= _MOST_NAMED else f"{named} and {len(words) - _MOST_NAMED} more"


def in_points(part: float) -> str:
    """A part in points of a hundred."""
    return f"{100 * part:.1f}".removesuffix(".0")


def percent(part: float) -> str:
    """A part in percent."""
    return f"{in_points(part)} %"


def bounds(figure: Figure) -> str:
    """The interval of a part, in points of a hundred."""
    return f"{in_points(figure.low or 0.0)} to {in_points(1.0 if figure.high is None else figure.high)}"


# Makes a report of deals that were played.


def make_report(
    model: Model,
    plan: BalancePlan,
    lacked: Sequence[Subject],
    subjects: Sequence[Subject],
    deals: Sequence[dict[str, Any]],
    run: RunFacts,
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
    level = run.level
    impacts = find_impacts(deals, plan, lacked, level, margin)
    of_seats = course.seats(deals, plan.players, level)
    of_luck = _luck(deals, {s.key: s.title for s in subjects if s.kind == "power"}, level)
    sets = {subject.key.partition("/")[0] for subject in subjects if subject.kind == "power"}
    of_options = course.options(deals, branches(model, sets), level)
    untold = [subject for subject in lacked if subject not in [impact.subject for impact in impacts]]
    against = None if other is None else compare(model, answer, other, level)
    unwon, together = course.won_by_nobody(deals), is_cooperative(model)
    lines = [caution] if caution else []
    lines += [] if against is None else [*told_of(against, f"{level * 100:g} %")]
    lines += verdicts(impacts, untold, margin, of_seats, of_luck, of_options, faults, unwon, run, together)
    return Report(
        FORMAT,
        run,
        lines,
        of_seats,
        course.course(deals, level),
        course.spreads(deals),
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
    luck_figures = []
    for name, estimate in share_by(had, level).items():
        about, _, rest = name.partition(" ")
        is_one = all(set(counts) <= {0, 1} for _, counts, _ in had[name])
        words = {
            "card": f"to have the card {rest}",
            "power": f"to have a card with {titles.get(rest, rest)}",
            "variable": f"to {'be' if is_one else 'have one more of'} {rest.replace('_', ' ')}",
        }[about]
        luck_figures.append(LuckFigures(words, figure(estimate), estimate.games, estimate.differs_from(0.0)))
    return sorted(luck_figures, key=lambda each: (-abs(each.share.value), each.about))


def _distinct(had: dict[str, list[Had]]) -> dict[str, list[Had]]:
    """What players had, without what they always had together with something that comes before it."""
    rows_by_name: dict[str, list[Had]] = {}
    for name, rows in had.items():
        if rows not in rows_by_name.values():
            rows_by_name[name] = rows
    return rows_by_name


def _uses(deals: Sequence[dict[str, Any]], players: int, subjects: Sequence[Subject], level: float) -> list[UseFigures]:
    with_taking = share_by(by_taking(deals), level)
    seen = [deal for deal in deals if "watched" in deal]
    each = level_of_each(level, 4 * len(subjects))
    use_figures = []
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
        use_figures.append(
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
    return use_figures
