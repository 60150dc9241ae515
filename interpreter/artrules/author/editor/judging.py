"""What the process that reads rulesets does for the one that answers, and what it hands over: plain data.

`JudgeFiles` reads the rulesets of the files that are open, with the texts as they are in the editor; `IndexFiles` finds
out what names stand for in what it has read. `Repair` tries all fixes, `TryEdits` what some edits would break.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from artrules.author.editor.index import Index, index_of
from artrules.author.editor.worker import Line
from artrules.author.formatting.style import format_text
from artrules.check.fixes import Judged, repair
from artrules.check.formats.sarif import message_with_hints
from artrules.play.content import Content
from artrules.play.workspace import Workspace
from artrules.text.diagnostics.diagnostic import Diagnostic, Edit, Span
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.source.bounded_file import read_in_place, real_path

log = logging.getLogger(__name__)

_LINES = re.compile(r"[^\n]*\n|[^\n]+")
EXPECTED = ("Misuse", "PluginProblem", "ContentError")
"""What a judge raises where a ruleset can't be read, by the names of the classes. Anything else is a fault."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The content of a ruleset, or of a library alone, with what is told of it."""

    content: Content
    diagnostics: Sequence[Diagnostic]
    paths: Mapping[str, Path]
    """The files by their names in diagnostics."""
    editable: Mapping[str, Path]
    """The real paths of the files that fixes may change."""


Judge = Callable[[Path, Workspace], list[Judgement]]
"""Reads and judges the ruleset to which a file belongs. It is a function that can be pickled. Raises an exception whose
text can be shown where there is none."""


