"""Says exactly what is wrong with lines that aren't YAML, where it is one of the usual slips.

YAML's parser notices most mistakes later than they were made, and speaks of what it was reading then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from artrules.diagnostics.fix import Edit, Fix
from artrules.diagnostics.span import Span
from artrules.record import dataclass
from artrules.source.lines import indentation, says_something
from artrules.source.text import SourceText

_KEY_WITHOUT_COLON = re.compile(r"(\s*(?:- )?)([a-z0-9_]+|[a-z_][a-z0-9_]*\([^:]*\))\s*", re.ASCII)
_KEY_WITHOUT_BLANK = re.compile(r"(\s*(?:- )?)([a-z_][a-z0-9_]*):(?=[^\s:/])", re.ASCII)
_KEY_AND_WIDE_COLON = re.compile(r"(\s*(?:- )?)([a-z_][a-z0-9_]*)\uff1a\s*", re.ASCII)
_KEY_WITH_VALUE = re.compile(r"(\s*+(?:- )?)[\w\"'(), .]+:\s+[^\s|>#].*")
_BLOCK = re.compile(r"(\s*+).*[:-] +[|>][+-]?[0-9]?\s*(#.*)?")
_TWO_WORDS = re.compile(r"(\s*(?:- )?)([a-z_][a-z0-9_]*) (?=[^\s:].*)(?!.*:(?:\s|$))", re.ASCII)
_KEY = re.compile(r"\s*[a-z_][\w() ,.]*:(\s|$)")


@dataclass(frozen=True, slots=True)
class Slip:
    """What is wrong, where, what belongs there, and the edit that repairs it if that is certain.

    The places are those in the text as it is read.
    """

    message: str
    span: Span
    expected: str
    fix: Fix | None = None

    def in_file(self, source: SourceText) -> Slip:
        """The same with places in the file."""
        fix = self.fix
        if fix is not None:
            fix = Fix(fix.about, tuple(Edit(source.in_file(edit.span), edit.text) for edit in fix.edits))
        return Slip(self.message, source.in_file(self.span), self.expected, fix)


def find_slip(file: str, lines: list[str], first: int, end: int, noticed: int) -> Slip | None:
    """The slip for which the parser refuses the lines of a file from `first` up to `end`, counted from 0; it has
    noticed it in the line `noticed`. None if it is none of the usual ones."""
    structure = list(_structure(lines, first, min(end, noticed + 1)))
    indents_of_keys = {indentation(lines[n]) for n in range(first, end) if _KEY.match(lines[n])}
    # The slip is nearly always the last one before the place where it was noticed.
    for n in reversed(structure):
        line, below = lines[n], _next(lines, n, end)
        if (
            (match := _KEY_WITHOUT_COLON.fullmatch(line))
            and below is not None
            and indentation(below) > indentation(line)
        ):
            span = _span(file, n, match.start(2), match.end(2))
            edit = Edit(_span(file, n, match.end(2), match.end(2)), ":")
            return Slip("a key without `:`", span, f"`{match[2]}:`", Fix("write the `:` behind the key", (edit,)))
        if match := _KEY_AND_WIDE_COLON.match(line):
            edit = Edit(_span(file, n, match.end(2), match.end()), ": " if match.end() < len(line) else ":")
            message, expected = "the `\uff1a` here is a full-width character; write `:`", f"`{match[2]}:`"
            return Slip(message, edit.span, expected, Fix("write `:`", (edit,)))
        if match := _KEY_WITHOUT_BLANK.match(line):
            span = _span(file, n, match.start(2), match.end())
            other_blank = not line[match.end()].isascii() and line[match.end()].isspace()
            edit = Edit(_span(file, n, match.end(), match.end() + other_blank), " ")
            message = f"a blank is missing after `{match[2]}:`"
            return Slip(message, span, f"`{match[2]}: {line[match.end() :].strip()}`", Fix("write the blank", (edit,)))
        if (match := _TWO_WORDS.match(line)) and (indentation(line) in indents_of_keys or n == first):
            span = _span(file, n, match.start(2), match.end(2))
            edit = Edit(_span(file, n, match.end(2), match.end(2)), ":")
            return Slip("a key without `:`", span, f"`{match[2]}:`", Fix("write the `:` behind the key", (edit,)))
    for n in structure:
        line, below = lines[n], _next(lines, n, end)
        deeper = below is not None and indentation(below) > indentation(line)
        if deeper and below is not None and _KEY_WITH_VALUE.fullmatch(line) and _KEY.match(below) and _closed(line):
            at = lines.index(below, n)
            if at == noticed:
                span = _span(file, at, indentation(below), len(below.split(":")[0]))
                return Slip("a key that is indented too far: the one above it has a value already", span,
                            f"{indentation(line)} blanks before it, as above")  # fmt: skip
    return None


def misplaced(file: str, lines: list[str], part: int, beside: int) -> Slip | None:
    """The slip if a part begins with another indentation than those beside it."""
    found, usual = indentation(lines[part]), indentation(lines[beside])
    if found == usual:
        return None
    text = lines[part].split(":")[0].rstrip()
    return Slip(
        "this is indented otherwise than what stands beside it",
        _span(file, part, found, max(len(text), found + 1)),
        f"{usual} blanks before it, not {found}",
    )


def _structure(lines: list[str], first: int, end: int) -> Iterator[int]:
    """The lines that aren't text of a block."""
    block: int | None = None
    for n in range(first, end):
        line = lines[n]
        if not says_something(line):
            continue
        if block is not None and indentation(line) > block:
            continue
        match = _BLOCK.fullmatch(line)
        block = len(match[1]) if match is not None else None
        yield n


def _next(lines: list[str], n: int, end: int) -> str | None:
    return next((lines[at] for at in range(n + 1, end) if says_something(lines[at])), None)


def _closed(line: str) -> bool:
    return all(line.count(a) == line.count(b) for a, b in ("{}", "[]")) and line.count('"') % 2 == 0


def _span(file: str, line: int, start: int, end: int) -> Span:
    """A stretch of a line of the text as it is read, all counted from 0."""
    return Span(file, line + 1, start + 1, line + 1, end + 1)
