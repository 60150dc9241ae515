"""What a ruleset declares: the names that code refers to, with their types and traits.

Declarations are immutable and hold no code. The code that belongs to them (the value of a function, the body of a
procedure, what a variable starts with) stands in the tables of `ir.model.Model`, by declaration. So nodes refer to
declarations, and declarations refer to no nodes. Two declarations are the same only if they are one object.

A field whose name ends in `_text` holds code as the author wrote it, to be shown to people; it is empty for none.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal

from artrules.model.ir.types import PLAYER, Card, Member, Type, bare
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass

AS_WRITTEN = {"as_written": True}
"""Marks a field that holds what content says under the key of the same name, without any change: `declare/` copies
it."""


SeenBy = Literal["everyone", "owner", "nobody"]
"""Who may see the value of a variable. Only what belongs to players is seen by its owner."""
ZoneSeenBy = Literal["everyone", "others", "owner", "nobody"]
"""Who may see the cards of a zone: others are all but its owner."""
Shows = Literal["all", "top"]
"""Which cards of a zone lie open to those who see its cards, wherever they lie in it, or by their place. The machine
knows them by their order here."""
ZoneOrder = Literal["pile", "row", "loose"]
"""How cards lie in a zone: a pile has a top, a row a first and a last card, loose cards have no order."""
EndsFor = Literal["each_player", "everyone", "every_turn"]
"""Each player has a life of their own; or one life is everyone's, and ends with a phase, or with every turn in it."""
Combination = Literal["add", "union", "any", "most", "least", "last"]
"""How what powers and statements give is combined with the value that a card has of its own."""
DeclaredOrder = Literal["pile", "row", "loose", "open"]
"""What content says of it: an open order is loose unless a set in play requires another one."""


@dataclass(frozen=True, slots=True, eq=False)
class Declaration:
    """Anything with a name. `owner` is the set or expansion that declares it, None for the game itself."""

    name: str
    at: Span
    owner: str | None = field(default=None, kw_only=True)

    @property
    def key(self) -> str:
        """The name, told apart from the same name in other sets."""
        return f"{self.owner}/{self.name}" if self.owner else self.name


@dataclass(frozen=True, slots=True, eq=False)
class Enum(Declaration):
    members: Sequence[str]
    properties: Mapping[str, Type] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Property -> member -> value; None stands for a value that was refused."""
    title: str = ""
    """What a table of the members is called; empty for none."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting(Declaration):
    """What is chosen before a game: a value of `type`, or, where `group` isn't None, the sets that fill a group.

    `starts` is the default: a value of the type, the name of a set, or None where the author gives none.
    """

    type: Type | None
    group: str | None
    starts: Any
    title: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Life(Declaration):
    """How long something lasts, and for whom it ends at a time."""

    ends_for: EndsFor = "everyone"


NEXT_TURN = "next_turn"
"""The life that ends for each player as that player's next turn begins."""
OWN_LIVES: Mapping[str, EndsFor] = {"game": "everyone", "round": "everyone", NEXT_TURN: "each_player"}
"""The lives that every game has, and for whom they end. They end by themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Limit(Declaration):
    """How often something may be done, counted for each card or for each player, until a life ends.

    `index` counts all limits of a ruleset; every power has the limits that are `default`.
    """

    per_card: bool
    life: str
    default: bool
    index: int
    at_most_text: str


@dataclass(frozen=True, slots=True, eq=False)
class PowerAttribute(Declaration):
    """What each power has a value for; `starts` is the value of powers that name none, unless it is `required`."""

    type: Type
    starts: Any
    required: bool

    @property
    def is_written(self) -> bool:
        """Whether content names it: it isn't a number by which powers are told apart."""
        return self.name not in (GIVES, TRIGGER)


@dataclass(frozen=True, slots=True, eq=False)
class Group(Declaration):
    """A group of powers that sets fill. `by_number` is the range of its keys, None where they are names.

    `by_enum` is the enum whose members are its keys, None where the keys are numbers, or the members that cards may
    have. `chosen_by` is the setting that says which set fills it. `closed` says that all sets for it are there.
    """

    by_number: tuple[int, int] | None
    by_enum: str | None
    chosen_by: str | None
    closed: bool

    @property
    def keyed_by(self) -> str:
        """What its keys are, as an author writes it."""
        if self.by_number is not None:
            return f"{self.by_number[0]}..{self.by_number[1]}"
        return self.by_enum or "name"


