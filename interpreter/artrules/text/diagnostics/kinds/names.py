"""Kinds of diagnostic about names, of what is declared and what is referred to: 2000 to 2099."""

from artrules.text.diagnostics.example import Example, Examples
from artrules.text.diagnostics.registry import declare

UNKNOWN_NAME = declare(
    2001,
    "unknown-name",
    "nothing has this name",
    """
    The name isn't declared, or isn't visible here: a set sees its own names and the game's, the game sees only its own.
    Check the spelling; `artrules info` shows what a ruleset has.
    """,
    example="do: draww(1)",
)
NAME_TWICE = declare(
    2002,
    "name-twice",
    "a name is given twice",
    """
    All names of one file share one name space, including the members of enums. Rename one of the two.
    """,
    example="enums: {colour: [red], fruit: [red]}",
)
RESERVED_NAME = declare(
    2003,
    "reserved-name",
    "a name is a word of the language",
    """
    A word of the language can't be used as a name. `docs/language.md` 3.1 lists these words.
    """,
    example="variables: {watch: {type: 0..9}}",
)
BAD_TYPE = declare(
    2004,
    "bad-type",
    "a type that is not possible",
    """
    A range goes from the lower number to the higher one. Sets hold numbers from 0 to 255, members of an enum, or
    players. Settings are truth values, numbers of a range, or members of an enum.
    """,
    example="type: 9..2",
)
BAD_OWNER = declare(
    2005,
    "bad-owner",
    "an owner that is not possible",
    """
    Zones belong to players, to numbers of a range or to members of an enum; variables belong to players or members.
    Only what belongs to players has an owner who can see it.
    """,
    example="zones: {shelf: {holds: card, seen_by: owner}}",
)
MISSING = declare(
    2006,
    "missing-value",
    "a value is missing",
    """
    Every member of an enum needs a value for each property of the enum. Every power needs a value for each attribute of
    `power_has` that has no `starts`. Cards, powers and events have no first value: whatever has such a type needs
    `starts`, or a type such as `card or none`.
    """,
    example="enums: {colour: {has: {warm: bool}, members: {red: {}}}}",
)
BAD_ROW = declare(
    2007,
    "bad-row",
    "a row of pieces that doesn't match its columns",
    """
    Each row of `pieces` has one value for each column; `count` is a number from 0 to 1000. In a table, a cell may be
    empty if `none` is a value of the attribute, or if the attribute is a set or list that may be empty.
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
FIXED_ORDER = declare(
    2056,
    "fixed-order",
    "a set requires an order that the game doesn't leave open",
    """
    A set may require an order only in zones of the game with `order: open`. In all others the game says how cards lie.
    """,
    example="requires: {hand: pile}",
)
ORDERS_DIFFER = declare(
    2057,
    "orders-differ",
    "two sets require different orders",
    """
    Sets can be mixed, and a zone can have only one order. Leave one of the two sets out, or let it do with the order
    that the other one requires.
    """,
    example="requires: {discard: row}  # and another set requires a pile",
)
CIRCLE = declare(
    2009,
    "circle",
    "something calls itself or depends on itself",
    """
    Every calculation must end, so functions and procedures may not call themselves, directly or through others. (A
    procedure may use a power that calls the procedure again.) For the same reason, limits and conditions of powers may
    not ask whether a power can be used; a part of the score may not ask for the score; and the label of a card may not
    be made of the labels of cards whose labels are made of it.
    """,
    examples=Examples(
        fails=Example(
            "sections",
            """
            procedures:
              light_all: light_more()
              light_more: |
                draw(1)
                light_all()  #!
            """,
        ),
        repaired=Example(
            "sections",
            """
            procedures:
              light_all: |
                repeat 3 times:
                    light_more()
              light_more: draw(1)
            """,
        ),
        near_misses=(Example("power", "- {when: buying, do: buy(1)}"),),
    ),
)
NOTHING_TO_REPLACE = declare(
    2010,
    "nothing-to-replace",
    "an overlay changes what doesn't exist",
    """
    An overlay replaces what the game has, by key. Only functions, procedures, variables, zones, events, entries of
    menus and steps may be new.
    """,
    example="overlay: duel\nphases: {x: y}",
)
OVERLAY_CONFLICT = declare(
    2011,
    "overlay-conflict",
    "two overlays change the same thing",
    """
    Two overlays that can apply together change the same key, so one of them must say `after:` and the name of the
    other.
    """,
    example="overlay: a\nprocedures: {tidy: skip}",
)
NO_RULESET = declare(
    2012,
    "no-ruleset",
    "there is no ruleset here",
    """
    A ruleset is a folder with a file `ruleset.yaml`. Give the name of a shipped ruleset, such a folder, or a file
    inside one.
    """,
)
TOO_MANY = declare(
    2014,
    "too-many",
    "there is more of something than a ruleset may have",
    """
    A ruleset has at most 5,000 names, 10,000 cards, 1,000 zones (each player's counted) and 100,000 values of cards and
    variables. An enum has at most 256 members, and a group that is keyed by numbers at most 1,000 keys. Overlays may
    depend on settings with at most 4,096 combinations of values, and together make at most 64 different games, or fewer
    if the ruleset is large. Such a number is often a typing mistake; otherwise, look for a way to say the same with
    less.
    """,
    examples=Examples(
        fails=Example(
            "sections",
            """
            zones:
              shelf: {per: 1..1000, holds: lantern, seen_by: everyone} #!
            procedures:
              shelve: move my hand to shelf[1]
            """,
        ),
        repaired=Example(
            "sections",
            """
            zones:
              shelf: {per: 1..10, holds: lantern, seen_by: everyone}
            procedures:
              shelve: move my hand to shelf[1]
            """,
        ),
    ),
)
WRONG_RULESET = declare(
    2013,
    "wrong-ruleset",
    "the file belongs to another ruleset",
    """
    The name after `part_of`, `of` or `scenarios` must be the name of the ruleset in whose folder the file lies.
    """,
    example="part_of: other",
)
NOT_FROM_OUTSIDE = declare(
    2015,
    "not-from-outside",
    "this can't be given from outside of the ruleset's folder",
    """
    Sets, overlays, scenarios and the folders of whole rulesets may be given from outside. Sets and overlays have names,
    and are chosen or apply by themselves. A part (`part_of`) has no name and changes the game for everybody: put it
    into the ruleset's folder, or make it an overlay.
    """,
    example="part_of: lanterns",
)
UNKNOWN_RULESET = declare(
    2016,
    "unknown-ruleset",
    "the file is for a ruleset that isn't known",
    """
    The name after `of` or `scenarios` must be that of a game: a shipped one, one that a plugin brings, or one whose
    folder is given as well. Check the spelling, or give the folder of the game.
    """,
    example="set: river\nof: lantern",
)
BAD_PIECE_TABLE = declare(
    2018,
    "bad-piece-table",
    "pieces that can't have this table",
    """
    `table` names a CSV file in the folder of the file that names it, or in a folder below: `table: items.csv`. The
    table replaces `columns`, `rows` and `count`, so none of these may stand beside it. No two columns have the same
    name.
    """,
    example="pieces: {items: {kind: item, start: deck, table: items.csv, rows: [[1]]}}",
)
BAD_PIECE_RULE = declare(
    2041,
    "bad-piece-rule",
    "pieces that can't follow this rule",
    """
    `for` makes a piece for each value of its binders: `for: s in suit, r in rank`. It replaces `columns` and `rows`.
    The values are known before any game: a domain is an enum, a range or a list, and a condition compares numbers,
    members and their properties. Settings and functions aren't known there.
    """,
    example="pieces: {deck: {kind: item, start: box, for: n in 1..length, has: {n: n}}}",
)
NEWER_LANGUAGE = declare(
    2090,
    "newer-language",
    "the file is written in a newer version of the language",
    """
    `language` says in which version of the language a file is written. This engine is older than that version. Take a
    newer engine.
    """,
    example="ruleset: lanterns\nlanguage: 99",
)
OLDER_LANGUAGE = declare(
    2091,
    "older-language",
    "the file is written in an older version of the language",
    """
    `language` says in which version of the language a file is written. The engine reads it as the newest version, in
    which a name of yours may be a word of the language. `artrules migrate` rewrites the file, and keeps its comments.
    """,
    severity="warning",
    example="ruleset: lanterns\nlanguage: 1",
)
MISSPELT_DECLARATION = declare(
    2100,
    "misspelt-declaration",
    "a name is declared that nothing uses, and a similar one is used",
    """
    Something is declared and never used, and code uses a name that is nearly the same and declared nowhere. So the
    name is probably misspelt where it is declared. Correct it there, or correct the uses.
    """,
    example="procedures: {darw: move top of deck to my hand}\nsetup: [draw()]",
)
