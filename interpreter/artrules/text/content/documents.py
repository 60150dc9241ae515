"""The files of a game as wholes: the ruleset, its parts, sets, overlays and expansions, and the libraries it uses."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from artrules.text.content.cards import (
    GROUP_KEYS,
    GROUPS,
    KEYED_POWERS,
    KINDS,
    LIMITS,
    PIECES,
    POWER_ATTRIBUTES,
    TOTALS,
    Group,
    Kind,
    Limit,
    PieceList,
    PowerAttribute,
    PowersOfKey,
    Total,
)
from artrules.text.content.flow import (
    FLOW,
    FUNCTIONS,
    HINTS,
    MENUS,
    PROCEDURES,
    ExpectedFunction,
    Flow,
    Function,
    Hints,
    Menu,
    Procedure,
)
from artrules.text.content.layout import LAYOUT, Layout
from artrules.text.content.scenarios import Scenarios
from artrules.text.content.section import (
    ASSUMED,
    EXPRESSION,
    LANGUAGE,
    NAME,
    NAMES,
    PROSE,
    SAYS,
    SIGNATURE,
    SOURCE,
    Named,
    Section,
    Sourced,
    author_keys,
    author_sections,
    choice,
    key,
    list_of_texts,
    named_sections,
    named_values,
    nested,
    section,
    text,
)
from artrules.text.content.zones import (
    ENUMS,
    EVENTS,
    LIVES,
    SETTINGS,
    TABLES,
    VARIABLES,
    ZONES,
    EndsFor,
    Enum,
    Event,
    ExpectedVariable,
    ExpectedZone,
    Setting,
    Table,
    Variable,
    Zone,
)
from artrules.text.source.node import Scalar

# Rulings: what the rules mean where it matters, in prose.


@section("ruling", "Ruling", alone="text")
class Ruling(Sourced):
    """A ruling's text, or `text` with more beside it."""

    question: Scalar | None = key(PROSE, "What was open.", title="Question")
    text: Scalar | None = key(PROSE, "What holds.", title="Text", required=True)


_NUMBER = text({"type": "string", "pattern": "^(about|([A-Za-z]+[- ])?(0|[1-9][0-9]{0,5}))$"}).named(
    "",
    "Number of a ruling",
    "A number such as `21`, with letters before it if need be: `C-6`, `decision 9`.",
)


@section("rulings_of_heading", "Rulings of a heading")
class RulingsOfHeading(Section):
    """`about`, if need be, and rulings by number."""

    about: Scalar | None = key(PROSE, "What holds for all of them.")
    rulings: Named[Ruling] = author_sections(_NUMBER, Ruling)


_HEADING = text({"type": "string", "minLength": 1, "maxLength": 100}).named(
    "", "Heading", "What the rulings below it are about."
)
RULINGS = named_sections(_HEADING, RulingsOfHeading).named(
    "rulings",
    "Rulings",
    "What the rules mean where it matters: under headings, by number. A `source` that says `ruling 21` cites one.",
)


# Terms: words of the game, each with its meaning.

_WORD = text({"type": "string", "minLength": 1, "maxLength": 40, "pattern": "^[^_\\s]([^_]*[^_\\s])?$"}).named(
    "term_word", "Word", "A word that players read, or several: `tuck`, `hidden gem`."
)
_FORMS = list_of_texts({"type": ["string", "array"], "items": _WORD, "uniqueItems": True}).named(
    "term_forms", "Forms of a word", "A word, or a list of words."
)
_MEANING = text({"x-artrules-prose": True, "type": ["string", "integer"], "minLength": 1, "maxLength": 300}).named(
    "meaning", "Meaning", "What a word means, in a sentence or two."
)


@section("term", "Term", alone="text")
class Term(Sourced):
    """What a word means, or `text` with more beside it."""

    text: Scalar | None = key(_MEANING, required=True)
    forms: tuple[Scalar, ...] = key(
        _FORMS, "Other forms of the word, such as the plural: a word, or a list of words.", title="Forms"
    )


TERMS = named_sections(_WORD, Term).named(
    "terms", "Terms", "Words of the game that players read, each with what it means."
)


PLAYERS = text(
    {"type": ["string", "integer"], "minimum": 1, "maximum": 16, "pattern": "^[1-9][0-9]?\\.\\.[1-9][0-9]?$"}
).named("players", "Players", "How many play: a number, or a range such as `2..4`.")

RequiredOrder: TypeAlias = Literal["pile", "row"]
REQUIRED_ORDERS = named_values(NAME, choice(*get_args(RequiredOrder)))


