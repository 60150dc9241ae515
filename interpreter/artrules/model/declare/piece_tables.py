"""Tables of pieces in CSV files: what `table` names is read, and stands as `columns` and `rows` from then on.

So that cards can be kept in a spreadsheet. A table is content like any other file: an ordinary file inside of
the folder, bounded with all others, and part of the content's hash.
"""

import posixpath
from itertools import islice
from pathlib import Path, PurePosixPath

from artrules.model.catalogue.scan import LARGEST, MOST_FILES, why_not_plain
from artrules.model.declare.overlays import copy_mapping
from artrules.model.declare.ruleset_files import MOST_NODES, WIDEST, RulesetFiles, TablePlace
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.bounded_file import matching_files, real_path
from artrules.text.source.csv_table import TABLE_SUFFIX, Table, read_table
from artrules.text.source.node import Entry, Mapping, Node, Scalar, entries, get, scalar
from artrules.text.source.read import read_bytes

_BESIDE = ("columns", "rows", "count", "for")
_FILLED = ("columns", "rows")
_MOST_LISTED = 100
"""Files that are looked at for one whose name is like that of a missing one."""


def read_tables(files: RulesetFiles, report: Report, earlier: EarlierSteps | None = None) -> None:
    """Read the tables that the game, its libraries and its overlays name, and put their rows where they are named. A
    table that `earlier` knows is not parsed again."""
    reader = _Reader(files, report, earlier or EarlierSteps())
    files.main = reader.filled(files.main) if files.main is not None else None
    for documents in (files.parts, files.libraries, files.overlays):
        documents[:] = [reader.filled_throughout(document) for document in documents]


