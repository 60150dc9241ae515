"""The layout: what a table needs to be shown, beyond its rules. Pages and terminals use it; rules don't."""

from typing import Literal, get_args

from artrules.text.content.section import (
    BINDINGS,
    EXPRESSION,
    LABEL,
    NAME,
    NAME_PATTERN,
    OPTION_LABEL,
    PROSE,
    Named,
    Shape,
    Sourced,
    Value,
    choice,
    integer,
    key,
    list_of_texts,
    named_sections,
    named_values,
    nested,
    section,
    text,
    truth,
)
from artrules.text.source.node import Scalar, flag

ZoneForm = Literal["pile", "fan", "row", "column", "grid", "track"]
"""How the cards of a zone are laid out."""
ValueForm = Literal["number", "score", "money", "track", "flag"]
"""How a value is shown."""
ZoneShown = Literal["always", "filled", "folded", "never"]
ValueShown = Literal["always", "changed", "turn", "folded", "never"]
"""When a value is shown."""
_IN_TURN = "`turn`: of a player, only in that player's turn"
FigureSeenBy = Literal["everyone", "owner"]
Seats = Literal["row", "around"]
"""Where players sit."""
Place = Literal["table", "side"]
"""Where an area of the table stands."""
CardSize = Literal["large", "medium", "slip"]
"""How large cards lie, where there is room."""
Texture = Literal["plain", "felt", "wood", "paper"]
"""What a table is made of."""
Template = Literal["playing", "power", "tile", "token", "money", "place"]
"""After which pattern cards are drawn."""

_KEYED: Shape = {"type": "string", "pattern": f"{NAME_PATTERN[:-1]}(/{NAME_PATTERN[1:-1]})?$", "maxLength": 121}
ATTRIBUTES = list_of_texts({"type": ["string", "array"], "items": NAME, "uniqueItems": True}).named(
    "attribute_names", "Names of attributes", "The name of an attribute, or a list of names."
)
THING = text(_KEYED).named("thing_name", "Name of a thing", "A name of the game, or, of a set's own, `SET/NAME`.")
_EXPRESSIONS: Shape = {"type": "string", "x-artrules-code": "expression", "minLength": 1}
THINGS_OF_OPTION = list_of_texts(
    {**_EXPRESSIONS, "type": ["string", "array"], "items": _EXPRESSIONS, "minItems": 1}
).named("things_of_option", "Things", "An expression, or a list of expressions.")
THINGS = list_of_texts({"type": ["string", "array"], "items": THING, "uniqueItems": True}).named(
    "thing_names", "Names of things", "A name, or a list of names."
)
TITLE = text({"x-artrules-prose": True, "type": ["string", "integer"], "minLength": 1, "maxLength": 100}).named(
    "layout_title", "Title", "What players read, in their words."
)
SHORT = text({"x-artrules-prose": True, "type": ["string", "integer"], "minLength": 1, "maxLength": 12}).named(
    "layout_short", "Short title", "At most 12 characters: what stands there where the title has no room."
)
COLOUR = text({"type": "string", "minLength": 1, "maxLength": 40}).named(
    "layout_colour", "Colour", 'A colour: its name in CSS, such as `teal`, or `"#c33"` or `"#cc3333"`.'
)
SYMBOL = text({"type": ["string", "integer"], "minLength": 1, "maxLength": 40}).named(
    "layout_symbol", "Symbol", "A symbol: the name of a shape, such as `star`, or one or two characters."
)
PICTURE = text({"type": "string", "minLength": 1, "maxLength": 200}).named(
    "layout_picture", "Picture", "A picture: a file in the game's folder or below it, such as `pictures/red.png`."
)
VALUE_FORM = choice(*get_args(ValueForm))
_AS_VALUE = (
    "How it stands there: as a `number`, as the `score` or the `money`, where players look for these first, as a "
    "`track`, all of whose places are shown, or as a `flag`, which is there or not."
)
_STEPS = "The name of a table, whose steps stand beside the value: what is reached, and what comes next."
_GIVES = "What these steps give, in at most 12 characters: it stands before what each of them gives."


@section("area", "Area")
class Area(Sourced):
    """What lies together."""

    title: Scalar | None = key(TITLE)
    short: Scalar | None = key(SHORT)
    place: Place | None = key(
        choice(*get_args(Place)),
        "Of an area of the table: whether it stands on the `table` or at the `side` of it. Default: at the side if all "
        "that it holds are values without owners.",
        title="Place",
    )
    holds: tuple[Scalar, ...] = key(
        THINGS,
        "Zones, variables and figures, in this order: either of the table, or of each player.",
        title="Holds",
        required=True,
    )


