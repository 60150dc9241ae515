"""Reads a YAML file into nodes. Whatever the file holds, the result is a node, diagnostics or both.

Files come from anywhere, so each limit is tested before anything is built: the C parser gives one event after another,
and the tree is made from these. PyYAML's composer isn't used: it resolves aliases, and recurses without bound. Whatever
the bytes, the result is a node, diagnostics or both; never an exception.
"""

from pathlib import Path
from typing import Any

import yaml
from yaml.error import YAMLError
from yaml.events import DocumentStartEvent

from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.source.bounded_file import read_regular_file
from artrules.text.source.build import Builder, TreeTooLarge
from artrules.text.source.decode import HIDDEN, LARGEST_FILE, decode
from artrules.text.source.node import Mapping, Node
from artrules.text.source.recover import recover, report_syntax
from artrules.text.source.text import SourceText, says_something

# Says how many blanks the tabs stand for that indent lines, after they have been reported, so that the rest of the
# file can be read.
#
# How wide a tab is depends on the author's editor. So of some widths that one is taken with which the lines fit those
# around them.

_WIDTHS = (2, 4, 8)
_WIDEST = 16
"""A file that is full of tabs must not become much larger."""


def tab_widths(lines: list[str]) -> dict[int, int]:
    """The width of the tabs that indent a line, for each such line, counted from 0."""
    text_lines = [n for n, line in enumerate(lines) if says_something(line)]
    bare = [n for n in text_lines if "\t" not in margin(lines[n])]
    usual = min({len(margin(lines[n])) for n in bare} - {0}, default=_WIDTHS[0])
    widening = _Widening(lines, usual)
    run: list[int] = []
    before = -1
    for n in [*text_lines, len(lines)]:
        if n < len(lines) and "\t" in margin(lines[n]):
            run.append(n)
            continue
        if run:
            widening.widen(run, before, n)
            run = []
        before = n
    return widening.widths


class _Widening:
    """Goes through the runs of lines that tabs indent, from the first to the last."""

    def __init__(self, lines: list[str], usual: int) -> None:
        self.lines = lines
        self.usual = usual
        self.widths: dict[int, int] = {}
        self._indents: set[int] = set()
        """Those of the lines before the present run."""
        self._seen = 0
        """How many lines these are."""

    def widen(self, run: list[int], before: int, behind: int) -> None:
        """Find the width for some lines that are indented by tabs, between one that isn't and the next that isn't."""
        lines, usual = self.lines, self.usual
        above = self._indent(before) if before >= 0 else 0
        below = self._indent(behind) if behind < len(lines) else 0
        self._indents.update(self._indent(n) for n in range(self._seen, run[0]) if lines[n].strip())
        self._seen = run[0]
        above_opens = before >= 0 and _opens(lines[before])
        last_opens = _opens(lines[run[-1]])

        def fits(width: int) -> int:
            begins, ends = (_width(lines[run[at]], width) for at in (0, -1))
            first = begins == above + usual if above_opens else begins <= above and begins in self._indents
            if last_opens:
                return first + (below == ends + usual)
            return first + (below == ends or (below < ends and below in self._indents))

        # Most lines stand as deep as the one above.
        candidates = (*(() if above_opens else (above,)), usual, *_WIDTHS, above, below, below - usual)
        width = max(dict.fromkeys(width for width in candidates if 0 < width <= _WIDEST), key=fits)
        for n in range(run[0], run[-1] + 1):
            if "\t" in margin(lines[n]):
                self.widths[n] = width

    def _indent(self, n: int) -> int:
        return _width(self.lines[n], self.widths.get(n, 1))


