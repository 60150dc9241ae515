"""The layout in the IR: how content says that a table is shown. Who shows a table fills in what content leaves open."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import field

from artrules.model.ir.declarations import Declaration, Text
from artrules.model.ir.expressions import Expression, Local
from artrules.model.ir.statements import Label
from artrules.model.ir.types import Type
from artrules.text.content.layout import (
    CardSize,
    FigureSeenBy,
    Place,
    Seats,
    Template,
    Texture,
    ValueForm,
    ValueShown,
    ZoneForm,
    ZoneShown,
)
from artrules.text.record import dataclass

PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
"""The pictures that pages show, by the endings of their names."""
SHAPES = (
    "circle",
    "square",
    "triangle",
    "diamond",
    "pentagon",
    "hexagon",
    "star",
    "cross",
    "heart",
    "spade",
    "club",
    "crescent",
    "sun",
    "drop",
    "leaf",
    "flower",
    "tree",
    "bolt",
    "flame",
    "crown",
    "coin",
    "key",
    "flag",
    "eye",
)
"""The symbols that every table can draw, by name."""


@dataclass(frozen=True, slots=True, eq=False)
class Titled(Declaration):
    """Something that players read of by a title, or where that has no room by a short one; None stands for the
    default."""

    title: Text | None
    short: Text | None


@dataclass(frozen=True, slots=True, eq=False)
class Area(Titled):
    """What lies together. `holds` are the keys of zones and variables and the names of figures, in their order: all of
    the table, or all of players. None stands for the default; only areas of the table have a place."""

    holds: Sequence[str]
    place: Place | None


@dataclass(frozen=True, slots=True, eq=False)
class ZoneLayout(Titled):
    """How the zone of this name is shown; None stands for the default."""

    as_: ZoneForm | None
    shown: ZoneShown | None
    size: CardSize | None
    front: bool


@dataclass(frozen=True, slots=True, eq=False)
class VariableLayout(Titled):
    """How the variable of this name is shown; None stands for the default. `steps` is the key of a table, and `gives`
    says what its steps give."""

    as_: ValueForm | None
    shown: ValueShown | None
    steps: str | None
    gives: Text | None


@dataclass(frozen=True, slots=True, eq=False)
class Figure(Titled):
    """A value that a table shows and that rules don't keep.

    `of` is its owners' type: a player, a member, a number, or a card of one kind; None for one of the table. `binder`
    stands for the owner in `value`. `value_text` is the code as the author wrote it. `steps` and `gives` are as of
    variables.
    """

    of: Type | None
    binder: Local | None
    value: Expression
    as_: ValueForm | None
    shown: ValueShown | None
    seen_by: FigureSeenBy
    steps: str | None
    gives: Text | None
    value_text: str = ""
    attribute: str | None = None
    """The attribute with modifiers whose value this is: cards show it in the place of their own one, if it differs."""


@dataclass(frozen=True, slots=True)
class CardBack:
    """The back of cards: a colour and a symbol as of members, and a picture's path below the game's folder. None stands
    for the default."""

    colour: str | None
    symbol: str | None
    picture: str | None


@dataclass(frozen=True, slots=True, eq=False)
class CardLayout(Declaration):
    """How cards of the kind of this name are drawn; None stands for the default.

    `colour` and `symbol` are attributes whose type is an enum; `number` is an attribute, or a figure of the kind.
    `index` and `shows` are printed attributes; `index` is of an enum, or a number.
    `title` and `picture` are labels over `self` that depend on nothing but what is printed; a picture's text is a path
    below the game's folder.
    """

    title: Label | None
    colour: str | None
    symbol: str | None
    number: str | None
    picture: Label | None
    template: Template | None
    index: str | None
    shows: Sequence[str]
    back: CardBack | None
    title_text: str = ""
    picture_text: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class MemberLayout(Titled):
    """How a member of an enum is shown; None stands for the default. The name is `ENUM.MEMBER`.

    `colour` is a CSS name or `#` with hexadecimal digits; `symbol` one of `SHAPES`, or one or two characters; `picture`
    a path below the game's folder. `pips` is how many symbols stand on a playing card of which it is the index.
    """

    colour: str | None
    symbol: str | None
    picture: str | None
    pips: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """How the table itself looks: colours as those of members, what it is made of, and a picture's path below the
    game's folder. None stands for the default."""

    table: str | None = None
    card: str | None = None
    accent: str | None = None
    texture: Texture | None = None
    picture: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class OptionReference(Declaration):
    """Something that is said of the options of one branch.

    `label` is the option's label as the rules write it. `site` and `branch` say where the option is offered: the
    identity of the decision, and the key of its branch. `owner` is the set of an entry that a set adds to a menu.
    `locals` stand for the branch's binders, in their order. The name is the label, with the place where it isn't the
    first branch of this label.
    """

    label: str
    site: str
    branch: str
    locals: Sequence[Local]


@dataclass(frozen=True, slots=True, eq=False)
class OptionStory(OptionReference):
    """What the log tells when an option of one branch is chosen, in place of its label. It is told before the option
    takes effect."""

    sentence: Label


@dataclass(frozen=True, slots=True, eq=False)
class OptionLook(OptionReference):
    """What options of one branch are about on the table: things in place of those that the code tells, if there are
    any; where each card of them may be dragged; whether it costs nothing; whether it is asked about before it is taken
    at a thing; and whether it ends what the player is doing, None where that follows from the code."""

    about: Sequence[Expression]
    to: Sequence[Expression]
    gain: bool
    confirm: bool
    ends: bool | None


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """How a table is shown, as far as content says it.

    Areas are in the order of the table. `zones` and `variables` are by key, `figures` by name, `cards` by kind,
    `members` by enum and member. `decisions` has titles by the key of the procedure, or the name of the menu, group,
    phase or step, in whose code something is asked; `phases` has titles by name. `about` says how the game
    is won and what a turn is. `story` has sentences for options,
    `options` what these are about on the table.
    """

    areas: Sequence[Area] = ()
    zones: Mapping[str, ZoneLayout] = field(default_factory=dict)
    variables: Mapping[str, VariableLayout] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)
    cards: Mapping[str, CardLayout] = field(default_factory=dict)
    members: Mapping[str, Mapping[str, MemberLayout]] = field(default_factory=dict)
    decisions: Mapping[str, Text] = field(default_factory=dict)
    phases: Mapping[str, Text] = field(default_factory=dict)
    story: Sequence[OptionStory] = ()
    options: Sequence[OptionLook] = ()
    about: Text | None = None
    seats: Seats = "row"
    theme: Theme = field(default_factory=Theme)


# The colours that content can name: those of CSS (CSS Color Module Level 4, section 6.1).

_NAMES = """
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
    cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
    darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
    darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
    firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
    hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
    lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
    lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
    mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
    midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
    palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
    rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue
    slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white
    whitesmoke yellow yellowgreen
"""
COLOUR_NAMES = frozenset(_NAMES.split())
_HEXADECIMAL = re.compile("#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def is_colour(text: str) -> bool:
    """Whether a text is a colour: a name of CSS in lower case, or `#` and three or six hexadecimal digits."""
    return text in COLOUR_NAMES or _HEXADECIMAL.fullmatch(text) is not None
