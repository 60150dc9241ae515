"""Comments in YAML files: those that ask for warnings not to be shown, and what an author says of a declaration."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import yaml
from yaml.error import YAMLError
from yaml.events import CollectionEndEvent, CollectionStartEvent, ScalarEvent

from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass
from artrules.text.source.build import DEEPEST

# Finds out whether a place in a YAML file lies inside a quoted text, where a `#` begins no comment.
#
# YAML's parser knows. For what it doesn't look into, code of several lines, and behind a mistake of YAML, the quotes in
# the line itself tell.

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BEFORE_QUOTE = " \t[{(,:"
_BLOCKS = ("|", ">")
_Place = tuple[int, int]


class QuotedTexts:
    """The quoted texts of a file. Lines and columns are counted from 0."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._starts: list[_Place] = []
        self._ends: list[_Place] = []
        self._blocks: list[bool] = []
        self._parsed: _Place = (0, 0)
        depth = 0
        try:
            for event in yaml.parse(text, Loader=_Loader):
                depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
                if depth > DEEPEST:
                    return
                self._take(event)
        except YAMLError:
            return
        self._parsed = (len(self._lines), 0)

    def _take(self, event: Any) -> None:
        start, end = event.start_mark, event.end_mark
        self._parsed = (end.line, end.column)
        if isinstance(event, ScalarEvent) and event.style:
            self._starts.append((start.line, start.column))
            self._ends.append(self._parsed)
            self._blocks.append(event.style in _BLOCKS)

    def hold(self, line: int, column: int) -> bool:
        """Whether a place lies inside a quoted text."""
        place = (line, column)
        last = bisect_right(self._starts, place) - 1
        if last >= 0 and place < self._ends[last]:
            # Its first line may end with a comment of YAML: `|  # comment`.
            return (self._blocks[last] and line > self._starts[last][0] and in_quotes(self._lines[line], column)) or (
                not self._blocks[last]
            )
        return place >= self._parsed and in_quotes(self._lines[line], column)


def in_quotes(line: str, column: int) -> bool:
    """Whether a column of a line, counted from 0, lies between two quotes of that line.

    A quote counts only where a value can begin. So the apostrophe of `player's` opens no quoted text.
    """
    quote, position = "", 0
    while position < column:
        character = line[position]
        if quote == '"' and character == "\\":
            position += 1
        elif quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and (position == 0 or line[position - 1] in _BEFORE_QUOTE):
            quote = character
        elif character == "#" and (position == 0 or line[position - 1] in " \t"):
            return False
        position += 1
    return bool(quote) and quote in line[column:]


# Finds the comments that ask for warnings not to be shown.
#
# `# artrules: ignore SLUG, SLUG: REASON` is about its own line, or about the next one if it stands alone;
# `# artrules: ignore-file SLUG: REASON` is about the whole file. Both stand in YAML comments or in comments of code.

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
    candidates = [(number, line) for number, line in enumerate(lines) if "#" in line and "artrules" in line.lower()]
    if not any(_COMMENT.search(line) or _MISSPELT.search(line) for _, line in candidates):
        return
    next_lines = _next_lines(lines)
    quoted = QuotedTexts(text)
    for number, line in candidates:
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
    remainder = names[end:].strip()
    remainder_start = begin + end + len(names[end:]) - len(names[end:].lstrip())
    before = line[: match.start()].rstrip()
    whole = at(len(before), len(line)) if before or number == len(lines) else Span(file, number, 1, number + 1, 1)
    about = number if before else next_line
    return IgnoreComment(
        match["word"],
        at(*match.span("word")),
        named,
        reason.strip(),
        at(remainder_start, remainder_start + len(remainder)) if remainder else None,
        is_misspelt,
        at(match.start(), len(line.rstrip())),
        about,
        whole,
    )


def _slugs(names: str, before_colon: bool) -> tuple[list[re.Match[str]], int]:
    """The names at the beginning of a text, and where what follows them begins. Where no colon ends them, only commas
    can stand between two: blanks may begin the reason."""
    matches = []
    start = _BETWEEN.match(names)
    end = start.end() if start else 0
    while match := _SLUG.match(names, end):
        matches.append(match)
        end = match.end()
        between = (_BETWEEN if before_colon else _COMMA).match(names, end)
        if between is None or not between[0]:
            break
        end = between.end()
    return matches, end


def _next_lines(lines: list[str]) -> list[int]:
    """For each line the number, counted from 1, of the first one after it that holds more than a comment; that of the
    last line where there is none."""
    numbers = list(range(1, len(lines) + 1))
    for number in range(len(lines) - 1, 0, -1):
        below = lines[number].strip()
        numbers[number - 1] = number + 1 if below and not below.startswith("#") else numbers[number]
    return numbers


# Finds an author's comments on a declaration, and its lines in the file.
#
# YAML's parser drops comments. But every declaration knows its line, so they are found in the text.

_RULED = re.compile(r"#\s*[-=]{3,}")
_BEFORE_QUOTED = " \t[{(,:"


def comment_at(lines: list[str], number: int) -> str:
    """The comment on what begins in a line, counted from 1: the lines above it, then the end of the line itself."""
    own = _line(lines, number)
    above: list[str] = []
    before = number - 1
    while (text := _line(lines, before)).lstrip().startswith("#") and _indent(text) == _indent(own):
        if _RULED.match(text.strip()):
            break
        above.insert(0, text.strip().lstrip("#").strip())
        before -= 1
    parts = [" ".join(above), _behind(own)]
    return "; ".join(part for part in parts if part)


def lines_of(lines: list[str], number: int) -> list[str]:
    """The lines of what begins in a line, counted from 1: that one, and those below it with more indentation."""
    first = _line(lines, number)
    block = [first]
    for text in lines[number:]:
        if text.strip() and _indent(text) <= _indent(first):
            break
        block.append(text)
    while not block[-1].strip() and len(block) > 1:
        block.pop()
    return [text[_indent(first) :].rstrip() for text in block]


def _line(lines: list[str], number: int) -> str:
    return lines[number - 1] if 1 <= number <= len(lines) else ""


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _behind(text: str) -> str:
    """The comment at the end of a line; empty if there is none.

    A quote counts only where a value can begin. So the apostrophe of `player's` opens no quoted text.
    """
    quote = ""
    for i, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and (i == 0 or text[i - 1] in _BEFORE_QUOTED):
            quote = character
        elif character == "#" and i > 0 and text[i - 1] in " \t":
            return text[i + 1 :].strip() if text[:i].strip() else ""
    return ""
