"""The catalogue of all kinds of diagnostic.

A kind is declared once, beside the code that reports it: its code, slug, severity and summary. What it means and how to
repair its cause stands on a page of its own (`render.py`). A code keeps its meaning for ever: one that is retired is
never used again.

The first digit tells the stage: 1xxx YAML and schema, 2xxx names, 3xxx syntax and types of code, 4xxx checks, 5xxx
running games, 6xxx scenarios, 7xxx plugins. Checks that plugins add have letters of their own instead of ART, and
aren't in this catalogue.

The catalogue holds the kinds of the modules imported so far: those of the checks are declared in `checks/rules/`, all
others below.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from artrules.text.record import dataclass

Severity = Literal["error", "warning"]

_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_by_code: dict[int, Kind] = {}
_by_slug: dict[str, Kind] = {}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of diagnostic: its code and slug, and what is wrong, in a few words without a capital or a full stop."""

    code: int
    slug: str
    severity: Severity
    summary: str
    letters: str = "ART"
    """The letters before the number; a plugin has its own."""
    page: str = ""
    """The page of a plugin's kind, as Markdown. Those of all others are files."""

    @property
    def name(self) -> str:
        """The stable code as it is written, such as `ART2001`."""
        return f"{self.letters}{self.code}"


def declare(code: int, slug: str, summary: str, *, severity: Severity = "error") -> Kind:
    """Add a kind to the catalogue and return it. Raises ValueError for a code or slug that is malformed or taken."""
    if not 1000 <= code <= 9999:
        raise ValueError(f"a code has four digits, not {code}")
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"a slug is lower-case words joined by hyphens, not {slug!r}")
    if code in _by_code:
        raise ValueError(f"the code {code} is that of {_by_code[code].slug}")
    if slug in _by_slug:
        raise ValueError(f"the slug {slug} is that of {_by_slug[slug].code}")
    kind = Kind(code, slug, severity, summary)
    _by_code[code] = kind
    _by_slug[slug] = kind
    return kind


def all_kinds() -> Mapping[int, Kind]:
    """All kinds declared so far, by code."""
    return MappingProxyType(dict(sorted(_by_code.items())))


def find_kind(text: str) -> Kind | None:
    """The kind with this code (`2001` or `ART2001`) or slug."""
    wanted = text.strip().lower()
    if match := re.fullmatch(r"(?:art)?([0-9]{4})", wanted, re.ASCII):
        return _by_code.get(int(match[1]))
    return _by_slug.get(wanted)


# Reading files: YAML, CSV, and how much of both.
SYNTAX = declare(1001, "yaml-syntax", "the file is not YAML")
NOT_UTF8 = declare(1002, "not-utf-8", "the file is not encoded as UTF-8")
CONTROL_CHARACTER = declare(1003, "control-character", "a character that can't be seen")
TAB = declare(1004, "tab", "a tab")
TOO_LARGE = declare(1005, "file-too-large", "the file is too large")
TOO_DEEP = declare(1006, "too-deep", "the file is nested too deeply")
EMPTY_FILE = declare(1007, "empty-file", "the file holds nothing")
SEVERAL_DOCUMENTS = declare(1008, "several-documents", "the file holds several documents")
DUPLICATE_KEY = declare(1009, "duplicate-key", "a key stands twice")
BAD_KEY = declare(1010, "bad-key", "a key is not a word or a line of text")
ANCHOR = declare(1011, "anchor", "an anchor, an alias or a merge key")
TAG = declare(1012, "tag", "a tag")
OLD_TRUTH_WORD = declare(1013, "old-truth-word", "a truth value is `yes` or `no`")
DIRECTIVE = declare(1014, "directive", "a line that begins with `%`")
UNREADABLE_FILE = declare(1015, "unreadable-file", "the file can't be opened")
TABLE_SYNTAX = declare(1016, "table-syntax", "the file is not a table in CSV")
LOOK_ALIKE = declare(1020, "look-alike", "a character that only looks like the one that belongs there")
TOO_MUCH_TO_JUDGE = declare(1050, "too-much-to-judge", "a ruleset holds more than is judged")
CUT_TEXT = declare(1070, "cut-text", "a text is cut off by a comment", severity="warning")

