"""Finds the comments that ask for warnings not to be shown.

`# artrules: ignore SLUG, SLUG: REASON` is about its own line, or about the next one if it stands alone;
`# artrules: ignore-file SLUG: REASON` is about the whole file. Both stand in YAML comments or in comments of code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from artrules.diagnostics.span import Span
from artrules.record import dataclass
from artrules.source.quoted import QuotedTexts

WORDS = ("ignore", "ignore-file")
_COMMENT = re.compile(r"(?:^|(?<=\s))#\s*artrules:[ \t]*(?P<word>[\w-]+)(?P<rest>[^\n]*)")
_MISSPELT = re.compile(
    r"(?:^|(?<=\s))#\s*artrules(?P<colon>:?)[ \t]*(?P<word>ignore(?:-file)?)(?![\w-])(?P<rest>[^\n]*)", re.IGNORECASE
)
_SLUG = re.compile(r"[^\W_][\w-]*")
_BETWEEN = re.compile(r"[\s,]*")
_COMMA = re.compile(r"\s*,\s*")
_MOST_IN_LINE = 20
"""Places in one line that are tried."""


@dataclass(frozen=True, slots=True)
class Named:
    """A kind of diagnostic that a comment names."""

    slug: str
    span: Span


@dataclass(frozen=True, slots=True)
class IgnoreComment:
    """A comment that begins with `# artrules:`, and a word that should be `ignore` or `ignore-file`."""

    word: str
    word_span: Span
    named: tuple[Named, ...]
    reason: str
    stray: Span | None
    """What stands behind the names without a `:` before it."""
    is_misspelt: bool
    """Whether its beginning isn't quite `# artrules: ignore`, but must mean that."""
    span: Span
    """From its `#` to the end of the line."""
    line: int
    """The line that it is about, if it isn't about the file."""
    whole: Span
    """What goes with it when it goes: the blanks before it, or its line if it stands alone."""

    @property
    def is_about_file(self) -> bool:
        """Whether the comment is about the whole file."""
        return self.word == "ignore-file"

    @property
    def slugs_span(self) -> Span:
        """From the first slug to the end of the last one."""
        first, last = self.named[0].span, self.named[-1].span
        return Span(first.file, first.line, first.column, last.end_line, last.end_column)


def ignore_comments(file: str, text: str) -> Iterator[IgnoreComment]:
    """The comments of a file that begin with `# artrules:`, in their order; `file` is its name in diagnostics."""
    if "artrules" not in text.lower():
        return
    lines = text.split("\n")
    found = [(number, line) for number, line in enumerate(lines) if "#" in line and "artrules" in line.lower()]
    if not any(_COMMENT.search(line) or _MISSPELT.search(line) for _, line in found):
        return
    next_lines = _next_lines(lines)
    quoted = QuotedTexts(text)
    for number, line in found:
        match, is_misspelt = _match(line, number, quoted)
        if match is not None:
            yield _comment(file, lines, number + 1, next_lines[number], match, is_misspelt)


def _match(line: str, number: int, quoted: QuotedTexts) -> tuple[re.Match[str] | None, bool]:
    """The first such comment of a line, and whether it is misspelt."""
    position = tried = 0
    while (start := line.find("#", position)) >= 0 and tried < _MOST_IN_LINE:
        right, like = _COMMENT.match(line, start), _MISSPELT.match(line, start)
        tried += right is not None or like is not None
        if (right or like) and not quoted.hold(number, start):
            if like is not None and like["word"] not in WORDS and like["colon"]:
                return like, True
            if right is not None:
                return right, False
            if like is not None and (like["colon"] or _begins_with_name(like["rest"])):
                return like, True
        position = start + 1
    return None, False


def _begins_with_name(text: str) -> bool:
    """Whether the name of a warning stands behind `ignore`, not the rest of a sentence: one with a hyphen or colon."""
    match = _SLUG.match(text.lstrip())
    return match is not None and ("-" in match[0] or text.lstrip()[match.end() :].lstrip().startswith(":"))


def _comment(
    file: str, lines: list[str], number: int, next_line: int, match: re.Match[str], is_misspelt: bool
) -> IgnoreComment:
    def at(first: int, last: int) -> Span:
        return Span(file, number, first + 1, number, last + 1)

    line = lines[number - 1]
    names, colon, reason = match["rest"].partition(":")
    slugs, end = _slugs(names, bool(colon))
    begin = match.start("rest")
    named = tuple(Named(m[0], at(begin + m.start(), begin + m.end())) for m in slugs)
    left = names[end:].strip()
    begin_left = begin + end + len(names[end:]) - len(names[end:].lstrip())
    before = line[: match.start()].rstrip()
    whole = at(len(before), len(line)) if before or number == len(lines) else Span(file, number, 1, number + 1, 1)
    about = number if before else next_line
    return IgnoreComment(
        match["word"],
        at(*match.span("word")),
        named,
        reason.strip(),
        at(begin_left, begin_left + len(left)) if left else None,
        is_misspelt,
        at(match.start(), len(line.rstrip())),
        about,
        whole,
    )


def _slugs(names: str, before_colon: bool) -> tuple[list[re.Match[str]], int]:
    """The names at the beginning of a text, and where what follows them begins. Where no colon ends them, only commas
    can stand between two: blanks may begin the reason."""
    found = []
    start = _BETWEEN.match(names)
    end = start.end() if start else 0
    while match := _SLUG.match(names, end):
        found.append(match)
        end = match.end()
        between = (_BETWEEN if before_colon else _COMMA).match(names, end)
        if between is None or not between[0]:
            break
        end = between.end()
    return found, end


def _next_lines(lines: list[str]) -> list[int]:
    """For each line the number, counted from 1, of the first one after it that holds more than a comment; that of the
    last line where there is none."""
    found = list(range(1, len(lines) + 1))
    for number in range(len(lines) - 1, 0, -1):
        below = lines[number].strip()
        found[number - 1] = number + 1 if below and not below.startswith("#") else found[number]
    return found
