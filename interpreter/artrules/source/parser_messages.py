"""Rewords the errors of YAML's parser for authors: its own messages speak of YAML's grammar."""

from __future__ import annotations

from yaml.error import YAMLError

from artrules.diagnostics.kinds import yaml as kinds
from artrules.diagnostics.registry import Kind

_QUOTES = "quotes around a text that holds `: `"
_WORDINGS: tuple[tuple[str, Kind, str, str | None], ...] = (
    # a part of the parser's message; the kind of diagnostic; the message instead; what is expected
    ("mapping values are not allowed", kinds.SYNTAX, "a `:` where no key may stand", _QUOTES),
    (
        "block sequence entries are not allowed",
        kinds.SYNTAX,
        "a `-` where no item may stand",
        "each item on a line of its own",
    ),
    (
        "block mapping entries are not allowed",
        kinds.SYNTAX,
        "a key where none may stand",
        "each key on a line of its own",
    ),
    ("mapping keys are not allowed", kinds.SYNTAX, "a key where none may stand", "each key on a line of its own"),
    (
        "could not find expected ':'",
        kinds.SYNTAX,
        "a key without `:`",
        "`:` after the key; longer text in quotes or after `|`",
    ),
    (
        "did not find expected ',' or '}'",
        kinds.SYNTAX,
        "this does not fit inside the braces",
        "`,` or `}`; quotes around a text with brackets",
    ),
    (
        "did not find expected ',' or ']'",
        kinds.SYNTAX,
        "this does not fit inside the brackets",
        "`,` or `]`; quotes around a text with brackets",
    ),
    (
        "did not find expected key",
        kinds.SYNTAX,
        "this does not fit the keys before it",
        "the same indentation as the keys beside it",
    ),
    (
        "did not find expected '-' indicator",
        kinds.SYNTAX,
        "this does not fit the items before it",
        "`-`, as far to the right as those above",
    ),
    ("did not find expected node content", kinds.SYNTAX, "a value is missing", "a value"),
    ("found unexpected end of stream", kinds.SYNTAX, "a quote is never closed", "a closing quote"),
    ("found unexpected document indicator", kinds.SYNTAX, "a quote is never closed", "a closing quote"),
    (
        "found unknown escape character",
        kinds.SYNTAX,
        "this escape does not exist",
        "`\\\\` for a backslash, or single quotes",
    ),
    ("did not find expected hexdecimal number", kinds.SYNTAX, "this escape lacks digits", "hexadecimal digits"),
    ("invalid unicode character", kinds.SYNTAX, "this escape is no character", None),
    ("that cannot start any token", kinds.SYNTAX, "this character can't begin a text", "quotes around the text"),
    (
        "did not find expected comment or line break",
        kinds.SYNTAX,
        "the text of a block begins on the next line",
        "a line break after `|`",
    ),
    ("found a tab character", kinds.SYNTAX, "indentation by a tab", "blanks"),
    ("indentation indicator equal to 0", kinds.SYNTAX, "indentation by nothing", "a number from 1 to 9, or none"),
    ("at least one leading", kinds.SYNTAX, "blank lines of this block are indented more than its text", None),
    (
        "document start",
        kinds.SYNTAX,
        "the file's first thing ends here, and more follows",
        "one mapping, with all keys at the left",
    ),
    ("undefined tag", kinds.TAG, "tags (`!…`) are not used here", "the value without a tag"),
    ("tag", kinds.TAG, "tags (`!…`) are not used here", "the value without a tag"),
    ("anchor", kinds.ANCHOR, "anchors and aliases (`&…`, `*…`) are not used here", "quotes, where a text is meant"),
    ("alias", kinds.ANCHOR, "anchors and aliases (`&…`, `*…`) are not used here", "quotes, where a text is meant"),
    ("directive", kinds.DIRECTIVE, "a line that begins with `%` is not used here", None),
    ("yaml document", kinds.DIRECTIVE, "a line that begins with `%` is not used here", None),
)


def describe_problem(error: YAMLError) -> tuple[Kind, str, str | None]:
    """The kind of a parser's error, a message for authors, and what was expected (or None)."""
    problem = str(getattr(error, "problem", None) or "").lower()
    context = str(getattr(error, "context", None) or "").lower()
    for part, kind, message, expected in _WORDINGS:
        if part in problem:
            return kind, message, expected
    for part, kind, message, expected in _WORDINGS:
        # The problem is unknown, but the context may name the refused feature that the parser was reading.
        if kind is not kinds.SYNTAX and part in context:
            return kind, message, expected
    return kinds.SYNTAX, "the file is not YAML from here on", None
