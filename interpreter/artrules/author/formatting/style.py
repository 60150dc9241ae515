"""Formats the text of a file: finds the lines of YAML and the pieces in them, and how far each line is indented.

YAML's scanner tells where keys, values and brackets stand, the tree which texts are code. Whatever comes out is read
again, and must say the same.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import yaml
from yaml import tokens
from yaml.events import ScalarEvent

from artrules.author.formatting.code import SUITE, Word, code_words, same_words
from artrules.author.formatting.lines import Levels, Line, Piece, written_text
from artrules.model.declare.symbol_table import report_syntax
from artrules.text.diagnostics.diagnostic import line_starts
from artrules.text.diagnostics.report import Report, ReportFull
from artrules.text.garbage import no_search_for_garbage
from artrules.text.record import dataclass
from artrules.text.schema.load import CodeString, code_strings
from artrules.text.schema.validate import kind_of
from artrules.text.source.node import Scalar
from artrules.text.source.read import read
from artrules.text.source.text import indentation
from artrules.text.syntax.problem import SyntaxProblem

STEP = 2
"""Blanks by which a block of YAML is indented more than what it stands in."""
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MARK = "\ufeff"
_HEADER = re.compile(r"[|>][-+]?(?P<width>[1-9]?)[-+]?")
_BEGINNINGS: dict[type[Any], str] = {tokens.FlowMappingStartToken: "{", tokens.FlowSequenceStartToken: "["}
_ENDS: dict[type[Any], str] = {tokens.FlowMappingEndToken: "}", tokens.FlowSequenceEndToken: "]"}
_OPENING = frozenset(_BEGINNINGS.values())
_CLOSING = frozenset(_ENDS.values())
_LABEL = "label"
_BLANKS = {ord(blank): None for blank in " \n"}
_Place = tuple[int, int]


def format_text(text: str, file: str = "", report: Report | None = None) -> str:
    """The text of a file of content in the one style.

    Only blanks and line breaks change, and none in texts for people. A byte-order mark stays, and so does the way in
    which lines end. A file that is no content or can't be read, or whose code can't, comes back as it is; the report
    says why, and calls the file by the name `file`. Nothing is raised.
    """
    with no_search_for_garbage():
        plain = text.removeprefix(_MARK).replace("\r\n", "\n")
        own, formatted = Report(), plain
        with suppress(ReportFull):
            formatted = _formatted(plain, file, own)
        if report is not None:
            report.extend(own.diagnostics)
        if formatted == plain:
            return text
        if "\r\n" in text:
            formatted = formatted.replace("\n", "\r\n")
        return (_MARK if text.startswith(_MARK) else "") + formatted


def _formatted(text: str, file: str, report: Report) -> str:
    document = read(text, file, report)
    kind = kind_of(document, report)[0] if document is not None else None
    if document is None or kind is None:
        return text
    code = _read_code([each for each in code_strings(document, kind, report) if each.code != _LABEL], report)
    if report.has_errors:
        return text
    formatted = written_text(_Formatter(text, code).lines())
    return formatted if formatted == text or _says_the_same(text, formatted, code) else text


@dataclass(frozen=True, slots=True)
class _Code:
    """A text that is code, and its words by lines."""

    kind: str
    scalar: Scalar
    lines: list[list[Word]]


def _read_code(strings: Iterable[CodeString], report: Report) -> dict[_Place, _Code]:
    """All code of a file by where it begins, counted from 0. What isn't right is reported and left out."""
    code: dict[_Place, _Code] = {}
    for string in strings:
        scalar = string.scalar
        try:
            lines = code_words(string.code, scalar.text)
        except SyntaxProblem as problem:
            if not report.has_error_at(scalar.span):
                report_syntax(report, scalar, problem)
        else:
            code[scalar.span.line - 1, scalar.span.column - 1] = _Code(string.code, scalar, lines)
    return code


def _says_the_same(text: str, formatted: str, code: dict[_Place, _Code]) -> bool:
    """Whether two texts differ in nothing but blanks and line breaks, and hold the same texts and the same code."""
    if text.translate(_BLANKS) != formatted.translate(_BLANKS):
        return False
    try:
        pairs = list(zip(yaml.parse(text, Loader=_Loader), yaml.parse(formatted, Loader=_Loader), strict=True))
    except (yaml.YAMLError, ValueError):
        return False
    return all(_is_same(before, after, code) for before, after in pairs)


