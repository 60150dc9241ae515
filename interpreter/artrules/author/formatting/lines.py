"""Lines made of pieces in which nothing changes, and how a text is written from them.

A line says how far it is indented, each piece how many blanks belong before it. Where an author has aligned a column by
hand, it stays aligned: pieces of neighbouring lines that began in the same column do so afterwards, no further to the
right than the longest line needs.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from typing import NamedTuple

_OPENING = (":", "-", "{", "[")
"""What a line ends with whose contents follow in the next lines."""
_MOST_ROUNDS = 100
"""How often columns are looked for in a block. Two or three times will do, if nobody has made it up."""
Levels = tuple[tuple[int, int], ...]
"""The indentations of what is open around a line, as they were and as they will be, outer ones first."""


@dataclasses.dataclass(slots=True)
class Piece:
    """A part of a line in which nothing changes. Columns count from 0."""

    text: str
    written_at: int
    """The column where it began."""
    blanks: int
    """How many blanks belong before it, where it isn't aligned."""
    name: str = ""
    """What pieces in a column have in common: in braces their key, elsewhere the sign before them, if any."""
    column: int = 0
    """The column where it begins afterwards."""
    reference: int = 0
    """The column by which it is compared with pieces of other lines."""

    @property
    def written_end(self) -> int:
        """The column behind it as it was."""
        return self.written_at + len(self.text)

    @property
    def reference_end(self) -> int:
        """The column behind it, to be compared."""
        return self.reference + len(self.text)

    @property
    def end(self) -> int:
        """The column behind it afterwards."""
        return self.column + len(self.text)


@dataclasses.dataclass(slots=True)
class Line:
    """A line. Without pieces it is blank."""

    written_at: int = 0
    """How far it was indented."""
    indentation: int = 0
    """How far it will be."""
    pieces: list[Piece] = field(default_factory=list)
    comment: Piece | None = None
    """A comment behind the pieces; of a line that holds nothing else, it is the only piece instead."""
    block: int = 0
    """A number that it shares with the lines beside which it may be aligned; 0 if there are none."""
    levels: Levels = ()
    below: Piece | None = None
    """The bracket behind which it begins, if it stands right below what comes after that."""
    is_text: bool = False
    """Whether blanks and blank lines belong to a text that a reader gets to see."""
    is_comment: bool = False
    ends_plain: bool = False
    """Whether it ends with a text without quotes."""


def written_text(lines: Sequence[Line]) -> str:
    """The text of some lines, with a line break at the end of each."""
    shown = _without_needless_blank_lines(_with_comments_placed(lines))
    _place_pieces([line for line in shown if line.pieces])
    _place_comments_behind(shown)
    return "".join(f"{_written(line)}\n" for line in shown)


def _written(line: Line) -> str:
    pieces = [*line.pieces, line.comment] if line.comment is not None else line.pieces
    text = ""
    for piece in pieces:
        text += " " * (piece.column - len(text)) + piece.text
    return text


# -- lines


