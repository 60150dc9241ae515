"""Where each name of a ruleset stands, and what it stands for: plain data, made where rulesets are read.

In: `Content`. Out: an `Index`, with the places of names by file, what is told of each name, and for completing code the
symbol tables as a pickle. Begin with `index_of`.
"""

from __future__ import annotations

import pickle
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from artrules.author.editor_schemas import editor_schema
from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.elaborate.code import CodePlace
from artrules.model.ir.builtins import BUILTINS
from artrules.model.ir.references import builtin_key, choice_key, label_key
from artrules.model.ir.type_words import in_words
from artrules.play.content import Content
from artrules.play.models import references_of
from artrules.play.ruleset import Ruleset
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.diagnostics.references import References, Role, Use
from artrules.text.source.bounded_file import real_path
from artrules.text.source.comments import comment_at, lines_of
from artrules.text.source.text import indentation

MOST_LINES = 12
"""Lines of a declaration that are shown."""
HOLE = re.compile(r"\{[^}]*\}")
"""What stands in a label for something that is told with it."""
_TABLES = {
    "zone": "zones",
    "variable": "variables",
    "function": "functions",
    "procedure": "procedures",
    "table": "tables",
    "event": "events",
    "kind of card": "kinds",
    "enum": "enums",
    "member": "members",
    "group": "groups",
    "life": "lives",
    "limit": "limits",
    "menu": "menus",
    "pieces": "pieces",
    "total": "totals",
}
"""By what a name stands for: the table of symbols that has it."""
_APART = ("attribute", "property", "field", "power", "setting", "set", "phase", "label", "local")
"""What stands before names that are told apart by it (`model/ir/references.py`)."""


class Place(NamedTuple):
    """Where a name stands in a file."""

    path: Path
    span: Span
    role: Role


class Stand(NamedTuple):
    """A name at a place of a file: what it stands for, and the type of the value that it has there, in words."""

    line: int
    column: int
    end_column: int
    key: str
    role: Role
    type: str


@dataclass(frozen=True, slots=True)
class Name:
    """What is told of a name."""

    text: str
    what: str
    """What it stands for, such as `zone`."""
    code: str = ""
    """The lines that declare it."""
    comment: str = ""
    """What its author says of it."""


@dataclass
class Index:
    """The names of a ruleset."""

    folder: Path
    stands: Mapping[Path, list[Stand]]
    """By file, in their order."""
    names: Mapping[str, Name]
    files: Mapping[str, Path] = field(default_factory=dict)
    """By the names that spans have."""
    schema: Mapping[str, Any] | None = None
    """The JSON Schema for the files of this game; None where it has errors."""
    tables: tuple[tuple[frozenset[Path], bytes], ...] = ()
    """The symbol tables with the places of code, pickled: the game's own with no files, then for the files of each
    overlay one with which it is laid over."""

    @cached_property
    def places(self) -> Mapping[str, list[Place]]:
        """The places of each name."""
        places: dict[str, list[Place]] = defaultdict(list)
        for path, stands in self.stands.items():
            for each in stands:
                span = Span(str(path), each.line, each.column, each.line, each.end_column)
                places[each.key].append(Place(path, span, each.role))
        return places

    def at(self, path: Path, line: int, column: int) -> list[Stand]:
        """The names that stand at a place of a file, or end there."""
        stands = self.stands.get(path, [])
        last = bisect_right(stands, (line, column, 1 << 30))
        at = [each for each in stands[max(0, last - 40) : last] if each.line == line and column <= each.end_column]
        # Of a name and a label in which it stands, the name: it is shorter.
        shortest = min((each.end_column - each.column for each in at), default=0)
        return [each for each in at if each.end_column - each.column == shortest]


def index_of(content: Content, paths: Mapping[str, Path], earlier: EarlierSteps) -> Index:
    """The index of a ruleset. `paths` are its files by their names in diagnostics, `earlier` keeps what the next index
    can use again."""
    tables = references_of(content, earlier)
    real = {shown: real_path(path) for shown, path in paths.items()}
    uses: dict[Use, None] = {}
    types: dict[tuple[str, int, int], list[tuple[int, str]]] = defaultdict(list)
    words: dict[Any, str] = {}
    for _, references in tables.values():
        for each in references:
            uses.update(dict.fromkeys(each.uses()))
            _add_types(each, types, words)
    resolved = list(_with_labels(_with_locals(uses)))
    symbols = [symbols for symbols, _ in tables.values()]
    stands: dict[Path, set[Stand]] = defaultdict(set)
    for use in resolved:
        path, at = real.get(use.at.file), use.at
        if path is not None and at.line == at.end_line:
            type_ = _type_at(types, at)
            stands[path].add(Stand(at.line, at.column, at.end_column, use.key, use.role, type_))
    names = _names(resolved, symbols, content)
    return Index(
        real_path(content.files.folder),
        {path: sorted(each) for path, each in stands.items()},
        names,
        real,
        _schema(content),
        tuple(_pickled(content, tables, real)),
    )