@section("zone_layout", "Layout of a zone")
class ZoneLayout(Sourced):
    """How a zone is shown."""

    title: Scalar | None = key(TITLE)
    short: Scalar | None = key(SHORT)
    as_: ZoneForm | None = key(
        choice(*get_args(ZoneForm)),
        "How its cards lie: on a `pile`, in a `fan`, which shows each card, in a `row`, in a `column` downwards, in a "
        "`grid`, or on a `track`, a row whose places are numbered.",
        title="As",
    )
    shown: ZoneShown | None = key(
        choice(*get_args(ZoneShown)),
        "`always`; `filled`: only while a card lies there; `folded`: as a line that opens; or `never`.",
    )
    size: CardSize | None = key(
        choice(*get_args(CardSize)),
        "How large its cards lie, where there is room: `large`, with their texts, `medium`, or as a `slip`, which "
        "shows number and symbol. Default: as whoever shows the table thinks best.",
        title="Size",
    )
    front: bool = key(
        truth(otherwise=False),
        "Of a zone of players that everyone sees: the one that stands beside a player's name. Default: the first such "
        "zone that isn't `folded` or `never` shown.",
        title="Front",
    )


@section("variable_layout", "Layout of a variable")
class VariableLayout(Sourced):
    """How a variable is shown."""

    title: Scalar | None = key(TITLE)
    short: Scalar | None = key(SHORT)
    as_: ValueForm | None = key(VALUE_FORM, _AS_VALUE, title="As")
    shown: ValueShown | None = key(
        choice(*get_args(ValueShown)),
        f"`always`; `changed`: only while it isn't what it was at the start; {_IN_TURN}; `folded`: in a list that "
        "opens; or `never`.",
    )
    steps: Scalar | None = key(NAME, _STEPS, title="Steps")
    gives: Scalar | None = key(SHORT, _GIVES, title="Gives", needs=("steps",))


@section("option_layout", "Layout of an option", at_least_one=True)
class OptionLayout(Sourced):
    """What an option is about on the table, where its code doesn't tell."""

    about: tuple[Scalar, ...] = key(
        THINGS_OF_OPTION,
        "What the option is about beside what is chosen with it, in place of what its code tells: cards, zones, "
        "players, members, numbers, variables. It may use `me` and the names that the option binds.",
        title="About",
    )
    to: tuple[Scalar, ...] = key(
        THINGS_OF_OPTION,
        "Where each card that it is about may be dragged: zones, players, members.",
        title="To",
    )
    gain: bool = key(
        truth(otherwise=False),
        "`yes`: it costs nothing. Whoever ends the turn with it left is asked once.",
        title="Gain",
    )
    confirm: bool = key(
        truth(otherwise=False),
        "`yes`: who points at what it is about only picks that, and is asked; for options that are easily taken in "
        "place of another.",
        title="Confirm",
    )
    ends: bool | None = key(
        Value({"type": "boolean"}, lambda node: None if node is None else flag(node, False)),
        "Whether it does nothing but to end what the player is doing; as the code says where this is absent.",
        title="Ends",
    )


@section("figure", "Figure")
class Figure(Sourced):
    """A value that a table shows, and rules don't keep: a price, what a card is worth."""

    for_: Scalar | None = key(
        BINDINGS,
        "Whose it is: `p in players`, `s in` an enum or a range, `c in` a kind of card: then each card that a seat "
        "sees shows it. Without it there is one for the table.",
        title="For",
    )
    is_: Scalar | None = key(EXPRESSION, "Its value.", title="Is", required=True)
    title: Scalar | None = key(TITLE)
    short: Scalar | None = key(SHORT)
    as_: ValueForm | None = key(VALUE_FORM, _AS_VALUE, title="As")
    shown: ValueShown | None = key(
        choice(*get_args(ValueShown)),
        f"`always`; `changed`: only while it isn't 0, `no` or `none`; {_IN_TURN}; `folded`: in a list that opens; or "
        "`never`.",
    )
    seen_by: FigureSeenBy = key(
        choice(*get_args(FigureSeenBy), otherwise="everyone"),
        "Who sees it: `everyone`, or, of a figure for players, the `owner`.",
    )
    steps: Scalar | None = key(NAME, _STEPS, title="Steps")
    gives: Scalar | None = key(SHORT, _GIVES, title="Gives", needs=("steps",))


@section("card_back", "Back of a card", at_least_one=True)
class CardBack(Sourced):
    """The back of cards of a kind: the same for all, so it tells nothing of a card."""

    colour: Scalar | None = key(COLOUR)
    symbol: Scalar | None = key(SYMBOL)
    picture: Scalar | None = key(PICTURE)


