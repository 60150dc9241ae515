"""The files of a ruleset as they are mutated: texts whose nodes and code have places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from artrules.model.catalogue.locations import LIBRARIES
from artrules.model.catalogue.scan import folders_of_libraries, library_files, library_location, names_of_uses
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.schema.load import CodeString, code_strings
from artrules.text.source.node import Mapping, Node, Scalar, Sequence
from artrules.text.source.read import read

CHANGING = ("set", "overlay", "expansion")
"""The kinds of file whose rules hold where they are in play."""
COMMENT = re.compile(r"\s+#( .*)?$")


@dataclass(frozen=True)
class Mutant:
    """One fault: in a file of the ruleset, the characters from `start` up to `end` become `text`."""

    group: str
    """`code`, `declarations` or `data`."""
    kind: str
    file: str
    path: str
    """Where in the file, as keys: `procedures.take_turn`."""
    start: int
    end: int
    text: str
    was: str
    """The lines that change, and what they become, without indentation and comments."""
    becomes: str
    nth: int = 1
    """Which of several places with the same lines it is."""

    @property
    def name(self) -> str:
        """What stays the same when other lines of the file change."""
        nth = f" ({self.nth})" if self.nth > 1 else ""
        return f"{self.file}, {self.path}{nth}: {self.was} => {self.becomes}"


@dataclass
class SourceFile:
    """A file of a ruleset. Its name is its path in the ruleset's folder; a library's, where it would lie there."""

    path: Path
    name: str
    text: str
    document: Mapping | None
    mutants: list[Mutant] = field(default_factory=list)

    @cached_property
    def kind(self) -> str:
        return next(iter(self.document)).key.text if self.document is not None else "table"

    @cached_property
    def called(self) -> str:
        """The name of the set, overlay or expansion that it holds, else of the file."""
        named = self.document.get(self.kind) if self.document is not None and self.kind in CHANGING else None
        return named.text if isinstance(named, Scalar) else Path(self.name).stem

    @cached_property
    def code(self) -> list[CodeString]:
        return code_strings(self.document, self.kind) if self.document is not None else []

    @cached_property
    def _lines(self) -> list[int]:
        starts = [0]
        for line in self.text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        return starts

    def offset(self, line: int, column: int) -> int:
        return self._lines[line - 1] + column - 1

    def range(self, span: Span) -> tuple[int, int]:
        """Where a node stands."""
        return self.offset(span.line, span.column), self.offset(span.end_line, span.end_column)

    def range_in(self, scalar: Scalar, start: int, end: int) -> tuple[int, int]:
        """Where a part of a scalar's text stands, from its first character up to behind its last."""
        return self.offset(*scalar.position(start)), self.offset(*scalar.position(end - 1)) + 1

    def lines_of(self, start: int, end: int) -> tuple[int, int]:
        """The whole lines, with their line breaks, in which a range stands."""
        first = self.text.rfind("\n", 0, start) + 1
        last = self.text.find("\n", max(start, end - 1))
        return first, len(self.text) if last < 0 else last + 1

    def mutate(self, group: str, kind: str, path: str, start: int, end: int, text: str) -> None:
        """Note a mutant, unless it changes nothing."""
        if self.text[start:end] == text:
            return
        first, last = self.lines_of(start, end)
        was = self.text[first:last]
        becomes = self.text[first:start] + text + self.text[end:last]
        mutant = Mutant(group, kind, self.name, path, start, end, text, *_changed(was, becomes))
        if mutant not in self.mutants[-40:]:
            self.mutants.append(mutant)

    def mutated(self, mutant: Mutant) -> str:
        return self.text[: mutant.start] + mutant.text + self.text[mutant.end :]


def _changed(was: str, becomes: str) -> tuple[str, str]:
    """The lines that differ, each list as one text."""
    old, new = ([COMMENT.sub("", line).strip() for line in text.splitlines()] for text in (was, becomes))
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return " / ".join(old) or "nothing", " / ".join(new) or "nothing"


def read_files(folder: Path) -> list[SourceFile]:
    """All files of a ruleset that hold rules, with those of its libraries: YAML but for scenarios, rulings and terms,
    and tables."""
    paths = {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.suffix in (".yaml", ".csv")
    }
    found = []
    for name, path in sorted({**_libraries(folder, paths.values()), **paths}.items()):
        content = path.read_bytes()
        text = content.decode("utf-8")
        if path.suffix == ".csv":
            found.append(SourceFile(path, name, text, None))
            continue
        document = read(content, name, Report())
        if isinstance(document, Mapping) and not any(
            document.get(section) for section in ("scenarios", "rulings", "terms")
        ):
            found.append(SourceFile(path, name, text, document))
    return found


def _libraries(folder: Path, files: Iterable[Path]) -> dict[str, Path]:
    """The files of the libraries that some files in the folder of a game use, and that these use, with the tables
    beside them, by where they would lie in that folder."""
    folders, found, seen = folders_of_libraries(folder), dict[str, Path](), set[str]()
    waiting = {name for file in files for name in names_of_uses(file.read_bytes())}
    while waiting:
        name = waiting.pop()
        seen.add(name)
        location = library_location(name, folders)
        for file in library_files(location, Report()) if location is not None else ():
            place = file.path.relative_to(location.folder.parent).parent if location is not None else Path()
            for path in (file.path, *file.path.parent.glob("*.csv")):
                found[f"{LIBRARIES}/{(place / path.name).as_posix()}"] = path
            waiting |= names_of_uses(file.path.read_bytes()) - seen
    return found


def parts_of(document: Mapping) -> Iterator[tuple[str, Mapping]]:
    """A document, and what an expansion or a set adds and changes, each with what stands before paths in it."""
    yield "", document
    for name in ("adds", "changes"):
        part = document.get(name)
        if isinstance(part, Mapping):
            yield f"{name}.", part


def section_of(path: str) -> str:
    """The section in which a path lies: `settings` of `adds.settings.length`."""
    first, _, rest = path.partition(".")
    return rest.partition(".")[0] if first in ("adds", "changes") and rest else first


def entries(node: Node | None) -> Iterator[tuple[Scalar, Node]]:
    """The keys of a mapping with what stands under them; of anything else nothing."""
    for entry in node if isinstance(node, Mapping) else ():
        yield entry.key, entry.value


def items(node: Node | None) -> Iterator[Node]:
    """What a sequence lists; a node alone counts as a list of one."""
    if node is not None:
        yield from node.items if isinstance(node, Sequence) else [node]
