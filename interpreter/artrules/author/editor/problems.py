"""What is wrong in the files of rulesets, and how to repair it, for an editor.

In: what was judged, with the texts of that moment, and the texts as they are now. Out: diagnostics and quick fixes of
the protocol. Places are those of the texts that were judged; a repair is offered only while these are still there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from lsprotocol import types as lsp

from artrules.author.editor.judging import Change, Finding, Reading, Readings
from artrules.author.editor.keys import kind_of_file
from artrules.author.editor.texts import EditedFile, Moved
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.schema.load import SCHEMA_OF

SOURCE = "artrules"
_SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}


class Problems:
    """What was found last. `text_of` gives the text of a file now, `address` its address, `is_open` whether it is open
    in the editor."""

    def __init__(
        self,
        text_of: Callable[[Path], EditedFile],
        address: Callable[[Path], str],
        is_open: Callable[[Path], bool],
    ) -> None:
        self._text_of = text_of
        self._address = address
        self._is_open = is_open
        self._readings: Mapping[Path, Reading] = {}
        self._unread: Mapping[Path, str] = {}
        """Why the ruleset of a file couldn't be read."""
        self._texts: Mapping[Path, EditedFile] = {}
        """The texts of open files when they were judged."""

    def judged(self, result: Readings, texts: Mapping[Path, EditedFile]) -> None:
        """Everything has been judged, with these texts."""
        self._readings = {each.folder: each for each in result.readings}
        self._unread = result.problems
        self._texts = texts

    def judged_early(self, early: Reading, texts: Mapping[Path, EditedFile]) -> bool:
        """Some errors are known before all has been judged. The warnings of before stay for so long. Gives whether the
        ruleset was known at all."""
        if early.folder not in self._readings:
            return False
        readings = {}
        for folder, reading in self._readings.items():
            moved = [finding for each in reading.findings if (finding := self._moved(each, texts)) is not None]
            if folder == early.folder:
                moved = [*early.findings, *(each for each in moved if each.severity != "error")]
            readings[folder] = replace(reading, findings=tuple(moved))
        self._readings, self._texts = readings, texts
        return True

    def _moved(self, finding: Finding, texts: Mapping[Path, EditedFile]) -> Finding | None:
        """A finding where it stands in other texts, without what was to be done there; None where that was edited."""
        old, new = self._texts.get(finding.path), texts.get(finding.path)
        span = finding.span
        if old is not None and new is not None and old.text != new.text:
            if (moved := Moved(old, new).span(span)) is None:
                return None
            span = moved
        return replace(finding, span=span, related=(), changes=())

    @property
    def editable(self) -> frozenset[Path]:
        """The files that may be changed for their author."""
        return frozenset(path for reading in self._readings.values() for path in reading.editable)

    def diagnostics(self) -> dict[Path, list[lsp.Diagnostic]]:
        """What is wrong, by file."""
        by_file: dict[Path, list[lsp.Diagnostic]] = {}
        files: dict[Path, EditedFile] = {}
        # Rulesets that use the same library have its warnings, each of them.
        findings = (finding for reading in self._readings.values() for finding in reading.findings)
        for finding in dict.fromkeys(findings):
            by_file.setdefault(finding.path, []).append(self._diagnostic(finding, files))
        for path, reason in self._unread.items():
            file = self._texts.get(path) or self._text_of(path)
            if kind_of_file(file) in SCHEMA_OF:  # other YAML is none of our business
                begin = file.range(Span("", 1, 1, 1, len(file.line(1)) + 1))
                diagnostic = lsp.Diagnostic(begin, reason, severity=lsp.DiagnosticSeverity.Error, source=SOURCE)
                by_file.setdefault(path, []).append(diagnostic)
        return by_file

    def _diagnostic(self, finding: Finding, files: dict[Path, EditedFile]) -> lsp.Diagnostic:
        """A diagnostic. `files` keeps the texts of files that had to be read."""

        def file_of(path: Path) -> EditedFile:
            if path not in files:
                files[path] = self._texts.get(path) or self._text_of(path)
            return files[path]

        related = [
            lsp.DiagnosticRelatedInformation(lsp.Location(self._address(path), file_of(path).range(span)), text)
            for text, path, span in finding.related
        ]
        return lsp.Diagnostic(
            file_of(finding.path).range(finding.span),
            finding.message,
            severity=_SEVERITIES[finding.severity],
            code=f"{finding.code} {finding.slug}",
            source=SOURCE,
            related_information=related or None,
        )

    # -- repairs

    def _in(self, path: Path) -> Iterable[Finding]:
        """What was found in the rulesets of a file."""
        return (f for reading in self._readings.values() if path in reading.files for f in reading.findings)

    def is_fixable(self, path: Path) -> bool:
        """Whether something in the rulesets of a file can be repaired safely."""
        return any(change.is_safe for finding in self._in(path) for change in finding.changes)

    def quick_fixes(self, path: Path, asked: lsp.Range) -> list[lsp.CodeAction]:
        """The repairs of what is wrong in a range of a file; none if it has been edited since it was judged."""
        file = self._text_of(path)
        if self._texts.get(path) is not file:
            return []
        actions = []
        for finding in dict.fromkeys(self._in(path)):
            if finding.path != path or not _touch(file.range(finding.span), asked):
                continue
            for change in finding.changes:
                edit = self._edit(change)
                if edit is not None:
                    action = lsp.CodeAction(
                        change.title[:1].upper() + change.title[1:],
                        kind=lsp.CodeActionKind.QuickFix,
                        diagnostics=[self._diagnostic(finding, {})],
                        is_preferred=change.is_safe,
                        edit=edit,
                    )
                    actions.append(action)
        return actions

    def _edit(self, change: Change) -> lsp.WorkspaceEdit | None:
        """What a change does to the texts; None where one of them isn't as it was when that was found out."""
        edits: dict[str, list[lsp.TextEdit]] = {}
        for path, span, text in change.edits:
            file = self._text_of(path)
            if self._is_open(path) and self._texts.get(path) is not file:
                return None
            edits.setdefault(self._address(path), []).append(lsp.TextEdit(file.range(span), text))
        return lsp.WorkspaceEdit(edits)


def _touch(one: lsp.Range, other: lsp.Range) -> bool:
    def key(place: lsp.Position) -> tuple[int, int]:
        return place.line, place.character

    return key(one.start) <= key(other.end) and key(other.start) <= key(one.end)
