"""Compares two versions that were played in the same deals: what moved beyond chance.

Both versions are played from the same seeds (common random numbers; Law, Simulation Modeling and Analysis, 5th edition,
2015, chapter 11). So what they have in common cancels out of the differences, and a deal is one observation.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np

from artrules.lab.balance.course import NOBODY_WINS, won_by_nobody
from artrules.lab.balance.impact import FEWEST_DEALS, design, times_lacking
from artrules.lab.balance.report import Against, ComparedFigure, Figure, Sort
from artrules.lab.balance.run import Answer
from artrules.lab.balance.statistics import (
    Estimate,
    Fit,
    Ratio,
    difference_of_ratios,
    figure,
    level_of_each,
    ratio,
    regression,
)
from artrules.lab.balance.subjects import Branch, Subject, branches, labels_of, pairs, title_of
from artrules.model.ir.model import Model
from artrules.text.record import dataclass

# What is compared of two versions: figures with their difference, deal by deal.

Deal: TypeAlias = dict[str, Any]
Estimates: TypeAlias = tuple[Estimate | None, Estimate | None, Estimate | None]
"""Here, there, and how much more it is here; None where a version has none."""
Count: TypeAlias = Callable[[Deal], float]


@dataclass(frozen=True, slots=True)
class Version:
    """One of two versions: its deals, what players lacked in them, its powers and cards, its kinds of option."""

    deals: Sequence[Deal]
    lacked: Sequence[Subject]
    powers: Sequence[Subject]
    branches: Mapping[str, Branch]


class Quantity(Protocol):
    """A figure that two versions have, or one of them."""

    @property
    def about(self) -> str:
        """What it is, for people."""

    @property
    def sort(self) -> Sort:
        """What sort of figure it is."""

    def estimates(self, level: float) -> Estimates:
        """The figure in both versions and the difference, each with an interval at a level of confidence."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A quotient of sums over deals, such as a mean."""

    about: str
    sort: Sort
    here: Ratio | None
    there: Ratio | None

    def estimates(self, level: float) -> Estimates:
        """As Quantity says."""
        here = None if self.here is None else self._bounded(ratio(*self.here, level))
        there = None if self.there is None else self._bounded(ratio(*self.there, level))
        if self.here is None or self.there is None:
            return here, there, None
        return here, there, difference_of_ratios(self.here, self.there, level)

    def _bounded(self, estimate: Estimate) -> Estimate:
        """It without what a part or a count can't be. Scores may be below 0."""
        if self.sort != "part":
            return estimate
        return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high), estimate.games)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a power or card is worth: coefficients of one regression over both versions, so that what they have in
    common in a deal is known. `here` and `there` are their places in it."""

    about: str
    fit: Fit
    here: int | None
    there: int | None

    @property
    def sort(self) -> Literal["worth"]:
        """As Quantity says."""
        return "worth"

    def estimates(self, level: float) -> Estimates:
        """As Quantity says."""
        here = None if self.here is None else self._weighed({self.here: 1}, level)
        there = None if self.there is None else self._weighed({self.there: 1}, level)
        if self.here is None or self.there is None:
            return here, there, None
        return here, there, self._weighed({self.here: 1, self.there: -1}, level)

    def _weighed(self, weights: Mapping[int, float], level: float) -> Estimate:
        every = np.zeros(len(self.fit.coefficients))
        for place, weight in weights.items():
            every[place] = weight
        return self.fit.estimate(every, level)


def quantities(here: Version, there: Version, players: int) -> list[Quantity]:
    """Everything that can be compared. The deals of both versions are the same ones, in the same order."""
    return [*_worths(here, there, players), *_of_games(here, there, players), *_of_watched(here, there)]


def _worths(here: Version, there: Version, players: int) -> Iterator[Quantity]:
    if players < 2:
        return
    versions = (here, there)
    numbers = [sorted(times_lacking(version.deals)) for version in versions]
    if not all(numbers):
        return
    first, second = (design(v.deals, players, n) for v, n in zip(versions, numbers, strict=True))
    rows, width = first.of_shares.shape
    columns = np.zeros((rows + len(second.of_shares), width + second.of_shares.shape[1]))
    columns[:rows, :width], columns[rows:, width:] = first.of_shares, second.of_shares
    outcome, deals = np.concatenate([first.shares, second.shares]), np.concatenate([first.deals, second.deals])
    fit = regression(columns, outcome, deals, first.games + second.games)
    places = []
    for version, indices, start in zip(versions, numbers, (0, width), strict=True):
        times = times_lacking(version.deals)
        places.append({version.lacked[n].key: start + i for i, n in enumerate(indices) if times[n] >= FEWEST_DEALS})
    for pair in pairs(here.lacked, there.lacked):
        pair_places = [None if s is None else of.get(s.key) for s, of in zip(pair, places, strict=True)]
        if any(place is not None for place in pair_places):
            yield Worth(f"worth of {title_of(pair)}", fit, *pair_places)


def _of_games(here: Version, there: Version, players: int) -> Iterator[Quantity]:
    def each(about: str, sort: Sort, value: Count) -> Rate:
        ones = [1.0] * len(here.deals)
        return Rate(about, sort, ([value(deal) for deal in here.deals], ones), ([value(d) for d in there.deals], ones))

    def of_game(key: str) -> Count:
        return lambda deal: float(deal["games"][0][key])

    def of_seat(key: str, seat: int) -> Count:
        return lambda deal: float(deal["games"][0][key][seat])

    for seat in range(players if players > 1 else 0):
        yield each(f"wins of seat {seat + 1}", "part", of_seat("shares", seat))
    for seat in range(players):
        yield each(f"score of seat {seat + 1}", "number", of_seat("scores", seat))
    yield each("rounds a game", "number", of_game("rounds"))
    yield each("decisions a game", "number", of_game("decisions"))
    yield each("games with several winners", "part", lambda deal: float(deal["games"][0]["winners"] > 1))
    if won_by_nobody([*here.deals, *there.deals]):
        yield each(NOBODY_WINS, "part", lambda deal: float(deal["games"][0]["winners"] == 0))
    yield each("games that the last round ends", "part", of_game("stalled"))
    for pair in pairs(here.powers, there.powers):
        owned = [_owned(version.deals, subject, players) for version, subject in zip((here, there), pair, strict=True)]
        yield Rate(f"cards with {title_of(pair)} at the end", "number", *owned)


def _owned(deals: Sequence[Deal], subject: Subject | None, players: int) -> Ratio | None:
    """How many cards with a power a player has at the end."""
    if subject is None:
        return None
    return [sum(deal["owned"].get(subject.key, ())) / players for deal in deals], [1.0] * len(deals)


def _of_watched(here: Version, there: Version) -> Iterator[Quantity]:
    both = [(a, b) for a, b in zip(here.deals, there.deals, strict=True) if "watched" in a and "watched" in b]
    if not both:
        return
    seen = [[deals[side] for deals in both] for side in (0, 1)]

    def each(about: str, sort: Sort, above: Count, below: Count = lambda deal: 1.0) -> Rate:
        return Rate(about, sort, *(_ratio(deals, above, below) for deals in seen))

    def of(key: str) -> Count:
        return lambda deal: deal["watched"][key]

    yield each("changes of the lead a game", "number", of("leads"))
    yield each("decisions a turn", "number", of("decisions"), of("turns"))
    yield each("options a decision", "number", of("options"), of("decisions"))
    yield each("questions with one answer", "part", of("forced"), _questions)
    for pair in pairs(here.powers, there.powers):
        counts = [None if subject is None else _of_power(subject.key) for subject in pair]
        yield from _offered_and_taken(title_of(pair), seen, counts)
    for label, keys in labels_of(here.branches, there.branches):
        yield from _offered_and_taken(f"“{label}”", seen, [_of_branches(each) if each else None for each in keys])


def _questions(deal: Deal) -> float:
    return float(deal["watched"]["decisions"] + deal["watched"]["forced"])


def _offered_and_taken(
    title: str, seen: Sequence[Sequence[Deal]], counts: Sequence[Callable[[Deal, int], float] | None]
) -> Iterator[Quantity]:
    """How often something is offered in a game, and how often of that taken, by what counts it in each version."""
    offered: list[Ratio | None] = []
    taken: list[Ratio | None] = []
    for deals, count in zip(seen, counts, strict=True):
        if count is None:
            offered.append(None)
            taken.append(None)
        else:
            times = [[count(deal, which) for deal in deals] for which in (0, 1)]
            offered.append((times[0], [1.0] * len(deals)))
            taken.append((times[1], times[0]) if any(times[0]) else None)
    if any(of is not None and any(of[0]) for of in offered):
        yield Rate(f"{title} offered", "number", *offered)
    if all(of is not None for of in taken):
        yield Rate(f"{title} taken", "part", *taken)


def _of_power(key: str) -> Callable[[Deal, int], float]:
    return lambda deal, which: deal["offered"].get(key, (0, 0))[which]


def _of_branches(keys: Sequence[str]) -> Callable[[Deal, int], float]:
    return lambda deal, which: sum(deal["watched"]["branches"].get(key, (0, 0))[which] for key in keys)


def _ratio(deals: Sequence[Deal], above: Count, below: Count) -> Ratio | None:
    """The quotient over some deals; None where there is nothing to divide by."""
    lower = [float(below(deal)) for deal in deals]
    return ([float(above(deal)) for deal in deals], lower) if any(lower) else None


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
    here, there, difference = (None if estimate is None else figure(estimate) for estimate in estimates)
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
