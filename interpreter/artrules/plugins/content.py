"""The view of a ruleset for plugins: the contents of its files, as read-only data with places.

Plugins rely on these types. They describe the text of the files (see `docs/language.md`), and nothing that the engine
derives from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from artrules.diagnostics.span import Span

if TYPE_CHECKING:
    from artrules.source.node import Scalar

CodeKind = Literal["effect", "expression", "bindings", "table", "type", "signature", "label"]
"""The kinds of code that a text can hold (`docs/language.md`, 1.2)."""


@dataclass(frozen=True, slots=True)
class Word:
    """A scalar of a file: a text, a whole number, a truth value, or `None`."""

    text: str
    """The text as the author wrote it, without quotes; for a block, its lines."""
    value: str | int | bool | None
    span: Span
    code: CodeKind | None = None
    """The kind of code that it holds; None if it isn't code."""
    _scalar: Scalar | None = field(default=None, repr=False, compare=False)

    def part(self, start: int, end: int) -> Span:
        """The span in the file of the characters `text[start:end]`."""
        return self._scalar.span_of(start, end) if self._scalar is not None else self.span


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Value, ...]
    span: Span

    def __iter__(self) -> Iterator[Value]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping: keys with values, in the order of the file."""

    keys: tuple[Word, ...]
    values: Mapping[str, Value]
    span: Span

    def get(self, key: str) -> Value | None:
        """The value under a key; None if the key is absent."""
        return self.values.get(key)

    def word(self, key: str) -> str:
        """The text under a key; empty if there is none."""
        value = self.values.get(key)
        return value.text if isinstance(value, Word) else ""


Value: TypeAlias = Word | Items | Fields


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML file. `kind` is its first key (`ruleset`, `part_of`, `set`, `overlay`, `scenarios`), `name` its value."""

    kind: str
    name: str
    file: str
    """The name of the file in diagnostics."""
    content: Fields


@dataclass(frozen=True, slots=True)
class Declaration:
    """A name that a section of a document declares: a zone, a variable, a function, a phase."""

    section: str
    """The key of the section: `zones`, `functions`. Inside `flow` it has two parts: `flow.setup`."""
    name: str
    """The name; for functions and procedures with the parameters: `draw(0..9 n)`."""
    span: Span
    """The span of the name."""
    content: Value
    document: Document


@dataclass(frozen=True, slots=True)
class Power:
    """One power of a set. `title` and `text` belong to the key under which the power stands."""

    set: str
    group: str
    key: str
    number: int
    """The number of the power, counted from 1 among the powers of its key."""
    title: str
    text: Word | None
    span: Span
    content: Fields
    code: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class RulesetContent:
    """The contents of all files of a ruleset, including those from outside its folder."""

    name: str
    title: str
    players: tuple[int, ...]
    """The numbers of players that it can be played with."""
    hash: str
    """The hash of all files that hold rules."""
    documents: tuple[Document, ...]

    def declarations(self, section: str | None = None) -> Iterator[Declaration]:
        """All declarations, or those of one section, in the order of the files; without those in scenarios."""
        for document in self.documents:
            if document.kind != "scenarios":
                for declaration in _declarations(document):
                    if section in (None, declaration.section):
                        yield declaration

    def powers(self) -> Iterator[Power]:
        """All powers of all sets, in the order of the files."""
        for document in self.documents:
            if document.kind == "set":
                yield from _powers(document)

    def code(self, *kinds: CodeKind) -> Iterator[Word]:
        """All words that hold code, or code of some kinds, in the order of the files; without those in scenarios."""
        for document in self.documents:
            if document.kind != "scenarios":
                for word in words(document.content):
                    if word.code is not None and (not kinds or word.code in kinds):
                        yield word


def words(value: Value) -> Iterator[Word]:
    """All words in a value, including keys, in the order of the file."""
    if isinstance(value, Word):
        yield value
    elif isinstance(value, Items):
        for item in value:
            yield from words(item)
    else:
        for key in value.keys:
            yield key
            yield from words(value.values[key.text])


def data(value: Value) -> Any:
    """A value as plain data: lists, dictionaries, texts, numbers, truth values and None."""
    if isinstance(value, Word):
        return value.value
    if isinstance(value, Items):
        return [data(item) for item in value]
    return {key: data(held) for key, held in value.values.items()}


_OF_FLOW = ("setup", "final", "score")


def _declarations(document: Document) -> Iterator[Declaration]:
    for key in document.content.keys:
        section = document.content.values[key.text]
        if key.text == "flow" and isinstance(section, Fields):
            for name in _OF_FLOW:
                yield from _named(document, f"flow.{name}", section.get(name))
            phases = section.get("rounds")
            for phase in phases if isinstance(phases, Items) else ():
                if isinstance(phase, Fields) and isinstance(name_of := phase.get("name"), Word):
                    yield Declaration("flow.rounds", name_of.text, name_of.span, phase, document)
        elif isinstance(section, Fields):
            yield from _named(document, key.text, section)


def _named(document: Document, section: str, content: Value | None) -> Iterator[Declaration]:
    if isinstance(content, Fields):
        for key in content.keys:
            yield Declaration(section, key.text, key.span, content.values[key.text], document)


def _powers(document: Document) -> Iterator[Power]:
    for declaration in _declarations(document):
        held = declaration.content
        powers = held.get("powers") if isinstance(held, Fields) else None
        if not isinstance(held, Fields) or not isinstance(powers, Items):
            continue
        text = held.get("text")
        for number, power in enumerate(powers, 1):
            if isinstance(power, Fields):
                yield Power(
                    document.name,
                    declaration.section,
                    declaration.name,
                    number,
                    held.word("name"),
                    text if isinstance(text, Word) else None,
                    power.span,
                    power,
                    tuple(word for word in words(power) if word.code is not None),
                )


def as_data(ruleset: RulesetContent) -> dict[str, Any]:
    """A ruleset with all places, as data for JSON. Programs rely on the keys."""
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "players": list(ruleset.players),
        "hash": ruleset.hash,
        "documents": [
            {"kind": d.kind, "name": d.name, "file": d.file, "content": _placed(d.content)} for d in ruleset.documents
        ],
    }


def _placed(value: Value) -> dict[str, Any]:
    span = value.span
    at = [span.line, span.column, span.end_line, span.end_column]
    if isinstance(value, Word):
        return {"value": value.value, "at": at, **({"code": value.code} if value.code is not None else {})}
    if isinstance(value, Items):
        return {"items": [_placed(item) for item in value], "at": at}
    return {"fields": [[_placed(key), _placed(value.values[key.text])] for key in value.keys], "at": at}