@dataclass(frozen=True, slots=True, eq=False)
class Attribute(Declaration):
    """What each card of a kind has a value for. `back_when_leaving` is a zone or IN_PLAY, `lasts` a life.

    What everyone sees is a mark: it shows on a card wherever that lies. Else it is seen by who sees the card.
    """

    kind: str
    type: Type
    back_when_leaving: str | None
    lasts: str
    printed: bool
    """It has neither a start nor a life: pieces give its value, and no code changes it."""
    starts_text: str
    seen_by: Literal["everyone"] | None = None
    copied: bool = False
    combines: Combination | None = None
    """For an attribute with modifiers: its word holds the card's own value, and code reads what is combined."""
    part_of: str | None = None
    """For what holds what statements have given until its life ends: the attribute with modifiers that got it."""

    @property
    def is_mark(self) -> bool:
        return self.seen_by is not None

    @property
    def is_combined(self) -> bool:
        """Whether its word is but a part of what an attribute comes to, so that nobody is shown it by itself."""
        return self.combines is not None or self.part_of is not None


IN_PLAY = "in_play"
"""In place of a zone: all zones whose cards are in play. Leaving one of them for another isn't leaving play."""


@dataclass(frozen=True, slots=True, eq=False)
class PowerSource:
    """Where a kind's cards get their powers: from a group, by the attribute that is the key. `back_when_leaving` is a
    zone or IN_PLAY."""

    group: str
    by: str
    back_when_leaving: str | None
    lasts: str
    at: Span
    unless: str | None = None
    """The attribute that says that a card has no powers now."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind(Declaration):
    """A kind of card."""

    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    powers: PowerSource | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ZoneSight:
    """Who sees what of the cards in a zone, as content says it.

    `face_down_seen_by` is for cards that lie face down; they aren't seen by anybody who doesn't see the others. What
    has been shown to somebody is another matter.
    """

    seen_by: ZoneSeenBy
    shows: Shows
    face_down_seen_by: ZoneSeenBy

    @property
    def may_be_seen(self) -> bool:
        """Whether somebody may see a card that lies there; no only where certainly nobody does."""
        return self.seen_by != "nobody" or self.face_down_seen_by != "nobody"

    @property
    def covers_cards(self) -> bool:
        """Whether it depends on a card's place who sees it, so that others may cover it."""
        return self.shows != "all"

    @property
    def reveals_when_taken(self) -> bool:
        """Whether nobody has certainly seen a card there before it, or one that it covers, is taken away."""
        return self.seen_by == "nobody" or self.covers_cards

    def may_cover(self, from_bottom: bool, count: int | None) -> bool:
        """Whether others may cover some of the cards at an end of the zone; a count of None stands for any."""
        return self.shows == "top" and (from_bottom or count != 1)

    @property
    def words(self) -> str:
        """What a reader is told of it."""
        return f"seen by {self.seen_by}" + (f", its {self.shows} card only" if self.covers_cards else "")


@dataclass(frozen=True, slots=True, eq=False)
class ZoneDeclaration(Declaration):
    """A place for cards; there is one for each value of the type `per`, where that isn't None.

    Where `second` isn't None either, there is one for each pair: the first owner is of type `per`, the second of this.
    """

    per: Type | None
    second: Type | None
    kinds: frozenset[str]
    order: DeclaredOrder = field(metadata=AS_WRITTEN)
    """`Model.order_of` says what an open one is."""
    may_be_text: str
    sight: ZoneSight
    face_up: bool
    """How a card lies when it arrives."""
    in_play: bool = field(metadata=AS_WRITTEN)


@dataclass(frozen=True, slots=True, eq=False)
class Variable(Declaration):
    """A value that the game keeps; there is one for each value of the type `of`, where that isn't None."""

    of: Type | None
    type: Type
    lasts: str
    seen_by: SeenBy
    starts_text: str
    may_be_text: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Field(Declaration):
    """A field of an event; `index` counts the event's fields."""

    type: Type
    index: int


@dataclass(frozen=True, slots=True, eq=False)
class Event(Declaration):
    """What code may announce and watch for; `kept` is the life during which happenings can be asked for.

    A `boundary` is an event of the language, which the engine announces.
    """

    kept: str | None = None
    fields: Mapping[str, Field] = field(default_factory=dict)
    boundary: bool = False
    order: Literal["chosen", "lying"] = "chosen"
    """In which order several powers of a player run that wait for it."""
    stack: str | None = None
    """The procedure to which such powers are given instead of being run."""


@dataclass(frozen=True, slots=True, eq=False)
class Table(Declaration):
    """A function of a number in steps: `(from, value)` in rising order, then one more `slope[1]` every `slope[0]`.

    `title` is what players call it, empty for none.
    """

    steps: Sequence[tuple[int, int]]
    slope: tuple[int, int] | None
    steps_text: str
    title: str


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    name: str
    type: Type
    at: Span