# The shape of files.
UNKNOWN_FILE_KIND = declare(1101, "unknown-file-kind", "the first key does not say what the file is")
UNKNOWN_KEY = declare(1102, "unknown-key", "a key that may not stand here")
MISSING_KEY = declare(1103, "missing-key", "a key is missing")
WRONG_SHAPE = declare(1104, "wrong-shape", "something of another shape belongs here")
WRONG_WORD = declare(1105, "wrong-word", "one of a few words belongs here")
MALFORMED_NAME = declare(1106, "malformed-name", "a name or text is not written as it must be")
NUMBER_OUTSIDE_BOUNDS = declare(1107, "number-outside-bounds", "a number is too small or too large")
NOTHING_IN_IT = declare(1108, "nothing-in-it", "something is empty that may not be")
REPEATED_ITEM = declare(1109, "repeated-item", "something stands twice in a list")
KEYS_EXCLUDE = declare(1110, "keys-exclude", "exactly one of several keys belongs here")
FOLDED_CODE = declare(1111, "folded-code", "code whose lines are joined")
DOES_NOT_FIT = declare(1112, "does-not-fit", "something does not fit its place")

# Reports themselves, and comments that ignore warnings.
TOO_MANY_DIAGNOSTICS = declare(1901, "too-many-diagnostics", "so much is wrong that the rest is not looked at")
UNUSED_IGNORE = declare(1910, "unused-ignore", "a comment ignores what isn't there", severity="warning")
BAD_IGNORE = declare(1911, "bad-ignore", "a comment ignores what can't be ignored", severity="warning")
IGNORE_WITHOUT_REASON = declare(
    1912, "ignore-without-reason", "a comment ignores a warning and doesn't say why", severity="warning"
)

# Names, of what is declared and what is referred to.
UNKNOWN_NAME = declare(2001, "unknown-name", "nothing has this name")
NAME_TWICE = declare(2002, "name-twice", "a name is given twice")
RESERVED_NAME = declare(2003, "reserved-name", "a name is a word of the language")
BAD_TYPE = declare(2004, "bad-type", "a type that is not possible")
BAD_OWNER = declare(2005, "bad-owner", "an owner that is not possible")
MISSING = declare(2006, "missing-value", "a value is missing")
BAD_ROW = declare(2007, "bad-row", "a row of pieces that doesn't match its columns")
BAD_GROUP_KEY = declare(2008, "bad-group-key", "a key that the group doesn't have")
CIRCLE = declare(2009, "circle", "something calls itself or depends on itself")
NOTHING_TO_REPLACE = declare(2010, "nothing-to-replace", "an overlay changes what doesn't exist")
OVERLAY_CONFLICT = declare(2011, "overlay-conflict", "two overlays change the same thing")
NO_RULESET = declare(2012, "no-ruleset", "there is no ruleset here")
WRONG_RULESET = declare(2013, "wrong-ruleset", "the file belongs to another ruleset")
TOO_MANY = declare(2014, "too-many", "there is more of something than a ruleset may have")
NOT_FROM_OUTSIDE = declare(2015, "not-from-outside", "this can't be given from outside of the ruleset's folder")
UNKNOWN_RULESET = declare(2016, "unknown-ruleset", "the file is for a ruleset that isn't known")
BAD_PIECE_TABLE = declare(2018, "bad-piece-table", "pieces that can't have this table")
BAD_PIECE_RULE = declare(2041, "bad-piece-rule", "pieces that can't follow this rule")
FIXED_ORDER = declare(2056, "fixed-order", "a set requires an order that the game doesn't leave open")
ORDERS_DIFFER = declare(2057, "orders-differ", "two sets require different orders")

# Overlays.
NUMBER_WITHOUT_OVERLAY = declare(
    2060, "number-without-overlay", "an overlay adds a number of players at which it never applies"
)
NOT_AN_OVERLAYS = declare(2061, "not-an-overlays", "an overlay can't change that")
NEW_INCOMPLETE = declare(2062, "new-incomplete", "what an overlay adds lacks something that it needs")
AFTER_CIRCLE = declare(2063, "after-circle", "an overlay would come after itself")

