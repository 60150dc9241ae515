"""Kinds of diagnostic of the syntax of code: 3000 to 3099."""

from artrules.diagnostics.registry import declare

BAD_SYNTAX = declare(
    3001,
    "bad-syntax",
    "code that can't be read",
    """
    The code breaks the grammar of the language at the place shown. `docs/language.md` sections 3 to 9 show every
    form.
    """,
    example="do: move c too my hand",
)
