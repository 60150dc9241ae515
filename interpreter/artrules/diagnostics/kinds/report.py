"""Kinds of diagnostic about diagnostics: 1900 to 1999."""

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
