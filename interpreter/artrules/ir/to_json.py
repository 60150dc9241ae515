"""Writes a model as JSON, for programs that aren't written in Python; `json_form.py` says how each class looks.

What is written follows from the annotated fields of the classes, so that a new class or field needs no code here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import is_dataclass
from types import UnionType
from typing import Any, Union, get_args, get_origin

from artrules.diagnostics.span import Span
from artrules.ir.builtins import Builtin
from artrules.ir.declarations import Declaration
from artrules.ir.field_types import field_types
from artrules.ir.json_form import FORMAT, REFERENCE, TAG, TAGGED, is_function, key_kind
from artrules.ir.model import Model


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
        kept = [(name, hint) for name, hint in field_types(type(thing)) if not is_function(hint)]
        return {name: self.value(getattr(thing, name), hint, f"{place}/{name}") for name, hint in kept}

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
