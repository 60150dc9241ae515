"""What can stand as a key or as a value in YAML, and what a key means, by the JSON Schemas for editors.

In: the text of a file, also one that isn't YAML yet, a place in it, and a schema. Out: suggestions and explanations.
The place is found by indentation and brackets alone. Begin with `place_at` and `Schema`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from artrules.author.editor.completing import Suggestion
from artrules.author.editor.index import Index
from artrules.author.editor.texts import EditedFile
from artrules.text.source.text import indentation

ITEM = "[]"
"""Stands in a path for an item of a list."""
_KEY = re.compile(r"""(?P<key>"[^"]*"|'[^']*'|[^\s#"'\[{&*!|>][^#:]*?)[ ]*:(?=[ ]|$)""")
_KEY_IN_BRACKETS = re.compile(r"""(?P<key>"[^"]*"|'[^']*'|[\w.-]+)[ ]*:(?=[ ]|$)""")
_ITEM = re.compile(r"-(?:[ ]+|$)")
_WORD = re.compile(r"[\w.-]*$")
_MOST_LINES = 20_000
_TYPES = ("bool", "player", "power", "card")
_NAMED_BY_DEFINITION = {
    "type": ("enum", "kind of card", "event"),
    "owners": ("enum",),
    "zone_name": ("zone",),
    "life_name": ("life",),
    "thing_name": ("zone", "variable"),
    "thing_names": ("zone", "variable"),
    "attribute_names": ("attribute",),
}
"""By definition of the schemas: what of the game its values name."""
_CODE = {
    "expression": "expression",
    "flow_rule": "expression",
    "effect": "effect",
    "bindings": "bindings",
    "trigger": "trigger",
    "label": "template",
}
"""By definition of the schemas: the kind of code that its values are."""
_NAMED_BY_KEY = {
    "holds": ("kind of card",),
    "kind": ("kind of card",),
    "chosen_by": ("setting",),
    "set_of": ("group",),
    "limits": ("limit",),
    "back_when_leaving": ("zone",),
    "exists_in": ("zone",),
    "about": ("function", "procedure", "menu"),
}
"""By key: the same where its definition tells nothing."""


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """A place in YAML: the keys that lead to it, and whether a key stands there or the value of the last of them."""

    path: tuple[str, ...]
    is_key: bool
    word: str
    """The beginning of what is being written."""
    beside: frozenset[str] = frozenset()
    """Of a key: the others of its mapping."""


def place_at(file: EditedFile, line: int, column: int) -> KeyPlace:
    """The place at a line and column of a file."""
    head = file.line(line)[: column - 1]
    indent, items, rest = _margin(head)
    path = _around(file, line, indent, items)
    flow = _flow(rest)
    if flow is not None:
        keys, is_key, word, beside = flow
        return KeyPlace((*path, *keys), is_key, word, beside)
    key = _KEY.match(rest)
    if key is not None:
        written = rest[key.end() :].lstrip()
        return KeyPlace((*path, _plain(key["key"])), False, _last_word(written))
    return KeyPlace(path, True, rest, _beside(file, line, indent))


def key_at(file: EditedFile, line: int, column: int) -> tuple[tuple[str, ...], int, int] | None:
    """The path of the key that stands at a place, with the columns at which it begins and ends."""
    text = file.line(line)
    first = _KEY.match(text, _margin(text)[0])
    matches = [first] if first is not None else []
    for match in (*matches, *_KEY_IN_BRACKETS.finditer(text, first.end() if first is not None else 0)):
        begin, end = match.start("key") + 1, match.end("key") + 1
        if begin <= column <= end:
            place = place_at(file, line, begin)
            return (*place.path, _plain(match["key"])), begin, end
    return None


def _margin(text: str) -> tuple[int, int, str]:
    """How far a line is indented, the dashes of items counted in, how many of these there are, and the rest."""
    at, items = indentation(text), 0
    while (match := _ITEM.match(text, at)) is not None:
        at, items = match.end(), items + 1
    return at, items, text[at:]