@section()
class GameSections(Section):
    """The sections that a ruleset, its parts and its overlays have."""

    settings: Named[Setting] = key(SETTINGS)
    enums: Named[Enum] = key(ENUMS)
    lives: Named[EndsFor | None] = key(LIVES)
    limits: Named[Limit] = key(LIMITS)
    power_has: Named[PowerAttribute] = key(POWER_ATTRIBUTES)
    groups: Named[Group] = key(GROUPS)
    cards: Named[Kind] = key(KINDS)
    zones: Named[Zone] = key(ZONES)
    variables: Named[Variable] = key(VARIABLES)
    events: Named[Event] = key(EVENTS)
    tables: Named[Table] = key(TABLES)
    functions: Named[Function] = key(FUNCTIONS)
    procedures: Named[Procedure] = key(PROCEDURES)
    menus: Named[Menu] = key(MENUS)
    pieces: Named[PieceList] = key(PIECES)
    totals: Named[Total] = key(TOTALS)
    flow: Flow | None = key(FLOW)
    hints: Hints | None = key(HINTS)
    layout: Layout | None = key(LAYOUT)
    rulings: Named[RulingsOfHeading] = key(RULINGS)
    terms: Named[Term] = key(TERMS)


@section()
class SetSections(Section):
    """The sections that a set has beside its powers."""

    functions: Named[Function] = key(FUNCTIONS)
    procedures: Named[Procedure] = key(PROCEDURES)
    tables: Named[Table] = key(TABLES)
    events: Named[Event] = key(EVENTS)
    variables: Named[Variable] = key(VARIABLES)
    zones: Named[Zone] = key(ZONES)
    menus: Named[Menu] = key(MENUS)
    rulings: Named[RulingsOfHeading] = key(RULINGS)
    terms: Named[Term] = key(TERMS)
    requires: Named[RequiredOrder | None] = key(
        REQUIRED_ORDERS,
        "The order that it needs in zones of the game whose order is `open`, by zone: `pile` or `row`.",
        title="Requires",
    )
    powers: Named[Named[PowersOfKey]] = author_keys(NAME, KEYED_POWERS)


@section()
class RulesetHead(Section):
    """What a ruleset says of itself."""

    ruleset: Scalar | None = key(NAME, "The game's name.", title="Name", required=True)
    language: Scalar | None = key(LANGUAGE)
    title: Scalar | None = key(PROSE, "What the game is called.", required=True)
    players: Scalar | None = key(PLAYERS, required=True)
    copy_of: Scalar | None = key(
        NAME, "The game of which this one is a changed copy: what is for that is for this, too."
    )
    plugins: Named[Scalar | None] = key(
        named_values(NAME, PROSE),
        "The plugins that the game needs: for each the package that brings it, with the versions that will do.",
    )
    uses: tuple[Scalar, ...] = key(
        NAMES, "The library, or a list of libraries, whose rules are a part of the game.", title="Uses"
    )
    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)


@section(title="Ruleset")
class Ruleset(RulesetHead, GameSections):
    """A game, or the main file of one: `ruleset.yaml`."""


@section(title="Part of a ruleset")
class Part(GameSections):
    """More of a game: a part and the ruleset are one document in several files."""

    part_of: Scalar | None = key(NAME, "The name of the game this is a part of.", title="Name", required=True)
    title: Scalar | None = key(PROSE, "What the game is called.")
    players: Scalar | None = key(PLAYERS)
    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)


@section("expectations", "Expectations", file="library.schema.json")
class Expectations(Section):
    """What a game must have that uses a library, by type."""

    zones: Named[ExpectedZone] = key(named_sections(NAME, ExpectedZone), "Zones.")
    variables: Named[ExpectedVariable] = key(named_sections(NAME, ExpectedVariable), "Variables.")
    functions: Named[ExpectedFunction] = key(
        named_sections(SIGNATURE, ExpectedFunction, {"x-artrules-key-code": "signature"}),
        "Functions, by signature, each with the type of its value, and perhaps what it is where a game doesn't say.",
    )
    procedures: tuple[Scalar, ...] = key(
        list_of_texts({"type": ["string", "array"], "items": SIGNATURE, "uniqueItems": True}).named(
            "", "Signatures", "A signature, or a list of signatures."
        ),
        "The signatures of procedures, in a list.",
    )


@section()
class LibraryHead(Section):
    """What a library says of itself."""

    library: Scalar | None = key(NAME, "The library's name.", title="Name", required=True)
    language: Scalar | None = key(LANGUAGE)
    title: Scalar | None = key(PROSE, "What it is called.")
    uses: tuple[Scalar, ...] = key(
        NAMES, "The library, or a list of libraries, without which it can't be.", title="Uses"
    )
    expects: Expectations | None = key(nested(Expectations), "What a game must have that uses it.", title="Expects")
    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)


@section(title="Library", without=("flow",))
class Library(LibraryHead, GameSections):
    """Rules that several games share: whatever a part of a game may have, but for the course of a game."""


@section()
class SetHead(Section):
    """What a set says of itself."""

    set: Scalar | None = key(NAME, "The set's name.", title="Name", required=True)
    of: Scalar | None = key(NAME, "The name of the game it is for.", title="Name", required=True)
    language: Scalar | None = key(LANGUAGE)
    title: Scalar | None = key(PROSE, "What the set is called.")
    after: tuple[Scalar, ...] = key(
        NAMES, "The set, overlay or expansion, or a list of them, after which its changes are merged.", title="After"
    )
    leaves_out: tuple[Scalar, ...] = key(
        GROUP_KEYS,
        "The keys of the groups that it fills for which it has nothing on purpose, such as `[5]` or `[5..7]`.",
        title="Leaves out",
    )
    says: tuple[Scalar, ...] = key(SAYS)
    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)


