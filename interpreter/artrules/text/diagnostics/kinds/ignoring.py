"""Kinds of diagnostic about comments that ignore warnings: 1910 to 1919."""

from artrules.text.diagnostics.registry import declare

UNUSED_IGNORE = declare(
    1910,
    "unused-ignore",
    "a comment ignores what isn't there",
    """
    The comment asks that a warning not be shown, but there is none: not in its line, or, if it stands alone, not in the
    next one; with `ignore-file`, not in the file. What it was about has been repaired, perhaps, or has moved. Delete
    the comment, or only the name that is underlined, so that it doesn't hide the next mistake.
    """,
    severity="warning",
)
BAD_IGNORE = declare(
    1911,
    "bad-ignore",
    "a comment ignores what can't be ignored",
    """
    A comment `# artrules: ignore NAME: REASON` names warnings as `artrules check` does, such as `never-used`, with
    commas between several. Errors can't be ignored, because a game with errors can't be played: repair them. Checks of
    plugins have names only while the plugin is active.
    """,
    severity="warning",
)
IGNORE_WITHOUT_REASON = declare(
    1912,
    "ignore-without-reason",
    "a comment ignores a warning and doesn't say why",
    """
    Whoever reads the file later must be able to judge whether the reason still holds. Write it behind a colon:
    `# artrules: ignore never-used: for the next set`.
    """,
    severity="warning",
)
