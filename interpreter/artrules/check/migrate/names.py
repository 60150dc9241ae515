"""Renames what an author has called by a word that has become one of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from artrules.text.diagnostics.diagnostic import Edit
from artrules.text.schema.load import Schema, walk
from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.node import Node, Scalar

_TOKEN = re.compile(r'#[^\n]*|"[^"\n]*"|[a-z][a-z0-9_]*')
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_IN_BRACES = re.compile(r"\{[^{}]*\}")


_DECLARING = re.compile(r"\b(?:let|as|random|choose|for) +([a-z][a-z0-9_]*)|([a-z][a-z0-9_]*) +in\b")


def declared_names(document: Node, kind: str) -> set[str]:
    """The names that a file may declare: keys that are the author's, plain values (members of enums among them), words
    of signatures, and what code binds. `kind` is what the file is."""
    found: set[str] = set()
    for node, schema, _ in walk(document, kind):
        if isinstance(node, MappingNode):
            if schema.find("x-artrules-key-code"):
                found |= {word for entry in node for word in _WORD.findall(entry.key.text)}
            else:
                found |= {entry.key.text for entry in node} - _fixed_keys(schema)
        elif isinstance(node, Scalar) and schema.find("x-artrules-code"):
            found |= {first or second for first, second in _DECLARING.findall(node.text)}
        elif isinstance(node, Scalar) and not schema.find("x-artrules-prose"):
            found.add(node.text)
    return found


def rename_words(document: Node, kind: str, names: Mapping[str, str]) -> Iterator[Edit]:
    """The edits that give words another name wherever they can be a name: in code, in the braces of labels and texts,
    as keys that are the author's, and as plain values.

    `kind` is what the file is, such as `set`; `names` maps each word to its new name. Prose stays as it is.
    """
    signatures: set[Scalar] = set()
    for node, schema, key in walk(document, kind):
        if isinstance(node, MappingNode):
            if schema.find("x-artrules-key-code"):
                signatures |= {entry.key for entry in node}
            yield from _keys(node, schema, names)
        elif isinstance(node, Scalar):
            yield from _scalar(node, schema, names)
        if key in signatures and key is not None:
            yield from _tokens(key, 0, key.text, names)


def _keys(mapping: MappingNode, schema: Schema, names: Mapping[str, str]) -> Iterator[Edit]:
    if schema.find("x-artrules-key-code"):
        return
    fixed = _fixed_keys(schema)
    for entry in mapping:
        if entry.key.text in names and entry.key.text not in fixed:
            yield Edit(entry.key.span, names[entry.key.text])


def _fixed_keys(schema: Schema) -> set[str]:
    """The keys of a mapping that the language gives."""
    return {key for part in schema.parts() for key in part.content.get("properties", {})}


def _scalar(node: Scalar, schema: Schema, names: Mapping[str, str]) -> Iterator[Edit]:
    code = schema.find("x-artrules-code")
    if code == "label":
        yield from _braces(node, 0, node.text, names)
    elif code:
        yield from _tokens(node, 0, node.text, names)
    elif node.text in names and not schema.find("x-artrules-prose") and not schema.find("enum"):
        yield Edit(node.span, names[node.text])


def _tokens(node: Scalar, offset: int, code: str, names: Mapping[str, str]) -> Iterator[Edit]:
    """Renames in a stretch of code that begins at an offset of a scalar. Comments and texts stay, but for the
    expressions in the braces of texts."""
    for token in _TOKEN.finditer(code):
        word, start = token[0], offset + token.start()
        if word in names:
            yield Edit(node.span_of(start, start + len(word)), names[word])
        elif word.startswith('"'):
            yield from _braces(node, start, word, names)


def _braces(node: Scalar, offset: int, text: str, names: Mapping[str, str]) -> Iterator[Edit]:
    for braces in _IN_BRACES.finditer(text):
        for token in _WORD.finditer(braces[0]):
            if token[0] in names:
                start = offset + braces.start() + token.start()
                yield Edit(node.span_of(start, start + len(token[0])), names[token[0]])
