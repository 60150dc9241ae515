"""What is derived from the sections that `content/` declares: JSON Schemas, and the tables of keys in the docs.

`documents.py` of `content/` says which files there are; here each gets its schema, overlays one that is made from
that of rulesets.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, TypeGuard

from artrules.text.content.documents import (
    FILES,
    Additions,
    Changes,
    ChangesOfSet,
    ChangesOfSets,
    Expansion,
    Expectations,
    GameSections,
    LibraryHead,
    Overlay,
    OverlayHead,
    PowerSet,
    Ruleset,
    SetAdditions,
    SharedAdditions,
)
from artrules.text.content.flow import ExpectedFunction
from artrules.text.content.section import DEFINITIONS, Key, Section, Shorthand, Sourced, Value
from artrules.text.content.zones import ExpectedVariable, ExpectedZone
from artrules.text.schema.load import BASE, SCHEMA_OF

# Derives JSON Schemas from the sections that `content/` declares.

Part: TypeAlias = Value[Any] | type[Section]
"""What can be defined once and referred to."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_COMMENT = "Written by `python -m artrules.author.derive` from what artrules.text.content declares; not edited by hand."


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
    declaration = part if isinstance(part, Value) else part.declared
    return declaration.file, declaration.definition


def definitions(file: str, roots: list[type[Section]]) -> dict[str, Part]:
    """What is defined in a file and reached from documents, by name, in the order in which it is reached.

    Raises ValueError where two things have one name.
    """
    parts_by_name: dict[str, Part] = {}
    reached: set[int] = set()
    waiting: list[object] = list(roots)
    while waiting:
        part = waiting.pop(0)
        if id(part) in reached:
            continue
        reached.add(id(part))
        if isinstance(part, Value) or _is_section(part):
            home, name = _home(part)
            if name and home == file and parts_by_name.setdefault(name, part) is not part:
                raise ValueError(f"{file} defines {name} twice")
        waiting += _parts(part)
    return parts_by_name


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


# Derives the schema of overlays from that of rulesets.
#
# An overlay holds pieces of a ruleset: entries may lack any key, and nothing (`null`) removes. So its sections refer to
# definitions of its own, which are those of a ruleset with less demanded.

_DEMANDS = ("required", "dependentRequired", "x-artrules-one-of", "if", "then", "else", "default")
"""Keywords that ask for other keys, or say what holds without one."""


