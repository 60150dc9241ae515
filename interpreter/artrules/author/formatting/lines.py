"""Lines made of pieces in which nothing changes, and how a text is written from them.

A line says how far it is indented, each piece how many blanks belong before it. Where an author has aligned a column by
hand, it stays aligned: pieces of neighbouring lines that began in the same column do so afterwards, no further to the
right than the longest line needs.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import pairwise

_OPENING = (":", "-", "{", "[")
"""What a line ends with whose contents follow in the next lines."""
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

    @property
    def written_end(self) -> int:
        """The column behind it as it was."""
        return self.written_at + len(self.text)

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
    kept = _without_needless_blank_lines(_with_comments_placed(lines))
    _place_pieces([line for line in kept if line.pieces])
    _place_comments_behind(kept)
    return "".join(f"{_written(line)}\n" for line in kept)


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
    kept: list[Line] = []
    is_blank = False
    for line in lines:
        if not line.pieces and not line.is_text:
            is_blank = True
            continue
        if is_blank and kept and not (_opens(kept[-1]) and line.indentation > kept[-1].indentation):
            kept.append(Line())
        kept.append(line)
        is_blank = False
    return kept


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


def _place_block(lines: Sequence[Line]) -> None:
    """Give the pieces of the lines of a block their columns, from the left to the right. Aligned are those of one
    name that began in one column, if before one of them stood more blanks than belong there."""
    for line in lines:
        line.pieces[0].column = line.indentation
    columns: dict[tuple[int, str], list[tuple[Line, int]]] = {}
    is_wide: set[tuple[int, str]] = set()
    for line in lines if len(lines) > 1 else ():
        for index in range(1, len(line.pieces)):
            piece, before = line.pieces[index], line.pieces[index - 1]
            if piece.blanks:
                column = (piece.written_at, piece.name)
                columns.setdefault(column, []).append((line, index))
                if piece.written_at - before.written_end > piece.blanks:
                    is_wide.add(column)
    placed = dict.fromkeys(map(id, lines), 1)
    for column in sorted(is_wide):
        aligned = columns[column]
        for line, index in aligned:
            _place(line, placed[id(line)], index + 1)
            placed[id(line)] = index + 1
        common = max(line.pieces[index].column for line, index in aligned)
        for line, index in aligned:
            line.pieces[index].column = common
    for line in lines:
        _place(line, placed[id(line)], len(line.pieces))


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
