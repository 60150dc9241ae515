"""Decodes the bytes of a file to text that is safe to parse: the tests that come before any parsing."""

import codecs
import re
from itertools import islice

from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Edit, Fix, Span
from artrules.text.diagnostics.report import Report

LARGEST_FILE = 1024 * 1024
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_MOST_REPORTED = 10
"""Diagnostics of one kind for one file: a file full of tabs doesn't need a thousand."""

# Control characters, line breaks that editors count differently, surrogates, byte-order marks inside the text,
# noncharacters, and bidirectional marks, which can make text look different from what it is (CVE-2021-42574).
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)


def decode(content: bytes | str, file_name: str, report: Report, tabs_allowed: bool = False) -> str | None:
    """The file's text, with `\\n` as its line break; None, after a diagnostic, if it is too large or no such text.

    Tabs and what can't be seen are reported, but stay in the text, so that its columns are those of the file. Where
    tabs are allowed, in tables, there is no text if anything can't be seen.
    """
    if len(content) > LARGEST_FILE:
        report.add(
            kinds.TOO_LARGE,
            "the file is too large",
            Span(file_name, 1, 1, 1, 1),
            expected=f"at most {LARGEST_FILE:,} bytes",
        )
        return None
    if isinstance(content, bytes):
        if content.startswith(_UTF16_MARKS):
            report.add(kinds.NOT_UTF8, "the file is UTF-16; save it as UTF-8", Span(file_name, 1, 1, 1, 1))
            report.leave_unread([content.decode("utf-16", "replace")])
            return None
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            before = content[: error.start].decode("utf-8", "replace")
            report.add(kinds.NOT_UTF8, "the file is not encoded as UTF-8", _span(file_name, before, len(before)))
            if tabs_allowed:
                return None
            text = content.decode("utf-8", "replace")
    else:
        text = content
    text = _plain(text)
    hidden = [match.start() for match in islice(HIDDEN.finditer(text), _MOST_REPORTED + 1)]
    if len(hidden) > _MOST_REPORTED:
        message = "the file is full of characters that can't be seen, as if it were no text"
        report.add(kinds.CONTROL_CHARACTER, message, _span(file_name, text, hidden[0]))
        report.leave_unread([HIDDEN.sub("", text)])
        return None
    _report_hidden(text, hidden, file_name, report)
    if hidden and tabs_allowed:
        return None
    if not tabs_allowed:
        _report_tabs(text, file_name, report)
    return text


def plain_text(content: bytes) -> str:
    """The text in which spans count lines and columns, of a file that may be wrong otherwise."""
    return _plain(content.decode("utf-8", "replace"))


def _plain(text: str) -> str:
    # Some editors write a byte-order mark at the start of UTF-8. It means nothing more.
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _report_hidden(text: str, hidden: list[int], file_name: str, report: Report) -> None:
    for at in hidden:
        message = f"the character U+{ord(text[at]):04X} can't be seen and is not allowed"
        report.add(kinds.CONTROL_CHARACTER, message, _span(file_name, text, at))


def _report_tabs(text: str, file_name: str, report: Report) -> None:
    for count, match in enumerate(re.finditer("\t+", text)):
        if count == _MOST_REPORTED:
            break
        span = _span(file_name, text, match.start(), len(match[0]))
        # What a tab in an indentation stands for, only the author knows.
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        indents = not HIDDEN.sub("", before).strip(" \t")
        fix = None if indents else Fix("write blanks", (Edit(span, " " * len(match[0])),))
        report.add(kinds.TAB, "a tab", span, expected="blanks", found="a tab", fix=fix)


def _span(file_name: str, text: str, offset: int, length: int = 1) -> Span:
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    return Span(file_name, line, column, line, column + length)