def margin(line: str) -> str:
    """The blanks and tabs that a line begins with."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def _opens(line: str) -> bool:
    """Whether deeper lines follow a line."""
    return line.rstrip().endswith((":", "|"))


def _width(line: str, tab: int) -> int:
    """How far a line is indented if its tabs have this width."""
    indent = margin(line)
    return len(indent) + indent.count("\t") * (tab - 1)


# Makes the text of a file such that it can be parsed: blanks for tabs, and without characters that can't be seen.
#
# Both have been reported by then. `SourceText` remembers where each character stands in the file.


def readable(file: str, text: str) -> SourceText:
    """The text of a file, ready to be parsed. A tab that indents a line becomes several blanks, any other one blank."""
    source = SourceText(file, text)
    hidden = HIDDEN.search(text) is not None
    if not hidden and "\t" not in text:
        return source
    written = source.lines
    seen = [HIDDEN.sub("", line) for line in written] if hidden else written
    widths = tab_widths(seen) if "\t" in text else {}
    source.lines = [_without_tabs(line, widths.get(n, 1)) for n, line in enumerate(seen)]
    for n, line in enumerate(written):
        if line != source.lines[n]:
            source.columns[n + 1] = _columns(line, len(margin(seen[n])), widths.get(n, 1))
    return source


def _without_tabs(line: str, width: int) -> str:
    indent = margin(line)
    return indent.replace("\t", " " * width) + line[len(indent) :].replace("\t", " ")


def _columns(written: str, margin_length: int, width: int) -> list[int]:
    """For each character of the line as it is read, and for its end, the index of what stands for it in the file."""
    columns: list[int] = []
    seen = 0
    for at, character in enumerate(written):
        if not HIDDEN.match(character):
            columns += [at] * (width if character == "\t" and seen < margin_length else 1)
            seen += 1
    return [*columns, len(written)]


_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(path_or_text: Path | str | bytes, file_name: str, report: Report) -> Node | None:
    """The tree of a file (a path), or of its content (text or bytes); None when no tree could be built.

    `file_name` is the file's name in diagnostics. A tree may come with errors in the report.
    """
    content = read_bytes(path_or_text, file_name, report) if isinstance(path_or_text, Path) else path_or_text
    if content is None:
        return None
    text = decode(content, file_name, report)
    if text is None:
        return None
    source = readable(file_name, text)
    try:
        builder = _build("\n".join(source.lines), source, report)
    except YAMLError:
        builder = _build_rest(source, report)
    if builder is None:
        return None
    if source.unread and not isinstance(builder.root, Mapping):
        return None  # Nothing is left that is worth another word.
    if builder.root is None and not builder.refused_root:
        report.add(
            kinds.EMPTY_FILE,
            "the file holds nothing",
            Span(file_name, 1, 1, 1, 1),
            expected="a first key that says what the file is, such as `ruleset: NAME`",
        )
    return builder.root


def _build_rest(source: SourceText, report: Report) -> Builder | None:
    """The tree of what can be read of a file that isn't YAML."""
    text = recover(source, report)
    try:
        return _build(text, source, report) if text is not None else None
    except YAMLError as error:
        report_syntax(error, source, report)
        return None


def _build(text: str, source: SourceText, report: Report) -> Builder | None:
    """The tree of a text; None, after a diagnostic, if the rest of it must not be read. Raises YAMLError."""
    builder = Builder(source, report)
    try:
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, DocumentStartEvent) and (event.version or event.tags):
                start: Any = event.start_mark
                report.add(
                    kinds.DIRECTIVE,
                    "a line that begins with `%` is not used here",
                    source.in_file(
                        Span(source.file, start.line + 1, start.column + 1, start.line + 1, start.column + 2)
                    ),
                )
            builder.take(event)
    except TreeTooLarge:
        return None
    return builder


def read_bytes(path: Path, file_name: str, report: Report) -> bytes | None:
    """The content of a file; one byte more than allowed of a file that is too large.

    A file that can't be read is reported, and gives None.
    """
    try:
        return read_regular_file(path, LARGEST_FILE)
    except OSError as error:
        reason = error.strerror.lower() if error.strerror else "it can't be opened"
        message = f"`{file_name}` can't be read: {reason}"
        report.add(kinds.UNREADABLE_FILE, message, Span(file_name, 1, 1, 1, 1))
        return None
