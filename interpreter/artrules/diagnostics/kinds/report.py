"""Kinds of diagnostic about diagnostics, and about how much there is to be judged: 1900 to 1999, 1050 to 1059, 4050."""

from artrules.diagnostics.registry import declare

TOO_MANY_DIAGNOSTICS = declare(
    1901,
    "too-many-diagnostics",
    "so much is wrong that the rest is not looked at",
    """
    A thousand things are wrong. Often one mistake near the top of a file, such as a wrong indentation, brings about
    most of them: mend those that are shown first, and check again.
    """,
)
TOO_MUCH_TO_JUDGE = declare(
    1050,
    "too-much-to-judge",
    "a ruleset holds more than is judged",
    """
    Code is counted in words and signs, rules in keys and values. All of it is read and judged once for each
    combination of overlays that can apply, and counts as often. So overlays that don't ask for settings of their own,
    or that exclude one another, let a ruleset hold more; so do functions and procedures for what is written again and
    again. The specification's section 10 has all bounds.
    """,
)
TOO_MANY_WAYS = declare(
    4050,
    "too-many-ways",
    "code can be reached in more ways than are followed",
    """
    Some checks follow code from where it begins into all that it calls, once for each situation in which it is
    reached: with which powers and players, with what moved before. Here are more than are followed. Fewer procedures
    that call one another, conditions on powers that are alike, and fewer phases that do the same help.
    """,
)