def _around(file: EditedFile, line: int, indent: int, items: int) -> tuple[str, ...]:
    """The keys that lead to a line with this indentation."""
    path = [ITEM] * items
    limit = indentation(file.line(line)) if items else indent
    for number in range(line - 1, max(0, line - _MOST_LINES), -1):
        text = file.line(number)
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        begins, dashes, rest = _margin(text)
        outer = indentation(text)
        if dashes and outer < limit <= begins:
            # The line begins an item in which the place lies.
            path[:0] = [ITEM] * dashes
            limit = outer + 1
            continue
        if begins < limit or (begins == limit and path[:1] == [ITEM] and not dashes and rest.rstrip().endswith(":")):
            key = _KEY.match(rest)
            if key is not None:
                path[:0] = [*([ITEM] * dashes), _plain(key["key"])]
                limit = outer
        if limit == 0:
            break
    return tuple(path)


def _beside(file: EditedFile, line: int, indent: int) -> frozenset[str]:
    """The keys of the mapping in which a line stands, without those of the line."""
    keys: set[str] = set()
    for numbers in (range(line - 1, 0, -1), range(line + 1, len(file.lines) + 1)):
        for number in numbers:
            text = file.line(number)
            if not text.strip() or text.lstrip().startswith("#"):
                continue
            begins, dashes, rest = _margin(text)
            if begins < indent or (dashes and begins == indent and numbers.step > 0):
                break
            if begins == indent and (key := _KEY.match(rest)) is not None:
                keys.add(_plain(key["key"]))
            if dashes and begins == indent:
                break
    return frozenset(keys)


def _flow(text: str) -> tuple[tuple[str, ...], bool, str, frozenset[str]] | None:
    """The same for a place in brackets that are opened in its line: the keys in them, whether a key stands there, what
    is written of it, and the other keys; None outside of brackets."""
    stack: list[tuple[str, list[str]]] = []
    keys: list[str] = []
    written, quote, key = "", "", ""
    lead = _KEY.match(text)
    start = lead.end() if lead is not None else 0
    if lead is not None:
        keys = [_plain(lead["key"])]
    for character in text[start:]:
        if quote:
            quote = "" if character == quote else quote
            written += character
        elif character in "\"'" and not written.strip():
            quote = character
            written += character
        elif character in "{[":
            stack.append((character, [key] if key else []))
            keys += [key] if key and len(stack) > 1 else []
            keys += [ITEM] if character == "[" else []
            stack.append(("", []))
            written, key = "", ""
        elif character in "}]" and stack:
            while stack and stack[-1][0] == "":
                stack.pop()
            opened, own = stack.pop() if stack else ("", [])
            if opened == "[" and keys[-1:] == [ITEM]:
                keys.pop()
            if own and keys[-1:] == own:
                keys.pop()
            written, key = "", ""
        elif character == "," and stack:
            written, key = "", ""
        elif character == ":" and stack and not key and _opened(stack) == "{":
            key, written = _plain(written.strip()), ""
            stack[-1][1].append(key)
        else:
            written += character
    opened = _opened(stack)
    if not opened:
        return None
    is_key = opened == "{" and not key
    beside = frozenset(stack[-1][1]) - {key}
    return (*keys, *([key] if key else [])), is_key, written.lstrip() if is_key else _last_word(written), beside


def _opened(stack: list[tuple[str, list[str]]]) -> str:
    return next((opened for opened, _ in reversed(stack) if opened), "")


def _plain(key: str) -> str:
    return key.strip().strip("\"'")


def _last_word(text: str) -> str:
    match = _WORD.search(text)
    return match[0] if match is not None else ""