@dataclass(frozen=True, slots=True)
class Change:
    """Edits that belong together: for each the file, and where the text stands that it replaces."""

    title: str
    edits: tuple[tuple[Path, Span, str], ...]
    is_safe: bool
    """Whether it repairs the cause and changes nothing else."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic at its place in a file."""

    path: Path
    span: Span
    severity: str
    code: str
    slug: str
    message: str
    related: tuple[tuple[str, Path, Span], ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read and judged of a ruleset."""

    folder: Path
    files: frozenset[Path]
    """The real paths of its files."""
    findings: tuple[Finding, ...]
    editable: frozenset[Path]
    """The real paths of those files that may be changed for their author."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What was read and judged of some files."""

    readings: tuple[Reading, ...]
    problems: Mapping[Path, str]
    """Why nothing could be read for a file."""


@dataclass(frozen=True, slots=True)
class JudgeFiles:
    """Judges the rulesets of some files, with these contents in place of what lies on the disk."""

    judge: Judge
    files: tuple[Path, ...]
    contents: Mapping[Path, bytes]
    version: int = 0

    def run(self, memory: dict[str, Any], line: Line) -> Readings:
        """What was found. `memory` keeps what readings can use again, and what an index is made of."""
        problems: dict[Path, str] = {}
        workspace = _workspace(memory)
        workspace.tell = lambda content: line.tell(_early(content))
        workspace.check = line.check
        try:
            with read_in_place(self.contents):
                judgements = judged_files(self.judge, self.files, memory, problems)
        finally:
            workspace.tell, workspace.check = _nothing, _nothing
        with read_in_place(self.contents):
            memory["judged"] = self.version, judgements
            return Readings(tuple(map(_reading, judgements)), problems)


@dataclass(frozen=True, slots=True)
class IndexFiles:
    """Finds out what names stand for in what was judged last, if that is this version."""

    version: int

    def run(self, memory: dict[str, Any], line: Line) -> list[Index] | None:
        """The index of each ruleset; None for another version."""
        version, judgements = memory.get("judged", (None, []))
        if version != self.version:
            return None
        earlier: dict[Path, EarlierSteps] = memory.setdefault("indexed", {})
        return [
            index_of(each.content, each.paths, earlier.setdefault(real_path(each.content.files.folder), EarlierSteps()))
            for each in judgements
        ]


@dataclass(frozen=True, slots=True)
class TryEdits:
    """Judges the rulesets of some files with other contents and without them, to find out what these would break."""

    judge: Judge
    file: Path
    before: Mapping[Path, bytes]
    after: Mapping[Path, bytes]

    def run(self, memory: dict[str, Any], line: Line) -> list[str]:
        """What would be wrong that isn't now: the messages of new errors."""
        messages: list[list[str]] = []
        for contents in (self.before, {**self.before, **self.after}):
            problems: dict[Path, str] = {}
            with read_in_place(contents):
                judgements = judged_files(self.judge, [self.file, *self.after], memory, problems)
                errors = [each.message for one in judgements for each in one.diagnostics if each.severity == "error"]
                messages.append([*errors, *problems.values()])
        old, new = map(Counter, messages)
        return [] if sum(new.values()) <= sum(old.values()) else [*(new - old)]


def _nothing(*_: object) -> None:
    """What is told where nobody listens."""


class _Workspace(Workspace):
    """Reads in stages. Between them it tells what has been found so far, and leaves a reading that nobody wants."""

    def __init__(self) -> None:
        super().__init__()
        self.tell: Callable[[Content], None] = _nothing
        self.check: Callable[[], None] = _nothing

    def read(self, *arguments: Any, **wishes: Any) -> Content:
        """As a workspace does. Raises NotWanted."""
        with closing(self.stages(*arguments, **wishes)) as stages:
            last = next(stages)
            if not last.is_last and last.content.report.has_errors:
                self.tell(last.content)
            for stage in stages:
                self.check()
                last = stage
        return last.content


def _workspace(memory: dict[str, Any]) -> _Workspace:
    workspace: _Workspace = memory.setdefault("workspace", _Workspace())
    return workspace


def _early(content: Content) -> Reading:
    """What is certainly wrong when only names and types have been judged."""
    return _reading(Judgement(content, content.report.errors, content.files.paths(), {}))


def judged_files(
    judge: Judge, files: Sequence[Path], memory: dict[str, Any], problems: dict[Path, str]
) -> list[Judgement]:
    """The rulesets of some files, each once. Why a file has none goes to `problems`."""
    workspace = _workspace(memory)
    judgements: dict[Path, Judgement] = {}
    seen: set[Path] = set()
    for path in files:
        if path in seen:
            continue
        try:
            for judgement in judge(path, workspace):
                judgements.setdefault(real_path(judgement.content.files.folder), judgement)
                seen |= {real_path(file) for file in judgement.paths.values()}
        except Exception as problem:
            # One file that can't be read must not keep the others from being judged.
            if type(problem).__name__ not in EXPECTED:
                log.warning("%s", path, exc_info=True)
            problems[path] = str(problem)
    return list(judgements.values())


def _reading(judgement: Judgement) -> Reading:
    paths = {shown: real_path(path) for shown, path in judgement.paths.items()}
    folder = real_path(judgement.content.files.folder)
    findings = [finding for each in judgement.diagnostics if (finding := _finding(each, judgement, paths, folder))]
    return Reading(folder, frozenset(paths.values()), tuple(findings), frozenset(judgement.editable.values()))


def _finding(diagnostic: Diagnostic, judgement: Judgement, paths: Mapping[str, Path], folder: Path) -> Finding | None:
    """A diagnostic for an editor. One without a place stands at the beginning of the main file."""

    def path_of(span: Span) -> Path:
        return paths.get(span.file) or real_path(Path(span.file))

    main = judgement.content.files.main
    span = diagnostic.span or Span(main.span.file if main is not None else str(folder), 1, 1, 1, 1)
    return Finding(
        path_of(span),
        span,
        diagnostic.severity,
        diagnostic.code,
        diagnostic.slug,
        message_with_hints(diagnostic),
        tuple((text, path_of(place), place) for text, place in diagnostic.related),
        tuple(_changes(diagnostic, judgement)),
    )


def _changes(diagnostic: Diagnostic, judgement: Judgement) -> list[Change]:
    """The fix of a diagnostic, and each suggestion, which may be wrong."""
    changes: list[Change] = []
    editable = judgement.editable
    fix = diagnostic.fix
    if fix is not None and fix.edits and all(edit.span.file in editable for edit in fix.edits):
        changes.append(Change(fix.about, tuple((editable[e.span.file], e.span, e.text) for e in fix.edits), True))
    span = diagnostic.span
    if span is None or fix is not None or span.file not in editable:
        return changes
    for word in diagnostic.suggestions:
        edit = _written(diagnostic, span, word, judgement)
        if edit is not None:
            title = f"write `{word}` (a guess: it may change the game)"
            changes.append(Change(title, ((editable[span.file], edit.span, edit.text),), False))
    return changes


def _written(diagnostic: Diagnostic, span: Span, word: str, judgement: Judgement) -> Edit | None:
    """The edit that writes a suggestion in place of what was found; None where that doesn't stand there alone."""
    wrong_word = (diagnostic.found or "").strip("`")
    text = judgement.content.source_text(span.file)
    if not wrong_word or text is None:
        return None
    lines = text.removeprefix("\ufeff").split("\n")
    line = lines[span.line - 1] if span.line <= len(lines) else ""
    if line[span.column - 1 : span.column - 1 + len(wrong_word)] != wrong_word:
        return None
    place = Span(span.file, span.line, span.column, span.line, span.column + len(wrong_word))
    return Edit(place, word)


@dataclass(frozen=True, slots=True)
class Repair:
    """Tries all fixes of the rulesets of a file, as `check --fix` does."""

    judge: Judge
    file: Path
    contents: Mapping[Path, bytes]

    def run(self, memory: dict[str, Any], line: Line) -> dict[Path, bytes]:
        """The new contents of the files that fixes change."""

        def judged(changed: Mapping[Path, bytes]) -> Judged:
            files: dict[str, Path] = {}
            contents: dict[str, bytes] = {}
            diagnostics: list[Diagnostic] = []
            with read_in_place({**self.contents, **changed}):
                for each in judged_files(self.judge, [self.file], memory, {}):
                    diagnostics += each.diagnostics
                    for shown, path in each.editable.items():
                        content = each.content.files.content_of(shown)
                        if content is not None:
                            files[shown], contents[shown] = path, content
            return Judged(diagnostics, files, contents)

        return {path: after for path, (_, after) in repair(judged).changed.items()}


@dataclass(frozen=True, slots=True)
class FormatText:
    """Brings a text into the one style, as `artrules fmt` does."""

    text: str

    def run(self, memory: dict[str, Any], line: Line) -> list[tuple[int, int, str]]:
        """What changes: for each stretch of lines the number of its first line and of the one behind its last, counted
        from 0, and the text in its place. Nothing changes in a text that can't be read."""
        texts = (self.text, format_text(self.text))
        before, after = (_LINES.findall(text.removeprefix("\ufeff")) for text in texts)
        changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        return [(first, last, "".join(after[begin:end])) for tag, first, last, begin, end in changes if tag != "equal"]