class _Reader:
    def __init__(self, files: RulesetFiles, report: Report, earlier: EarlierSteps) -> None:
        self.files = files
        self.report = report
        self.earlier = earlier
        self.known: dict[str, Table | None] = {}
        """Tables by how diagnostics call them: one that is named twice is read once."""

    def filled_throughout(self, document: Mapping) -> Mapping:
        """A document in which that is done wherever it may name tables: an expansion has pieces deeper."""
        entries = dict(document.entries)
        for key in ("adds", "changes"):
            part = document.get(key)
            if isinstance(part, Mapping) and (filled := self.filled(part)) is not part:
                entries[key] = Entry(entries[key].key, filled)
        return self.filled(Mapping(entries, document.span, document.path) if entries != document.entries else document)

    def filled(self, document: Mapping) -> Mapping:
        """A document whose pieces have the rows of the tables that they name, where those in YAML would stand."""
        section = document.entries.get("pieces")
        if section is None or all(get(pieces, "table") is None for _, pieces in entries(section.value)):
            return document
        batches = copy_mapping(section.value) if isinstance(section.value, Mapping) else Mapping({}, document.span)
        tables = [self._fill(entry.value) for entry in batches if isinstance(entry.value, Mapping)]
        filled = Mapping({**document.entries, "pieces": Entry(section.key, batches)}, document.span, document.path)
        return self.earlier.result(("filled", document, *tables), self.report, lambda _: filled)

    def _fill(self, pieces: Mapping) -> Table | None:
        """Put the rows of the table that pieces name, if they do, into them. Gives the table."""
        named = scalar(pieces.get("table"))
        if named is None:
            return None
        piece_table = None
        if named.value is None:  # an overlay takes the table away
            table: dict[str, Node] = {key: named for key in _FILLED if pieces.get(key) is None}
        else:
            beside = [entry.key for entry in pieces if entry.key.text in _BESIDE]
            for key in beside:
                message = f"`{key.text}` can't stand beside a table"
                self.report.add(
                    kinds.BAD_PIECE_TABLE, message, key.span, related=[("the table is named here", named.span)]
                )
                del pieces.entries[key.text]
            piece_table = self._table(named) if not beside else None
            table = {"columns": piece_table.columns, "rows": piece_table.rows} if piece_table is not None else {}
        key = pieces.entries["table"].key
        for name, node in table.items():
            pieces.entries[name] = Entry(Scalar(name, key.span, key.path), node)
        return piece_table

    def _table(self, named: Scalar) -> Table | None:
        place = self._place(named)
        if place is None:
            return None
        lies, shown, name = place
        if shown not in self.known:
            self.known[shown] = self._read(named, lies, shown, name)
        table = self.known[shown]
        if table is not None:
            self.files.nodes += table.size
            if self.files.nodes > MOST_NODES:
                self._too_large(named, "the files together are too large", f"{MOST_NODES:,} keys and values")
                return None
        return table

    def _place(self, named: Scalar) -> tuple[TablePlace, str, str | None] | None:
        """Where a table lies, how diagnostics call it, and its name in the ruleset's folder, if it lies there."""
        if not named.text.endswith(TABLE_SUFFIX):
            self.report.add(
                kinds.BAD_PIECE_TABLE,
                f"a table is a file `*{TABLE_SUFFIX}`",
                named.span,
                expected=f"for example `items{TABLE_SUFFIX}`",
                found=f"`{named.text}`",
            )
            return None
        namer = named.span.file
        outside = self.files.extra_rules.get(namer) or self.files.library_paths.get(namer)
        inner = namer if outside is not None else namer.removeprefix(f"{self.files.shown_as}/")
        folder = PurePosixPath(inner).parent.as_posix() if outside is None else "."
        name = posixpath.normpath(posixpath.join(folder, named.text))
        home = self.files.folder if outside is None else outside.parent
        if name.startswith(("/", "../")) or "\\" in named.text:
            message = f"the table `{named.text}` would lie outside of the folder"
            expected = "the name of a file in the folder, with `/` between folders"
            self.report.add(kinds.BAD_PIECE_TABLE, message, named.span, expected=expected)
            return None
        path = home / name
        if (reason := why_not_plain(path, real_path(home))) is not None:
            message, wanted = reason
            like = closest(PurePosixPath(name).name, _tables_in(path.parent))
            self.report.add(
                kinds.UNREADABLE_FILE, f"`{named.text}`: {message}", named.span, expected=wanted, suggestions=like
            )
            return None
        if outside is None:
            return TablePlace(home, name), f"{self.files.shown_as}/{name}", name
        return TablePlace(home, name), posixpath.join(PurePosixPath(namer).parent.as_posix(), name), None

    def _read(self, named: Scalar, place: TablePlace, shown: str, name: str | None) -> Table | None:
        files = self.files
        content = read_bytes(place.home / place.name, shown, self.report)
        if content is None:
            return None
        if name is not None:
            files.texts[name] = content
            files.rules.add(name)
        else:
            files.extra_texts[shown] = content
            files.extra_tables[shown] = place
        texts = [*files.texts.values(), *files.extra_texts.values()]
        if len(texts) > MOST_FILES or sum(map(len, texts)) > LARGEST:
            expected = f"{MOST_FILES:,} files and {LARGEST:,} bytes"
            self._too_large(named, "the files together are too large", expected)
            return None
        table = self.earlier.result(
            ("table", shown, content), self.report, lambda part: read_table(content, shown, part)
        )
        if table is not None and len(table.rows.items) > WIDEST:
            message, expected = "the table has too many rows", f"at most {WIDEST:,}"
            self.report.add(kinds.TOO_LARGE, message, table.rows.items[WIDEST].span, expected=expected)
            return None
        return table

    def _too_large(self, named: Scalar, message: str, most: str) -> None:
        self.report.add(kinds.TOO_LARGE, message, named.span, expected=f"at most {most} in all files")


def _tables_in(folder: Path) -> list[str]:
    """Names of tables in a folder, for suggestions."""
    try:
        tables = islice(matching_files(folder, f"*{TABLE_SUFFIX}"), _MOST_LISTED)
        return sorted(path.name for path in tables)
    except (OSError, ValueError):
        return []
