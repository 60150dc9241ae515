"""Reads a YAML file into nodes. Whatever the file holds, the result is a node, diagnostics or both.

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
from artrules.source.node import Mapping, Node
from artrules.source.readable import readable
from artrules.source.recover import recover, report_syntax
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
