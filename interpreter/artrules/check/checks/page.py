"""The page `docs/checks.md`: every kind of diagnostic that a check reports, with its examples."""

from __future__ import annotations

from typing import assert_never

from artrules.check.checks.registry import all_checks
from artrules.text.diagnostics.example import Example, Place
from artrules.text.diagnostics.registry import Kind

INTRODUCTION = """\
# Checks

A check finds what is wrong with a ruleset, or with its scenarios, although every name and every type is right.
`artrules check` runs all of them; an error refuses the ruleset, a warning doesn't. Most of these kinds of diagnostic
are reported by checks alone; a few by other stages too. Plugins may add checks ([plugins](plugins.md)).

Each check is a part of a file in `interpreter/artrules/check/checks/rules/`, which holds its texts and examples. This
page is written from them by `python -m artrules.author.derive`. The examples are parts of Lanterns, the game of the
[language](language.md)'s examples; a comment marks the line at which the diagnostic is reported.
"""


def page() -> str:
    """The page as Markdown, ending with a line break."""
    kinds = sorted({kind for check in all_checks() for kind in check.kinds}, key=lambda kind: kind.code)
    rows = "".join(f"| [{k.name}](#{_anchor(k)}) | {k.severity} | `{k.slug}` | {k.summary} |\n" for k in kinds)
    table = f"| code | severity | name | summary |\n|---|---|---|---|\n{rows}"
    return "\n".join([INTRODUCTION, table, *map(_section, kinds)])


def _section(kind: Kind) -> str:
    parts = [f"## {kind.name} {kind.slug}", f"{kind.severity.capitalize()}: {kind.summary}.", kind.explanation]
    if kind.examples is not None:
        parts += [_shown(kind.examples.fails, "is wrong"), _shown(kind.examples.repaired, "is right")]
    return "\n\n".join(parts) + "\n"


def _shown(example: Example, verdict: str) -> str:
    where, language = _described(example.place)
    return f"{where}; this {verdict}:\n\n```{language}\n{example.shown}\n```"


def _described(place: Place) -> tuple[str, str]:
    """What a piece of content is, and the language of its text for Markdown."""
    match place:
        case "sections":
            return "Sections of a ruleset", "yaml"
        case "procedure":
            return "Code of a procedure", "text"
        case "all at once":
            return "Code of a phase that all play at once", "text"
        case "setup step":
            return "Code of a step of the setup", "text"
        case "power":
            return "The entry of a power", "yaml"
        case "set":
            return "A set", "yaml"
        case "overlay":
            return "An overlay", "yaml"
        case "scenarios":
            return "A file of scenarios", "yaml"
        case _:
            assert_never(place)


def _anchor(kind: Kind) -> str:
    """The anchor that Markdown renderers give to a kind's heading."""
    return f"{kind.name.lower()}-{kind.slug}"
