"""What a table looks like, whatever happens at it: what lies together, how zones lie, how variables start, what is
printed on cards.

Part of the API. A client gets the description of a game once (`Game.description`); with it, a view is all that it
needs to draw a table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, field
from typing import Any, Literal

from artrules.model.ir.model import Model
from artrules.model.ir.types import ListOf, Member, Optional, Player, SetOf, Type
from artrules.text.content.layout import CardSize, Seats, Template, Texture, ValueForm, ValueShown, ZoneForm
from artrules.text.record import dataclass

# The parts of a table's description: plain values, with all defaults filled in.
#
# Names are those of views, without what stands there in brackets; titles are for people. `as_data` gives data for JSON.

OWN_KEYS = frozenset({"card", "id", "look", "number", "figures", "face", "shown_to", "unseen", "gained"})
"""What a card in a view may hold beside attributes."""


def key_of_attribute(name: str) -> str:
    """Under which key a card in a view has an attribute: its name, with `_` after it where a card holds something else
    under this name."""
    return f"{name}_" if name in OWN_KEYS else name


Of = Literal["table", "player"]
"""Whose something is: it stands once on the table, or once for each player."""


@dataclass(frozen=True, slots=True)
class Area:
    """What lies together on the table, in order.

    `of` is `table` or `player`: each player has an area of the second sort. `owners` are the owners of its things,
    members of the enum `by`, or numbers where that is None: such a thing stands there once for each owner, under
    `NAME[OWNER]`. Others of its things may have no owners. Where it has things with owners of several types, these are
    the owners of the first one; each thing names its own enum. `short` is a title of at most 12 characters, None where
    content gives none. `place` is `table`, `side`, or, for an area of players, `mine`.
    """

    name: str
    title: str
    of: Of
    by: str | None
    owners: tuple[str, ...]
    things: tuple[str, ...]
    short: str | None = None
    place: Literal["table", "mine", "side"] = "table"


@dataclass(frozen=True, slots=True)
class BackDescription:
    """The back of cards: a colour, a symbol and a picture as of a member. None where content leaves them open."""

    colour: str | None
    symbol: str | None
    picture: str | None


@dataclass(frozen=True, slots=True)
class ZoneDescription:
    """How the cards of a zone lie.

    `order` is pile, row or loose; `face_up` says how a card lies by default. `as_` says how to draw the zone: pile,
    fan, row, grid or track. `shown` is always, filled (while a card lies there), folded (on demand) or never. `of` is
    `table` or `player`. `by` is the enum of the owners in brackets, None where there are none, or they are numbers.
    `short` is as of areas. `size` is large, medium or slip, None where content leaves it open. `front` says that it
    stands beside a player's name; that is one zone at most. `back` is that of all cards that may lie there, None where
    content gives none, or not all have the same.
    """

    order: Literal["pile", "row", "loose"] = "loose"
    face_up: bool = True
    title: str = ""
    as_: ZoneForm = "grid"
    shown: Literal["always", "filled", "folded", "never"] = "filled"
    of: Of = "table"
    by: str | None = None
    short: str | None = None
    size: CardSize | None = None
    front: bool = False
    back: BackDescription | None = None


@dataclass(frozen=True, slots=True)
class VariableDescription:
    """A variable, or a figure: a value that the table computes.

    `starts` is its start value as a view shows it (for a figure that is shown while `changed` 0, no or none, else
    None), `lasts` whether it keeps its value all game long. `as_` says how to draw it: number, score, money, track or
    flag. `shown` is always, changed (while it isn't what it starts with), turn (of a player, in that player's turn),
    folded or never. `of` is `table` or `player`, `by` the enum of the owners in brackets, as of zones. `low` and
    `high` are its bounds, None for what is no number. `steps` are the steps of the table by which it counts: pairs of
    the least number and the value, `gives` what these values are. `short` is as of areas.
    """

    starts: Any = None
    lasts: bool = True
    title: str = ""
    as_: ValueForm = "number"
    shown: ValueShown = "always"
    of: Of = "table"
    by: str | None = None
    low: int | None = None
    high: int | None = None
    steps: tuple[tuple[int, int], ...] = ()
    short: str | None = None
    gives: str | None = None


@dataclass(frozen=True, slots=True)
class PhaseDescription:
    """A phase: its title, and who acts in it: `in_turn`, `all_at_once`, or `nobody`."""

    title: str
    who: Literal["in_turn", "all_at_once", "nobody"]


@dataclass(frozen=True, slots=True)
class MemberDescription:
    """A member of an enum: its title, a colour of CSS and a symbol (the name of a shape, or one or two characters).
    `short` is as of areas; `picture` is a path inside the ruleset's folder, None where it has none."""

    title: str
    colour: str
    symbol: str
    short: str | None = None
    picture: str | None = None


