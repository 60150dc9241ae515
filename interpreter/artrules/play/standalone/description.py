"""What a host must know of a module: where everything lies in its memory, and the names and texts of its game.

The classes here are the form of the JSON that stands in the module; `schemas/module.schema.json` is derived from them.
All players, cards and zones count from 0.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from artrules.model.ir.json_form import Schema, document_schema
from artrules.model.ir.types import Type
from artrules.text.record import dataclass

FORMAT = 2
"""Counted up with every change after which an older host would go wrong."""


@dataclass(frozen=True, slots=True)
class RegisterPlace:
    """Where a register is while no code runs: eight bytes, of which one that isn't wide uses four."""

    address: int
    wide: bool


@dataclass(frozen=True, slots=True)
class RegionPlace:
    """Where a region is. `used` is the register that says how many of its elements are in use, if there is one; it has
    room for `room`."""

    address: int
    element: str
    room: int
    kept: str
    used: str | None


@dataclass(frozen=True, slots=True)
class FunctionForm:
    """A function that a host may call: its number, which `invoke_N` takes, and what its N parameters mean."""

    number: int
    parameters: Sequence[str]
    gives: bool


@dataclass(frozen=True, slots=True)
class ZoneName:
    """A zone: the name that content gives it, and its owner's index among those who have one like it; for a zone with
    two owners also the second one's index."""

    name: str
    owner: int
    second: int


@dataclass(frozen=True, slots=True)
class ZoneForm:
    """What the zones of one name have in common: the types of their owners, how cards lie there (pile, row, loose), and
    who sees a card there that lies face up or face down."""

    per: Type | None
    second: Type | None
    order: str
    seen_by: str
    seen_down_by: str


@dataclass(frozen=True, slots=True)
class CardPrint:
    """A card: its kind, the values printed on it, and with what its attributes with modifiers start, as plain data."""

    kind: str
    printed: Mapping[str, Any]
    starts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class VariablePlace:
    """The words of a variable in the region `variables`: from `first` on, one for each of so many owners, of the type
    `of`. Nobody is ever shown one that isn't `declared` by content."""

    name: str
    type: Type
    of: Type | None
    declared: bool
    first: int
    owners: int
    seen_by: str


@dataclass(frozen=True, slots=True)
class AttributePlace:
    """The words of an attribute that isn't printed: that of a card is in the region `attributes`, at the card's number
    plus `plus`. A mark is seen by everybody, wherever the card lies. What `is_combined` is but a part of what an
    attribute with modifiers comes to, and isn't shown by itself."""

    kind: str
    name: str
    type: Type
    plus: int
    is_mark: bool
    is_combined: bool


@dataclass(frozen=True, slots=True)
class PowerText:
    """A power: its title, and its text where it has one of its own."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class PhaseName:
    """A phase of a round, what players read for it, and who acts in it."""

    name: str
    title: str
    who: str


@dataclass(frozen=True, slots=True)
class Whose:
    """The owner of a zone: whoever chooses (`me`), the value of the binder with the index `word` (`bound`), or `word`
    itself (`fixed`)."""

    kind: Literal["me", "bound", "fixed"]
    word: int


@dataclass(frozen=True, slots=True)
class ZonePlace:
    """A zone by its name, of owners that are known when an option is."""

    zone: str
    owner: Whose | None
    second: Whose | None


@dataclass(frozen=True, slots=True)
class MovedThing:
    """What an option moves first to a zone: the value of the binder with the index `bound`, or the top of a pile."""

    bound: int | None
    top: ZonePlace | None
    to: ZonePlace


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value that the words of an option name: where in the decision's frame it is, and its type."""

    place: int
    type: Type


@dataclass(frozen=True, slots=True)
class LookValueForm:
    """A value that is found out for an option, in the code of a look: its type, and whether it may be read at once
    while others play. One that `is_absent` is never asked for: it might tell something hidden, or is of a set that
    isn't in play."""

    type: Type
    is_own: bool
    is_absent: bool


@dataclass(frozen=True, slots=True)
class SaidForm:
    """A thing that content says of an option: a variable or a zone by name, whose owners are the values of looks with
    these numbers; or with neither what the value with the number `owner` is about."""

    variable: str | None
    zone: str | None
    owner: int | None
    second: int | None


@dataclass(frozen=True, slots=True)
class LookForm:
    """What content says that the options of a branch are about, in place of what their words and moves tell, and where
    each card of them may be dragged."""

    about: Sequence[SaidForm]
    to: Sequence[SaidForm]


@dataclass(frozen=True, slots=True)
class BranchForm:
    """A branch of a decision. `types` are those of its binders' values, which stand in a candidate's row.

    The rest says what its options are about (`docs/inside/page.md`, A state): what their words name, the piles about
    whose tops they are, those from which they give cards, and what they move. `ends`, `gain` and `confirm`
    are as there."""

    key: str
    declines: bool
    types: Sequence[Type]
    ends: bool
    gain: bool
    confirm: bool
    named: Sequence[NamedValue]
    tops: Sequence[ZonePlace]
    sources: Sequence[ZonePlace]
    moves: Sequence[MovedThing]
    look: LookForm | None


