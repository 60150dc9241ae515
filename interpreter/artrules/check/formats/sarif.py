"""Diagnostics in the forms of code hosts and editors.

There are a SARIF 2.1.0 log (Static Analysis Results Interchange Format), and commands of GitHub's workflows.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from artrules.text.diagnostics.diagnostic import Diagnostic, Fix, Span
from artrules.text.diagnostics.kinds import Kind
from artrules.text.diagnostics.render import explain, explanation, page

# Diagnostics as commands of GitHub's workflows, which shows them as annotations beside the lines of a change.

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
    fields = ",".join(f"{key}={_escaped(str(value), _ESCAPED_IN_PROPERTIES)}" for key, value in properties.items())
    return f"::{diagnostic.severity} {fields}::{_escaped(message_with_hints(diagnostic), _ESCAPED)}"


def _escaped(text: str, table: Mapping[str, str]) -> str:
    return "".join(table.get(character, character) for character in text)


# Diagnostics as a SARIF 2.1.0 log, which code hosts and editors show (Static Analysis Results Interchange Format).
#
# https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html

Object = dict[str, Any]
AddressOf = Callable[[str], str]
"""The address (URI) of a file, given its name in diagnostics: relative to the folder that is checked, or absolute."""

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"


def render_sarif(diagnostics: Iterable[Diagnostic], address_of: AddressOf, version: str) -> str:
    """The log as JSON, of the version of artrules that is given."""
    all_diagnostics = list(diagnostics)
    kinds = sorted({diagnostic.kind for diagnostic in all_diagnostics}, key=lambda kind: kind.name)
    places = _Places(address_of)
    driver = {"name": "artrules", "semanticVersion": version, "rules": [_rule(kind) for kind in kinds]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, kinds.index(diagnostic.kind), places) for diagnostic in all_diagnostics],
    }
    # Only ASCII with escapes: an author's text may hold lone surrogates, which no encoding can write.
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=True)


class _Places:
    def __init__(self, address_of: AddressOf) -> None:
        self._address_of = address_of

    def location(self, span: Span) -> Object:
        return {"physicalLocation": {"artifactLocation": self.file(span.file), "region": region(span)}}

    def file(self, shown: str) -> Object:
        address = self._address_of(shown)
        return {"uri": address} if ":" in address else {"uri": address, "uriBaseId": _ROOT}


def region(span: Span) -> Object:
    """A span. Its end is the first place after it, in SARIF too."""
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _rule(kind: Kind) -> Object:
    return {
        "id": kind.name,
        "name": kind.slug,
        "shortDescription": {"text": kind.summary},
        "fullDescription": {"text": explanation(kind)},
        "help": {"text": explain(kind), "markdown": page(kind)},
        "defaultConfiguration": {"level": kind.severity},
    }


def _result(diagnostic: Diagnostic, rule: int, places: _Places) -> Object:
    result: Object = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": message_with_hints(diagnostic)},
    }
    if diagnostic.span is not None:
        result["locations"] = [places.location(diagnostic.span)]
    if diagnostic.related:
        result["relatedLocations"] = [
            {**places.location(span), "message": {"text": message}} for message, span in diagnostic.related
        ]
    if diagnostic.fix is not None and diagnostic.fix.edits:
        result["fixes"] = [_fix(diagnostic.fix, places)]
    return result


def _fix(fix: Fix, places: _Places) -> Object:
    files = dict.fromkeys(edit.span.file for edit in fix.edits)
    changes = [
        {
            "artifactLocation": places.file(file),
            "replacements": [
                {"deletedRegion": region(edit.span), "insertedContent": {"text": edit.text}}
                for edit in fix.edits
                if edit.span.file == file
            ],
        }
        for file in files
    ]
    return {"description": {"text": fix.about}, "artifactChanges": changes}