DrawnPart = Literal["colour", "symbol", "number", "index"]
"""What is drawn large of what is printed on a card."""


@dataclass(frozen=True, slots=True)
class ChangedPart:
    """What the value of an attribute is drawn as, once it isn't as printed; `enum` is the one of its members, None for
    numbers."""

    parts: tuple[DrawnPart, ...]
    enum: str | None


@dataclass(frozen=True, slots=True)
class KindDescription:
    """A kind of card. `number` is the figure that is the big number of its cards, None where that is printed.
    `figures` are the titles of the figures that its cards show, by name; `short` are the short ones of those that have
    some. `template` says after which pattern they are drawn: playing, power, tile, token, money or place. `instead`
    tells by the title of an attribute what its value is drawn as once it has changed, in place of what is printed."""

    title: str
    number: str | None = None
    figures: Mapping[str, str] = field(default_factory=dict)
    short: Mapping[str, str] = field(default_factory=dict)
    template: Template = "tile"
    instead: Mapping[str, ChangedPart] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """A value that is drawn on a card: its title, and its parts, one or several. They are drawn `as_` symbols or text:
    each is `{"member": [ENUM, MEMBER]}`, `{"number": 3}` or `{"text": "…"}`."""

    title: str
    as_: Literal["symbols", "text"]
    values: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Look:
    """What is printed on a card. Cards that were printed alike have the same look.

    `text` says what it can do, and `power` what that is called, where it isn't the title. `colour`, `symbol`, `number`
    and `picture` are None where it has none; the picture is a path inside the ruleset's folder. `attributes` are the
    printed values in words, by title. `index` stands in the corner, None where content says nothing of it; `pips` is
    how many symbols stand on a playing card where the index alone doesn't say so. `shows` is what is drawn besides.
    """

    kind: str
    title: str
    text: str
    colour: str | None
    symbol: str | None
    number: int | None
    picture: str | None
    attributes: dict[str, str]
    index: str | None = None
    pips: int | None = None
    shows: tuple[PrintedValue, ...] = ()
    power: str = ""


