"""Reads a CSV file into the same nodes as a list of rows in YAML, so that later stages treat both alike.

Each cell must know its line and column, which the standard library's reader doesn't tell. So cells are found here:
commas separate them; a cell with commas, quotes or line breaks stands in quotes, and a quote in it is doubled. Blanks
around a cell are dropped, and so are rows of empty cells, which spreadsheets leave behind.
"""

import re

from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.record import dataclass
from artrules.text.source.build import MOST_NODES
from artrules.text.source.decode import decode
from artrules.text.source.node import Node, Scalar, Sequence

TABLE_SUFFIX = ".csv"
_PLAIN = re.compile(r'[^,"\n]*')
_QUOTED = re.compile(r'[ ]*"([^"]*(?:""[^"]*)*)"[ ]*')
_OPENED = re.compile(r'[ ]*"')
_OTHER_SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}


@dataclass(frozen=True, slots=True)
class Table:
    """The cells of the first line, and a sequence of cells for each later line that isn't empty."""

    columns: Sequence
    rows: Sequence

    @property
    def size(self) -> int:
        """The number of cells and rows, for the bound on keys and values."""
        return len(self.columns.items) + sum(1 + len(row.items) for row in self.rows if isinstance(row, Sequence))


def read_table(content: bytes | str, file_name: str, report: Report) -> Table | None:
    """The table in a file's content; None after a diagnostic. `file_name` is the file's name in diagnostics."""
    text = decode(content, file_name, report, tabs_allowed=True)
    if text is None:
        return None
    rows = _Scanner(text, file_name, report).rows()
    if rows is None:
        return None
    if not rows:
        report.add(
            kinds.EMPTY_FILE,
            "the table holds nothing",
            Span(file_name, 1, 1, 1, 1),
            expected="a first line with the names of the columns",
        )
        return None
    columns = rows.pop(0)
    if not _separated_by_commas(columns, report):
        return None
    start, end = (rows[0].span, rows[-1].span) if rows else (columns.span, columns.span)
    whole = Span(file_name, start.line, start.column, end.end_line, end.end_column)
    return Table(columns, Sequence(list[Node](rows), whole))


def _separated_by_commas(columns: Sequence, report: Report) -> bool:
    """Whether commas separate the names in the first line; other separators are reported."""
    only = columns.items[0] if len(columns.items) == 1 else None
    if not isinstance(only, Scalar):
        return True
    for mark, name in _OTHER_SEPARATORS.items():
        at = only.text.find(mark)
        if at >= 0:
            report.add(
                kinds.TABLE_SYNTAX,
                f"the columns are separated by {name}",
                only.span_of(at, at + 1),
                expected="commas: save the table as CSV with commas",
                found=f"`{mark}`" if mark != "\t" else "a tab",
            )
            return False
    return True


class _Scanner:
    """Scans the text once, cell by cell."""

    def __init__(self, text: str, file_name: str, report: Report) -> None:
        self.text = text
        self.file = file_name
        self.report = report
        self.at = 0
        self.line = 1
        self.line_start = 0
        self.cells = 0

    def rows(self) -> list[Sequence] | None:
        """All rows that aren't empty, the first line included; None after a diagnostic."""
        rows: list[Sequence] = []
        while self.at < len(self.text):
            row = self._row()
            if row is None:
                return None
            if any(isinstance(cell, Scalar) and cell.text for cell in row.items):
                rows.append(row)
        return rows

    def _row(self) -> Sequence | None:
        cells: list[Node] = []
        begin = (self.line, 1)
        while True:
            cell = self._cell()
            if cell is None:
                return None
            cells.append(cell)
            self.cells += 1
            if self.cells > MOST_NODES:
                self.report.add(
                    kinds.TOO_LARGE, "the table holds too much", cell.span, expected=f"at most {MOST_NODES:,} cells"
                )
                return None
            ended_by = self.text[self.at : self.at + 1]
            self.at += 1
            if ended_by != ",":
                span = Span(self.file, *begin, cell.span.end_line, cell.span.end_column)
                if ended_by == "\n":
                    self.line, self.line_start = self.line + 1, self.at
                return Sequence(cells, span)

    def _cell(self) -> Scalar | None:
        """The cell that begins here, without the blanks around it. Leaves `at` at the character that ends it."""
        if _OPENED.match(self.text, self.at):
            return self._quoted()
        match = _PLAIN.match(self.text, self.at)
        assert match is not None
        if self.text[match.end() : match.end() + 1] == '"':
            self._refuse("a quote within a cell", match.end(), "quotes around the whole cell, and each within doubled")
            return None
        text = match[0].strip()
        start = match.start() + len(match[0]) - len(match[0].lstrip()) if text else match.start()
        column = start - self.line_start + 1
        self.at = match.end()
        return Scalar(text, Span(self.file, self.line, column, self.line, column + len(text)))

    def _quoted(self) -> Scalar | None:
        match = _QUOTED.match(self.text, self.at)
        opened = self.text.index('"', self.at)
        if match is None:
            self._refuse("this quote is never closed", opened, "a closing quote")
            return None
        after = self.text[match.end() : match.end() + 1]
        if after not in (",", "\n", ""):
            self._refuse("text behind a closing quote", match.end(), "a comma or the end of the line")
            return None
        line, column = self.line, opened - self.line_start + 1
        self.line += match[0].count("\n")
        if line != self.line:
            self.line_start = self.text.rindex("\n", 0, match.end()) + 1
        self.at = match.end()
        end = self.text.rindex('"', 0, match.end()) + 1 - self.line_start + 1
        return Scalar(match[1].replace('""', '"').strip(), Span(self.file, line, column, self.line, end))

    def _refuse(self, message: str, offset: int, expected: str) -> None:
        line = self.line + self.text.count("\n", self.at, offset)
        column = offset - self.text.rfind("\n", 0, offset)
        self.report.add(kinds.TABLE_SYNTAX, message, Span(self.file, line, column, line, column + 1), expected=expected)
