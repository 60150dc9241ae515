"""Kinds of diagnostic of names: what is declared and what is referred to: 2000 to 2099."""

from artrules.diagnostics.registry import declare

UNKNOWN_NAME = declare(
    2001,
    "unknown-name",
    "nothing has this name",
    """
    Something is named that isn't declared, or isn't visible here: a set sees its own names and the game's, the game
    sees only its own. Check the spelling; `artrules info` shows what a ruleset has.
    """,
    example="do: draww(1)",
)
NAME_TWICE = declare(
    2002,
    "name-twice",
    "a name is given twice",
    """
    All names of one file share one name space, members of enums included. Rename one of the two.
    """,
    example="enums: {colour: [red], fruit: [red]}",
)
RESERVED_NAME = declare(
    2003,
    "reserved-name",
    "a name is a word of the language",
    """
    Words of the language can't name anything. `docs/language.md` 3.1 lists them.
    """,
    example="variables: {watch: {type: 0..9}}",
)
BAD_TYPE = declare(
    2004,
    "bad-type",
    "a type that can't be",
    """
    A range goes from the lower to the higher number; sets hold numbers from 0 to 255, members of an enum or
    players. Settings are truth values, numbers of a range or members of an enum.
    """,
    example="type: 9..2",
)
BAD_OWNER = declare(
    2005,
    "bad-owner",
    "it can't belong to that",
    """
    Zones belong to players, numbers of a range or members of an enum; variables to players or members; only what
    belongs to players has an owner who can see it.
    """,
    example="zones: {shelf: {holds: card, seen_by: owner}}",
)
MISSING = declare(
    2006,
    "missing-value",
    "a value is missing",
    """
    Every member has a value for each property of its enum, and every power one for each attribute of `power_has`
    without a `starts`. Cards, powers and events have no first value, so what is of such a type needs `starts`, or a
    type such as `card or none`.
    """,
    example="enums: {colour: {has: {warm: bool}, members: {red: {}}}}",
)
BAD_ROW = declare(
    2007,
    "bad-row",
    "a row of pieces that doesn't fit its columns",
    """
    Each row of `pieces` has one value for each column; `count` is a number from 0 to 1000. In a table a cell may be
    empty where `none` is a value of the attribute, or a set or list that may be empty.
    """,
    example="rows: [[1, red]]",
)
BAD_GROUP_KEY = declare(
    2008,
    "bad-group-key",
    "a key that the group doesn't have",
    """
    A group that is keyed by numbers holds powers for these numbers only.
    """,
    example="guild: {9: {name: Nobody, powers: []}}",
)
CIRCLE = declare(
    2009,
    "circle",
    "it comes to call itself",
    """
    Functions and procedures may not call themselves, directly or through others: so every calculation ends. A
    procedure may use a power that calls it again. What limits allow, and whether a power can be used, may not depend on
    whether powers can be used; a part of the score not on the score; the label of a card not on labels of cards that
    depend on it.
    """,
    example="functions: {a: b(), b: a()}",
)
NOTHING_TO_REPLACE = declare(
    2010,
    "nothing-to-replace",
    "an overlay changes what doesn't exist",
    """
    An overlay replaces what the game has, by key; only functions, procedures, variables, zones, events, entries of
    menus and steps may be new.
    """,
    example="overlay: duel\nphases: {x: y}",
)
OVERLAY_CONFLICT = declare(
    2011,
    "overlay-conflict",
    "two overlays change the same thing",
    """
    When two overlays that can apply together change the same key, one must say `after:` the other.
    """,
    example="overlay: a\nprocedures: {tidy: skip}",
)
NO_RULESET = declare(
    2012,
    "no-ruleset",
    "there is no ruleset here",
    """
    A ruleset is a folder with a `ruleset.yaml`. Name a shipped ruleset, such a folder, or a file inside one.
    """,
    example="",
)
TOO_MANY = declare(
    2014,
    "too-many",
    "there is more of something than a ruleset may have",
    """
    A ruleset has at most 5,000 names, 10,000 cards, 1,000 zones (each player's counted), 100,000 values of cards and
    variables; an enum at most 256 members; a group of numbers at most 1,000 keys. Overlays may depend on settings with
    at most 4,096 combinations of values, and make together at most 64 different games, of a large ruleset fewer. Often
    such a number is a slip of the pen; else look for a way to say it with less.
    """,
    example="zones: {shelf: {per: 1..100000, holds: card, seen_by: everyone}}",
)
WRONG_RULESET = declare(
    2013,
    "wrong-ruleset",
    "the file belongs to another ruleset",
    """
    The name after `part_of`, `of` or `scenarios` must be that of the ruleset in whose folder the file lies.
    """,
    example="part_of: other",
)
NOT_FROM_OUTSIDE = declare(
    2015,
    "not-from-outside",
    "this can't be given from outside of the ruleset's folder",
    """
    From outside come sets and overlays, which have names and are chosen or apply by themselves, scenarios, and whole
    rulesets, by their folders. A part (`part_of`) has no name, and changes the game for everybody: put it into the
    ruleset's folder, or make it an overlay.
    """,
    example="part_of: lanterns",
)
UNKNOWN_RULESET = declare(
    2016,
    "unknown-ruleset",
    "the file is for a ruleset that isn't known",
    """
    The name after `of` or `scenarios` is that of a game: a shipped one, one that a plugin brings, or one whose folder
    is given as well. Check the spelling, or give the folder of the game.
    """,
    example="set: river\nof: lantern",
)
UNKNOWN_RULING = declare(
    2017,
    "unknown-ruling",
    "a ruling is cited that isn't there",
    """
    A `source` or `assumed` that says `ruling 21` or `rulings 17-20, C-6` cites rulings, which stand in a section
    `rulings` of the ruleset or of the same set. `artrules doc NAME --rulings` shows them all.
    """,
    severity="warning",
    example='rulings: {Play: {1: "Any card may begin."}}\nlives: {turn: {source: ruling 2}}',
)
BAD_PIECE_TABLE = declare(
    2018,
    "bad-piece-table",
    "pieces that can't have this table",
    """
    `table` names a CSV file that lies beside the file that names it, or in a folder below: `table: items.csv`. It takes
    the place of `columns`, `rows` and `count`, so none of these can stand beside it. Each column is named once.
    """,
    example="pieces: {items: {kind: item, start: deck, table: items.csv, rows: [[1]]}}",
)
