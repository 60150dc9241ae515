"""Cards: their kinds and attributes, the pieces that a game has of them, and what is common to their powers."""

from typing import Literal, TypeAlias, get_args

from artrules.text.content.section import (
    BINDINGS,
    CONSTANT,
    CONSTANTS,
    EFFECT,
    EXPRESSION,
    LABEL,
    LIFE_NAME,
    NAME,
    NAMES,
    PROSE,
    TRIGGER,
    TYPE,
    ZONE_NAME,
    Named,
    Section,
    Sourced,
    Told,
    author_keys,
    author_nodes,
    choice,
    integer,
    key,
    list_of_nodes,
    list_of_texts,
    named_sections,
    named_values,
    nested,
    section,
    sections,
    text,
    truth,
)
from artrules.text.source.node import Node, Scalar

# Cards: kinds of card with their attributes, and the groups from which they have their powers.


@section("group", "Group")
class Group(Told):
    """A place for powers keyed by numbers or names."""

    keyed_by: Scalar | None = key(
        TYPE, "A range of numbers, such as `1..3`, an enum, or `name`.", title="Keyed by", required=True
    )
    chosen_by: Scalar | None = key(NAME, "The setting that chooses the sets that fill the group.", title="Chosen by")
    closed: bool = key(
        truth(otherwise=False),
        "`yes`: no more sets are to come from elsewhere, so `check` points out what only they could use.",
    )


GROUPS = named_sections(NAME, Group).named("groups", "Groups", "Places for powers, filled by sets.")


Combination: TypeAlias = Literal["add", "union", "any", "most", "least", "last"]
COMBINATION = choice(*get_args(Combination)).named(
    "combination",
    "Combines",
    "`add`: numbers are added; `union`: what is in any of the sets; `any`: yes where one of them is; `most`, `least`: "
    "the largest or smallest number; `last`: the one that counts last.",
)


@section("attribute", "Attribute")
class Attribute(Sourced):
    """Something a card has, such as a number or a colour."""

    type: Scalar | None = key(TYPE, required=True)
    starts: Scalar | None = key(
        EXPRESSION, "The value at the start, over `self`. Without it pieces give the value, or it is the type's first."
    )
    back_when_leaving: Scalar | None = key(
        ZONE_NAME, "It returns to its start when the card leaves a zone of this name."
    )
    lasts: Scalar | None = key(LIFE_NAME, "It returns to its start when this life ends.")
    seen_by: Literal["everyone"] | None = key(
        choice("everyone"),
        "`everyone`: a mark, which all see wherever the card lies. Default: who sees which card it is.",
        title="Seen by",
    )
    copied: bool = key(truth(otherwise=False), "`yes`: a card that `copies` another one gets its value.")
    combines: Combination | None = key(
        COMBINATION, "How what powers and statements give is combined with the card's own value."
    )


@section("card_powers", "Powers of a card")
class CardPowers(Sourced):
    """Which group gives such cards their powers."""

    from_: Scalar | None = key(NAME, "The group.", title="From", required=True)
    by: Scalar | None = key(NAME, "The printed attribute that is the key within the group.", title="By", required=True)
    back_when_leaving: Scalar | None = key(
        ZONE_NAME, "Powers gained in play are lost when the card leaves a zone of this name."
    )
    lasts: Scalar | None = key(LIFE_NAME, "Powers gained in play are lost when this life ends.")
    unless: Scalar | None = key(
        NAME, "An attribute that is `yes` or `no`: as long as it is `yes`, a card has no powers."
    )


@section("kind", "Kind of card")
class Kind(Told):
    """What every card of this kind has."""

    label: Scalar | None = key(LABEL, "How a card is called, with its attributes in braces: `{self.shade}`.")
    attributes: Named[Attribute] = key(
        named_sections(NAME, Attribute),
        "What such a card has, printed on it or changed by code.",
    )
    powers: CardPowers | None = key(nested(CardPowers))


KINDS = named_sections(NAME, Kind).named(
    "cards", "Kinds of card", "The kinds of card and what each card of a kind has."
)


# Pieces: which cards a game has and where they start, and the totals that they must add up to.

_ROW = list_of_nodes({"type": "array", "items": CONSTANT}).named("", "Row", "A value for each column.")


@section("piece_list", "Pieces")
class PieceList(Told):
    """Cards of one kind, a row for each."""

    title: Scalar | None = key(PROSE, "What they are called.")
    kind: Scalar | None = key(NAME, "The kind of card.", title="Kind", required=True)
    start: Scalar | None = key(EXPRESSION, "The zone where a piece starts; `self` is the card.", required=True)
    has: Named[Node] = key(
        CONSTANTS,
        "Attributes that are the same for each row; with `for`, a name of a binder stands for its value.",
        title="Has",
    )
    for_: Scalar | None = key(
        BINDINGS, "Pieces by rule, in place of columns and rows: one for each value of these, such as `s in suit`."
    )
    columns: tuple[Scalar, ...] = key(
        list_of_texts({"type": "array", "items": NAME, "minItems": 1, "uniqueItems": True}),
        "What the values of a row stand for: attributes, and `count` for the number of copies.",
        needs=("rows",),
    )
    rows: tuple[Node, ...] = key(
        list_of_nodes({"type": "array", "items": _ROW}),
        "A list for each card, with a value for each column.",
        needs=("columns",),
    )
    table: Scalar | None = key(
        text({"type": "string"}),
        "A CSV file in place of columns and rows; it lies beside this file, or in a folder below.",
    )
    count: Scalar | None = key(integer(minimum=0), "The number of copies of each, where there are no rows.")
    exists_in: tuple[Scalar, ...] = key(
        NAMES,
        "Zones outside of which these aren't there: moved anywhere else, they go back to where they start, from where "
        "`create` takes them.",
        title="Exists in",
    )


