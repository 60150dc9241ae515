"""The files of a ruleset as they were read: their documents by kind, their texts, and where they lie."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import NamedTuple

from artrules.model.catalogue.locations import OutsideContent
from artrules.model.ir.declarations import PluginFunction
from artrules.text.content.documents import RulesetHead
from artrules.text.content.section import read as read_section
from artrules.text.record import dataclass
from artrules.text.source.node import Mapping, Scalar, word

MOST_NODES = 200_000
"""Keys and values of all files together."""
WIDEST = 5000
"""Keys in one mapping, or items in one list."""


@dataclasses.dataclass(slots=True)
class RulesetFiles:
    """The documents of one ruleset by kind, each kind in order of the paths."""

    folder: Path
    main: Mapping | None = None
    parts: list[Mapping] = field(default_factory=list)
    sets: list[Mapping] = field(default_factory=list)
    overlays: list[Mapping] = field(default_factory=list)
    """Overlays and expansions."""
    libraries: list[Mapping] = field(default_factory=list)
    """The files of the libraries that are used, each library after those that it uses itself."""
    scenarios: list[Mapping] = field(default_factory=list)
    texts: dict[str, bytes] = field(default_factory=dict)
    """The content of the files in the folder, by their paths in it."""
    rules: set[str] = field(default_factory=set)
    """The keys of `texts` whose files hold rules: all but scenarios."""
    unread_scenarios: list[FileToRead] = field(default_factory=list)
    """Files with scenarios that weren't parsed."""
    of_others: list[tuple[str, Mapping, Scalar]] = field(default_factory=list)
    """Documents in the folder that belong to another ruleset: the kind, and where they name it. Empty in the end."""
    shown_as: str = ""
    nodes: int = 0
    extra: OutsideContent = field(default_factory=OutsideContent)
    extra_texts: dict[str, bytes] = field(default_factory=dict)
    """The content of the files from outside that are for this ruleset, by their names in diagnostics."""
    extra_rules: dict[str, Path] = field(default_factory=dict)
    """The paths of those that hold rules."""
    extra_tables: dict[str, TablePlace] = field(default_factory=dict)
    """The places of the tables (CSV) that files from outside name, by their keys in `extra_texts`."""
    pictures: dict[str, str] = field(default_factory=dict)
    """Why each picture that a layout names can't be shown, by its path in a folder of pictures; empty where it can."""
    added: list[str] = field(default_factory=list)
    """What these hold, for messages: `set river`, `overlay duel`."""
    libraries_there: dict[str, list[Mapping]] = field(default_factory=dict)
    """The files of libraries that were read, by the library's name, whether they are used or not."""
    outside_libraries: dict[str, Path] = field(default_factory=dict)
    """The paths of those of these that lie outside of the folder, by their names in diagnostics."""
    library_paths: dict[str, Path] = field(default_factory=dict)
    """The paths of the files of used libraries that were found by name, by their names in diagnostics."""
    used_by: dict[str, Scalar] = field(default_factory=dict)
    """By the name of a used library: where the game names it, or the library through which it comes."""
    lacks_library: bool = False
    """Whether a library that is used isn't there, or can't be read: nobody knows which names it has."""
    is_library: bool = False
    """Whether there is no game: a library is judged alone."""

    document: Mapping | None = None
    """The ruleset's own documents joined, with the settings that overlays add; None until they have been joined."""
    plugins: dict[str, str] = field(default_factory=dict)
    """The versions of the plugins that the ruleset requires, by name."""
    plugin_functions: dict[str, Sequence[PluginFunction]] = field(default_factory=dict)
    """The functions and ways to draw that each of them brings."""

    @property
    def name(self) -> str:
        """The ruleset's name, or the name of its folder where that can't be read."""
        return self.declared_name or self.folder.resolve().name

    @property
    def declared_name(self) -> str:
        """The name that the ruleset declares; empty where it can't be read."""
        return word(read_section(RulesetHead, self.main).ruleset) if self.main is not None else ""

    @property
    def own_names(self) -> set[str]:
        """The names of the games whose files are the ruleset's: its own, and that of the game of which it is a copy."""
        copied = word(read_section(RulesetHead, self.main).copy_of) if self.main is not None else ""
        return {self.declared_name, copied} - {""}

    def names(self) -> list[str]:
        """The names in diagnostics of all files that were read."""
        return [*(f"{self.shown_as}/{name}" for name in self.texts), *self.extra_texts]

    def paths(self) -> dict[str, Path]:
        """The paths of the files that were read, by their names in diagnostics; without tables from outside."""
        own = {f"{self.shown_as}/{name}": self.folder / name for name in self.texts}
        outside = {file.shown: file.path for file in self.extra.files if file.shown in self.extra_texts}
        return own | outside | self.library_paths

    @property
    def picture_folders(self) -> list[Path]:
        """Where pictures lie that layouts name: in the folder of the game, or else beside the files of libraries."""
        paths = self.outside_libraries | self.paths()
        return list(dict.fromkeys([self.folder, *(paths[each.span.file].parent for each in self.libraries)]))

    @property
    def library_names(self) -> dict[str, str]:
        """The names of the libraries that are used, by the names in diagnostics of their files."""
        return {each.span.file: word(each.get("library")) for each in self.libraries}

    def content_of(self, shown: str) -> bytes | None:
        """The content of a file, by its name in diagnostics; None if there is no such file."""
        content = self.extra_texts.get(shown)
        return self.texts.get(shown.removeprefix(f"{self.shown_as}/")) if content is None else content

    @property
    def tables(self) -> dict[str, TablePlace]:
        """The places of the tables (CSV), by their keys in `texts` or `extra_texts`."""
        own = {name: TablePlace(self.folder, name) for name in self.texts if not name.endswith(".yaml")}
        return own | self.extra_tables

    @property
    def size(self) -> int:
        """The size in bytes of all files that hold rules."""
        return sum(len(self.texts[name]) for name in self.rules) + sum(
            len(self.extra_texts[n]) for n in self.outside_rules
        )

    @property
    def outside_rules(self) -> set[str]:
        """The keys of `extra_texts` whose files hold rules of the game."""
        return {*self.extra_rules, *self.extra_tables, *self.library_paths}


class TablePlace(NamedTuple):
    """Where a table lies: in a folder that no link may lead out of, under a name."""

    home: Path
    name: str


@dataclass(frozen=True, slots=True)
class FileToRead:
    """A file, its name in diagnostics, and its path in the ruleset's folder (None for a file from outside)."""

    path: Path
    shown: str
    name: str | None
