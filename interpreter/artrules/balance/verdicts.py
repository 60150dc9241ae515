"""The verdicts of a report: what its figures say, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from artrules.balance.impact import FEWEST_DEALS, Impact
from artrules.balance.report import Figure, LuckFigures, Made, OptionFigures, SeatFigures
from artrules.balance.statistics import Estimate
from artrules.balance.subjects import Subject

TOO_STRONG, TOO_WEAK, EVEN, UNCLEAR = "too strong", "too weak", "even", "unclear"
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
    made: Made,
) -> list[str]:
    """All verdicts, the most important first. `untold` are the subjects of which there is too little to say, `unwon` is
    how many games nobody wins."""
    level, games = f"{made.level * 100:g} %", made.deals - len(faults)
    return [
        *of_faults(faults, made),
        *of_unwon(unwon, games),
        *(_of_impacts(impacts, margin, level) if made.players > 1 else ()),
        *_of_untold(untold),
        *(of_seats(seats, made.players, level) if unwon < games else ()),
        *_of_luck(luck, level),
        *_of_options(options),
    ]


def of_faults(faults: Sequence[str], made: Made) -> Iterator[str]:
    """That deals didn't come to their end."""
    if faults:
        count = f"{len(faults):,} of {made.deals:,} deals"
        yield f"The content made a mistake in {count}, which count for nothing here: {faults[0]}"


def of_unwon(unwon: int, games: int) -> Iterator[str]:
    """That nobody wins so many of some games."""
    if unwon:
        which = "any game" if unwon == games else f"{unwon:,} of {games:,} games"
        yield f"Nobody wins in {which}: `winners` names no player there. All share such a game here."


def _of_impacts(impacts: Sequence[Impact], margin: float, level: str) -> Iterator[str]:
    judged = [(judge(impact, margin), impact) for impact in impacts]
    ranked = sorted(judged, key=lambda each: -each[1].share.value)
    for verdict, impact in ranked:
        if verdict == TOO_STRONG:
            yield _told(impact, "is too strong", level)
    for verdict, impact in reversed(ranked):
        if verdict == TOO_WEAK:
            yield _told(impact, "is too weak", level)
    if impacts and not any(verdict in (TOO_STRONG, TOO_WEAK) for verdict, _ in judged):
        unclear = [impact.subject.title for verdict, impact in ranked if verdict == UNCLEAR]
        points = f"{100 * margin:.3g}"
        if not unclear:
            yield f"All are even: none is worth {points} points of a hundred more or less than the others ({level})."
        else:
            yield (
                f"None is too strong or too weak by more than {points} points of a hundred, as far as these games "
                f"show. More deals would tell more of {listed(unclear)}."
            )
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


def _of_untold(untold: Sequence[Subject]) -> Iterator[str]:
    if untold:
        titles = listed([subject.title for subject in untold])
        yield (
            f"Too few deals to tell the worth of {titles}: each must be lacking in {FEWEST_DEALS} of them. With more "
            "(`--deals`) they would be told."
        )


def _told(impact: Impact, what: str, level: str) -> str:
    share, beyond = impact.share, impact.beyond_others
    assert beyond is not None
    lacks = "can't use it" if impact.subject.kind == "power" else "leaves it alone"
    times = "less" if share.value >= 0 else "more"
    low, high = sorted((abs(share.low), abs(share.high))) if share.low * share.high > 0 else (share.low, share.high)
    if share.value < 0 and share.low * share.high <= 0:
        low, high = -share.high, -share.low
    compared = "more" if beyond.value >= 0 else "less"
    return (
        f"{impact.subject.title} {what}: a player who {lacks} wins {in_points(abs(share.value))} points of a hundred "
        f"{times} often ({level}: {in_points(low)} to {in_points(high)}). That is "
        f"{in_points(abs(beyond.value))} points {compared} than for the others on average."
    )


def of_seats(seats: Sequence[SeatFigures], players: int, level: str) -> Iterator[str]:
    """Which seats win more or less than their part."""
    for seat in seats:
        if seat.stands_out:
            yield (
                f"Seat {seat.player} has {percent(seat.share.value)} of the wins instead of {percent(1 / players)} "
                f"({level}: {bounds(seat.share)})."
            )
    if seats and players > 1 and not any(seat.stands_out for seat in seats):
        widest = max((s.share.high or 1.0) - (s.share.low or 0.0) for s in seats) / 2
        yield f"No seat is better than another, to within {in_points(widest)} points of a hundred."


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