PIECES = named_sections(NAME, PieceList).named("pieces", "Pieces", "The cards of the game and where they start.")


@section("total", "Total")
class Total(Sourced):
    """A number that pieces must add up to."""

    count: Scalar | None = key(EXPRESSION, "What is counted.", required=True)
    is_: Scalar | None = key(integer(), "What it must come to.", required=True)


TOTALS = named_sections(NAME, Total).named("totals", "Totals", "Sums that must come out; every total is checked.")


# Powers: what sets hold for the keys of groups, what limits their use, and the attributes that a game gives them.


@section("limit", "Limit")
class Limit(Told):
    """Counts the uses of powers."""

    counts_for: str | None = key(
        choice("card", "player"),
        "`card`: uses of a power count on each card by itself; `player`: for each player, on whatever card it is.",
        required=True,
    )
    lasts: Scalar | None = key(LIFE_NAME, "Uses are counted until this life ends. Default: `game`.")
    at_most: Scalar | None = key(EXPRESSION, "How many uses there may be.", required=True)
    default: bool = key(truth(otherwise=False), "`yes`: holds for every power without being named.")


LIMITS = named_sections(NAME, Limit).named("limits", "Limits", "How often powers may be used.")


@section("power_attribute", "Attribute of powers")
class PowerAttribute(Sourced):
    """A key of powers with a plain value; code reads it as `w.NAME`."""

    type: Scalar | None = key(TYPE, required=True)
    starts: Node | None = key(
        CONSTANT, "The value for powers that don't give one. Without it every power must give one."
    )


POWER_ATTRIBUTES = named_sections(NAME, PowerAttribute).named(
    "power_has",
    "Attributes of powers",
    "The keys that a power of this game has besides `if`, `limits`, `label`, `prompt` and `do`.",
)

_NUMBER = text({"type": "string", "pattern": "^(0|[1-9][0-9]{0,8})$"}).named(
    "", "Number", "A number of the text, in digits."
)
NOT_IN_CODE = named_values(_NUMBER, PROSE).named(
    "not_in_code",
    "Numbers not in the code",
    "Numbers of the text that are rightly not in the code, each with the reason.",
)


@section("gift", "What a power gives")
class Gift(Section):
    """What attributes of cards get from a power while its card is in play; with `me` and `self`."""

    to: Scalar | None = key(
        BINDINGS,
        "The cards that get it, such as `c in my field where c is not self`. Default: the card itself.",
        title="To",
    )
    values: Named[Scalar | None] = author_keys(NAME, EXPRESSION)


@section("power", "Power", one_of=("do", "gives"))
class Power(Sourced):
    """Something a card can do, or gives. Besides these keys it has those that the game's `power_has` declares."""

    if_: Scalar | None = key(EXPRESSION, "Usable only if this holds; with `me` and `self`.")
    on: Scalar | None = key(
        TRIGGER,
        "It runs by itself when this happens while its card is in play; nobody uses it.",
        title="On",
    )
    do: Scalar | None = key(EFFECT, "What happens when it is used, or runs.")
    gives: Gift | None = key(nested(Gift), "What it gives to cards as long as its card is in play, and `if` holds.")
    limits: tuple[Scalar, ...] = key(
        NAMES, "Limits besides those that hold for every power.", title="Limits", needs=("do",)
    )
    label: Scalar | None = key(LABEL, "What the player reads.", needs=("do",))
    prompt: Scalar | None = key(
        PROSE, "What the player is asked where its code lets them choose. Default: the name of its key.", needs=("do",)
    )
    text: Scalar | None = key(PROSE, "The rule as it is printed.", title="Text")
    not_in_code: Named[Scalar | None] = key(NOT_IN_CODE)
    attributes: Named[Node] = author_nodes(NAME, CONSTANT)


@section("powers_of_key", "Powers of a key")
class PowersOfKey(Sourced):
    """What the cards with this key are called and can do."""

    name: Scalar | None = key(PROSE, "What it is called.", title="Name")
    text: Scalar | None = key(PROSE, "The rule as it is printed.", title="Text")
    not_in_code: Named[Scalar | None] = key(NOT_IN_CODE)
    powers: tuple[Power, ...] = key(sections(Power), "The powers, in order.")


_KEY_PATTERN = r"^(-?[0-9]+(\.\.-?[0-9]+)?|[a-z][a-z0-9_]*)$"
_WHAT_KEYS_ARE = "A number, a range of numbers such as `1..4`, which stands for each of them, or a name."
_KEY = text({"type": "string", "pattern": _KEY_PATTERN}).named("", "Key of a group", _WHAT_KEYS_ARE)
_KEY_IN_LIST: dict[str, object] = {"type": ["string", "integer"], "pattern": _KEY_PATTERN}
GROUP_KEYS = list_of_texts(
    {
        **_KEY_IN_LIST,
        "type": ["string", "integer", "array"],
        "items": text(_KEY_IN_LIST).named("group_key", "Key of a group", _WHAT_KEYS_ARE),
        "uniqueItems": True,
    }
).named("group_keys", "Keys of groups", "A key of a group, or a list of keys.")
KEYED_POWERS = named_sections(_KEY, PowersOfKey).named(
    "keyed_powers", "Powers of a group", "What a set holds for each key of a group."
)
