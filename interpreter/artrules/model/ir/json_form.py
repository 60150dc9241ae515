"""Models as JSON, for programs that aren't written in Python: written, read, and described by a JSON Schema.

All three follow from the annotated fields of the IR's classes; the first section says how each class looks.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from artrules.model.ir import expressions, statements, types
from artrules.model.ir.builtins import Builtin
from artrules.model.ir.declarations import Declaration
from artrules.model.ir.expressions import Expression
from artrules.model.ir.model import Model
from artrules.model.ir.node import Node, field_types, summary
from artrules.model.ir.statements import Statement
from artrules.text.diagnostics.diagnostic import Span

# How each class of the IR looks as JSON.
#
# - A node and a type are objects: `is` names the class, the other keys are its fields.
# - A declaration is an object of its fields where a model's tables hold it first, and everywhere else a reference: an
#   object whose `ref` is the JSON pointer to that first place, such as `/variables/coins`.
# - A span is a list: file, line, column, end line, end column.
# - A sequence, a tuple or a frozenset is a list, the last one sorted. A mapping by text is an object; one by
#   declaration
#   is an object by pointers; any other is a list of pairs.
# - A builtin is its name.
# - Functions are left out: places inside texts for people, and the texts of files.

FORMAT = 1
"""Counted up with every change of the IR after which an older reader would misread it."""
TAG = "is"
REFERENCE = "ref"
NODES: tuple[type[Node], ...] = (
    *get_args(expressions.Expression),
    *get_args(statements.Statement),
    expressions.Binder,
    statements.Branch,
    statements.Label,
)
TYPES: tuple[type[types.Type], ...] = get_args(types.AnyType)
TAGGED: dict[str, type] = {kind.__name__: kind for kind in (*NODES, *TYPES)}
"""The classes whose objects say what they are, by name."""


def is_tagged(kind: object) -> bool:
    """Whether an annotated type is a class of nodes or types, or the base of some."""
    return isinstance(kind, type) and issubclass(kind, Node | types.Type)


def is_declaration(kind: object) -> bool:
    """Whether an annotated type is a class of declarations."""
    return isinstance(kind, type) and issubclass(kind, Declaration)


def is_function(hint: object) -> bool:
    """Whether an annotated type is that of functions, which JSON leaves out."""
    return Callable in (hint, get_origin(hint))


def key_kind(hint: Any) -> str:
    """What the keys of a mapping are: `text`, `declaration`, or `other`."""
    key = get_args(hint)[0]
    if key is str:
        return "text"
    return "declaration" if all(map(is_declaration, get_args(key) or (key,))) else "other"


# Writes a model as JSON, for programs that aren't written in Python.
#
# What is written follows from the annotated fields of the classes, so that a new class or field needs no code here.


def to_json(model: Model) -> str:
    """The model as JSON text, described by `schemas/ir.schema.json`. The same model always gives the same text."""
    return json.dumps(to_data(model), ensure_ascii=False, separators=(",", ":"))


def to_data(model: Model) -> dict[str, Any]:
    """The model as mappings, lists, texts, whole numbers, truth values and None."""
    return {"format": FORMAT, **_Writer().fields(model, "")}


def data_of(thing: Any) -> dict[str, Any]:
    """Another object in the form in which the parts of a model are written."""
    return _Writer().fields(thing, "")


class _Writer:
    def __init__(self) -> None:
        self.places: dict[int, str] = {}
        """The JSON pointer of each declaration that has been written, by its identity."""

    def fields(self, thing: Any, place: str) -> dict[str, Any]:
        """The fields of an object that JSON holds, by name. `place` is the pointer of the object."""
        data_fields = [(name, hint) for name, hint in field_types(type(thing)) if not is_function(hint)]
        return {name: self.value(getattr(thing, name), hint, f"{place}/{name}") for name, hint in data_fields}

    def value(self, value: Any, hint: Any, place: str) -> Any:
        """A value of an annotated type."""
        match value:
            case None | bool() | int() | str():
                return value
            case Span(file, line, column, end_line, end_column):
                return [file, line, column, end_line, end_column]
            case Builtin(name=name):
                return name
            case Declaration():
                return self._declaration(value, place)
            case dict() if hint is Any:
                return value
            case Mapping():
                return self._mapping(value, hint, place)
            case frozenset():
                return sorted(value)
            case tuple() | list():
                hints = item_hints(hint, len(value))
                return [
                    self.value(item, each, f"{place}/{i}")
                    for i, (item, each) in enumerate(zip(value, hints, strict=True))
                ]
        if not is_dataclass(value):
            raise TypeError(f"{place}: a {type(value).__name__} can't be written as JSON")
        tag = {TAG: type(value).__name__} if type(value).__name__ in TAGGED else {}
        return {**tag, **self.fields(value, place)}

    def _declaration(self, declaration: Declaration, place: str) -> dict[str, Any]:
        if id(declaration) in self.places:
            return {REFERENCE: self.places[id(declaration)]}
        self.places[id(declaration)] = place
        return self.fields(declaration, place)

    def _mapping(self, mapping: Mapping[Any, Any], hint: Any, place: str) -> Any:
        _, item = get_args(hint)
        match key_kind(hint):
            case "text":
                return {key: self.value(value, item, f"{place}/{escape(key)}") for key, value in mapping.items()}
            case "declaration":
                return {self.places[id(key)]: self.value(value, item, f"{place}/?") for key, value in mapping.items()}
        return [[key, self.value(value, item, f"{place}/{i}/1")] for i, (key, value) in enumerate(mapping.items())]


def item_hints(hint: Any, count: int) -> list[Any]:
    """The annotated type of each of so many items of a sequence or tuple."""
    arguments = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return item_hints(next((each for each in arguments if get_origin(each) is not None), Any), count)
    if get_origin(hint) is tuple and not (len(arguments) == 2 and arguments[1] is ...):
        return list(arguments)
    return [arguments[0] if arguments else Any] * count


def escape(key: str) -> str:
    """A key as a step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


