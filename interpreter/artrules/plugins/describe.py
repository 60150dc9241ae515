"""Makes the view of a ruleset for plugins (`content.py`) from the content that the engine has read."""

from __future__ import annotations

from types import MappingProxyType
from typing import cast

from artrules.pipeline import Content
from artrules.plugins.content import CodeKind, Document, Fields, Items, RulesetContent, Value, Word
from artrules.schema.code import code_strings
from artrules.source.lookup import word
from artrules.source.node import Mapping, Node, Scalar


def describe(content: Content) -> RulesetContent:
    """The files of a ruleset as plugins see them. The ruleset must have no errors."""
    files = content.files
    assert files.main is not None
    documents = [files.main, *files.parts, *files.sets, *files.overlays, *files.scenarios]
    model = content.base
    counts = tuple(sorted({number for setups in content.setups.values() for number in setups.counts}))
    return RulesetContent(model.name, model.title, counts, content.hash, tuple(map(_document, documents)))


def _document(node: Mapping) -> Document:
    first = next(iter(node))
    kind = first.key.text
    code = {id(found.scalar): found.code for found in code_strings(node, kind)}
    content = _value(node, code)
    assert isinstance(content, Fields)
    return Document(kind, word(first.value), node.span.file, content)


def _value(node: Node, code: dict[int, str]) -> Value:
    if isinstance(node, Scalar):
        return _word(node, code)
    if isinstance(node, Mapping):
        keys = tuple(_word(entry.key, code) for entry in node)
        values = {name: _value(entry.value, code) for name, entry in node.entries.items()}
        return Fields(keys, MappingProxyType(values), node.span)
    return Items(tuple(_value(item, code) for item in node), node.span)


def _word(scalar: Scalar, code: dict[int, str]) -> Word:
    return Word(scalar.text, scalar.value, scalar.span, cast("CodeKind | None", code.get(id(scalar))), scalar)