@dataclass(frozen=True, slots=True)
class ThemeDescription:
    """How the table itself looks: colours of CSS, what it is made of, and a picture, a path inside the ruleset's
    folder. None where content leaves it open."""

    table: str | None = None
    card: str | None = None
    accent: str | None = None
    texture: Texture | None = None
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class TermDescription:
    """A word of the game that players read, what it means, and its other forms."""

    word: str
    text: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class TableDescription:
    """The table of one configuration of a ruleset. Names are those of views, without what stands there in brackets.

    Games of one configuration that share a program share their description.
    """

    title: str
    about: str
    """How the game is won and what a turn is, in a few sentences; empty where content doesn't say it."""
    areas: tuple[Area, ...]
    """Each zone, variable and figure stands in one area."""
    zones: dict[str, ZoneDescription]
    variables: dict[str, VariableDescription]
    figures: dict[str, VariableDescription]
    """The values that the table computes, but for those of cards, by name."""
    phases: dict[str, PhaseDescription]
    members: Mapping[str, Mapping[str, MemberDescription]]
    """By enum and member."""
    kinds: dict[str, KindDescription]
    looks: tuple[Look, ...]
    """All that cards have been printed with, in the order of the pieces. A card of a view names its look by index."""
    of_players: frozenset[str]
    """The names of the variables and attributes whose values are players."""
    powers: tuple[tuple[str, str, str], ...]
    """What the sets in play give for each key of each group: the key, its title, its text."""
    terms: tuple[TermDescription, ...] = ()
    """The words that the game and the sets in play explain."""
    seats: Seats = "row"
    """Where the other players sit: in a row, or around the table."""
    theme: ThemeDescription = field(default_factory=ThemeDescription)
    ends: str = ""
    """When the game ends, in the words of whoever wrote it; empty where content says nothing of it."""

    def as_data(self) -> dict[str, Any]:
        """The description as data for JSON: keys are the names of fields, `as` for `as_`."""
        return {
            "title": self.title,
            "about": self.about,
            "ends": self.ends,
            "seats": self.seats,
            "theme": asdict(self.theme),
            "areas": [asdict(area) for area in self.areas],
            "zones": {name: _renamed(zone) for name, zone in self.zones.items()},
            "variables": {name: _renamed(variable) for name, variable in self.variables.items()},
            "figures": {name: _renamed(figure) for name, figure in self.figures.items()},
            "phases": {name: asdict(phase) for name, phase in self.phases.items()},
            "members": {
                enum: {name: asdict(member) for name, member in members.items()}
                for enum, members in self.members.items()
            },
            "kinds": {name: asdict(kind) for name, kind in self.kinds.items()},
            "looks": [{**asdict(look), "shows": [_renamed(each) for each in look.shows]} for look in self.looks],
            "powers": [{"key": key, "title": title, "text": text} for key, title, text in self.powers],
            "terms": [asdict(term) for term in self.terms],
        }


def _renamed(thing: ZoneDescription | VariableDescription | PrintedValue) -> dict[str, Any]:
    return {("as" if name == "as_" else name): value for name, value in asdict(thing).items()}


# Titles: what people read for a name of the content.


def title_of(name: str) -> str:
    """What people read for a name that has no title of its own: `free_market` of a set or of the game is `free
    market`."""
    return name.rpartition("/")[2].replace("_", " ")


def heading(text: str) -> str:
    """A text as the title of something: it begins with a capital letter."""
    return text[:1].upper() + text[1:]


def players_in_words(counts: Sequence[int]) -> str:
    """For how many players a game is: `2 to 4 players`, `2 or 4 players`; empty without numbers."""
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]} players"
    listed = " or ".join(filter(None, (", ".join(map(str, counts[:-1])), *map(str, counts[-1:]))))
    return f"{listed} {'player' if listed == '1' else 'players'}" if listed else ""


def title_of_decision(model: Model, site: str, prompt: str) -> str:
    """The heading of a decision with an identity: the title that the layout gives to the code that asks, else its
    prompt."""
    said = model.layout.decisions.get(_asking(site))
    return heading(prompt if said is None else said.text)


def _asking(site: str) -> str:
    """The name of what asks: the key of a procedure, or the name of a menu, group of powers, phase or step. A site is
    the code's full name, then the number of the decision in it: `procedure SET/NAME/1`, `power SET/GROUP.KEY.N/1`,
    `menu NAME` or `menu NAME/ENTRY/1`."""
    sort, _, name = site.partition(" ")
    if sort == "menu":
        return name.partition("/")[0]
    if sort == "power":
        return name.partition("/")[2].partition(".")[0]
    return name.rpartition("/")[0]


# Values of views in words.

Members = Mapping[str, Mapping[str, MemberDescription]]
"""By enum and member: how members are shown."""


def value_in_words(value: Any, type_: Type | None, members: Members) -> str:
    """A value of a view in words: titles of members, `player 2`, `yes`; `none` for nothing."""
    match type_:
        case Optional(of):
            return "none" if value is None else value_in_words(value, of, members)
        case SetOf(of) | ListOf(of):
            return ", ".join(value_in_words(item, of, members) for item in value or ()) or "none"
        case Member(enum):
            return members[enum][value].title
        case Player():
            return f"player {value}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{title_of(name)} {item}" for name, item in value.items())
    return "none" if value is None else str(value)
