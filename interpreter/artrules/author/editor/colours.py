"""Colours for code in YAML: which words of it are names, and of what, which are words of the language.

In: the code of the last reading, where each name stands, and the text as it is now. Out: tokens of the protocol. Code
is told apart into words here; what names mean stands in the index. Begin with `colours`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from artrules.author.editor.answers import Names
from artrules.author.editor.completing import Completer
from artrules.author.editor.index import Index
from artrules.author.editor.texts import EditedFile, Moved, units
from artrules.model.elaborate.code import CodePlace
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.syntax.words import CALLING_WORDS, TOKEN_WORDS

TYPES = (
    "keyword",
    "string",
    "number",
    "operator",
    "comment",
    "variable",
    "parameter",
    "property",
    "function",
    "method",
    "enumMember",
    "class",
    "enum",
    "event",
    "namespace",
)
MODIFIERS = ("declaration", "modification", "defaultLibrary")
_TYPE_OF = {
    "zone": "namespace",
    "variable": "variable",
    "setting": "variable",
    "total": "variable",
    "local": "parameter",
    "attribute": "property",
    "attribute of powers": "property",
    "property": "property",
    "field": "property",
    "function": "function",
    "function of the language": "function",
    "table": "function",
    "procedure": "method",
    "menu": "method",
    "member": "enumMember",
    "kind of card": "class",
    "pieces": "class",
    "enum": "enum",
    "group": "enum",
    "event": "event",
    "life": "event",
    "limit": "event",
    "phase": "event",
}
"""By what a name stands for: the type of its token."""
_ROLES = {"declared": 1, "changed": 2, "used": 0}
_WORDS = re.compile(
    r"""(?P<comment>(?:^|(?<=\s))\#.*)|(?P<string>"[^"\n]*"|'[^'\n]*')|(?P<number>\b[0-9]+\b)"""
    r"""|(?P<word>[a-z_][a-z0-9_]*)|(?P<operator>\.\.|[-+!<>]?=|[-+*/%<>])""",
    re.MULTILINE,
)
_HOLE = re.compile(r"\{([^{}]*)\}")
_TOLD = ("me", "my", "self", "players", "round_number", "face", "kind", "powers", "card", "bool", "player", "power")
"""Names of the language that are coloured like its words."""


class Token(NamedTuple):
    """A stretch of a line with a colour."""

    line: int
    column: int
    length: int
    type: str
    modifiers: int = 0


def colours(path: Path, file: EditedFile, names: Names, index: Index, completer: Completer) -> list[int]:
    """The tokens of a file, as the protocol counts them: each by its distance from the one before it."""
    moved, old = names.moved(path), names.judged_text(path)
    tokens: dict[tuple[int, int], Token] = {}
    for place in completer.code_in(path):
        for token in _of_code(place, file, old, moved):
            tokens[token.line, token.column] = token
    for stand in index.stands.get(path, ()):
        name = index.names.get(stand.key)
        type_ = _TYPE_OF.get(name.what) if name is not None else None
        span: Span | None = Span("", stand.line, stand.column, stand.line, stand.end_column)
        if moved is not None and span is not None:
            span = moved.span(span)
        if type_ is not None and name is not None and span is not None:
            modifiers = _ROLES[stand.role] | (4 if name.what == "function of the language" else 0)
            tokens[span.line, span.column] = Token(
                span.line, span.column, span.end_column - span.column, type_, modifiers
            )
    return _encoded(_apart(sorted(tokens.values())), file)


def _of_code(place: CodePlace, file: EditedFile, old: EditedFile, moved: Moved | None) -> Iterator[Token]:
    """The words of a piece of code."""
    begin = old.offset(*place.text.position(0))
    end = old.offset(*place.text.position(len(place.text.text)))
    if moved is not None:
        begin, end = moved.begin(begin), moved.forth(end)
    text = file.joined[begin:end]
    if place.grammar == "template":
        yield from _in_holes(text, begin, file)
    else:
        yield from _of_text(text, begin, file)


def _of_text(text: str, begin: int, file: EditedFile) -> Iterator[Token]:
    for match in _WORDS.finditer(text):
        kind, at = match.lastgroup or "", begin + match.start()
        if kind == "string":
            yield from _of_string(match[0], at, file)
        elif kind == "word":
            word = match[0]
            is_called = text[match.end() : match.end() + 1] == "("
            if word in TOKEN_WORDS or word in _TOLD or (is_called and word in CALLING_WORDS):
                yield _token(at, len(word), "keyword", file)
        else:
            yield _token(at, len(match[0]), kind, file)


def _of_string(text: str, begin: int, file: EditedFile) -> Iterator[Token]:
    """A text in quotes, but for the code in its braces."""
    at = 0
    for hole in _HOLE.finditer(text):
        if hole.start() + 1 > at:
            yield _token(begin + at, hole.start() + 1 - at, "string", file)
        yield from _of_text(hole[1], begin + hole.start(1), file)
        at = hole.end(1)
    if at < len(text):
        yield _token(begin + at, len(text) - at, "string", file)


def _in_holes(text: str, begin: int, file: EditedFile) -> Iterator[Token]:
    for hole in _HOLE.finditer(text):
        yield from _of_text(hole[1], begin + hole.start(1), file)


def _token(offset: int, length: int, type_: str, file: EditedFile) -> Token:
    line, column = file.place(offset)
    return Token(line, column, length, type_)


def _apart(tokens: Iterable[Token]) -> Iterator[Token]:
    """Tokens in their order, without those that begin inside of another one."""
    line, end = 0, 0
    for token in tokens:
        if token.line > line or token.column >= end:
            yield token
            line, end = token.line, token.column + token.length


def _encoded(tokens: Iterable[Token], file: EditedFile) -> list[int]:
    data: list[int] = []
    before = file.position(1, 1)
    before.character = 0
    for token in tokens:
        here = file.position(token.line, token.column)
        length = units(file.line(token.line)[token.column - 1 :][: token.length], file.encoding)
        if length == 0:
            continue
        lines = here.line - before.line
        data += [lines, here.character - (before.character if lines == 0 else 0), length]
        data += [TYPES.index(token.type), token.modifiers]
        before = here
    return data