# Libraries.
NO_LIBRARY = declare(2070, "no-library", "a library that isn't there")
UNMET_EXPECTATION = declare(2071, "unmet-expectation", "a game doesn't have what a library expects")

# Versions of the language, and misspelt names.
NEWER_LANGUAGE = declare(2090, "newer-language", "the file is written in a newer version of the language")
OLDER_LANGUAGE = declare(
    2091, "older-language", "the file is written in an older version of the language", severity="warning"
)
MISSPELT_DECLARATION = declare(
    2100, "misspelt-declaration", "a name is declared that nothing uses, and a similar one is used"
)

# The layout of a table.
BAD_AREA = declare(2110, "bad-area", "an area that can't be laid out")
BAD_COLOUR = declare(2111, "bad-colour", "a colour that there isn't")
BAD_SYMBOL = declare(2112, "bad-symbol", "a symbol that there isn't")
BAD_LOOK = declare(2113, "bad-look", "something that can't be drawn so")
BAD_FIGURE = declare(2114, "bad-figure", "a figure that there can't be")
BAD_ABOUT = declare(2115, "bad-about", "something that an option can't be about on a table")

# The syntax of code, its types and its form.
BAD_SYNTAX = declare(3001, "bad-syntax", "code that can't be read")
WRONG_TYPE = declare(3101, "wrong-type", "a value of the wrong type")
MAYBE_NONE = declare(3102, "maybe-none", "a value that may be none")
WRONG_VALUE = declare(3103, "wrong-value", "a value outside its type")
WRONG_ARGUMENTS = declare(3104, "wrong-arguments", "too many or too few values")
NOT_ASSIGNABLE = declare(3105, "not-assignable", "a value is assigned where none can be")
NO_SELF = declare(3106, "no-self", "there is no `self` here")
NO_PLAYER = declare(3107, "no-player", "no player acts here")
NO_LOOP = declare(3108, "no-loop", "`stop` without a loop")
NO_WATCH = declare(3109, "no-watch", "`stop watching` outside a watch")
HIDES_NAME = declare(3110, "hides-name", "a name hides another")
CODE_TOO_DEEP = declare(3111, "code-too-deep", "code is nested too deeply")
BAD_TABLE = declare(3112, "bad-table", "a table's rows are out of order")
IDLE_REASON = declare(3140, "idle-reason", "words for a condition that there isn't")
EMPTY_MENU = declare(3113, "empty-menu", "a menu without entries")
NO_ANSWER = declare(3120, "no-answer", "an answer that nobody asks for, or hears")
NO_PASS = declare(3121, "no-pass", "`pass` without a window, or a window without `pass`")
NO_RESULT = declare(3150, "no-result", "a result where none can be")

# What is found where checks are run, and before.
TOO_MANY_WAYS = declare(4050, "too-many-ways", "code can be reached in more ways than are followed")
NEW_BESIDE_ALIKE = declare(
    4061, "new-beside-alike", "an overlay adds what has nearly the name of something there is", severity="warning"
)
NEVER_APPLIES = declare(4210, "never-applies", "an overlay that no game can have", severity="warning")
UNREAD_NAME = declare(4150, "unread-name", "a name of the code that nothing reads", severity="warning")
ALWAYS_APPLIES = declare(4211, "always-applies", "an overlay that every game has", severity="warning")
IDLE_CHANGE = declare(4212, "idle-change", "an overlay says what the game says already", severity="warning")
MISSING_PICTURE = declare(4239, "missing-picture", "a picture of the layout that can't be shown", severity="warning")