@section()
class ChangingHead(Section):
    """What a file that changes a game says of itself."""

    of: Scalar | None = key(NAME, "The name of the game it changes.", title="Of", required=True)
    language: Scalar | None = key(LANGUAGE)
    applies: Scalar | None = key(EXPRESSION)
    after: tuple[Scalar, ...] = key(
        NAMES, "The overlay or expansion, or a list of them, after which this one is merged.", title="After"
    )
    players: Scalar | None = key(
        PLAYERS,
        "Numbers of players that it adds to those of the game: a number or a range.",
        title="Players",
    )
    title: Scalar | None = key(PROSE, "What it is called.")
    says: tuple[Scalar, ...] = key(SAYS)
    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)


_APPLIES = "When it applies: an expression over settings and `players`."


@section()
class OverlayHead(ChangingHead):
    """What an overlay says of itself."""

    overlay: Scalar | None = key(NAME, "The overlay's name.", title="Name", required=True)
    applies: Scalar | None = key(EXPRESSION, _APPLIES, required=True)


@section()
class ExpansionHead(ChangingHead):
    """What an expansion says of itself."""

    expansion: Scalar | None = key(NAME, "The expansion's name.", title="Name", required=True)
    applies: Scalar | None = key(EXPRESSION, f"{_APPLIES} Default: always.")
    requires: tuple[Scalar, ...] = key(
        NAMES,
        "The expansion, or a list of expansions, without which this one doesn't apply. Their names may be used in it.",
        title="Requires",
    )


@section()
class SetChanges(SetSections):
    """Changes to one set."""


@section()
class ChangesOfSets(Section):
    """What an overlay changes in the sets of the game."""

    sets: Named[SetChanges] = key(named_sections(NAME, SetChanges), "Changes to sets of the game, by name.")


@section(title="Overlay")
class Overlay(OverlayHead, GameSections, ChangesOfSets):
    """Changes to a game under a condition: a variant, a player count. Nothing (`null`) removes."""


@section()
class SharedAdditions(Section):
    """What an expansion adds to sections of the game, under names that all see."""

    settings: Named[Setting] = key(SETTINGS)
    enums: Named[Enum] = key(ENUMS, "Enums, and members of enums that the game has.")
    lives: Named[EndsFor | None] = key(LIVES)
    limits: Named[Limit] = key(LIMITS)
    cards: Named[Kind] = key(KINDS)
    pieces: Named[PieceList] = key(PIECES, "Pieces, and `rows` (or a `table`) for pieces that the game has.")
    totals: Named[Total] = key(TOTALS, "Numbers of pieces. Those of the game hold without expansions alone.")
    flow: Flow | None = key(FLOW, "Steps of `setup` and `final`, and parts of the `score`.")
    hints: Hints | None = key(HINTS)
    layout: Layout | None = key(LAYOUT)


_FILE = "expansion.schema.json"


@section("additions", "Additions", file=_FILE)
class Additions(SharedAdditions, SetSections):
    """What an expansion adds. Every key that is not listed here is the name of a group, for powers."""


@section("changes", "Changes", file=_FILE)
class Changes(GameSections, ChangesOfSets):
    """What an expansion changes in the game, as an overlay does. Nothing (`null`) removes."""


_WITH_IT = "What the game has besides, wherever the set is in play: as an expansion adds it."


@section("set_additions", "What a set adds", file="set.schema.json")
class SetAdditions(SharedAdditions):
    """What a set adds to sections of the game, under names that all see."""


@section("set_changes", "What a set changes", file="set.schema.json")
class ChangesOfSet(GameSections, ChangesOfSets):
    """What a set changes in the game, as an overlay does. Nothing (`null`) removes."""


@section(title="Set")
class PowerSet(SetHead, SetSections):
    """Powers for the groups of a game. Every key that is not listed here is the name of a group."""

    adds: SetAdditions | None = key(nested(SetAdditions), _WITH_IT, title="Adds")
    changes: ChangesOfSet | None = key(
        nested(ChangesOfSet), "What it changes in the game wherever it is in play, as an overlay does.", title="Changes"
    )


@section()
class ExpansionParts(Section):
    """What an expansion does to a game."""

    adds: Additions | None = key(nested(Additions), "What it adds.", title="Adds")
    changes: Changes | None = key(nested(Changes), "What it changes, as an overlay does.", title="Changes")


@section(title="Expansion")
class Expansion(ExpansionHead, ExpansionParts):
    """Cards, powers and rules for a game, from anywhere."""


# The kinds of file and what each holds.

FILES: Final[Mapping[str, type[Section]]] = {
    "ruleset": Ruleset,
    "part_of": Part,
    "set": PowerSet,
    "overlay": Overlay,
    "expansion": Expansion,
    "library": Library,
    "scenarios": Scenarios,
}
"""The section that is the whole of a file, by the file's first key."""
