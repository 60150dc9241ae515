"""Writes a document as Markdown: CommonMark with the tables of GitHub Flavored Markdown.

Characters of a text that Markdown could take for markup are escaped. Pictures are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from artrules.author.booklet.document import (
    Block,
    Code,
    Document,
    Emphasis,
    Entry,
    Figure,
    Heading,
    Index,
    Inline,
    Line,
    Listing,
    Paragraph,
    Points,
    Rows,
    Strong,
)

_MARKUP = re.compile(r"[\\`*_\[\]<>|~&#]")
_AT_START = re.compile(r"(?:[-+=:]|[0-9]{1,9}(?=[.)]))")
_BACKTICKS = re.compile(r"`+")


def write_markdown(document: Document) -> str:
    """The text of a Markdown file with the whole document."""
    subtitle = [_start(_escaped(document.subtitle))] if document.subtitle else []
    return "\n\n".join([f"# {_escaped(document.title)}", *subtitle, *_blocks(document.blocks)]) + "\n"


def _blocks(blocks: Iterable[Block]) -> Iterable[str]:
    for block in blocks:
        yield from _block(block)


def _block(block: Block) -> Iterable[str]:
    match block:
        case Heading():
            yield f"{'#' * block.level} {f'{block.number} ' if block.number else ''}{_escaped(block.text)}"
        case Paragraph():
            yield _start(_line(block.line))
        case Points():
            marks = [f"{number}." if block.numbered else "-" for number in range(1, len(block.lines) + 1)]
            yield "\n".join(f"{mark} {_start(_line(line))}" for mark, line in zip(marks, block.lines, strict=True))
        case Rows():
            head = [_escaped(text) for text in block.head]
            cells = [[_line(cell, in_table=True) for cell in row] for row in block.rows]
            yield "\n".join(_row(row) for row in [head, ["---"] * len(head), *cells])
        case Listing():
            fence = "`" * max(3, _longest_run(block.text) + 1)
            yield f"{fence}yaml\n{block.text}\n{fence}"
        case Entry():
            yield from _blocks(block.blocks)
            yield from _blocks(block.beside)
        case Figure():
            pass
        case Index():
            yield "\n".join(f"- {_start(_escaped(word))}: {', '.join(numbers)}" for word, numbers in block.entries)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _line(line: Line, in_table: bool = False) -> str:
    return "".join(_markdown_of(part, in_table) for part in line)


def _markdown_of(part: Inline, in_table: bool) -> str:
    match part:
        case Strong():
            return f"**{_escaped(part.text)}**"
        case Emphasis():
            return f"*{_escaped(part.text)}*"
        case Code():
            return _code(part.text, in_table)
    return _escaped(part)


def _escaped(text: str) -> str:
    """The text on one line, with every character escaped that Markdown could take for markup."""
    return _MARKUP.sub(r"\\\g<0>", re.sub(r"\s+", " ", text))


def _start(line: str) -> str:
    """The line, with its beginning escaped if Markdown would take that for a list, a heading or a rule."""
    line = line.strip()
    marker = _AT_START.match(line)
    if marker is None:
        return line
    # Markdown has no escape for digits: the dot or bracket after a number is escaped instead.
    end = marker.end()
    return f"{line[:end]}\\{line[end:]}" if line[0].isdigit() else f"\\{line}"


def _code(text: str, in_table: bool) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    ticks = "`" * (_longest_run(text) + 1)
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    shown = f"{ticks}{blank}{text}{blank}{ticks}"
    return shown.replace("|", "\\|") if in_table else shown


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)
