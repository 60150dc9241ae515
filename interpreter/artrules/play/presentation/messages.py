"""What a page and a server send each other: a class for each message and for each of its parts.

Messages are plain data. The classes say which, to whoever makes them and to `schemas/table_protocol.schema.json`, which
`python -m artrules.author.derive` writes; `docs/inside/page.md` says what they mean.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from artrules.model.ir.json_form import Schema, document_schema
from artrules.play.game.description import (
    Area,
    KindDescription,
    Look,
    MemberDescription,
    PhaseDescription,
    ThemeDescription,
    VariableDescription,
    ZoneDescription,
)
from artrules.play.game.log import Sort

# What lies on the table.


class PlayerThing(TypedDict):
    player: int


class MemberThing(TypedDict):
    """An enum and one of its members."""

    member: tuple[str, str]


class NumberThing(TypedDict):
    number: int


Place = tuple[str, int, int]
"""A card's zone, the player whose zone it is or 0 for the table, and its index there."""


class CardThing(TypedDict):
    card: Place


PlainValue = None | bool | int | str | PlayerThing | MemberThing
SeenValue = PlainValue | Sequence[PlainValue]


class Card(TypedDict):
    look: int
    card: str
    number: NotRequired[int]
    face: NotRequired[Literal["up", "down"]]
    shown_to: NotRequired[Sequence[int]]
    unseen: NotRequired[bool]
    changed: NotRequired[Mapping[str, str]]
    gained: NotRequired[Sequence[str]]
    figures: NotRequired[Mapping[str, SeenValue]]


class ZoneThing(TypedDict):
    """A zone as a whole, or an empty place: its name, and the player whose it is or 0 for the table."""

    zone: tuple[str, int]


class ValueThing(TypedDict):
    """A variable: its name, and the player whose it is or 0 for the table."""

    value: tuple[str, int]


Thing = CardThing | PlayerThing | MemberThing | NumberThing | ZoneThing | ValueThing


Things = Mapping[str, Sequence[Card | None] | SeenValue]
"""Zones and values, by name."""


class View(TypedDict):
    round: int
    phase: str
    turn: int
    finished: bool
    zones: Things
    variables: Things
    players: Mapping[str, Things]


# What is offered, what has happened, how it ended.


class Destination(TypedDict):
    """Where a thing may be dragged: `of` is its index in `about`, null for each card there."""

    of: int | None
    on: ZoneThing | PlayerThing | MemberThing


class OfferedOption(TypedDict):
    label: str
    about: Sequence[Thing]
    to: Sequence[Destination]
    declines: bool
    group: int
    button: bool
    ends: bool
    gain: bool
    confirm: bool
    token: str


class ResourcePayment(TypedDict):
    """How many units of one resource are demanded, paid and missing still."""

    of: PlayerThing | MemberThing | NumberThing
    cost: int
    paid: int
    missing: int


class Payment(TypedDict):
    """A cost that is paid piece by piece; `resources` are several that are paid in units, in the order in which they
    are demanded."""

    cost: int
    paid: int
    missing: int
    resources: Sequence[ResourcePayment]


class Offer(TypedDict):
    player: int
    prompt: str
    payment: Payment | None
    options: Sequence[OfferedOption]


class Entry(TypedDict):
    round: int
    phase: str
    player: int | None
    kind: str
    sort: Sort
    text: str
    aside: str


class ScoreLine(TypedDict):
    label: str
    points: int


class ScorePart(TypedDict):
    label: str
    points: int
    lines: Sequence[ScoreLine]


class Score(TypedDict):
    players: Sequence[int]
    """A player, or where sides have all points together the players of one."""
    total: int
    parts: Sequence[ScorePart]


class TieBreak(TypedDict):
    text: str
    tied: Sequence[int]


class Side(TypedDict):
    players: Sequence[int]
    total: int


class Result(TypedDict):
    winners: Sequence[int]
    tie_break: TieBreak | None
    scores: Sequence[Score]
    stalled: bool
    rounds: int
    sides: Sequence[Side]


# What a server sends.


class Seat(TypedDict):
    seat: int
    name: str
    who: Literal["person", "bot", "empty"]
    bot: str
    here: bool
    free: bool
    """Whether an invitation may take it."""


class Bot(TypedDict):
    """A bot that can take a seat, as a stranger can understand it. The two texts are empty where a plugin adds it."""

    name: str
    title: str
    plays: str


