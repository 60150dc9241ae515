"""Kinds of diagnostic about reports themselves, and about rulesets too large to be judged: 1050, 1901 and 4050."""

from artrules.text.diagnostics.registry import declare

TOO_MANY_DIAGNOSTICS = declare(
    1901,
    "too-many-diagnostics",
    "so much is wrong that the rest is not looked at",
    """
    A thousand things are wrong. Often one mistake near the top of a file, such as a wrong indentation, causes most of
    them: correct those that are shown first, and check again.
    """,
)
TOO_MUCH_TO_JUDGE = declare(
    1050,
    "too-much-to-judge",
    "a ruleset holds more than is judged",
    """
    The amount of code is counted in words and signs, the amount of rules in keys and values. The whole ruleset is read
    and judged once for each combination of overlays that can apply, and it counts each time. So a ruleset can hold more
    if its overlays exclude one another or ask for no settings of their own, and if functions and procedures replace
    what is written again and again. Section 10 of `docs/language.md` lists all bounds.
    """,
)
TOO_MANY_WAYS = declare(
    4050,
    "too-many-ways",
    "code can be reached in more ways than are followed",
    """
    Some checks follow code from where it begins into everything that it calls, once for each situation in which it is
    reached: with which powers and players, and what was moved before. Here there are more situations than are followed.
    It helps to have fewer procedures that call one another, to write conditions on powers alike, and to have fewer
    phases that do the same.
    """,
)