def _with_comments_placed(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines, where each that holds only a comment is indented like what it is about."""
    after = (0, 0)
    about: dict[int, tuple[int, int]] = {}
    for number in reversed(range(len(lines))):
        line = lines[number]
        if line.is_comment:
            about[number] = after
        elif line.pieces:
            after = (line.written_at, line.indentation)
    before: Levels = ()
    for number, line in enumerate(lines):
        if line.is_comment:
            line.indentation = _indentation_of_comment(line.written_at, before, about[number])
        elif line.pieces:
            before = line.levels
    return lines


def _indentation_of_comment(written_at: int, before: Levels, after: tuple[int, int]) -> int:
    """How far a comment will be indented that stands between a line with these levels and one that was and will be
    indented so far: it belongs to what follows, unless it is deeper."""
    if written_at > after[0]:
        around = [new for old, new in before if after[0] < old <= written_at]
        if around:
            return around[-1]
    return after[1]


def _without_needless_blank_lines(lines: Sequence[Line]) -> list[Line]:
    """The lines with one blank line at most between two others, and none where a file or a block begins, or at the
    end."""
    needed: list[Line] = []
    is_blank = False
    for line in lines:
        if not line.pieces and not line.is_text:
            is_blank = True
            continue
        if is_blank and needed and not (_opens(needed[-1]) and line.indentation > needed[-1].indentation):
            needed.append(Line())
        needed.append(line)
        is_blank = False
    return needed


def _opens(line: Line) -> bool:
    """Whether deeper lines that follow a line belong to it."""
    last = line.pieces[-1].text if line.pieces else ""
    return last in _OPENING or last.startswith(("|", ">"))


# -- pieces


def _place_pieces(lines: Sequence[Line]) -> None:
    """Give the pieces of lines their columns, block by block: what a line stands below lies in an earlier block."""
    blocks: dict[int, list[Line]] = {}
    for line in lines:
        if line.block:
            blocks.setdefault(line.block, []).append(line)
        else:
            blocks[-len(blocks) - 1] = [line]
    for block in blocks.values():
        for line in block:
            if line.below is not None:
                line.indentation = line.below.end
        _place_block(block)


class _Column(NamedTuple):
    """What pieces have in common that may be aligned: where they began, or on the right where they ended."""

    position: int
    name: str
    is_right: bool


_Members = list[tuple[Line, int]]
"""Pieces, each by its line and its index there."""


def _place_block(lines: Sequence[Line]) -> None:
    """Give the pieces of the lines of a block their columns, from the left to the right.

    It begins anew with what has come out, until nothing moves any more: columns that have met are one column then. From
    the second time on pieces can only move to the left, so there is an end to this, and nothing moves when the text is
    formatted again.
    """
    for line in lines:
        for piece in line.pieces:
            piece.reference = piece.written_at
    for _ in range(_MOST_ROUNDS):
        columns = list(_aligned(lines)) if len(lines) > 1 else []
        _place_columns(lines, columns)
        moved = [piece for line in lines for piece in line.pieces if columns and piece.column != piece.reference]
        if not moved:
            return
        for piece in moved:
            piece.reference = piece.column


def _place_columns(lines: Sequence[Line], columns: Sequence[tuple[_Column, _Members]]) -> None:
    """Place all pieces, those of a column below one another, no further to the right than its longest line needs."""
    placed = dict.fromkeys(map(id, lines), 1)
    for line in lines:
        line.pieces[0].column = line.indentation
    for column, members in columns:
        for line, index in members:
            _place(line, placed[id(line)], index + 1)
            placed[id(line)] = index + 1
        pieces = [line.pieces[index] for line, index in members]
        first, end = max(piece.column for piece in pieces), max(piece.end for piece in pieces)
        for piece in pieces:
            piece.column = end - len(piece.text) if column.is_right else first
    for line in lines:
        _place(line, placed[id(line)], len(line.pieces))


def _aligned(lines: Sequence[Line]) -> Iterator[tuple[_Column, _Members]]:
    """The columns that are aligned, from the left to the right: pieces of one name that began together, or numbers in
    brackets that ended together, if more blanks stood before one of them than belong there."""
    columns: dict[_Column, _Members] = {}
    for line in lines:
        for index in range(1, len(line.pieces)):
            for column in _columns_of(line.pieces[index]):
                columns.setdefault(column, []).append((line, index))
    for column in sorted(columns):
        members = columns[column]
        if len(members) > 1 and any(_is_wide(line, index) for line, index in members):
            aligned = [(line, index) for line, index in members if _column_of(line.pieces[index], columns) == column]
            if len(aligned) > 1:
                yield column, aligned


def _columns_of(piece: Piece) -> list[_Column]:
    """The columns in which a piece may be aligned."""
    if not piece.blanks:
        return []
    by_beginning = _Column(piece.reference, piece.name, is_right=False)
    if not piece.text.isdecimal() or piece.name == ":":
        return [by_beginning]
    return [by_beginning, _Column(piece.reference_end, piece.name, is_right=True)]


def _column_of(piece: Piece, columns: Mapping[_Column, _Members]) -> _Column:
    """The column in which a piece is aligned: the one that has the most members, by default the left one."""
    return max(_columns_of(piece), key=lambda column: len(columns[column]))


def _is_wide(line: Line, index: int) -> bool:
    """Whether more blanks stood before a piece than belong there."""
    piece = line.pieces[index]
    return piece.reference - line.pieces[index - 1].reference_end > piece.blanks


def _place(line: Line, first: int, end: int) -> None:
    """Place pieces of a line behind those before them."""
    for before, piece in pairwise(line.pieces[first - 1 : end]):
        piece.column = before.end + piece.blanks


# -- comments


def _place_comments_behind(lines: Sequence[Line]) -> None:
    """Place the comments behind other things: those of a paragraph that began in the same column do so again."""
    for paragraph in _paragraphs(lines):
        columns: dict[int, list[Line]] = {}
        for line in paragraph:
            if line.comment is not None:
                columns.setdefault(line.comment.written_at, []).append(line)
        for aligned in columns.values():
            gap = min(_gap(line) for line in aligned)
            if len(aligned) == 1 and aligned[0].comment is not None:
                gap = max(gap, aligned[0].comment.blanks)
            column = max(line.pieces[-1].end for line in aligned) + gap
            for line in aligned:
                if line.comment is not None:
                    line.comment.column = column


def _gap(line: Line) -> int:
    """How many blanks stood before the comment behind a line."""
    return line.comment.written_at - line.pieces[-1].written_end if line.comment is not None else 0


def _paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines between blank ones."""
    paragraph: list[Line] = []
    for line in lines:
        if line.pieces:
            paragraph.append(line)
        else:
            yield paragraph
            paragraph = []
    yield paragraph