class TableName(TypedDict):
    id: str
    title: str


class Welcome(TypedDict):
    type: Literal["welcome"]
    ruleset: str
    table: TableName
    seats: Sequence[Seat]
    mine: Sequence[int]
    seat: int | None
    host: bool
    open: bool
    waiting: Sequence[int]
    bots: Sequence[Bot]
    watching: bool
    """Whether the link only lets people watch."""
    advice: bool
    """Whether the seat may ask what a bot would do."""
    next: bool
    """Whether a rematch stands: another game of the same people, begun after this one."""
    edit: bool
    """Whether the rules are edited while the table plays, and the link sees what goes with that."""


class PowerText(TypedDict):
    key: str
    title: str
    text: str


class Term(TypedDict):
    word: str
    text: str
    forms: Sequence[str]


class Description(TypedDict):
    type: Literal["description"]
    title: str
    about: str
    ends: str
    seats: Literal["row", "around"]
    theme: ThemeDescription
    areas: Sequence[Area]
    zones: Mapping[str, ZoneDescription]
    variables: Mapping[str, VariableDescription]
    figures: Mapping[str, VariableDescription]
    phases: Mapping[str, PhaseDescription]
    members: Mapping[str, Mapping[str, MemberDescription]]
    kinds: Mapping[str, KindDescription]
    looks: Sequence[Look]
    powers: Sequence[PowerText]
    terms: Sequence[Term]


class State(TypedDict):
    type: Literal["state"]
    version: int
    pause: str | None
    view: View
    waiting: Sequence[int]
    last_round: bool
    result: Result | None
    offers: Sequence[Offer]
    from_: int
    log: Sequence[Entry]


class Seats(TypedDict):
    type: Literal["seats"]
    seats: Sequence[Seat]
    watchers: int


class Why(TypedDict):
    type: Literal["why"]
    id: Any
    text: str
    possible: bool


class Refused(TypedDict):
    type: Literal["refused"]
    text: str
    id: NotRequired[Any]


class Note(TypedDict):
    seat: int
    name: str
    line: int
    text: str


class Pins(TypedDict):
    type: Literal["pins"]
    pins: Sequence[Note]


class Next(TypedDict):
    """Somebody has begun a rematch."""

    type: Literal["next"]
    by: str


class UndoAsked(TypedDict):
    """Somebody asks to take back a choice, `text` in words for those who may know it; without `by` nobody does any
    more."""

    type: Literal["undo_asked"]
    by: int | None
    text: str
    agreed: Sequence[int]
    waits_for: Sequence[int]


class Tried(TypedDict):
    label: str
    share: float


class Advice(TypedDict):
    """What a bot would do, why, and how well the best options did, from 0 to 1."""

    type: Literal["advice"]
    id: Any
    token: str
    text: str
    tried: Sequence[Tried]


FromServer = Welcome | Description | State | Seats | Why | Refused | Pins | Next | UndoAsked | Advice


# What a page sends.


class Hello(TypedDict):
    type: Literal["hello"]
    secret: str


class Sit(TypedDict):
    type: Literal["sit"]
    seat: int | None


class Choose(TypedDict):
    type: Literal["choose"]
    token: str


class Undo(TypedDict):
    """With `ask` the others are asked, where it can't be done without."""

    type: Literal["undo"]
    ask: NotRequired[bool]


class AnswerUndo(TypedDict):
    type: Literal["answer_undo"]
    agree: bool


class Advise(TypedDict):
    """Asks what a bot would do."""

    type: Literal["advise"]
    id: Any


class Ask(TypedDict):
    """A question; the server answers it with a message of the same type."""

    type: Literal["why"]
    id: Any
    text: NotRequired[str]
    thing: NotRequired[Thing]


class Pin(TypedDict):
    type: Literal["pin"]
    text: str


class Name(TypedDict):
    type: Literal["name"]
    seat: int
    name: str


FromPage = Hello | Sit | Choose | Undo | AnswerUndo | Ask | Advise | Pin | Name


def json_schema() -> Schema:
    """The schema. It holds for each message in either direction; `type` says which it is."""
    about = "What a page and a server send each other: see docs/inside/page.md."
    return document_schema(
        "table_protocol.schema.json",
        "Messages of a table",
        about,
        FromServer | FromPage,
        written=lambda name: name.removesuffix("_"),
    )