# JSON Schemas derived from the annotated fields of classes: of the IR, and of every other document that is declared so.
#
# `python -m artrules.author.derive` writes them to `schemas/`.

PRIMITIVES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
UNIONS: dict[str, tuple[type, ...]] = {
    "Expression": get_args(Expression),
    "Statement": get_args(Statement),
    "Type": TYPES,
}
"""The unions of tagged classes that fields are annotated with."""
Schema = dict[str, Any]


def json_schema() -> Schema:
    """The schema of models."""
    about = "A ruleset as the engine sees it, for one combination of overlays: see docs/inside/machine.md."
    return document_schema("ir.schema.json", "IR of a ruleset", about, Model, {"format": FORMAT})


def document_schema(
    file: str,
    title: str,
    description: str,
    root: Any,
    constants: Mapping[str, Any] | None = None,
    written: Callable[[str], str] = str,
) -> Schema:
    """The schema of documents of a sort, in its file, with a definition for each class.

    They are objects with the fields of a class `root` and with keys whose values are constant; or, without these,
    values of an annotated type. `written` says how the name of a field is written there.
    """
    builder = SchemaBuilder(written)
    schema = builder.schema(root) if constants is None else builder.properties(root)
    if constants is not None:
        fixed = {key: {"const": value} for key, value in constants.items()}
        schema["properties"] = {**fixed, **schema["properties"], **fixed}
        schema["required"] = [*fixed, *(key for key in schema["required"] if key not in fixed)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://artrules.invalid/schemas/1/{file}",
        "title": title,
        "description": description,
        **schema,
        "$defs": dict(sorted(builder.definitions.items())),
    }


_NAMED: dict[str, Schema] = {
    "Span": {
        "description": "A stretch of a file: its name, then line, column, end line and end column from 1.",
        "type": "array",
        "prefixItems": [{"type": "string"}, *[{"type": "integer"}] * 4],
        "minItems": 5,
        "maxItems": 5,
    },
    "Reference": {
        "description": "A declaration: the JSON pointer to where it is written.",
        "type": "object",
        "properties": {REFERENCE: {"type": "string", "pattern": "^/"}},
        "required": [REFERENCE],
        "additionalProperties": False,
    },
    "Value": {"description": "Plain data, of the type that the place around it has."},
}
"""Definitions of what no class describes."""


def _fields_of(kind: Any) -> Iterator[tuple[str, Any, bool]]:
    """The keys of objects of a class, each with its annotated type, and whether it must be there."""
    if is_typeddict(kind):
        for name, hint in get_type_hints(kind, include_extras=True).items():
            may_lack = get_origin(hint) is NotRequired
            yield name, get_args(hint)[0] if may_lack else hint, not may_lack
        return
    for name, hint in field_types(kind):
        if not is_function(hint):
            yield name, hint, True


