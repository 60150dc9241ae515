"""Kinds of diagnostic of the schema stage, about the shape of files: 1100 to 1199."""

from artrules.text.diagnostics.registry import declare

UNKNOWN_FILE_KIND = declare(
    1101,
    "unknown-file-kind",
    "the first key does not say what the file is",
    """
    The first key of a file says what the file is: `ruleset: NAME` for the game itself, `part_of: NAME` for more of it,
    `set: NAME` for a set of powers, `overlay: NAME` for changes under a condition, `scenarios: NAME` for scenarios. Put
    that key first.
    """,
    example="title: Lanterns\nruleset: lanterns",
)
UNKNOWN_KEY = declare(
    1102,
    "unknown-key",
    "a key that may not stand here",
    """
    No such key is allowed here. It is misspelled, indented too far or too little, or part of a piece of code that was
    cut in two. Inside `{…}` and `[…]` a comma or bracket ends a text without quotes, so put code that contains them in
    quotes there, or in a block after `|`.
    """,
    example="ruleset: lanterns\ntitle: Lanterns\nplayers: 2\nzone: {}",
)
MISSING_KEY = declare(
    1103,
    "missing-key",
    "a key is missing",
    """
    Something needs another key beside those that it has. The section on it in `docs/language.md` lists its keys.
    """,
    example="ruleset: lanterns\ntitle: Lanterns",
)
WRONG_SHAPE = declare(
    1104,
    "wrong-shape",
    "something of another shape belongs here",
    """
    A list stands where a text belongs, a text where a number belongs, or the like. Numbers are written plainly: `010`,
    `1_000`, `1.5` and anything in quotes are text. `yes` and `no` are truth values, so a text that is one of these
    words belongs in quotes. A key with nothing after it has no value.
    """,
    example="ruleset: lanterns\ntitle: Lanterns\nplayers: [2, 4]",
)
WRONG_WORD = declare(
    1105,
    "wrong-word",
    "one of a few words belongs here",
    """
    Only the words that the message lists are allowed here. Write one of them as it is, without quotes or capitals.
    """,
    example="ruleset: lanterns\ntitle: Lanterns\nplayers: 2\nlives: {turn: each_seat}",
)
MALFORMED_NAME = declare(
    1106,
    "malformed-name",
    "a name or text is not written as it must be",
    """
    Names are lower case: a letter first, then letters, digits and `_`. Some other texts have a fixed form, such as
    `2..4` for a range of players.
    """,
    example="ruleset: Lanterns!\ntitle: Lanterns\nplayers: 2",
)
OUT_OF_BOUNDS = declare(
    1107,
    "number-outside-bounds",
    "a number is too small or too large",
    """
    The message says between which bounds the number must lie.
    """,
    example="ruleset: lanterns\ntitle: Lanterns\nplayers: 0",
)
NOTHING_IN_IT = declare(
    1108,
    "nothing-in-it",
    "something is empty that may not be",
    """
    There is a key, but nothing under it. Fill it in, or remove the key.
    """,
    example="ruleset: lanterns\ntitle: Lanterns\nplayers: 2\nenums: {speed: []}",
)
REPEATED_ITEM = declare(
    1109,
    "repeated-item",
    "something stands twice in a list",
    """
    Each item may stand in this list only once. Remove one.
    """,
    example="ruleset: lanterns\ntitle: Lanterns\nplayers: 2\nenums: {speed: [quick, quick]}",
)
KEYS_EXCLUDE = declare(
    1110,
    "keys-exclude",
    "exactly one of several keys belongs here",
    """
    Of these keys there must be exactly one. If there are two, split them; if there is none, add one.
    """,
    example="ruleset: lanterns\ntitle: Lanterns\nplayers: 2\nsettings: {length: {starts: 1}}",
)
FOLDED_CODE = declare(
    1111,
    "folded-code",
    "code whose lines are joined",
    """
    Code on several lines belongs in a block after `|`, which keeps its lines. A block after `>`, and a text on several
    lines with or without quotes, are joined into one line, which changes what the code means. Use `|`, or write the
    code on one line.
    """,
    example="ruleset: lanterns\ntitle: Lanterns\nplayers: 2\nprocedures:\n  tidy(): >\n    skip\n    skip",
)
DOES_NOT_FIT = declare(
    1112,
    "does-not-fit",
    "something does not fit its place",
    """
    What stands here is not what the section on it in `docs/language.md` allows.
    """,
)
