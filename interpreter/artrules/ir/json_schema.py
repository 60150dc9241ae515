"""The JSON Schema of models as JSON, derived from the annotated fields of the IR's classes.

`python -m artrules.derive` writes it to `schemas/ir.schema.json`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from artrules.diagnostics.span import Span
from artrules.ir.builtins import Builtin
from artrules.ir.expressions import Expression
from artrules.ir.field_types import field_types
from artrules.ir.json_form import (
    FORMAT,
    NODES,
    REFERENCE,
    TAG,
    TAGGED,
    TYPES,
    is_declaration,
    is_function,
    is_tagged,
    key_kind,
)
from artrules.ir.model import Model
from artrules.ir.statements import Statement

PRIMITIVES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
UNIONS: dict[str, tuple[type, ...]] = {
    "Expression": get_args(Expression),
    "Statement": get_args(Statement),
    "Type": TYPES,
}
"""The unions of tagged classes that fields are annotated with."""
Schema = dict[str, Any]


def json_schema() -> Schema:
    """The schema, with a definition for each class."""
    builder = SchemaBuilder()
    model = builder.properties(Model)
    model["properties"] = {"format": {"const": FORMAT}, **model["properties"]}
    model["required"] = ["format", *model["required"]]
    return {
        **head_of("ir.schema.json"),
        "title": "IR of a ruleset",
        "description": "A ruleset as the engine understands it, for one combination of overlays: see docs/ir.md.",
        **model,
        "$defs": dict(sorted(builder.definitions.items())),
    }


def head_of(file: str) -> Schema:
    """What every derived schema of a document begins with."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://artrules.invalid/schemas/1/{file}",
    }


class SchemaBuilder:
    """Makes schemas of annotated classes, and collects the definitions to which they refer."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {
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

    def properties(self, kind: type) -> Schema:
        """The schema of an object with the fields of a class."""
        hints = {name: hint for name, hint in field_types(kind) if not is_function(hint)}
        tag = {TAG: {"const": kind.__name__}} if kind.__name__ in TAGGED else {}
        return {
            "type": "object",
            "properties": {**tag, **{name: self.schema(hint) for name, hint in hints.items()}},
            "required": [*tag, *hints],
            "additionalProperties": False,
        }

    def define(self, kind: type) -> Schema:
        """A reference to the definition of a class, which is added when it is first asked for."""
        name = kind.__name__
        if name not in self.definitions:
            self.definitions[name] = {}  # it may contain itself
            summary = (kind.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
            described = {"description": " ".join(summary.split())} if not summary.startswith(f"{name}(") else {}
            self.definitions[name] = {**described, **self.properties(kind)}
        return {"$ref": f"#/$defs/{name}"}

    def schema(self, hint: Any) -> Schema:
        """The schema of values of an annotated type."""
        origin, arguments = get_origin(hint), get_args(hint)
        if hint is Any:
            return {"$ref": "#/$defs/Value"}
        if origin in (Union, UnionType):
            return self._union(arguments)
        if origin is Literal:
            return {"enum": list(arguments)}
        if hint in PRIMITIVES:
            return {"type": PRIMITIVES[hint]}
        if hint is Span:
            return {"$ref": "#/$defs/Span"}
        if hint is Builtin:
            return {"type": "string"}
        if origin is frozenset:
            return {"type": "array", "items": self.schema(arguments[0]), "uniqueItems": True}
        if origin is tuple and not (len(arguments) == 2 and arguments[1] is ...):
            return self._parts(arguments)
        if origin in (tuple, list, Sequence):
            return {"type": "array", "items": self.schema(arguments[0])}
        if origin is Mapping:
            return self._mapping(hint)
        if is_tagged(hint):
            return self._tagged([hint])
        if is_declaration(hint):
            return self._one_of({REFERENCE: {"$ref": "#/$defs/Reference"}}, self.define(hint))
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
        assert len(objects) <= 1, f"{arguments} can't be told apart"
        if not objects:
            return {"type": plain}
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
