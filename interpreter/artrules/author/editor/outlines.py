"""What a file holds, as an outline: its sections, and what each of them names."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from artrules.author.editor.texts import EditedFile
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Entry, Mapping, Node, Scalar, Sequence
from artrules.text.source.read import read

DEEPEST = 3
"""How many keys deep an outline goes: a section, what it names, and the parts of that."""
MOST = 5000
_KINDS = {
    "cards": lsp.SymbolKind.Class,
    "enums": lsp.SymbolKind.Enum,
    "events": lsp.SymbolKind.Event,
    "functions": lsp.SymbolKind.Function,
    "groups": lsp.SymbolKind.Interface,
    "libraries": lsp.SymbolKind.Package,
    "list": lsp.SymbolKind.Method,
    "menus": lsp.SymbolKind.Enum,
    "pieces": lsp.SymbolKind.Object,
    "procedures": lsp.SymbolKind.Method,
    "settings": lsp.SymbolKind.Property,
    "tables": lsp.SymbolKind.Function,
    "variables": lsp.SymbolKind.Variable,
    "zones": lsp.SymbolKind.Array,
}
"""By section: what its entries are shown as; all others are keys."""
_TITLES = ("name", "title", "label")


def tree_of(file: EditedFile) -> Node | None:
    """The tree of a file, or what can be read of it; None where nothing can be."""
    return read(file.text, "", Report())


def symbols_of(file: EditedFile) -> list[lsp.DocumentSymbol]:
    """The sections of a file, with what they name."""
    tree = tree_of(file)
    return list(_symbols(tree, file, 1, lsp.SymbolKind.Namespace)) if isinstance(tree, Mapping) else []


def _symbols(mapping: Mapping, file: EditedFile, depth: int, kind: lsp.SymbolKind) -> Iterator[lsp.DocumentSymbol]:
    for number, entry in enumerate(mapping):
        if number == MOST:
            return
        own = kind if depth < DEEPEST else lsp.SymbolKind.Key
        yield _symbol(entry, file, depth, own)


def _symbol(entry: Entry, file: EditedFile, depth: int, kind: lsp.SymbolKind) -> lsp.DocumentSymbol:
    key, value = entry.key, entry.value
    inner = _KINDS.get(key.text, lsp.SymbolKind.Key) if depth == 1 else lsp.SymbolKind.Key
    children: list[lsp.DocumentSymbol] = []
    if depth < DEEPEST and isinstance(value, Mapping):
        children = list(_symbols(value, file, depth + 1, inner))
    elif depth < DEEPEST and isinstance(value, Sequence):
        children = [symbol for item in value.items[:MOST] if (symbol := _item(item, file)) is not None]
    whole = _around(key.span, value.span)
    detail = value.text if isinstance(value, Scalar) and "\n" not in value.text else None
    return lsp.DocumentSymbol(
        name=key.text or "(empty)",
        kind=kind,
        range=file.range(whole),
        selection_range=file.range(key.span),
        detail=detail[:80] if detail else None,
        children=children or None,
    )


def _item(item: Node, file: EditedFile) -> lsp.DocumentSymbol | None:
    """An item of a list that says what it is called."""
    titles = (item.get(title) for title in _TITLES) if isinstance(item, Mapping) else ()
    title = next((each for each in titles if isinstance(each, Scalar) and each.text), None)
    if title is None:
        return None
    selection = file.range(title.span)
    return lsp.DocumentSymbol(title.text, lsp.SymbolKind.Key, file.range(_around(item.span, title.span)), selection)


def _around(first: Span, last: Span) -> Span:
    """The span from the beginning of one to the end of another, or to its own where that comes later."""
    end = max((first.end_line, first.end_column), (last.end_line, last.end_column))
    begin = min((first.line, first.column), (last.line, last.column))
    return Span(first.file, *begin, *end)