def _schema(content: Content) -> Mapping[str, Any] | None:
    if content.report.has_errors or not content.models or content.files.is_library:
        return None
    return editor_schema(ruleset=Ruleset(content))


def _add_types(
    references: References, types: dict[tuple[str, int, int], list[tuple[int, str]]], words: dict[Any, str]
) -> None:
    for at, type_ in references.types.items():
        if type_ not in words:
            words[type_] = in_words(type_)
        if at.line == at.end_line:
            types[at.file, at.end_line, at.end_column].append((at.column, words[type_]))


def _type_at(types: Mapping[tuple[str, int, int], list[tuple[int, str]]], at: Span) -> str:
    """The type of the smallest expression that ends where a name does and doesn't begin behind it."""
    fitting = [each for each in types.get((at.file, at.end_line, at.end_column), ()) if each[0] <= at.column]
    return max(fitting)[1] if fitting else ""


def _with_locals(uses: Iterable[Use]) -> list[Use]:
    """Uses, with the places where code binds its names: their keys tell them."""
    added: dict[Use, None] = {}
    for use in uses:
        added[use] = None
        if use.key.startswith("local "):
            _, name, place = use.key.split(" ", 2)
            file, line, column = place.rsplit(":", 2)
            at = Span(file, int(line), int(column), int(line), int(column) + len(name))
            added[Use(use.key, at, "declared")] = None
    return list(added)


def _with_labels(uses: Iterable[Use]) -> Iterable[Use]:
    """Uses, with options that scenarios name by their words as those of the label that these fit best."""
    listed = list(uses)
    prefix, choices = label_key(""), choice_key("")
    labels = {use.key.removeprefix(prefix) for use in listed if use.key.startswith(prefix)}
    patterns = [(_fixed(label), label, pattern_of(label)) for label in labels]
    patterns.sort(key=lambda each: (-each[0], each[1]))
    label_of_words: dict[str, str | None] = {}
    for use in listed:
        if not use.key.startswith(choices):
            yield use
            continue
        words = use.key.removeprefix(choices)
        if words not in label_of_words:
            label_of_words[words] = next((label for _, label, pattern in patterns if pattern.fullmatch(words)), None)
        label = label_of_words[words]
        if label is not None:
            yield Use(label_key(label), use.at, "used")


def pattern_of(label: str) -> re.Pattern[str]:
    """The words that an option with a label may have; a group for what stands in each of the label's holes."""
    return re.compile("(.*)".join(map(re.escape, HOLE.split(label))), re.DOTALL)


def _fixed(label: str) -> int:
    return len(HOLE.sub("", label))


def _names(uses: Iterable[Use], symbols: list[SymbolTable], content: Content) -> dict[str, Name]:
    """What is told of each name. What no place declares isn't a name of the author's."""
    declared: dict[str, Span] = {}
    keys: dict[str, None] = {}
    for use in uses:
        keys[use.key] = None
        if use.role == "declared":
            declared.setdefault(use.key, use.at)
    lines: dict[str, list[str]] = {}
    names: dict[str, Name] = {}
    for key, at in declared.items():
        if at.file not in lines:
            lines[at.file] = (content.source_text(at.file) or "").removeprefix("\ufeff").split("\n")
        text = lines[at.file][at.line - 1][at.column - 1 : at.end_column - 1] if at.line <= len(lines[at.file]) else ""
        what = _what(key, symbols)
        own = lines[at.file]
        code = own[at.line - 1 : at.line] if what in ("local", "label") else lines_of(own, at.line)[:MOST_LINES]
        comment = "" if what == "local" else comment_at(own, at.line)
        names[key] = Name(text, what, _shifted(code), comment)
    for name, builtin in BUILTINS.items():
        names[builtin_key(name)] = Name(name, "function of the language", builtin.example, builtin.summary)
    return names


def _shifted(lines: list[str]) -> str:
    """Lines without the blanks that all of them begin with."""
    margin = min((indentation(line) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:].rstrip() for line in lines)


def _what(key: str, symbols: list[SymbolTable]) -> str:
    """What a name stands for."""
    first, _, rest = key.partition(" ")
    if rest and first in _APART:
        return "attribute of powers" if first == "power" else first
    for table in symbols:
        for what, attribute in _TABLES.items():
            if key in getattr(table, attribute):
                return what
    return "name"


def _pickled(
    content: Content, tables: Mapping[tuple[str, ...], tuple[SymbolTable, list[References]]], paths: Mapping[str, Path]
) -> Iterable[tuple[frozenset[Path], bytes]]:
    """The symbol tables with the code that each reads. Of those with an overlay the first counts."""
    seen: set[str] = set()
    for names, (symbols, references) in tables.items():
        new = set(names) - seen
        if names and not new:
            continue
        seen |= new
        code: list[CodePlace] = [place for each in references for place in each.code.values()]
        files = frozenset(paths[file] for file in symbols.overlay_files if file in paths) if names else frozenset()
        yield files, pickle.dumps((symbols, code), pickle.HIGHEST_PROTOCOL)
