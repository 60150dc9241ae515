"""Kinds of diagnostic of the syntax of code: 3000 to 3099."""

from artrules.text.diagnostics.example import Example, Examples
from artrules.text.diagnostics.registry import declare

BAD_SYNTAX = declare(
    3001,
    "bad-syntax",
    "code that can't be read",
    """
    The code doesn't follow the grammar of the language at the place shown. Sections 3 to 9 of `docs/language.md` show
    every form. Where the code is as another language or a rulebook has it, such as `==`, `&&`, `else if`, `x = 3`,
    `x++`, `while`, `return` or `is greater than`, the diagnostic says what is written here, and often has a fix.
    """,
    examples=Examples(
        fails=Example(
            "setup step",
            """
            for p in players:
                if p.coins == 0:  #!
                    p.coins becomes 3
            """,
        ),
        repaired=Example(
            "setup step",
            """
            for p in players:
                if p.coins = 0:
                    p.coins becomes 3
            """,
        ),
        near_misses=(Example("setup step", "for p in players: p.coins becomes 3  # or p.coins == 3"),),
    ),
)
