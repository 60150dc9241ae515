"""What the figures of sets by seat say, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from artrules.balance.report import Made, PairFigures, SeatFigures, SetFigures
from artrules.balance.verdicts import (
    EVEN,
    TOO_STRONG,
    TOO_WEAK,
    UNCLEAR,
    bounds,
    in_points,
    listed,
    of_faults,
    of_seats,
    of_unwon,
    percent,
)

_MOST_PAIRS = 3


def verdicts(
    sets: Sequence[SetFigures],
    pairs: Sequence[PairFigures],
    seats: Sequence[SeatFigures],
    faults: Sequence[str],
    unwon: int,
    made: Made,
    margin: float,
) -> list[str]:
    """All verdicts, the most important first. `unwon` is of how many deals nobody wins the first game."""
    level, games = f"{made.level * 100:g} %", made.deals - len(faults)
    return [
        *of_faults(faults, made),
        *of_unwon(unwon, games),
        *_of_sets(sets, made.players, margin, level),
        *_of_pairs(sets, pairs, level),
        *(of_seats(seats, made.players, level) if unwon < games else ()),
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
