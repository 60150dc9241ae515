"""What an editor is told of the name at a place: what it stands for, where it stands elsewhere, and how to rename it.

In: the indexes of rulesets, and the texts as they are now; an index may be of the texts as they were some keys ago.
Out: answers of the protocol, but for edits, which are tried before they are given. Begin with `Names`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from lsprotocol import types as lsp

from artrules.author.editor.index import HOLE, Index, Place, Stand, pattern_of
from artrules.author.editor.texts import EditedFile, Moved
from artrules.model.ir.references import builtin_key, label_key
from artrules.text.diagnostics.diagnostic import Span

MOST_CHANGES = 20
"""Places where a name changes that are listed."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LABEL = re.compile(r"[^\"'\n]+")


class NoRename(Exception):
    """Why a name can't be changed, in a sentence for people."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name at a place: its indexes, what it stands for there, and where that is in the text now."""

    index: Index
    stand: Stand
    at: Span


Edits = Mapping[Path, list[tuple[Span, str]]]
"""By file: what is replaced, in the text as it is now, and the text for it."""


class Names:
    """Answers questions about names. `text_of` gives the text of a file now, `judged` the texts of open files when the
    indexes were made, `address` the address of a file."""

    def __init__(
        self,
        indexes: Iterable[Index],
        judged: Mapping[Path, EditedFile],
        text_of: Callable[[Path], EditedFile],
        address: Callable[[Path], str],
    ) -> None:
        self.indexes = list(indexes)
        self._judged = judged
        self._text_of = text_of
        self._address = address

    # -- places

    def judged_text(self, path: Path) -> EditedFile:
        """The text of a file when the indexes were made."""
        return self._judged.get(path) or self._text_of(path)

    def moved(self, path: Path) -> Moved | None:
        """How places of a file have moved since the indexes were made; None where it is as it was."""
        old = self._judged.get(path)
        if old is None:
            return None
        new = self._text_of(path)
        return None if old is new or old.text == new.text else _moved(old, new)

    def at(self, path: Path, line: int, column: int) -> list[Named]:
        """The names at a place of a file as it is now."""
        moved, new = self.moved(path), self._text_of(path)
        old = self._judged.get(path, new)
        if moved is not None:
            line, column = old.place(moved.back(new.offset(line, column)))
        named = []
        for index in self.indexes:
            for stand in index.at(path, line, column):
                span = Span(str(path), stand.line, stand.column, stand.line, stand.end_column)
                at = span if moved is None else moved.span(span)
                if at is not None:
                    named.append(Named(index, stand, at))
        return named

    def places(self, named: Iterable[Named]) -> list[Place]:
        """Where these names stand, in all rulesets that have the same declaration, in the texts as they are now. A
        place whose text has been edited since isn't among them."""
        places: dict[Place, None] = {}
        for one in named:
            key = one.stand.key
            own = one.index.places.get(key, [])
            declared = {each[:2] for each in own if each.role == "declared"}
            for index in self.indexes:
                theirs = index.places.get(key, [])
                if index is one.index or declared & {each[:2] for each in theirs if each.role == "declared"}:
                    places.update(dict.fromkeys(theirs))
        in_order = sorted(places, key=lambda place: (place.path, place.span.line, place.span.column, place.role))
        return [now for place in in_order if (now := self._now(place)) is not None]

    def _now(self, place: Place) -> Place | None:
        moved = self.moved(place.path)
        if moved is None:
            return place
        span = moved.span(place.span)
        return Place(place.path, span, place.role) if span is not None else None

    def _locations(self, places: Iterable[Place]) -> list[lsp.Location]:
        """Places as the protocol tells them, each once. Each file is read once for all of them."""
        text_of = cache(self._text_of)
        locations: dict[str, lsp.Location] = {}
        for place in places:
            location = lsp.Location(self._address(place.path), text_of(place.path).range(place.span))
            locations.setdefault(repr(location), location)
        return list(locations.values())

    # -- answers

    def definitions(self, path: Path, line: int, column: int) -> list[lsp.Location]:
        """Where the name at a place is declared."""
        places = self.places(self.at(path, line, column))
        return self._locations(place for place in places if place.role == "declared")

    def references(self, path: Path, line: int, column: int, *, with_declaration: bool) -> list[lsp.Location]:
        """Where the name at a place stands."""
        places = self.places(self.at(path, line, column))
        return self._locations(place for place in places if with_declaration or place.role != "declared")

    def highlights(self, path: Path, line: int, column: int) -> list[lsp.DocumentHighlight]:
        """Where the name at a place stands in the same file."""
        kinds = {"used": lsp.DocumentHighlightKind.Read}
        file = self._text_of(path)
        return [
            lsp.DocumentHighlight(file.range(place.span), kinds.get(place.role, lsp.DocumentHighlightKind.Write))
            for place in self.places(self.at(path, line, column))
            if place.path == path
        ]

    def hover(self, path: Path, line: int, column: int) -> lsp.Hover | None:
        """What the name at a place stands for: its declaration, its type there, its author's comment, where it
        changes."""
        named = self.at(path, line, column)
        if not named:
            return None
        parts: list[str] = []
        for one in dict.fromkeys((each.stand.key, each.stand.type) for each in named):
            key, type_ = one
            index = next(each.index for each in named if each.stand.key == key)
            name = index.names.get(key)
            if name is None:
                continue
            title = f"**{name.text}** · {name.what}" + (f" · here {type_}" if type_ else "")
            parts += [title, f"```yaml\n{name.code}\n```" if name.code else "", name.comment]
        places = self.places(named)
        changes = [place for place in places if place.role == "changed"]
        if changes and not any(each.stand.key.startswith("label ") for each in named):
            shown = ", ".join(_link(each, self._address(each.path)) for each in changes[:MOST_CHANGES])
            more = f" and {len(changes) - MOST_CHANGES} more" if len(changes) > MOST_CHANGES else ""
            parts.append(f"Changes in {shown}{more}")
        text = "\n\n".join(part for part in parts if part)
        if not text:
            return None
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
        return lsp.Hover(content, self._text_of(path).range(named[0].at))

    # -- renaming

    def renamed(self, path: Path, line: int, column: int) -> tuple[Span, str] | None:
        """Where the name at a place stands that can be renamed, and the name; None where there is none."""
        named = [each for each in self.at(path, line, column) if not each.stand.key.startswith(builtin_key(""))]
        if not named or not any(each.role == "declared" for each in self.places(named)):
            return None
        return named[0].at, _text(self._text_of(path), named[0].at)

    def rename(self, path: Path, line: int, column: int, new: str, editable: frozenset[Path]) -> Edits:
        """What is to be written wherever the name at a place stands. Raises NoRename."""
        named = [each for each in self.at(path, line, column) if not each.stand.key.startswith(builtin_key(""))]
        if not named:
            raise NoRename("no name stands here that could be changed")
        label = named[0].stand.key.removeprefix(label_key("")) if named[0].stand.key.startswith(label_key("")) else None
        if not (_LABEL if label is not None else _NAME).fullmatch(new):
            raise NoRename(
                "a label has no quotes and no line breaks"
                if label is not None
                else f"`{new}` is no name: names have small letters, digits and `_`, and begin with a letter"
            )
        edits: dict[Path, list[tuple[Span, str]]] = {}
        text_of = cache(self._text_of)
        for place in self.places(named):
            if place.path not in editable:
                raise NoRename(f"it also stands in {place.path}, which isn't yours to change")
            text = new if label is None else _relabelled(_text(text_of(place.path), place.span), label, new)
            edits.setdefault(place.path, [])
            if (place.span, text) not in edits[place.path]:
                edits[place.path].append((place.span, text))
        return edits


def _text(file: EditedFile, span: Span) -> str:
    return file.line(span.line)[span.column - 1 : span.end_column - 1]


def _relabelled(words: str, label: str, new: str) -> str:
    """A label, or the words of an option with it, with another label. Raises NoRename where what stood in its holes
    can't be told."""
    if words == label:
        return new
    holes = HOLE.findall(label)
    match = pattern_of(label).fullmatch(words)
    if match is None or sorted(set(HOLE.findall(new))) != sorted(set(holes)):
        raise NoRename(f"`{words}` in a scenario can't be told from `{new}`: keep what stands in braces")
    values = dict(zip(holes, match.groups(), strict=True))
    return HOLE.sub(lambda hole: values[hole[0]], new)


@lru_cache(maxsize=8)
def _moved(old: EditedFile, new: EditedFile) -> Moved:
    return Moved(old, new)


def _link(place: Place, address: str) -> str:
    return f"[{place.path.name}:{place.span.line}]({address}#L{place.span.line})"