@section("card_layout", "Layout of a kind of card")
class CardLayout(Sourced):
    """How cards of a kind are drawn."""

    template: Template | None = key(
        choice(*get_args(Template)),
        "After which pattern: as a `playing` card, as one with a `power`, as a `tile`, as a `token`, as `money`, or "
        "as a `place` on the table. Default: as it follows from what is printed on them.",
        title="Template",
    )
    title: Scalar | None = key(
        LABEL, "What stands at the top of such a card, with what is printed on it in braces. Default: its label."
    )
    colour: Scalar | None = key(NAME, "The attribute whose members have colours.", title="Attribute of the colour")
    symbol: Scalar | None = key(NAME, "The attribute whose members have symbols.", title="Attribute of the symbol")
    number: Scalar | None = key(
        NAME, "The attribute, or the figure of such cards, that is drawn large.", title="Number"
    )
    picture: Scalar | None = key(
        LABEL,
        "A picture: a file below the game's folder, with what is printed on the card in braces, such as "
        '`"pictures/{self.shade}.png"`.',
        title="Picture",
    )
    index: Scalar | None = key(
        NAME,
        "The attribute whose value stands in the corner, which can be seen however closely cards lie: a number, or the "
        "short title of a member. Default: on playing cards, the attribute that isn't the suit; on others the number.",
        title="Index",
    )
    shows: tuple[Scalar, ...] = key(
        ATTRIBUTES,
        "Further attributes that are drawn, in this order: members as their symbols, lists of them as several, "
        "numbers and others as texts. What is none is left out.",
        title="Shows",
    )
    back: CardBack | None = key(nested(CardBack))


@section("member_layout", "Layout of a member", at_least_one=True)
class MemberLayout(Sourced):
    """How a member of an enum is shown."""

    title: Scalar | None = key(TITLE)
    short: Scalar | None = key(SHORT)
    like: Scalar | None = key(
        NAME,
        "A member, of any enum, whose colour, symbol and picture it has where it has none of its own.",
        title="Like",
    )
    colour: Scalar | None = key(COLOUR)
    symbol: Scalar | None = key(SYMBOL)
    picture: Scalar | None = key(PICTURE)
    pips: Scalar | None = key(
        integer(minimum=1, maximum=10),
        "On playing cards with this index: how many suit symbols are drawn. Default: as many as its short title says, "
        "if that is a number up to 10; on others a figure, as on a king.",
        title="Pips",
    )


@section("theme", "Theme", at_least_one=True)
class Theme(Sourced):
    """How the table itself looks. How light and how strong colours are is up to whoever shows the table, so that what
    stands on them can be read by day and by night."""

    table: Scalar | None = key(COLOUR, "The colour of the table.", title="Table")
    card: Scalar | None = key(COLOUR, "The colour of cards that have none, and of backs.", title="Card")
    accent: Scalar | None = key(COLOUR, "The colour of what can be done.", title="Accent")
    texture: Texture | None = key(
        choice(*get_args(Texture)), "What the table is made of: `plain`, `felt`, `wood` or `paper`.", title="Texture"
    )
    picture: Scalar | None = key(PICTURE, "A picture that lies under everything.")


_MEMBERS: Value[Named[MemberLayout]] = named_sections(NAME, MemberLayout)
_TITLES: Value[Named[Scalar | None]] = named_values(THING, TITLE)


@section("layout", "Layout", at_least_one=True)
class Layout(Sourced):
    """How the table is shown. Everything has a default, so that a game needs no layout; it changes nothing of the
    game."""

    about: Scalar | None = key(
        PROSE, "How the game is won and what a turn is, in a few sentences, for people who have never seen it."
    )
    seats: Seats = key(
        choice(*get_args(Seats), otherwise="row"),
        "Where the other players sit: in a `row` above the table, or `around` it, which suits games in which it "
        "matters who sits beside whom.",
        title="Seats",
    )
    theme: Theme | None = key(nested(Theme))
    areas: Named[Area] = key(
        named_sections(NAME, Area),
        "What lies together, in this order. What no area holds follows in areas made by default.",
    )
    zones: Named[ZoneLayout] = key(named_sections(THING, ZoneLayout), "How zones are shown, by name.")
    variables: Named[VariableLayout] = key(named_sections(THING, VariableLayout), "How variables are shown, by name.")
    figures: Named[Figure] = key(
        named_sections(NAME, Figure), "Values that the table shows and rules don't keep, by name."
    )
    cards: Named[CardLayout] = key(named_sections(NAME, CardLayout), "How cards are drawn, by kind.")
    members: Named[Named[MemberLayout]] = key(
        named_values(NAME, _MEMBERS), "How members of enums are shown, by the enum and the member."
    )
    decisions: Named[Scalar | None] = key(
        _TITLES,
        "What is asked, by the name of the procedure, menu, group of powers, phase or step in whose code it is asked.",
    )
    phases: Named[Scalar | None] = key(named_values(NAME, TITLE), "What phases are called, by name.")
    options: Named[OptionLayout] = key(
        named_sections(OPTION_LABEL, OptionLayout),
        "What options are about on the table, by their labels as the rules write them.",
    )
    story: Named[Scalar | None] = key(
        named_values(OPTION_LABEL, LABEL),
        "What the log tells when an option is chosen, by its label as the rules write it: a sentence in the past tense "
        "that begins with `{me}`. It may use the names that the option binds.",
    )


LAYOUT = nested(Layout)
