"""Kinds of diagnostic of types: 3100 to 3199."""

from artrules.diagnostics.registry import declare

WRONG_TYPE = declare(
    3101,
    "wrong-type",
    "a value of the wrong type",
    """
    Something stands where another type is wanted: see what was expected and what was found.
    """,
    example="my coins becomes yes",
)
MAYBE_NONE = declare(
    3102,
    "maybe-none",
    "a value that may be none",
    """
    Test it first: `if x is not none:`, `x is not none and …` or `require x is not none`.
    """,
    example="first(c in my hand).colour",
)
WRONG_VALUE = declare(
    3103,
    "wrong-value",
    "a value outside its type",
    """
    A plain value in YAML must be of the type that is declared for it.
    """,
    example="{when: somewhen}",
)
WRONG_ARGUMENTS = declare(
    3104,
    "wrong-arguments",
    "too many or too few values",
    """
    Functions, procedures, builtins and events take exactly the values they declare.
    """,
    example="draw(1, 2)",
)
NOT_ASSIGNABLE = declare(
    3105,
    "not-assignable",
    "it can't be given another value",
    """
    Variables, attributes, `face`, fields of kept events and names given by `let` can be assigned; parameters,
    binders and what a watch has kept can't.
    """,
    example="me becomes left(me)",
)
NO_SELF = declare(
    3106,
    "no-self",
    "there is no `self` here",
    """
    `self` is the card whose power this is, or the card that a label or a start value is about.
    """,
    example="require self.colour is red",
)
NO_PLAYER = declare(
    3107,
    "no-player",
    "no player acts here",
    """
    Setup, final steps and phases of nobody have no `me`. Say who acts: `for p in players:` and in it `as p:`.
    """,
    example="setup: {deal: draw(3)}",
)
NO_LOOP = declare(
    3108,
    "no-loop",
    "`stop` without a loop",
    """
    `stop` leaves the innermost `for` or `repeat` of the same code; a watch or a menu's entry is not in the loop
    that offers it.
    """,
    example="do: stop",
)
NO_WATCH = declare(
    3109,
    "no-watch",
    "`stop watching` outside a watch",
    """
    Only a watch can stop itself.
    """,
    example="do: stop watching",
)
HIDES_NAME = declare(
    3110,
    "hides-name",
    "a name hides another",
    """
    A name bound in code must differ from those bound around it.
    """,
    example="for c in my hand, c in my row:\n    skip",
)
TOO_DEEP = declare(
    3111,
    "code-too-deep",
    "code is nested too deeply",
    """
    Suites, each `elif` counted, nest at most 40 deep, loops and what goes through something at most 12. Functions and
    procedures call one another at most 40 deep, and all suites and brackets around calls in calls are at most 200. Give
    the inner part a name as a procedure or function, or do in one what is spread over many.
    """,
    example="",
)
BAD_TABLE = declare(
    3112,
    "bad-table",
    "a table's rows are out of order",
    """
    Steps rise; at most one slope, last.
    """,
    example="8 -> 1\n6 -> 2",
)
EMPTY_MENU = declare(
    3113,
    "empty-menu",
    "a menu without entries",
    """
    A choice from it could never be made.
    """,
    example="menus: {market: {entries: {}}}",
)
