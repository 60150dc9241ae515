"""What a report of balance holds. The classes are the form of its JSON; `schemas/balance.schema.json` is derived from
them.

Shares and rates lie between 0 and 1. Every figure has an interval, and all intervals of one table hold together at the
report's level of confidence.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Literal

from artrules.model.ir.json_form import Schema, document_schema
from artrules.text.record import dataclass

FORMAT = 1
"""Counted up with every change after which an older reader would go wrong."""


Unit = Literal["part", "points", ""]
"""How a figure is written: a part in percent, a difference of parts in points of a hundred, or a number."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, the bounds of its interval, and from how many games it comes. A bound is null where there are too few
    games for it."""

    value: float
    low: float | None
    high: float | None
    games: int


@dataclass(frozen=True, slots=True)
class RunFacts:
    """How the report was made, and how to make it again. `partial` says how far an interrupted run has come; else it is
    empty."""

    artrules: str
    title: str
    ruleset: str
    content: str
    players: int
    settings: Sequence[str]
    bots: Sequence[str]
    seed: int
    deals: int
    watched: int
    games: int
    level: float
    partial: str
    command: str


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """How a seat did in the games as they are. `stands_out` says whether it wins more or less than its part, beyond
    chance."""

    player: int
    share: Figure
    score: Figure
    stands_out: bool


def even_part(shares: Sequence[float]) -> float:
    """The part of the win that each seat would have if all were alike, given the parts that they have: their mean. It
    is 1 by the number of players unless some play together."""
    total = sum(shares)
    return (1.0 if abs(total - 1) < 1e-6 else total) / len(shares)


@dataclass(frozen=True, slots=True)
class CourseFigure:
    """A figure of how games go."""

    about: str
    figure: Figure
    unit: Unit


@dataclass(frozen=True, slots=True)
class ImpactFigures:
    """What it costs a player to lack a subject: how much less of the win, and how many points less. `beyond_others` is
    how much more of the win that is than on average for those other subjects of its group that don't stand out."""

    key: str
    kind: str
    title: str
    group: str
    share: Figure
    score: Figure
    beyond_others: Figure | None
    verdict: str


@dataclass(frozen=True, slots=True)
class UseFigures:
    """A power or card in the games as they are: how many a player has at the end (`owned`, its cards), and how many of
    those that were had at first; in how many decisions a game it was offered, and how often of that it was taken.
    `with_taking` is how much more of the win players have for each time more than the others that they take it: a
    correlation, no effect."""

    key: str
    kind: str
    title: str
    owned: Figure
    at_start: Figure
    offered: Figure | None
    taken: Figure | None
    with_taking: Figure | None


@dataclass(frozen=True, slots=True)
class OptionFigures:
    """A kind of option: in how many decisions a game it is offered, and how often of that it is taken. `brings` is how
    much more of the win and all that leads there it brings than the other options of its decisions, where it was
    weighed."""

    key: str
    label: str
    source: str
    offered: Figure
    taken: Figure
    brings: Figure | None


@dataclass(frozen=True, slots=True)
class SpreadFigures:
    """How numbers are distributed over the games as they are."""

    about: str
    least: Figure
    lower_quartile: Figure
    median: Figure
    upper_quartile: Figure
    most: Figure


@dataclass(frozen=True, slots=True)
class LuckFigures:
    """Something that chance gives players before their first decision, and how much more of the win it brings to have
    one more of it than the others. It was dealt at random, so that is an effect."""

    about: str
    share: Figure
    games_with: int
    stands_out: bool


@dataclass(frozen=True, slots=True)
class DrawnFigures:
    """The games with one value of a setting that was drawn."""

    setting: str
    value: str
    games: int
    rounds: Figure


Sort = Literal["worth", "part", "number"]
"""What a figure that is compared is: what a power is worth (a part of the win), a part, or a number."""


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """A figure of two versions in the same deals. `difference` is how much more it is here than there. `verdict` is
    `moved` where that is beyond chance, `only here` or `only there` where one version has no such figure, else empty.
    """

    about: str
    sort: Sort
    here: Figure | None
    there: Figure | None
    difference: Figure | None
    verdict: str


@dataclass(frozen=True, slots=True)
class Against:
    """The version that this one is compared with (`there`): what it is, its content and settings, how many deals were
    played in both, and the figures of both."""

    version: str
    title: str
    content: str
    settings: Sequence[str]
    deals: int
    figures: Sequence[ComparedFigure]


@dataclass(frozen=True, slots=True)
class SetFigures:
    """A set that was given by seat: how much of the win its players have, in all games and by the seat at which it is.
    `beyond_others` is how much more of the win one has with it than with those other sets that don't stand out."""

    name: str
    title: str
    share: Figure
    beyond_others: Figure | None
    score: Figure
    seats: Sequence[Figure]
    verdict: str


@dataclass(frozen=True, slots=True)
class PairFigures:
    """A set against another one: how much the first has of what both of them win, in all games with both and by the
    seat at which the first is; null where they win nothing. `stands_out` says whether it isn't half, beyond chance."""

    name: str
    against: str
    about: str
    share: Figure | None
    seats: Sequence[Figure | None]
    stands_out: bool


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was found. The verdicts are sentences, the most important first. `sets` and `pairs` are of games
    in which each seat has a set of its own (`--sets`); then nothing else is told but seats and how games go. `against`
    is null where nothing was compared."""

    format: int
    made: RunFacts
    verdicts: Sequence[str]
    seats: Sequence[SeatFigures]
    course: Sequence[CourseFigure]
    spreads: Sequence[SpreadFigures]
    impacts: Sequence[ImpactFigures]
    uses: Sequence[UseFigures]
    options: Sequence[OptionFigures]
    luck: Sequence[LuckFigures]
    drawn: Sequence[DrawnFigures]
    sets: Sequence[SetFigures]
    pairs: Sequence[PairFigures]
    faults: Sequence[str]
    against: Against | None = None

    def as_data(self) -> dict[str, Any]:
        """It as plain data. Its keys are a promise."""
        return asdict(self)


# The JSON Schema of a report, derived from its classes. `python -m artrules.author.derive` writes it to
# `schemas/balance.schema.json`.


def json_schema() -> Schema:
    """The schema, with a definition for each class."""
    about = "What `artrules balance --format json` writes: see docs/study/balance.md."
    return document_schema("balance.schema.json", "Report of balance", about, Report, {"format": FORMAT})