@dataclass(frozen=True, slots=True, eq=False)
class Function(Declaration):
    """A function. `part_of` is the declaration in which the code stands that became it, such as `power 3`; None for a
    function that has a name of its own."""

    parameters: Sequence[Parameter]
    part_of: str | None = None

    @property
    def attribute(self) -> str | None:
        """The attribute with modifiers of which it gives what that comes to; None for all other functions."""
        return self.name.removeprefix(MODIFIED) if self.name.startswith(MODIFIED) else None


TRIGGER = "trigger: number"
"""The attribute of powers that tells those apart which wait for something; 0 for all others. No code can name it."""

MODIFIED = "modified: "
"""How the names of the functions begin that give what attributes with modifiers come to."""
GIVES = "gift: number"
"""The attribute of powers that tells those apart which give something; 0 for all others. No code can name it."""


@dataclass(frozen=True, slots=True, eq=False)
class ModifiedAttribute(Declaration):
    """An attribute whose value is what cards have of their own, combined with what powers and statements give.

    `of_kinds` are the attributes of this name, by kind of card; `value` is the function that gives what they come to.
    """

    type: Type
    combines: Combination
    of_kinds: Mapping[str, Attribute]
    value: Function


@dataclass(frozen=True, slots=True, eq=False)
class Gift:
    """What a power gives: a function that tells whether a card gets it, and by attribute one that tells what. All have
    the parameters `self`, the power's card, and that card; `me` is the player in whose zone the first lies."""

    is_for: Function
    values: Mapping[str, Function]

    @property
    def functions(self) -> Sequence[Function]:
        return (self.is_for, *self.values.values())


SIDES = "flow: sides"
"""The name of the function that the key `sides` of the flow becomes: what tells the side of `me`."""

RESULT = "result"
"""What its result is called in a procedure that gives one."""


@dataclass(frozen=True, slots=True, eq=False)
class PluginFunction(Declaration):
    """A function that a plugin brings: a pure one, or, where it `draws`, a way to draw by chance.

    Its parameters and its result are truth values and numbers within bounds. `work` is what a call counts, in units.
    `compute` takes the values of the parameters; if it draws, first a function that gives a random number below one.
    """

    plugin: str
    version: str
    parameters: Sequence[Parameter]
    result: Type
    draws: bool
    work: int
    about: str
    compute: Callable[..., int | bool]

    @property
    def signature(self) -> str:
        """Its name, its parameters and what it gives, as an author reads it: `nearest(0..99 n) gives 0..99`."""
        parameters = ", ".join(f"{parameter.type} {parameter.name}" for parameter in self.parameters)
        return f"{self.name}({parameters}) gives {self.result}"


@dataclass(frozen=True, slots=True, eq=False)
class Procedure(Declaration):
    """A menu is a procedure too: one without parameters that asks what is to be done. `result` is the type of what a
    procedure gives, None where it gives nothing. `part_of` is as that of functions."""

    parameters: Sequence[Parameter]
    result: Type | None = None
    part_of: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Pieces(Declaration):
    """A batch of cards: each row has how many cards are like it, what is printed on them, and its place.

    `title` is what players call them, empty for none.
    """

    kind: str
    rows: Sequence[tuple[int, Mapping[str, Any], Span]]
    title: str = ""
    home: str | None = None
    """The zone to which they go back from where they aren't there: that in which they start. None for those that may
    lie anywhere."""
    exists_in: Sequence[str] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Total(Declaration):
    """A number of pieces that the author has counted: it must come to `expected`."""

    expected: int


# Words for people: texts with their place, rulings, terms, and remarks on where rules come from.


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """Words for people, as the author wrote them.

    `span_of(start, end)` gives the place in the author's file of the characters from offset `start` up to `end`.
    """

    text: str
    at: Span
    span_of: Callable[[int, int], Span]


@dataclass(frozen=True, slots=True, eq=False)
class Ruling(Declaration):
    """What a rule means where it matters. `name` is its number, perhaps with letters before it."""

    question: str
    text: str
    source: str
    assumed: str


@dataclass(frozen=True, slots=True, eq=False)
class RulingHeading(Declaration):
    """What rulings are about; `name` is prose, `about` holds for all of them."""

    about: str
    rulings: Sequence[Ruling]


@dataclass(frozen=True, slots=True, eq=False)
class Term(Declaration):
    """A word that players read, which is its name, and what it means. `forms` are other forms of it."""

    text: str
    forms: Sequence[str]

    @property
    def words(self) -> tuple[str, ...]:
        """The word and its forms."""
        return (self.name, *self.forms)


REMARKS = ("source", "assumed", "says")
"""The keys under which a declaration says something of itself to people."""


@dataclass(frozen=True, slots=True, eq=False)
class Remark:
    """What a declaration says of itself to people, under the key `kind`; `place` is the path to it, such as
    `limits.once`. Of a list of texts each is a remark."""

    place: str
    kind: str
    words: Text
    owner: str | None
    """The set in which it stands."""

    @property
    def text(self) -> str:
        return self.words.text


