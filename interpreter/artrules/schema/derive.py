"""Derives JSON Schemas from the sections that `content/` declares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, TypeGuard

from artrules.content.key_values import DEFINITIONS, Value
from artrules.content.section import Key, Section, Shorthand
from artrules.schema.load import BASE

Part: TypeAlias = Value[Any] | type[Section]
"""What can be defined once and referred to."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_COMMENT = "Written by `python -m artrules.derive` from what artrules.content declares; not edited by hand."


def file_schema(file: str, root: type[Section]) -> dict[str, Any]:
    """The schema of a kind of file, whose document is the section `root`; with `$defs` if any belong to this file."""
    own = _definitions(file, [root])
    schema = {"$schema": _DIALECT, "$id": BASE + file, "$comment": _COMMENT, **_section(root, file)}
    return {**schema, "$defs": own} if own else schema


def shared_definitions(roots: list[type[Section]]) -> dict[str, Any]:
    """The schema of what several kinds of file share: all that is reached from these documents and defined there."""
    return {
        "$schema": _DIALECT,
        "$id": BASE + DEFINITIONS,
        "$comment": _COMMENT,
        "title": "Definitions",
        "description": "What the schemas of all files share. Strings that are code carry `x-artrules-code` with the "
        "kind of code.",
        "$defs": _definitions(DEFINITIONS, roots),
    }


def _reference(part: Part, file: str) -> str:
    """A reference to a definition, as it is written in a file."""
    home, name = _home(part)
    return f"{'' if home == file else home}#/$defs/{name}"


def _home(part: Part) -> tuple[str, str]:
    """The file in which something is defined, and its name there; the name is empty where it is written in place."""
    found = part if isinstance(part, Value) else part.declared
    return found.file, found.definition


def definitions(file: str, roots: list[type[Section]]) -> dict[str, Part]:
    """What is defined in a file and reached from documents, by name, in the order in which it is reached.

    Raises ValueError where two things have one name.
    """
    found: dict[str, Part] = {}
    reached: set[int] = set()
    waiting: list[object] = list(roots)
    while waiting:
        part = waiting.pop(0)
        if id(part) in reached:
            continue
        reached.add(id(part))
        if isinstance(part, Value) or _is_section(part):
            home, name = _home(part)
            if name and home == file and found.setdefault(name, part) is not part:
                raise ValueError(f"{file} defines {name} twice")
        waiting += _parts(part)
    return found


def _definitions(file: str, roots: list[type[Section]]) -> dict[str, Any]:
    return {
        name: _value(part, file) if isinstance(part, Value) else _section(part, file)
        for name, part in definitions(file, roots).items()
    }


def _is_section(part: object) -> TypeGuard[type[Section]]:
    return isinstance(part, type) and issubclass(part, Section)


def _parts(part: object) -> Iterator[object]:
    """What the schema of something consists of."""
    if isinstance(part, Value):
        yield part.shape
    elif isinstance(part, Mapping):
        yield from part.values()
    elif isinstance(part, list):
        yield from part
    elif _is_section(part):
        declared = part.declared
        yield from (key.value for key in declared.keys.values())
        if declared.author_keys is not None:
            yield from (declared.author_keys.key, declared.author_keys.value)
        if declared.alone is not None:
            yield declared.alone.value


def _schema(part: object, file: str) -> Any:
    """The schema of a part of a shape: a reference where it is defined somewhere."""
    if isinstance(part, Value):
        if part.definition:
            return {"$ref": _reference(part, file)}
        return _shape(part.shape, file) if "$ref" in part.shape else _value(part, file)
    if _is_section(part):
        return {"$ref": _reference(part, file)} if part.declared.definition else _section(part, file)
    if isinstance(part, Mapping):
        return _shape(part, file)
    if isinstance(part, list):
        return [_schema(item, file) for item in part]
    return part


def _shape(shape: Mapping[str, object], file: str) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for keyword, part in shape.items():
        schema |= _schema(part, file) if keyword == "$ref" else {keyword: _schema(part, file)}
    return schema


def _value(value: Value[Any], file: str) -> dict[str, Any]:
    return {**_said(value.title, value.description), **_shape(value.shape, file)}


def _said(title: str, description: str) -> dict[str, Any]:
    return {**({"title": title} if title else {}), **({"description": description} if description else {})}


def _key(key: Key, file: str) -> dict[str, Any]:
    value = key.value
    if value.definition:
        return {**_said(key.title, key.description), "$ref": _reference(value, file)}
    if "$ref" in value.shape:
        return {**_shape(value.shape, file), **_said(key.title, key.description)}
    title = key.title or value.title or key.name.replace("_", " ").capitalize()
    return {**_said(title, key.meaning), **_shape(value.shape, file)}


def _section(section: type[Section], file: str) -> dict[str, Any]:
    declared = section.declared
    keys = declared.keys.values()
    schema: dict[str, Any] = _said(declared.title, declared.description if declared.title else "")
    schema |= {"type": "object"} if declared.alone is None else _alone(declared.alone, file)
    if keys:
        schema["properties"] = {key.name: _key(key, file) for key in keys}
    if declared.author_keys is not None:
        schema["propertyNames"] = _schema(declared.author_keys.key, file)
        schema["additionalProperties"] = _schema(declared.author_keys.value, file)
    else:
        schema["additionalProperties"] = False
    if required := [key.name for key in keys if key.required]:
        schema["required"] = required
    if declared.one_of:
        schema["x-artrules-one-of"] = list(declared.one_of)
    if needs := {key.name: list(key.needs) for key in keys if key.needs}:
        schema["dependentRequired"] = needs
    if declared.at_least_one:
        schema["minProperties"] = 1
    for key in keys:
        if key.required_if is not None:
            other, word = key.required_if
            schema["if"] = {"properties": {other: {"const": word}}, "required": [other]}
            schema["then"] = {"required": [key.name]}
    return schema


def _alone(alone: Shorthand, file: str) -> dict[str, Any]:
    """The keywords of a section that needn't be a mapping."""
    schema = _shape(alone.value.shape, file)
    types = schema.pop("type")
    return {"type": [*([types] if isinstance(types, str) else types), "object"], **schema}
