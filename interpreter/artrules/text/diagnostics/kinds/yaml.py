"""Kinds of diagnostic about reading YAML and CSV files: 1000 to 1099."""

from artrules.text.diagnostics.registry import declare

SYNTAX = declare(
    1001,
    "yaml-syntax",
    "the file is not YAML",
    """
    The structure of the file can't be made out: a colon or a quote is missing, lines are indented unevenly, or a
    bracket is not closed. Often the mistake is a little before the place that is shown. Text that contains `: `, ` #`,
    `{`, `[` or a quote belongs in quotes, or in a block after `|`.
    """,
    example="title: Lanterns: the game",
)
NOT_UTF8 = declare(
    1002,
    "not-utf-8",
    "the file is not encoded as UTF-8",
    """
    Files are read as UTF-8. Save the file with this encoding; every editor offers it.
    """,
)
CONTROL_CHARACTER = declare(
    1003,
    "control-character",
    "a character that can't be seen",
    """
    The file holds a character that editors don't show, or show in another place than it stands: a control character, an
    unusual line break, or a mark that changes the direction of writing. Delete it.
    """,
    example='title: "Lan\\0terns"',
)
TAB = declare(
    1004,
    "tab",
    "a tab",
    """
    The width of a tab depends on the editor, so indentation with tabs is ambiguous. Use blanks everywhere.
    """,
    example="zones:\n\thand: {}",
)
TOO_LARGE = declare(
    1005,
    "file-too-large",
    "the file is too large",
    """
    A file holds at most 1 MiB and 100,000 keys and values, and each mapping or list in it at most 5,000. Split it: a
    ruleset may have many parts. All files of a ruleset together hold at most 2 MiB and 200,000 keys and values. There
    are at most 500 files, in folders at most 16 deep.
    """,
)
TOO_DEEP = declare(
    1006,
    "too-deep",
    "the file is nested too deeply",
    """
    Mappings and lists nest at most 64 deep. No ruleset needs a tenth of that; perhaps brackets are not closed.
    """,
    example="a: " + "[" * 65 + "]" * 65,
)
EMPTY_FILE = declare(
    1007,
    "empty-file",
    "the file holds nothing",
    """
    The first key of a file says what the file is, such as `ruleset: NAME`. Delete the file or give it that key.
    """,
    example="# nothing but a comment",
)
SEVERAL_DOCUMENTS = declare(
    1008,
    "several-documents",
    "the file holds several documents",
    """
    A line `---` begins another document within the same file. Put each document into a file of its own.
    """,
    example="ruleset: lanterns\n---\nset: river",
)
DUPLICATE_KEY = declare(
    1009,
    "duplicate-key",
    "a key stands twice",
    """
    A key may stand only once in a mapping; of two, one would silently win. Join what stands under them, or rename one.
    """,
    example="title: Lanterns\ntitle: Lamps",
)
BAD_KEY = declare(
    1010,
    "bad-key",
    "a key is not a word or a line of text",
    """
    A key is one line of text. Lists, mappings, blocks of several lines and empty keys aren't allowed.
    """,
    example="? [a, b]\n: c",
)
ANCHOR = declare(
    1011,
    "anchor",
    "an anchor, an alias or a merge key",
    """
    YAML's anchors (`&name`), aliases (`*name`) and merge keys (`<<`) are not allowed, so that every value can be read
    where it stands. Write the value out, or use a function or a procedure. A text that begins with `&` or `*` belongs
    in quotes.
    """,
    example="first: &a 1\nsecond: *a",
)
TAG = declare(
    1012,
    "tag",
    "a tag",
    """
    YAML's tags (`!name`) are not allowed. A text that begins with `!` belongs in quotes.
    """,
    example="size: !!int 3",
)
OLD_TRUTH_WORD = declare(
    1013,
    "old-truth-word",
    "a truth value is `yes` or `no`",
    """
    The truth values are `yes` and `no`. The words `true`, `false`, `on` and `off` are texts here, although they look
    like truth values. Write `yes` or `no`; if the text is meant, put it in quotes.
    """,
    example="again: true",
)
DIRECTIVE = declare(
    1014,
    "directive",
    "a line that begins with `%`",
    """
    YAML's directives (`%YAML`, `%TAG`) are not allowed. Delete the line.
    """,
    example="%YAML 1.1\n---\nruleset: lanterns",
)
UNREADABLE_FILE = declare(
    1015,
    "unreadable-file",
    "the file can't be opened",
    """
    The file is missing or may not be read: check its name and its permissions. Only ordinary files inside the ruleset's
    folder are read. If the file is a link that leads out of the folder, put a copy of the file into the folder.
    """,
)
LOOK_ALIKE = declare(
    1020,
    "look-alike",
    "a character that only looks like the one that belongs there",
    """
    Keys, names, numbers and code are written with the letters, digits and signs of an English keyboard. Others may look
    the same, such as the Cyrillic `\u0430`, a full-width digit, a curly quote, a long dash or a no-break space; word
    processors and web pages put them into copied text. Write the plain character. Texts for people may hold any
    characters.
    """,
    example="ruleset: lanterns\ntitle: Lanterns\npl\u0430yers: 2",
)
CUT_TEXT = declare(
    1070,
    "cut-text",
    "a text is cut off by a comment",
    """
    In YAML, a blank followed by `#` begins a comment, which is not part of the text. Here the comment looks as if it
    were meant to be text: there is one blank before the `#` and none after it, or a bracket is still open. Put the text
    in quotes. If it is a comment, write two blanks before the `#` and one after it.
    """,
    severity="warning",
    example="set: river\nof: lanterns\ntitle: The guild #2",
)
TABLE_SYNTAX = declare(
    1016,
    "table-syntax",
    "the file is not a table in CSV",
    """
    A table of pieces is a CSV file: each line is a row, commas separate its cells, and the first line names the
    columns. A cell that contains a comma, a quote or a line break stands in quotes, and a quote inside it is doubled.
    Spreadsheets call this format "CSV (UTF-8)"; in some countries they write semicolons unless commas are asked for.
    """,
)