# Running games: faults that stop them.
OUT_OF_BOUNDS = declare(5001, "out-of-bounds", "a value is outside its type")
DEAD_END = declare(5002, "dead-end", "a player must choose and can't")
FAILED = declare(5003, "failed-after-commit", "something failed where nothing can be taken back")
TOO_LONG = declare(5004, "too-many-steps", "nothing ends between two decisions")
TOO_NESTED = declare(5005, "too-nested", "powers and events nest too deeply")
TOO_MANY_LOOKED_AT = declare(5006, "look-ahead-too-large", "looking ahead takes too long")
WRONG_PIECES = declare(5007, "wrong-pieces", "the pieces don't fit their declaration")
WRONG_SETTING = declare(5008, "wrong-setting", "a setting can't have this value")
FORGOTTEN = declare(5009, "forgotten-event", "an event is asked about that is no longer remembered")
TOO_MANY_THINGS = declare(5010, "too-many-things", "there is more of something than a game can hold")
NOT_APART = declare(5011, "not-apart", "players who play at once have touched each other's things")
UNFIT_VALUES = declare(5030, "unfit-values", "hidden values aren't what they may be")
UNFIT_CARD = declare(5031, "unfit-card", "a card lies where it may not be")
TOO_MUCH_TOLD = declare(5040, "too-much-told", "there is more to tell than a game can keep")
TOO_MUCH_KEPT = declare(5041, "too-much-kept", "a position holds more than a game can keep")
OUT_OF_MEMORY = declare(5042, "out-of-memory", "there is no memory left for more")
ASKED_WITHIN = declare(5060, "asked-within", "a question where all act at once already")

# Random games, which `artrules check --play` plays.
UNREACHED_RULE = declare(5100, "unreached-rule", "no random game has reached a rule", severity="warning")
OPTION_NEVER_TAKEN = declare(
    5101, "option-never-taken", "an option was never offered in random games, or never chosen", severity="warning"
)
UNUSED_POWER = declare(5102, "unused-power", "a power was never used in random games", severity="warning")
GAME_WITHOUT_END = declare(5103, "game-without-end", "a random game doesn't end")
MOSTLY_TOO_LONG = declare(5104, "mostly-too-long", "most random games are too long", severity="warning")
NOT_RESTORED = declare(5105, "not-restored", "a saved game is another game when it is loaded")

# Scenarios: positions that are impossible, results that differ.
UNKNOWN_PLACE = declare(6001, "unknown-place", "a scenario names a zone or variable that isn't there")
UNKNOWN_CARD = declare(6002, "unknown-card", "no card has this label")
NO_COPY_LEFT = declare(6003, "no-copy-left", "a position needs more copies of a card than it may take")
UNKNOWN_ATTRIBUTE = declare(6004, "unknown-attribute", "a card has no such attribute, or it can't change")
BAD_POSITION = declare(6005, "bad-position", "a game can't be started like this")
NOT_OFFERED = declare(6006, "not-offered", "what the scenario chooses is not offered")
WRONG_OPTIONS = declare(6007, "wrong-options", "other options are offered than the scenario says")
WRONG_PLAYER = declare(6008, "wrong-player", "somebody else decides")
WRONG_TAKEN = declare(6009, "wrong-taken", "the engine took something else by itself")
NOT_AS_EXPECTED = declare(6010, "not-as-expected", "the table is not as the scenario says")
SEEN_OTHERWISE = declare(6011, "seen-otherwise", "a seat sees something other than the scenario says")
WRONG_RESULT = declare(6012, "wrong-result", "the game has ended differently from what the scenario says, or goes on")
NOT_SAID = declare(6013, "not-said", "a text is not in the log")
ANSWERED_OTHERWISE = declare(
    6014, "answered-otherwise", "asked why something can't be done, the engine says something else"
)
UNKNOWN_EXCEPTION = declare(6015, "unknown-exception", "an exception from coverage names no code")
COVERED_AFTER_ALL = declare(6016, "covered-after-all", "an exception is for code that the scenarios cover")
READ_OTHERWISE = declare(6017, "read-otherwise", "a seat reads something other than the scenario says")
UNKNOWN_POSITION = declare(6041, "unknown-position", "a position with this name isn't there")

# Plugins.
PLUGIN_FAILED = declare(7001, "plugin-failed", "a plugin failed")
PLUGIN_DIFFERS = declare(7002, "plugin-differs", "a plugin is not deterministic")
PLUGIN_MISSING = declare(7003, "plugin-missing", "a plugin that the ruleset needs is not there")
BAD_REQUIREMENT = declare(7004, "bad-requirement", "a plugin without the package that brings it")
