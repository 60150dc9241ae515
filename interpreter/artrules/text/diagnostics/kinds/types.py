"""Kinds of diagnostic about types and about the form of code: 3100 to 3199."""

from artrules.text.diagnostics.example import Example, Examples
from artrules.text.diagnostics.registry import declare

WRONG_TYPE = declare(
    3101,
    "wrong-type",
    "a value of the wrong type",
    """
    The message says which type was expected and which was found.
    """,
    example="my coins becomes yes",
)
MAYBE_NONE = declare(
    3102,
    "maybe-none",
    "a value that may be none",
    """
    The value may be `none`, so test it first: `if x is not none:`, `x is not none and …` or `require x is not none`.
    Where something between the test and here may change it, such as a decision or a call of a procedure, bind it first:
    `let y = x`, then test and use `y`.
    """,
    example="first(c in my hand).colour",
)
WRONG_VALUE = declare(
    3103,
    "wrong-value",
    "a value outside its type",
    """
    A plain value in YAML must have the type that is declared for it.
    """,
    example="{when: somewhen}",
)
WRONG_ARGUMENTS = declare(
    3104,
    "wrong-arguments",
    "too many or too few values",
    """
    Functions, procedures, builtins and events take exactly the values that they declare.
    """,
    example="draw(1, 2)",
)
NOT_ASSIGNABLE = declare(
    3105,
    "not-assignable",
    "a value is assigned where none can be",
    """
    Only variables, attributes, `face`, fields of kept events and names given by `let` can be assigned. Parameters,
    names bound by `for` and the like, and what a watch remembers can't.
    """,
    example="me becomes left(me)",
)
NO_SELF = declare(
    3106,
    "no-self",
    "there is no `self` here",
    """
    `self` is the card that has this power, or the card that a label or a start value is about. This code belongs to no
    card.
    """,
    example="require self.colour is red",
)
NO_PLAYER = declare(
    3107,
    "no-player",
    "no player acts here",
    """
    In the setup, in final steps and in phases of nobody there is no `me`. Say who acts: write `for p in players:` and
    inside it `as p:`.
    """,
    examples=Examples(
        fails=Example("setup step", "draw(3)  #!"),
        repaired=Example(
            "setup step",
            """
            for p in players:
                as p:
                    draw(3)
            """,
        ),
        near_misses=(Example("setup step", "move top 1 of stall[1] to box"),),
    ),
)
NO_LOOP = declare(
    3108,
    "no-loop",
    "`stop` without a loop",
    """
    `stop` leaves the innermost `for` or `repeat` of the same piece of code. A watch or an entry of a menu is a piece of
    code of its own, even if it stands in a loop or is offered there.
    """,
    example="do: stop",
)
NO_WATCH = declare(
    3109,
    "no-watch",
    "`stop watching` outside a watch",
    """
    `stop watching` ends the watch whose suite it stands in, so it is allowed only there.
    """,
    example="do: stop watching",
)
NO_ANSWER = declare(
    3120,
    "no-answer",
    "an answer that nobody asks for, or hears",
    """
    `answer` gives the answer of a player whom `ask … at once as said:` asks, so it stands in the suite of such a
    question. Afterwards `said[p]` is the answer of player p. A question without answers has no `as`.
    """,
    example="do: answer 3",
)
HIDES_NAME = declare(
    3110,
    "hides-name",
    "a name hides another",
    """
    A name bound in code must differ from all names bound around it.
    """,
    example="for c in my hand, c in my row:\n    skip",
)
TOO_DEEP = declare(
    3111,
    "code-too-deep",
    "code is nested too deeply",
    """
    Suites nest at most 40 deep, where each `elif` counts as one; loops and other binders nest at most 12 deep.
    Functions and procedures call one another at most 40 deep, and all suites and brackets around such calls together
    are at most 200 deep. Give the inner part a name, as a procedure or function; or join some of the procedures that
    call one another.
    """,
)
BAD_TABLE = declare(
    3112,
    "bad-table",
    "a table's rows are out of order",
    """
    The steps of a table rise. At most one slope (`every 6 more -> 1 more`) is allowed, as the last row.
    """,
    example="8 -> 1\n6 -> 2",
)
NO_RESULT = declare(
    3150,
    "no-result",
    "a result where none can be",
    """
    Only a procedure whose signature says `gives T` has a result. It is taken by `let x = p(…)` or `place becomes p(…)`:
    a call may ask players and change the game, so it can't stand inside an expression.
    """,
    example="if claim(duke): skip",
)
EMPTY_MENU = declare(
    3113,
    "empty-menu",
    "a menu without entries",
    """
    A menu needs at least one entry, because otherwise nobody could choose from it.
    """,
    example="menus: {market: {entries: {}}}",
)