class SchemaBuilder:
    """Makes schemas of annotated classes, and collects the definitions to which they refer."""

    def __init__(self, written: Callable[[str], str]) -> None:
        self.definitions: dict[str, Schema] = {}
        self._written = written

    def properties(self, kind: Any) -> Schema:
        """The schema of an object with the fields of a class."""
        keys = [(self._written(name), hint, needed) for name, hint, needed in _fields_of(kind)]
        tag = {TAG: {"const": kind.__name__}} if kind in TAGGED.values() else {}
        return {
            "type": "object",
            "properties": {**tag, **{name: self.schema(hint) for name, hint, _ in keys}},
            "required": [*tag, *(name for name, _, needed in keys if needed)],
            "additionalProperties": False,
        }

    def _named(self, name: str) -> Schema:
        self.definitions[name] = _NAMED[name]
        return {"$ref": f"#/$defs/{name}"}

    def define(self, kind: type) -> Schema:
        """A reference to the definition of a class, which is added when it is first asked for."""
        name = kind.__name__.removeprefix("_")
        if name not in self.definitions:
            self.definitions[name] = {}  # it may contain itself
            meaning = summary(kind)
            described = {"description": meaning} if meaning and not meaning.startswith(f"{name}(") else {}
            self.definitions[name] = {**described, **self.properties(kind)}
        return {"$ref": f"#/$defs/{name}"}

    def schema(self, hint: Any) -> Schema:
        """The schema of values of an annotated type."""
        origin, arguments = get_origin(hint), get_args(hint)
        if hint is Any:
            return self._named("Value")
        if origin is Annotated:
            return {**self.schema(arguments[0]), **arguments[1]}
        if origin in (Union, UnionType):
            return self._union(arguments)
        if origin is Literal:
            return {"enum": list(arguments)}
        if hint in PRIMITIVES:
            return {"type": PRIMITIVES[hint]}
        if hint is Span:
            return self._named("Span")
        if hint is Builtin:
            return {"type": "string"}
        if origin is frozenset:
            return {"type": "array", "items": self.schema(arguments[0]), "uniqueItems": True}
        if origin is tuple and not (len(arguments) == 2 and arguments[1] is ...):
            return self._parts(arguments)
        if origin in (tuple, list, Sequence):
            return {"type": "array", "items": self.schema(arguments[0])}
        if origin in (Mapping, dict):
            return self._mapping(hint)
        if is_tagged(hint):
            return self._tagged([hint])
        if is_declaration(hint):
            return self._one_of({REFERENCE: self._named("Reference")}, self.define(hint))
        assert isinstance(hint, type)
        return self.define(hint)

    def _parts(self, hints: Sequence[Any]) -> Schema:
        """A list of exactly so many items, each of a type of its own."""
        parts = [self.schema(each) for each in hints]
        return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}

    def _mapping(self, hint: Any) -> Schema:
        key, value = get_args(hint)
        if key_kind(hint) == "other":
            return {"type": "array", "items": self._parts([key, value])}
        keys = {"propertyNames": {"pattern": "^/"}} if key_kind(hint) == "declaration" else {}
        return {"type": "object", "additionalProperties": self.schema(value), **keys}

    def _union(self, arguments: Sequence[Any]) -> Schema:
        """Plain values are told by their JSON type, all others by what they say they are."""
        if words := [word for each in arguments if get_origin(each) is Literal for word in get_args(each)]:
            return {"enum": [*words, None] if NoneType in arguments else words}
        plain = sorted(PRIMITIVES[each] for each in arguments if each in PRIMITIVES)
        tagged = [each for each in arguments if is_tagged(each)]
        others = [each for each in arguments if each not in PRIMITIVES and not is_tagged(each)]
        objects = [self._tagged(tagged)] if tagged else []
        objects += [self.schema(each) for each in others]
        if not objects:
            return {"type": plain}
        if len(objects) > 1:
            return {"anyOf": [*([{"type": plain}] if plain else []), *objects]}
        return {"if": {"type": plain}, "else": objects[0]} if plain else objects[0]

    def _tagged(self, kinds: Sequence[type]) -> Schema:
        """An object of one of some classes, or of classes derived from them. Only the one that it says is looked at."""
        every = [each for each in (*NODES, *TYPES) if issubclass(each, tuple(kinds))]
        if len(every) == 1:
            return self.define(every[0])
        name = next(name for name, union in UNIONS.items() if set(every) == set(union))
        if name not in self.definitions:
            self.definitions[name] = {}
            cases = [
                {"if": {"properties": {TAG: {"const": each.__name__}}}, "then": self.define(each)} for each in every
            ]
            names = [each.__name__ for each in every]
            tag = {"type": "object", "properties": {TAG: {"enum": names}}, "required": [TAG]}
            self.definitions[name] = {**tag, "allOf": cases}
        return {"$ref": f"#/$defs/{name}"}

    @staticmethod
    def _one_of(marked: dict[str, Schema], otherwise: Schema) -> Schema:
        ((key, schema),) = marked.items()
        return {"if": {"required": [key]}, "then": schema, "else": otherwise}
