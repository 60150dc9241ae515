"""The version of the language in which content is written. `docs/changes.md` says what each version has changed."""

from __future__ import annotations

from artrules.content.key_values import integer

NEWEST = 2
"""The version that this engine reads."""

LANGUAGE = integer(minimum=1).named(
    "language",
    "Language",
    f"The version of the language in which the file is written: `{NEWEST}`. `artrules migrate` rewrites older files.",
)