@dataclass(frozen=True, slots=True)
class PaymentPlace:
    """Where in the frame of a decision the whole cost is that is being paid, and what is missing still: numbers, or
    where several resources are paid in units, lists of them."""

    cost: int
    missing: int
    type: Type


@dataclass(frozen=True, slots=True)
class DecisionForm:
    """A decision: where it is in content's code, the question in words, its heading for people, and its branches."""

    site: str
    prompt: str
    title: str
    payment: PaymentPlace | None
    branches: Sequence[BranchForm]


@dataclass(frozen=True, slots=True)
class FieldForm:
    """A field of an event."""

    name: str
    type: Type | None


@dataclass(frozen=True, slots=True)
class EventForm:
    """An event: its name, whether its happenings are kept, and their fields in the order of their words."""

    name: str
    kept: bool
    fields: Sequence[FieldForm]


@dataclass(frozen=True, slots=True)
class EntryForm:
    """A kind of entries of the log, as `docs/extend/api.md` describes it. `number` is what the machine notes, none for
    what a host notes. `wording` is the text of entries without tokens, `aside` what stands beside them, and
    `as_others_read` the kind that other seats read."""

    number: int | None
    sort: str
    wording: str
    aside: str
    as_others_read: str


@dataclass(frozen=True, slots=True)
class ScorePartForm:
    """A part of a score. One with `lines` says in its own words what makes up its points. With `of_side` all of a side
    have it together."""

    label: str
    lines: bool
    of_side: bool
    at: str


@dataclass(frozen=True, slots=True)
class WinningKey:
    """A key that decides who wins: as the rules write it, and as players say it."""

    by: str
    text: str


@dataclass(frozen=True, slots=True)
class FigureForm:
    """A figure of the layout: the type of its owners, None for one of the table, the type of its values, who sees it,
    and whether it has another value for each player who looks. One that `is_own` depends on nothing of players other
    than its owner and the one who looks; one that is `left_out` isn't shown while it is 0, no or none. One of an
    `attribute` is what that comes to, and stands in its place on cards, unless it starts so."""

    name: str
    of: Type | None
    type: Type
    seen_by: str
    uses_me: bool
    is_own: bool
    left_out: bool
    attribute: str | None


@dataclass(frozen=True, slots=True)
class FaultText:
    """What a fault says. In braces stand registers of the fault, and words for them."""

    code: str
    message: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class SiteText:
    """A place in content that may fail: file and line, and what the message begins with."""

    at: str
    words: str


@dataclass(frozen=True, slots=True)
class ThinkingForm:
    """What bots that think need: what goes into the regions `usual` and `weights`, and the horizon of playouts. One
    that tries out options does so in `tries` divided by their number, but at least `fewest_samples` and at most
    `most_samples`."""

    usual: Sequence[int]
    weights: Sequence[int]
    horizon: int
    tries: int
    fewest_samples: int
    most_samples: int


@dataclass(frozen=True, slots=True)
class Description:
    """Everything that a host needs beside the module itself. Sequences are by number."""

    format: int
    name: str
    title: str
    players: int
    settings: Mapping[str, Any]
    content: str
    """A hash of the files that hold the rules."""

    numbers: Mapping[str, int]
    """All constants of the machine and numbers of the program (`machine/numbers.py`)."""
    registers: Mapping[str, RegisterPlace]
    regions: Mapping[str, RegionPlace]
    areas: Mapping[str, int]
    """Addresses of what else lies in memory."""
    functions: Mapping[str, FunctionForm]

    entry_kinds: Mapping[str, EntryForm]
    """By name: the kinds of entries of the log."""
    texts: Sequence[str]
    longest_text: int
    """The most characters of a text; a longer one is cut, and ends in `…`."""
    members: Sequence[Sequence[str]]
    """By enum: the names of its members."""
    table: Mapping[str, Any]
    """What the table looks like: the message `description` of a page (`docs/inside/page.md`), without its type."""
    zones: Sequence[ZoneName]
    zone_forms: Mapping[str, ZoneForm]
    """By name."""
    cards: Sequence[CardPrint]
    looks: Sequence[int]
    """By card: the index of its look in `table`."""
    kinds: Sequence[str]
    variables: Sequence[VariablePlace]
    attributes: Sequence[AttributePlace]
    events: Sequence[EventForm]
    powers: Sequence[PowerText]
    phases: Sequence[PhaseName]
    decisions: Mapping[str, DecisionForm]
    """By the number of the decision's block."""
    look_values: Sequence[LookValueForm]
    """The values that are found out for options, by number."""
    score: Sequence[ScorePartForm]
    figures: Sequence[FigureForm]
    open_end: bool
    """Whether everybody may know at any time if the rule that ends the game holds."""
    winning_keys: Sequence[WinningKey]
    """The keys that decide who wins, one after another; empty where the rules say it otherwise."""
    faults: Mapping[str, FaultText]
    sites: Sequence[SiteText]
    thinking: ThinkingForm | None
    """What was learned of the game; none where its bots can't think."""


# The JSON Schema of a module's description, derived from its classes. `python -m artrules.author.derive` writes it to
# `schemas/module.schema.json`.


def json_schema() -> Schema:
    """The schema, with a definition for each class."""
    about = "What hosts must know of a game that `artrules build` has made: see docs/extend/modules.md."
    return document_schema("module.schema.json", "Description of a module", about, Description, {"format": FORMAT})
