"""Compares two versions that were played in the same deals: what moved beyond chance.

Both versions are played from the same seeds (common random numbers; Law, Simulation Modeling and Analysis, 5th edition,
2015, chapter 11). So what they have in common cancels out of the differences, and a deal is one observation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from artrules.balance.labels import branches
from artrules.balance.quantities import Estimates, Quantity, Version, quantities
from artrules.balance.report import Against, ComparedFigure, Figure
from artrules.balance.run import Answer
from artrules.balance.statistics import level_of_each
from artrules.balance.written import figure
from artrules.ir.model import Model
from artrules.record import dataclass

FEWEST = 20
"""With fewer deals that both versions played, nothing is said to have moved."""
MOVED, ONLY_HERE, ONLY_THERE = "moved", "only here", "only there"
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Other:
    """The version that one is compared with: what people call it, its title, content and settings, and its games."""

    version: str
    title: str
    content: str
    settings: Sequence[str]
    model: Model
    answer: Answer


def compare(model: Model, answer: Answer, other: Other, level: float) -> Against:
    """What differs. All intervals hold together at the level. Each sort of figure has an equal part of what may go
    wrong (a weighted Bonferroni correction): otherwise many counts would hide what powers are worth."""
    both = [
        (here, there)
        for here, there in zip(answer.deals, other.answer.deals, strict=False)
        if "fault" not in here and "fault" not in there
    ]
    figures: list[ComparedFigure] = []
    if len(both) >= 2:
        compared = quantities(
            _version(model, answer, [deals[0] for deals in both]),
            _version(other.model, other.answer, [deals[1] for deals in both]),
            answer.plan.players,
        )
        number = Counter(quantity.sort for quantity in compared)
        each = {sort: level_of_each(level, len(number) * times) for sort, times in number.items()}
        figures = sorted((_compared(quantity, each[quantity.sort]) for quantity in compared), key=_rank)
    return Against(other.version, other.title, other.content, other.settings, len(both), figures)


def _version(model: Model, answer: Answer, deals: Sequence[dict[str, object]]) -> Version:
    powers = [subject for subject in answer.subjects if subject.kind == "power"]
    sets = {subject.key.partition("/")[0] for subject in powers}
    return Version(deals, answer.lacked, powers, branches(model, sets))


def _compared(quantity: Quantity, level: float) -> ComparedFigure:
    estimates = quantity.estimates(level)
    here, there, difference = (None if found is None else figure(found) for found in estimates)
    return ComparedFigure(quantity.about, quantity.sort, here, there, difference, _verdict(estimates))


def _verdict(estimates: Estimates) -> str:
    here, there, difference = estimates
    if here is None or there is None:
        return ONLY_THERE if here is None else ONLY_HERE
    assert difference is not None
    return MOVED if difference.games >= FEWEST and difference.differs_from(0.0) else ""


def _rank(compared: ComparedFigure) -> tuple[int, int, float]:
    """What a power is worth comes first, because that is an effect of the power alone; and then what moved, the surest
    first. The rest keeps its order."""
    sorts = {"worth": 0, "part": 1, "number": 2}
    difference = compared.difference
    if compared.verdict != MOVED or difference is None or difference.low is None or difference.high is None:
        return sorts[compared.sort], 1, 0.0
    half = (difference.high - difference.low) / 2
    return sorts[compared.sort], 0, -abs(difference.value) / half if half else float("-inf")


def told(against: Against, level: str) -> Iterator[str]:
    """What a comparison says, in plain words."""
    compared = [each for each in against.figures if each.difference is not None]
    moved = [each for each in compared if each.verdict == MOVED]
    if against.deals < FEWEST:
        yield (
            f"Nothing is said of what moved against {against.version}: both were played in {against.deals:,} deals, "
            f"and that takes {FEWEST} at least."
        )
        return
    if not moved:
        yield f"Nothing moved beyond chance against {against.version} ({len(compared)} figures, {level})."
    for each in moved[:_MOST_NAMED]:
        yield f"Moved against {against.version}: {each.about}, {_from_to(each)}."
    if len(moved) > _MOST_NAMED:
        more = len(moved) - _MOST_NAMED
        yield (
            f"{more} more of {len(compared)} figures moved beyond chance ({level} for all together): "
            f"{', '.join(each.about for each in moved[_MOST_NAMED : 2 * _MOST_NAMED])}"
            f"{' and others' if more > _MOST_NAMED else ''}."
        )
    for verdict in (ONLY_HERE, ONLY_THERE):
        names = [each.about for each in against.figures if each.verdict == verdict]
        if names:
            yield f"{verdict.capitalize()}: {', '.join(names[:_MOST_NAMED])}{_and_more(len(names) - _MOST_NAMED)}."


def _and_more(number: int) -> str:
    return f" and {number} more" if number > 0 else ""


def _from_to(each: ComparedFigure) -> str:
    here, there, difference = each.here, each.there, each.difference
    assert here is not None
    assert there is not None
    assert difference is not None
    return (
        f"from {_text(there.value, each.sort)} there to {_text(here.value, each.sort)} here, by "
        f"{_bare(difference, each.sort)}"
    )


def _text(number: float, sort: str) -> str:
    return {"worth": f"{100 * number:.1f} points", "part": f"{100 * number:.1f} %"}.get(sort, f"{number:,.2f}")


def _bare(difference: Figure, sort: str) -> str:
    scale = 1 if sort == "number" else 100
    digits = 2 if sort == "number" else 1
    value, low, high = (
        f"{scale * (number or 0.0):+,.{digits}f}" for number in (difference.value, difference.low, difference.high)
    )
    return f"{value}{'' if sort == 'number' else ' points'} ({low} to {high})"
