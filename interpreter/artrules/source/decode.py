"""Decodes the bytes of a file to text that is safe to parse: the tests that come before any parsing."""

from __future__ import annotations

import re

from artrules.diagnostics.kinds import yaml as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span

LARGEST_FILE = 1024 * 1024
_MOST_REPORTED = 10
"""Diagnostics of one kind for one file: a file full of tabs doesn't need a thousand."""

# Control characters, line breaks that editors count differently, surrogates, byte-order marks inside the text,
# noncharacters, and bidirectional marks, which can make text look different from what it is (CVE-2021-42574).
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)


def decode(content: bytes | str, file_name: str, report: Report, tabs_allowed: bool = False) -> str | None:
    """The file's text, with `\\n` as its line break; None after a diagnostic. Tabs are reported, but stay in the
    text."""
    if len(content) > LARGEST_FILE:
        report.add(
            kinds.TOO_LARGE,
            "the file is too large",
            Span(file_name, 1, 1, 1, 1),
            expected=f"at most {LARGEST_FILE:,} bytes",
        )
        return None
    if isinstance(content, bytes):
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            before = content[: error.start].decode("utf-8", "replace")
            report.add(kinds.NOT_UTF8, "the file is not encoded as UTF-8", _span(file_name, before, len(before)))
            return None
    else:
        text = content
    # Some editors write a byte-order mark at the start of UTF-8. It means nothing more.
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if _report_hidden(text, file_name, report):
        return None
    if not tabs_allowed:
        _report_tabs(text, file_name, report)
    return text


def _report_hidden(text: str, file_name: str, report: Report) -> bool:
    found = False
    for count, match in enumerate(HIDDEN.finditer(text)):
        found = True
        if count == _MOST_REPORTED:
            break
        report.add(
            kinds.CONTROL_CHARACTER,
            f"the character U+{ord(match[0]):04X} can't be seen and is not allowed",
            _span(file_name, text, match.start()),
        )
    return found


def _report_tabs(text: str, file_name: str, report: Report) -> None:
    for count, match in enumerate(re.finditer("\t+", text)):
        if count == _MOST_REPORTED:
            break
        span = _span(file_name, text, match.start(), len(match[0]))
        report.add(kinds.TAB, "a tab", span, expected="blanks", found="a tab")


def _span(file_name: str, text: str, offset: int, length: int = 1) -> Span:
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    return Span(file_name, line, column, line, column + length)