class Schema:
    """A JSON Schema for all files of content, and what it says of places."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._root = schema
        self._definitions: Mapping[str, Any] = schema["definitions"]

    def keys(self, place: KeyPlace) -> Iterator[Suggestion]:
        """The keys that may stand at a place, without those that stand beside it."""
        names: set[str] = set()
        for _, schema in self._at(place.path):
            for name, value in schema.get("properties", {}).items():
                if name not in names and name not in place.beside:
                    names.add(name)
                    yield Suggestion(name, "key", self._describe(value))

    def code(self, place: KeyPlace) -> str:
        """The kind of code that stands as a value at a place; empty for none."""
        names = (definition.rpartition(".")[2] for definition, _ in self._at(place.path))
        return next((_CODE[name] for name in names if name in _CODE), "")

    def values(self, place: KeyPlace, index: Index | None) -> Iterator[Suggestion]:
        """The words that may stand as a value at a place, and names of the game."""
        words_so_far: set[str] = set()
        wanted: list[str] = [*_NAMED_BY_KEY.get(place.path[-1] if place.path[-1] != ITEM else place.path[-2], ())]
        for definition, schema in self._at(place.path):
            words = schema.get("enum", [schema["const"]] if "const" in schema else [])
            for word in words:
                text = word if isinstance(word, str) else str(word)
                if word not in (True, False, None) and text not in words_so_far:
                    words_so_far.add(text)
                    yield Suggestion(text, "value", "", True)
            wanted += _NAMED_BY_DEFINITION.get(definition.rpartition(".")[2], ())
            if definition.rpartition(".")[2] in ("type", "owners"):
                for word in _TYPES if definition.rpartition(".")[2] == "type" else ("player",):
                    if word not in words_so_far:
                        words_so_far.add(word)
                        yield Suggestion(word, "value", "a type of the language", True)
        for key, name in index.names.items() if index is not None and wanted else ():
            if name.what in wanted and name.text not in words_so_far:
                words_so_far.add(name.text)
                yield Suggestion(name.text, name.what, name.what, False, key)

    def meaning(self, path: tuple[str, ...]) -> str:
        """What a key means, by its path; empty for a name of the author's."""
        for _, schema in self._at(path[:-1]):
            value = schema.get("properties", {}).get(path[-1])
            if value is not None and (text := self._describe(value)):
                return text
        return ""

    def _describe(self, schema: Mapping[str, Any]) -> str:
        if "description" in schema:
            return str(schema["description"])
        return next((text for _, part in self._expanded("", schema) if (text := str(part.get("description", "")))), "")

    def _at(self, path: tuple[str, ...]) -> list[tuple[str, Mapping[str, Any]]]:
        """The schemas that hold at a path, each with the name of its definition. What stands at the beginning of the
        path is the kind of file."""
        here = list(self._expanded("", self._root if not path else {"$ref": f"#/definitions/{path[0]}"}))
        for key in path[1:]:
            after: list[tuple[str, Mapping[str, Any]]] = []
            for _, schema in here:
                after += self._below(schema, key)
            here = after
        return here

    def _below(self, schema: Mapping[str, Any], key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        inner: Any = None
        if key == ITEM:
            inner = schema.get("items")
        elif key in schema.get("properties", {}):
            inner = schema["properties"][key]
        else:
            patterns = schema.get("patternProperties", {})
            inner = next((value for pattern, value in patterns.items() if re.search(pattern, key)), None)
            inner = inner if inner is not None else schema.get("additionalProperties")
        if isinstance(inner, Mapping):
            yield from self._expanded("", inner)

    def _expanded(
        self, definition: str, schema: Mapping[str, Any], depth: int = 0
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """A schema with those that it is made of."""
        yield definition, schema
        if depth > 12:
            return
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name in self._definitions:
                yield from self._expanded(name, self._definitions[name], depth + 1)
        for keyword in ("allOf", "anyOf", "oneOf"):
            for part in schema.get(keyword, ()):
                if isinstance(part, Mapping):
                    yield from self._expanded(definition, part, depth + 1)
        if isinstance(schema.get("then"), Mapping) and depth:
            yield from self._expanded(definition, schema["then"], depth + 1)


def kind_of_file(file: EditedFile) -> str:
    """The first key of a file, which says what kind of file it is; empty for none."""
    for text in file.lines:
        match = _KEY.match(text)
        if match is not None:
            return _plain(match["key"])
        if text.strip() and not text.startswith(("#", "%", "---")):
            return ""
    return ""
