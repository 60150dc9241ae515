"""The kinds of diagnostic of every stage but the checks, one file for each family.

The kinds of the checks are declared by the files of `checks/rules/`.
"""

from artrules.text.diagnostics.kinds import (
    ignoring,
    layout,
    names,
    overlays,
    plugins,
    random_games,
    report,
    runtime,
    scenarios,
    schema,
    syntax,
    types,
    yaml,
)

__all__ = [
    "ignoring",
    "layout",
    "names",
    "overlays",
    "plugins",
    "random_games",
    "report",
    "runtime",
    "scenarios",
    "schema",
    "syntax",
    "types",
    "yaml",
]