def overlay_schema(file: str, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of overlays, for a file of this name; `definitions` are the `$defs` that rulesets use."""
    schema = file_schema(file, Overlay)
    changed = {*GameSections.declared.keys, *ChangesOfSets.declared.keys}
    properties = {
        name: _referring(said, "") if name in changed else said for name, said in schema["properties"].items()
    }
    return {
        **schema,
        "properties": properties,
        "$defs": {name: _partial(definition) for name, definition in definitions.items()},
    }


def _referring(schema: Any, file: str) -> Any:
    """The schema with references to a file's definitions, in place of the shared ones; empty for this file. Names of
    keys are written as elsewhere."""
    if not isinstance(schema, dict):
        return schema
    own = {keyword: part if keyword == "propertyNames" else _referring(part, file) for keyword, part in schema.items()}
    if isinstance(reference := own.get("$ref"), str) and reference.startswith(DEFINITIONS):
        own["$ref"] = file + reference.removeprefix(DEFINITIONS)
    return own


def _partial(schema: Any) -> Any:
    """The schema with nothing required and `null` allowed."""
    if isinstance(schema, list):
        return [_partial(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    partial: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword == "properties":
            partial[keyword] = {name: _partial(item) for name, item in value.items()}
        elif keyword == "type":
            partial[keyword] = [*([value] if isinstance(value, str) else value), "null"]
        elif keyword == "enum":
            partial[keyword] = [*value, None]
        elif keyword == "required" and "name" in value:
            # What stands in a list is found by its name.
            partial[keyword] = ["name"]
        elif keyword not in _DEMANDS:
            partial[keyword] = _partial(value)
    return partial


_LENIENT: dict[str, type[Section]] = {
    part.declared.definition: shared
    for part, shared in (
        (Additions, SharedAdditions),
        (Changes, Changes),
        (SetAdditions, SharedAdditions),
        (ChangesOfSet, ChangesOfSet),
    )
}
"""By definition: the sections in it that are as lenient as those of overlays. What is added to sections of the game, or
changed there, is complete only together with the game."""


def with_lenient_parts(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a file with what is lenient as overlays have it."""
    own = schema.get("$defs", {})
    lenient = {name: _as_in_overlays(own[name], part) for name, part in _LENIENT.items() if name in own}
    return {**schema, "$defs": {**own, **lenient}} if lenient else schema


def _as_in_overlays(definition: dict[str, Any], lenient: type[Section]) -> dict[str, Any]:
    """The definition of a section, with what is lenient as overlays have it."""
    properties = {
        name: _referring(said, SCHEMA_OF["overlay"]) if name in lenient.declared.keys else said
        for name, said in definition["properties"].items()
    }
    return {**definition, "properties": properties}


# All derived schemas, as they stand in their files: every schema but `meta.schema.json` and that of the IR.


def schemas() -> dict[str, dict[str, Any]]:
    """The derived schemas by the name of their file."""
    shared = shared_definitions(list(FILES.values()))
    others = [(SCHEMA_OF[kind], root) for kind, root in FILES.items() if kind != "overlay"]
    return {
        DEFINITIONS: shared,
        **{file: with_lenient_parts(file_schema(file, root)) for file, root in others},
        SCHEMA_OF["overlay"]: overlay_schema(SCHEMA_OF["overlay"], shared["$defs"]),
    }


def as_text(schema: dict[str, Any]) -> str:
    """A schema as it stands in its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


# The tables of keys in the docs: a row for each key of a section, between two comments that name the section.
#
# <!-- keys of Zone -->
# …
# <!-- end of keys -->

_TABLE = re.compile(r"<!-- keys of (\w+) -->\n.*?<!-- end of keys -->", re.DOTALL)
_DOCUMENTS: dict[str, Part] = {
    "ruleset": Ruleset,
    "set": PowerSet,
    "overlay": OverlayHead,
    "expansion": Expansion,
    "additions": Additions,
    "library": LibraryHead,
    "expectations": Expectations,
    "expected_zone": ExpectedZone,
    "expected_variable": ExpectedVariable,
    "expected_function": ExpectedFunction,
}
_SHAPES = {"string": "text", "integer": "number", "boolean": "`yes` or `no`"}


def with_key_tables(page: str) -> str:
    """A page of the docs with its tables of keys as they must be. Raises KeyError for a section that doesn't exist."""
    parts = {**definitions(DEFINITIONS, list(FILES.values())), **_DOCUMENTS}
    return _TABLE.sub(lambda match: f"<!-- keys of {match[1]} -->\n{_table(parts[match[1]])}<!-- end of keys -->", page)


def _table(section: Part) -> str:
    if isinstance(section, Value):
        raise KeyError(f"{section.definition} has no keys")
    declared = section.declared
    rows = [_row(key, declared.one_of) for name, key in declared.keys.items() if name not in Sourced.declared.keys]
    return "".join(["| key | value | default | meaning |\n", "|---|---|---|---|\n", *rows])


def _row(key: Key, one_of: tuple[str, ...]) -> str:
    cells = (f"`{key.name}`", value_in_words(key.value), _where_absent(key, one_of), key.meaning)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


def _where_absent(key: Key, one_of: tuple[str, ...]) -> str:
    if key.required:
        return "required"
    if key.required_if is not None:
        return "required where `{}` is `{}`".format(*key.required_if)
    if key.name in one_of:
        return f"this or {' or '.join(f'`{other}`' for other in one_of if other != key.name)} is required"
    match key.value.shape.get("default"):
        case None:
            return ""
        case bool(truth):
            return "`yes`" if truth else "`no`"
        case word:
            return f"`{word}`"


def value_in_words(value: Value[Any]) -> str:
    """What may stand under a key, in a few words."""
    shape = value.shape
    if isinstance(words := shape.get("enum"), list):
        return ", ".join(f"`{word}`" for word in words)
    if (inner := shape.get("additionalProperties")) is not None:
        key = shape.get("propertyNames")
        return f"{_title(inner)}, by {_title(key)}"
    if shape.get("type") == "array":
        return f"list, each item: {_title(shape['items'])}"
    if value.title:
        return value.title.lower()
    if "$ref" in shape:
        return _title(shape["$ref"])
    return _SHAPES.get(str(shape.get("type")), "")


def _title(part: object) -> str:
    if isinstance(part, Value):
        return part.title.lower() or value_in_words(part)
    return part.declared.title.lower() if isinstance(part, type) and issubclass(part, Section) else "value"
