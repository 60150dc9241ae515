"""Kinds of diagnostic of the syntax of code: 3000 to 3099."""

from artrules.diagnostics.registry import declare

BAD_SYNTAX = declare(
    3001,
    "bad-syntax",
    "code that can't be read",
    """
    The code doesn't follow the grammar of the language at the place shown. Sections 3 to 9 of `docs/language.md` show
    every form.
    """,
    example="do: move c too my hand",
)
