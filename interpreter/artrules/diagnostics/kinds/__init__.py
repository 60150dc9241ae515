"""All kinds of diagnostic, a file for each family. Importing this completes the catalogue."""

from artrules.diagnostics.kinds import (
    checks,
    names,
    overlays,
    plugins,
    report,
    runtime,
    scenarios,
    schema,
    syntax,
    types,
    yaml,
)

__all__ = [
    "checks",
    "names",
    "overlays",
    "plugins",
    "report",
    "runtime",
    "scenarios",
    "schema",
    "syntax",
    "types",
    "yaml",
]
