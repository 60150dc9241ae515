"""Reads a YAML file into nodes. Whatever the file holds, the result is a node, diagnostics or both, never an exception.

Files come from anywhere, so each limit is tested before anything is built: the C parser gives one event after another,
and the tree is made from these. PyYAML's composer isn't used: it resolves aliases, and recurses without bound. Whatever
the bytes, the result is a node, diagnostics or both; never an exception.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from yaml.error import YAMLError
from yaml.events import DocumentStartEvent

from artrules.diagnostics.kinds import yaml as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.source.bounded_file import read_regular_file
from artrules.source.build import Builder, TreeTooLarge
from artrules.source.decode import LARGEST_FILE, decode
from artrules.source.node import Node
from artrules.source.parser_messages import describe_problem
from artrules.source.text import SourceText

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
    source = SourceText(file_name, text)
    builder = Builder(source, report)
    try:
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, DocumentStartEvent) and (event.version or event.tags):
                start: Any = event.start_mark
                report.add(
                    kinds.DIRECTIVE,
                    "a line that begins with `%` is not used here",
                    Span(file_name, start.line + 1, start.column + 1, start.line + 1, start.column + 2),
                )
            builder.take(event)
    except TreeTooLarge:
        return None
    except YAMLError as error:
        _report_syntax(error, source, report)
        return None
    if builder.root is None and not builder.refused_root:
        report.add(
            kinds.EMPTY_FILE,
            "the file holds nothing",
            Span(file_name, 1, 1, 1, 1),
            expected="a first key that says what the file is, such as `ruleset: NAME`",
        )
    return builder.root


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


def _report_syntax(error: YAMLError, source: SourceText, report: Report) -> None:
    kind, message, expected = describe_problem(error)
    problem, context = (getattr(error, name, None) for name in ("problem_mark", "context_mark"))
    if context is not None and (problem is None or problem.line + 1 >= len(source.lines)):
        at_end = problem is None or not source.line(problem.line + 1)[problem.column :].strip()
        if (at_end and "inside" in message) or "closed" in message:
            # The place of the opening bracket or quote is more helpful than the end of the file, where it is missed.
            problem, context, message = context, None, "this is never closed"
    span = _at(problem, source)
    if source.line(span.line)[span.column - 1 : span.column] == "\t":
        return  # The tab itself has been reported already.
    begins = _at(context, source)
    related = [("what can't be read begins here", begins)] if context is not None and begins != span else []
    report.add(kind, message, span, expected=expected, related=related)


def _at(mark: yaml.Mark | None, source: SourceText) -> Span:
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    if line > len(source.lines):  # At the end of a file without a final line break, the parser counts one line more.
        line = len(source.lines)
        column = len(source.line(line)) + 1
    return Span(source.file, line, column, line, column + 1)