def _is_same(before: Any, after: Any, code: dict[_Place, _Code]) -> bool:
    if type(before) is not type(after):
        return False
    if not isinstance(before, ScalarEvent) or before.value == after.value:
        return True
    mark: Any = before.start_mark
    own = code.get((mark.line, mark.column))
    return own is not None and same_words(own.kind, before.value, after.value)


@dataclass(frozen=True, slots=True)
class _Block:
    """A mapping or list of YAML that isn't in brackets: how far it was indented, and how far it will be."""

    number: int
    written_at: int
    indentation: int
    is_list: bool
    is_implied: bool
    """Whether it is a list that stood no deeper than the mapping around it."""


@dataclass(frozen=True, slots=True)
class _Bracket:
    """An open bracket with its line."""

    number: int
    line: Line
    piece: Piece
    is_tall: bool
    """Whether what it holds stands on lines of its own, and so does its end."""


class _Formatter:
    """Takes the tokens of YAML's scanner one by one, and makes lines of them."""

    def __init__(self, text: str, code: dict[_Place, _Code]) -> None:
        self._source = text.removesuffix("\n").split("\n")
        self._tokens = list(yaml.scan(text, Loader=_Loader))
        self._tall = set(_tall_brackets(self._source, self._tokens))
        self._code = code
        self._lines: dict[int, Line] = {}
        self._blocks: list[_Block] = []
        self._brackets: list[_Bracket] = []
        self._levels: Levels = ()
        self._numbers = 0
        self._is_key = False
        """Whether a key is expected, or what is put is one."""
        self._line = Line()
        self._at = -1
        """The number of the line that pieces are being added to."""
        self._before = ""
        """What was put last."""

    def lines(self) -> list[Line]:
        """All lines of the file."""
        for token in self._tokens:
            self._take(token)
        return [self._with_comment(number) for number in range(len(self._source))]

    def _with_comment(self, number: int) -> Line:
        """A line with what the scanner leaves out: its comment."""
        written = self._source[number]
        line = self._lines.get(number)
        if line is None:
            margin, text = indentation(written), written.strip(" ")
            return Line(margin, margin, [Piece(text, margin, 0)], is_comment=True) if text else Line()
        if not line.is_text and (behind := written[line.pieces[-1].written_end :].strip(" ")):
            at = len(written.rstrip(" ")) - len(behind)
            # One blank before the comment may be a slip, of which the checks warn: the `#` may be meant as text.
            is_close = at == line.pieces[-1].written_end + 1
            line.comment = Piece(behind, at, 1 if is_close and line.ends_plain else 2)
        return line

    # -- tokens

    def _take(self, token: Any) -> None:
        mark, kind = token.start_mark, type(token)
        if kind is tokens.ScalarToken:
            self._scalar(token)
        elif kind is tokens.KeyToken:
            self._is_key = True
            self._close_implied()
            if _is_written(token):
                self._put("?", mark)
        elif kind is tokens.ValueToken:
            if _is_written(token):
                self._put(":", mark)
            self._is_key = False
        elif kind is tokens.FlowEntryToken:
            self._put(",", mark)
        elif kind in _BEGINNINGS:
            self._put(_BEGINNINGS[kind], mark)
            is_tall = (mark.line, mark.column) in self._tall
            self._brackets.append(_Bracket(self._next_number(), self._line, self._line.pieces[-1], is_tall))
        elif kind in _ENDS:
            self._put(_ENDS[kind], mark)
            self._brackets.pop()
        elif kind is tokens.BlockMappingStartToken or kind is tokens.BlockSequenceStartToken:
            self._open(mark.column, kind is tokens.BlockSequenceStartToken)
        elif kind is tokens.BlockEntryToken:
            if not self._blocks[-1].is_list:
                self._open(mark.column, is_list=True, is_implied=True)
            self._is_key = False
            self._put("-", mark)
        elif kind is tokens.BlockEndToken:
            self._close_implied()
            self._close()
        elif kind is tokens.DocumentStartToken or kind is tokens.DocumentEndToken:
            self._put(self._source[mark.line][:3], mark)

    def _next_number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _open(self, column: int, is_list: bool, is_implied: bool = False) -> None:
        inside = self._inside()
        self._blocks.append(_Block(self._next_number(), column, inside, is_list, is_implied))
        self._levels = (*self._levels, (column, inside))

    def _close(self) -> None:
        self._blocks.pop()
        self._levels = self._levels[:-1]

    def _close_implied(self) -> None:
        """Close a list that nothing else ends."""
        if self._blocks and self._blocks[-1].is_implied and not self._brackets:
            self._close()

    def _inside(self) -> int:
        """How far what stands in the innermost block will be indented."""
        return self._blocks[-1].indentation + STEP if self._blocks else 0

    def _scalar(self, token: Any) -> None:
        start, end = token.start_mark, token.end_mark
        code = self._code.get((start.line, start.column))
        if token.style in ("|", ">"):
            self._block_text(start, code)
        elif start.line != end.line:
            self._text_of_several_lines(start, end, token.style)
        elif code is not None:
            self._code_in_line(code, start, end, token.style or "")
        else:
            self._put(self._source[start.line][start.column : end.column], start)
            self._line.ends_plain = not token.style

    # -- pieces

    def _put(self, text: str, mark: Any) -> None:
        """Add a piece of YAML to its line, which may begin with it."""
        if mark.line != self._at:
            self._begin(text, mark)
            blanks = 0
        else:
            blanks = self._blanks_before(text, mark.column)
        if not self._brackets:
            self._line.levels = self._levels
        pieces = self._line.pieces
        name = self._before
        if blanks and self._brackets and self._brackets[-1].piece.text == "{":
            name = pieces[-2].text if self._before == ":" and len(pieces) > 1 else text
        pieces.append(Piece(text, mark.column, blanks, name))
        self._line.ends_plain = False
        self._before = text

    def _blanks_before(self, text: str, column: int) -> int:
        """How many blanks belong before a piece of YAML that stands at a column."""
        if self._before in _OPENING or text == ":":
            return 0
        if text == "," or text in _CLOSING:
            # A key's `:` without a value: without the blank, YAML might take it for a part of the key.
            return int(self._before == ":" and column > self._line.pieces[-1].written_end)
        return 1

    def _begin(self, text: str, mark: Any) -> None:
        """Begin a line with a piece."""
        line = self._start(mark.line, mark.column)
        if self._brackets:
            self._indent_in_brackets(line, text)
        elif self._blocks:
            innermost = self._blocks[-1]
            begins_entry = self._is_key or text in ("?", ":", "-")
            line.indentation = innermost.indentation if begins_entry else self._inside()
            line.block = innermost.number

    def _start(self, number: int, written_at: int) -> Line:
        """A new line, to which pieces are added."""
        self._line = self._lines[number] = Line(written_at, levels=self._levels)
        self._at = number
        return self._line

    def _indent_in_brackets(self, line: Line, text: str) -> None:
        """Indent a line that begins inside of brackets."""
        bracket = self._brackets[-1]
        opening, is_closing = bracket.line, text in _CLOSING
        deeper = line.written_at - opening.written_at
        if bracket.is_tall:
            line.indentation = opening.indentation + (0 if is_closing else STEP)
        elif line.written_at == bracket.piece.written_end and bracket.piece is not opening.pieces[-1]:
            line.below = bracket.piece
        elif deeper > 0:
            line.indentation = opening.indentation + deeper
        else:
            line.indentation = opening.indentation + (0 if is_closing else STEP)
        line.block = bracket.number
        line.levels = (*self._levels, (line.written_at, line.indentation))

    # -- texts

    def _text_of_several_lines(self, start: Any, end: Any, style: str | None) -> None:
        """A text, in quotes or without, whose lines YAML joins."""
        self._put(_without_margins(self._source[start.line][start.column :], style), start)
        self._line.is_text = True
        for number in range(start.line + 1, end.line + 1):
            is_last = number == end.line
            written = self._source[number]
            text = written[: end.column].lstrip(" ") if is_last else _without_margins(written, style)
            line = self._start(number, indentation(written))
            if self._brackets:
                self._indent_in_brackets(line, "")
                line.block = 0
            else:
                line.indentation = self._inside()
            line.is_text = not is_last
            if text:
                line.pieces.append(Piece(text, line.written_at, 0))
        self._before = ""

    def _block_text(self, mark: Any, code: _Code | None) -> None:
        """A text after `|` or `>`."""
        header = _HEADER.match(self._source[mark.line], mark.column)
        assert header is not None
        self._put(header[0], mark)
        around, stated = self._blocks[-1], int(header["width"] or 0)
        margin_then = around.indentation + (stated or STEP)
        first = end = mark.line + 1
        while end < len(self._source) and not self._source[end].strip(" "):
            end += 1
        margin = around.written_at + stated if stated or end == len(self._source) else indentation(self._source[end])
        if code is not None:
            self._code_block(code, first, margin, margin_then)
            return
        least = max(margin, around.written_at + 1)
        last = first - 1
        for number in range(first, len(self._source)):
            if self._source[number].strip(" "):
                if indentation(self._source[number]) < least:
                    break
                last = number
            elif "+" in header[0]:
                last = number
        for number in range(first, last + 1):
            text = self._source[number][margin:]
            line = self._start(number, margin)
            line.is_text, line.indentation = True, margin_then
            if text:
                line.pieces.append(Piece(text, margin, 0))

    # -- code

    def _code_in_line(self, code: _Code, start: Any, end: Any, quote: str) -> None:
        """Code that stands in one line, perhaps in quotes."""
        written, text = self._source[start.line], code.scalar.text
        if "\n" in text:  # its line breaks are escapes
            self._put(written[start.column : end.column], start)
            return
        if not quote:
            columns: Sequence[int] = range(start.column, end.column + 1)
        else:
            columns = [code.scalar.position(offset)[1] - 1 for offset in range(len(text) + 1)]
        words = list(code.lines[0])
        comment = text[words[-1].end :]
        if comment.strip():
            first = len(text) - len(comment.lstrip())
            words.append(Word(first, len(text.rstrip()), int(comment[0] == " ")))
        self._put(quote or written[columns[0] : columns[words[0].end]], start)
        for word in words if quote else words[1:]:
            # In a text without quotes, a blank behind `:` would make a key of what stands before.
            blanks = 0 if self._before == (quote or ":") else word.blanks
            self._before = written[columns[word.start] : columns[word.end]]
            self._line.pieces.append(Piece(self._before, columns[word.start], blanks))
        if quote:
            self._line.pieces.append(Piece(quote, end.column - 1, 0))

    def _code_block(self, code: _Code, first: int, margin: int, margin_then: int) -> None:
        """Code of several lines, of which the first stands in line `first` of the file."""
        text, starts = code.scalar.text, line_starts(code.scalar.text)
        lines = [(number, words) for number, words in enumerate(code.lines) if words]
        least = min(words[0].start - starts[number] for number, words in lines)
        opening = (margin + least, margin_then)
        suites = [opening]
        depth = 0
        for number, words in lines:
            written_at = margin + words[0].start - starts[number]
            if code.kind != "effect":
                new = margin_then + written_at - margin - least
            elif depth:
                new = opening[1] + max(0, written_at - opening[0])
            else:
                while written_at < suites[-1][0]:
                    suites.pop()
                if written_at > suites[-1][0]:
                    suites.append((written_at, suites[-1][1] + SUITE))
                opening = suites[-1]
                new = opening[1]
            line = self._start(first + number, written_at)
            line.indentation = new
            line.levels = (*self._levels, *suites, (written_at, new))
            for word in words:
                written = text[word.start : word.end]
                line.pieces.append(Piece(written, margin + word.start - starts[number], word.blanks))
                depth += (written in ("(", "[")) - (written in (")", "]"))


def _is_written(token: Any) -> bool:
    """Whether a token stands in the text, or is only concluded."""
    return bool(token.start_mark.index != token.end_mark.index)


def _without_margins(written: str, style: str | None) -> str:
    """A line of a text that goes on in the next one, without the blanks that mean nothing."""
    text = written.strip(" ")
    backslashes = len(text) - len(text.rstrip("\\"))
    # An escaped blank at the end is part of the text.
    return f"{text} " if style == '"' and backslashes % 2 and written.endswith(" ") else text


def _tall_brackets(source: list[str], scanned: Iterable[Any]) -> Iterator[_Place]:
    """Where brackets stand that end a line, and whose end begins one."""
    waiting: list[Any] = []
    for token in scanned:
        kind = type(token)
        if kind in _BEGINNINGS:
            waiting.append(token.end_mark)
        elif kind in _ENDS:
            opening, closing = waiting.pop(), token.start_mark
            if opening.line != closing.line and not source[closing.line][: closing.column].strip(" "):
                behind = source[opening.line][opening.column :].lstrip(" ")
                if not behind or behind.startswith("#"):
                    yield opening.line, opening.column - 1
