"""Completes what somebody writes, in code and in keys, and explains keys.

In: the indexes of the last reading, and a text as it is now. Out: answers of the protocol. What was read last serves
until something newer has been read, however wrong the text is meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from lsprotocol import types as lsp

from artrules.author.editor.answers import Names
from artrules.author.editor.colours import colours
from artrules.author.editor.completing import Completer, Suggestion
from artrules.author.editor.index import Index
from artrules.author.editor.keys import ITEM, KeyPlace, Schema, key_at, kind_of_file, place_at
from artrules.author.editor.texts import EditedFile
from artrules.author.editor_schemas import editor_schema
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.syntax.parse import next_words

_KINDS = {
    "attribute": lsp.CompletionItemKind.Field,
    "builtin": lsp.CompletionItemKind.Function,
    "enum": lsp.CompletionItemKind.Enum,
    "event": lsp.CompletionItemKind.Event,
    "field": lsp.CompletionItemKind.Field,
    "function": lsp.CompletionItemKind.Function,
    "key": lsp.CompletionItemKind.Property,
    "kind of card": lsp.CompletionItemKind.Class,
    "local": lsp.CompletionItemKind.Variable,
    "member": lsp.CompletionItemKind.EnumMember,
    "menu": lsp.CompletionItemKind.Enum,
    "procedure": lsp.CompletionItemKind.Method,
    "setting": lsp.CompletionItemKind.Constant,
    "table": lsp.CompletionItemKind.Function,
    "value": lsp.CompletionItemKind.EnumMember,
    "variable": lsp.CompletionItemKind.Variable,
    "word": lsp.CompletionItemKind.Keyword,
    "zone": lsp.CompletionItemKind.Module,
}
"""By what a name stands for: how it is shown."""
_CALLED = ("function", "procedure", "table", "builtin")
_RANKS = {"local": "1", "key": "2", "value": "2", "word": "8", "builtin": "7"}
"""In which order suggestions come, those that fit before all others."""


@cache
def _general() -> Schema:
    return Schema(editor_schema())


class Suggesting:
    """Completes with what was read last. `before` was made of an earlier reading."""

    def __init__(self, names: Names, before: Suggesting | None = None) -> None:
        self._names = names
        self._completers = {index.folder: Completer(index) for index in names.indexes}
        earlier = before.schemas if before is not None else {}
        self.schemas: dict[Path, Schema] = {
            index.folder: Schema(index.schema) if index.schema is not None else earlier.get(index.folder, _general())
            for index in names.indexes
        }

    def warm_up(self) -> None:
        """Make ready what completing needs, so that the first answer comes as fast as others."""
        for index in self._names.indexes:
            self._completers[index.folder].table_of(index.folder)
        next_words("effect", "")

    def _index_of(self, path: Path) -> Index | None:
        return next((index for index in self._names.indexes if path in index.files.values()), None)

    def colours(self, path: Path, file: EditedFile) -> list[int]:
        """The colours of code in a file."""
        index = self._index_of(path)
        return colours(path, file, self._names, index, self._completers[index.folder]) if index is not None else []

    def complete(self, path: Path, line: int, column: int, file: EditedFile, has_snippets: bool) -> lsp.CompletionList:
        """What may stand at a place."""
        index = self._index_of(path)
        suggestions: Iterable[Suggestion] | None = None
        word = ""
        if index is not None:
            completer = self._completers[index.folder]
            moved, old = self._names.moved(path), self._names.judged_text(path)
            code = completer.code_at(path, line, column, file, old, moved)
            if code is not None:
                suggestions, word = completer.complete(path, code), code.word
        if suggestions is None:
            place = place_at(file, line, column)
            schema = self.schemas[index.folder] if index is not None else _general()
            whole = KeyPlace((kind_of_file(file), *place.path), place.is_key, place.word, place.beside)
            grammar = schema.code(whole) if not place.is_key else ""
            code = completer.value_at(path, grammar, file, line, column) if index is not None and grammar else None
            if code is not None:
                suggestions, word = completer.complete(path, code), code.word
            else:
                suggestions, word = _in_yaml(schema, place, whole, index), place.word
        items = [self._item(each, index, file, (line, column), word, has_snippets) for each in suggestions]
        return lsp.CompletionList(is_incomplete=False, items=items)

    def _item(
        self,
        suggestion: Suggestion,
        index: Index | None,
        file: EditedFile,
        cursor: tuple[int, int],
        word: str,
        has_snippets: bool,
    ) -> lsp.CompletionItem:
        line, column = cursor
        begins = column - len(word) - suggestion.begins
        text = suggestion.instead or suggestion.name
        snippet = False
        if suggestion.what == "key":
            text += ": "
        elif suggestion.what in _CALLED and suggestion.detail and has_snippets:
            text += "()" if suggestion.detail == "()" else "($1)"
            snippet = text.endswith("($1)")
        name = index.names.get(suggestion.key) if index is not None and suggestion.key else None
        parts = [name.comment if name is not None else "", f"```yaml\n{name.code}\n```" if name and name.code else ""]
        if suggestion.what == "key":
            parts = [suggestion.detail]
        documentation = "\n\n".join(part for part in parts if part)
        filtered = file.line(line)[begins - 1 : column - 1 - len(word)] if suggestion.begins else ""
        rank = "0" if suggestion.fits else _RANKS.get(suggestion.what, "5")
        return lsp.CompletionItem(
            label=suggestion.name,
            kind=_KINDS.get(suggestion.what, lsp.CompletionItemKind.Text),
            detail=None if suggestion.what == "key" else suggestion.detail or None,
            documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, documentation) if documentation else None,
            sort_text=f"{rank}{suggestion.name}",
            filter_text=f"{filtered}{suggestion.name}" if filtered else None,
            insert_text_format=lsp.InsertTextFormat.Snippet if snippet else lsp.InsertTextFormat.PlainText,
            text_edit=lsp.TextEdit(file.range(Span("", line, begins, line, column)), text),
        )

    def meaning(self, file: EditedFile, path: Path, line: int, column: int) -> lsp.Hover | None:
        """What a key means."""
        at = key_at(file, line, column)
        if at is None:
            return None
        keys, begin, end = at
        index = self._index_of(path)
        schema = self.schemas[index.folder] if index is not None else _general()
        text = schema.meaning((kind_of_file(file), *keys))
        if not text:
            return None
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, f"**{keys[-1].replace(ITEM, '')}** · key\n\n{text}")
        return lsp.Hover(content, file.range(Span("", line, begin, line, end)))


def _in_yaml(schema: Schema, place: KeyPlace, whole: KeyPlace, index: Index | None) -> list[Suggestion]:
    """Keys or values. `whole` is the place with the kind of file before its path."""
    if place.is_key and not place.path and whole.path[0] in ("", place.word):
        return list(schema.keys(place))
    return list(schema.keys(whole) if place.is_key else schema.values(whole, index))