# Powers, and the sets that hold them by group and key.
#
# No node refers to one of them: code asks a card for its powers, and only a game knows which these are.


@dataclass(frozen=True, slots=True, eq=False)
class PowerDefinition(Declaration):
    """One power of one key of a set. `number` counts the powers of the key from 1, `index` all powers of a ruleset
    from 0. `attributes` has a value for each attribute that powers have, None for one that was refused."""

    group: str
    group_key: Any
    number: int
    title: str
    label_text: str
    attributes: Mapping[str, Any]
    limits: Sequence[Limit]
    index: int
    gives: bool
    """Whether it gives something to cards while its card is in play."""
    waits: bool
    """Whether it runs by itself when something happens while its card is in play."""
    words: Text | None
    not_in_code: Mapping[int, Span]
    """Numbers of the text that are rightly not in the code; where each is named."""
    condition_text: str
    effect_text: str

    @property
    def is_used(self) -> bool:
        """Whether players can use it."""
        return not self.gives and not self.waits


@dataclass(frozen=True, slots=True, eq=False)
class KeyedPowers:
    """What a set holds for one key of a group: a title, a text, powers."""

    key: Any
    title: str
    words: Text | None
    powers: Sequence[PowerDefinition]
    at: Span
    not_in_code: Mapping[int, Span]
    """Numbers of the text that are rightly not in the code; where each is named."""

    @property
    def text(self) -> str:
        return self.words.text if self.words is not None else ""


@dataclass(frozen=True, slots=True, eq=False)
class PowerSet(Declaration):
    """A set, or the powers and names of an expansion: by group and key what it holds; by zone the order that it
    requires where the game leaves that open; by group and key where it says that it leaves the key out on purpose."""

    title: str
    fills: Mapping[str, Mapping[Any, KeyedPowers]] = field(default_factory=dict)
    requires: Mapping[str, ZoneOrder] = field(default_factory=dict)
    leaves_out: Mapping[str, Mapping[Any, Span]] = field(default_factory=dict)
    is_expansion: bool = False
    """Whether it isn't chosen, but in play wherever it stands in a model."""


def card_with_powers(kinds: Mapping[str, Kind], group: str) -> Card:
    """The type of the cards that have powers of a group, such as `self` in these; of any card if none has."""
    holders = frozenset(kind.name for kind in kinds.values() if kind.powers and kind.powers.group == group)
    return Card(holders or frozenset(kinds))


def key_members(group: Group, kind: Kind, enums: Mapping[str, Enum]) -> Sequence[str]:
    """The members that cards of a kind can have as their key of a group; none if it isn't keyed by names."""
    if kind.powers is None or kind.powers.group != group.name:
        return ()
    type_ = kind.attributes[kind.powers.by].type
    member = bare(type_)
    return enums[member.enum].members if isinstance(member, Member) else ()


def keys_by_name(group: Group, kinds: Mapping[str, Kind], enums: Mapping[str, Enum]) -> list[str]:
    """The keys of a group that is keyed by names: the members of its enum, or those that cards with powers from it can
    have as theirs."""
    if group.by_enum is not None:
        return list(enums[group.by_enum].members)
    return list(dict.fromkeys(name for kind in kinds.values() for name in key_members(group, kind, enums)))


# Boundaries: the starts and ends of rounds, turns and phases, as events of the language.
#
# Code can't announce them: the engine does. A model has those among its events that some code waits for. Their names
# have blanks in them, so no name of content is one of them.

Edge = Literal["start", "end"]
EDGES: tuple[Edge, ...] = ("start", "end")
ROUND, TURN = "round", "turn"
WHOSE = "player"
"""The field of the boundaries of a turn: whose turn it is."""


def boundary_name(edge: Edge, of: str) -> str:
    """The name of a boundary: of a ROUND, a TURN, or a phase by its name."""
    return f"{edge} of {of}" if of in (ROUND, TURN) else f"{edge} of phase {of}"


def all_boundaries(phases: Iterable[str], at: Span) -> list[Event]:
    """All boundaries of a game with such phases, in the order in which the machine numbers them.

    A phase that is called `round` or `turn` has boundaries of its own, but code can't name them.
    """
    of_turns = {boundary_name(edge, TURN) for edge in EDGES}
    names = [boundary_name(edge, of) for of in (ROUND, TURN) for edge in EDGES]
    names += [f"{edge} of phase {phase}" for phase in phases for edge in EDGES]
    return [_boundary(name, at, {WHOSE: Field(WHOSE, at, PLAYER, 0)} if name in of_turns else {}) for name in names]


def _boundary(name: str, at: Span, fields: Mapping[str, Field]) -> Event:
    return Event(name, at, None, fields, boundary=True)
