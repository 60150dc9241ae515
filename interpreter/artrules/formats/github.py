"""Diagnostics as commands of GitHub's workflows, which shows them as annotations beside the lines of a change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from artrules.diagnostics.diagnostic import Diagnostic

PathOf = Callable[[str], str]
"""The path of a file in the repository, given its name in diagnostics."""

_ESCAPED = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_ESCAPED_IN_PROPERTIES = {**_ESCAPED, ":": "%3A", ",": "%2C"}


def render_github(diagnostics: Iterable[Diagnostic], path_of: PathOf) -> str:
    """A line for each diagnostic."""
    return "\n".join(_line(diagnostic, path_of) for diagnostic in diagnostics)


def message_with_hints(diagnostic: Diagnostic) -> str:
    """The message, and on further lines what was expected, what was found, and what may help."""
    lines = [diagnostic.message]
    if diagnostic.expected is not None:
        lines.append(f"expected: {diagnostic.expected}")
    if diagnostic.found is not None:
        lines.append(f"found: {diagnostic.found}")
    if diagnostic.suggestions:
        lines.append(f"did you mean {' or '.join(f'`{word}`' for word in diagnostic.suggestions)}?")
    return "\n".join(lines)


def _line(diagnostic: Diagnostic, path_of: PathOf) -> str:
    properties: dict[str, str | int] = {}
    if (span := diagnostic.span) is not None:
        properties |= {"file": path_of(span.file), "line": span.line, "endLine": span.end_line}
        if span.line == span.end_line:  # columns of different lines aren't understood
            properties |= {"col": span.column, "endColumn": span.end_column}
    properties["title"] = f"{diagnostic.code} {diagnostic.slug}"
    told = ",".join(f"{key}={_escaped(str(value), _ESCAPED_IN_PROPERTIES)}" for key, value in properties.items())
    return f"::{diagnostic.severity} {told}::{_escaped(message_with_hints(diagnostic), _ESCAPED)}"


def _escaped(text: str, table: Mapping[str, str]) -> str:
    return "".join(table.get(character, character) for character in text)
