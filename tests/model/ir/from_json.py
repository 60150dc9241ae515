"""Reads a model that `ir/json_form.py` has written.

What is read is as good as what was written, but for the functions that JSON leaves out: places within texts for people
all lead to the whole text, and no text of a file is known.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from jsonschema_rs import Draft202012Validator

from artrules.model.ir.builtins import BUILTINS, OF_PAYMENTS, Builtin
from artrules.model.ir.declarations import PluginFunction, Text
from artrules.model.ir.json_form import (
    REFERENCE,
    TAG,
    TAGGED,
    escape,
    is_declaration,
    is_function,
    item_hints,
    json_schema,
    key_kind,
)
from artrules.model.ir.model import Model
from artrules.model.ir.node import field_types
from artrules.text.diagnostics.diagnostic import Span


class BadModel(ValueError):
    """A text that is no model. The message says what is wrong, and where by a JSON pointer."""


def from_json(text: str) -> Model:
    """The model in a JSON text. Raises BadModel."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadModel(f"this is no JSON: {problem}") from None
    for error in _validator().iter_errors(data):
        raise BadModel(f"/{'/'.join(map(str, error.instance_path))}: {error.message[:200]}")
    model: Model = _Reader().fields(data, Model, "")
    return model


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json_schema())


class _Reader:
    """Reads data that the schema has let through: only references and names of builtins can still be wrong."""

    def __init__(self) -> None:
        self.declarations: dict[str, Any] = {}
        """What has been read, by JSON pointer."""

    def fields(self, data: Mapping[str, Any], kind: type, place: str) -> Any:
        """An object of a class."""
        values = {}
        for name, hint in field_types(kind):
            if not is_function(hint):
                values[name] = self.value(data[name], hint, f"{place}/{name}")
            elif name not in LEFT_OUT[kind]:
                raise AssertionError(f"{kind.__name__}.{name} has no stand-in")
            else:
                values[name] = LEFT_OUT[kind][name](values)
        return kind(**values)

    def value(self, data: Any, hint: Any, place: str) -> Any:
        """A value of an annotated type."""
        origin, arguments = get_origin(hint), get_args(hint)
        if hint is Any:
            return _frozen(data)
        if isinstance(data, dict) and data.get(TAG) in TAGGED:
            return self.fields(data, TAGGED[data[TAG]], place)
        if origin in (Union, UnionType):
            return self._of_union(data, arguments, place)
        if hint is Span:
            return Span(*data)
        if hint is Builtin:
            return self._known(BUILTINS | OF_PAYMENTS, data, place)
        if origin is frozenset:
            return frozenset(data)
        if origin in (tuple, list, Sequence):
            hints = item_hints(hint, len(data))
            return tuple(
                self.value(item, each, f"{place}/{i}") for i, (item, each) in enumerate(zip(data, hints, strict=True))
            )
        if origin is Mapping:
            return MappingProxyType(self._mapping(data, hint, place))
        if is_declaration(hint):
            if REFERENCE in data:
                return self._known(self.declarations, data[REFERENCE], place)
            found = self.declarations[place] = self.fields(data, hint, place)
            return found
        return self.fields(data, hint, place) if isinstance(data, dict) else data

    def _of_union(self, data: Any, arguments: Sequence[Any], place: str) -> Any:
        """A value of one of some types. Nodes and types have been recognised; of what is left one type is no plain
        one."""
        if data is None or not isinstance(data, dict | list):
            return data
        (hint,) = (each for each in arguments if each not in (NoneType, str, int, bool) and not _tagged(each))
        return self.value(data, hint, place)

    def _mapping(self, data: Any, hint: Any, place: str) -> dict[Any, Any]:
        _, value = get_args(hint)
        if key_kind(hint) == "text":
            return {name: self.value(item, value, f"{place}/{escape(name)}") for name, item in data.items()}
        if key_kind(hint) == "declaration":
            known = self.declarations
            return {self._known(known, at, place): self.value(item, value, f"{place}/?") for at, item in data.items()}
        return {each: self.value(item, value, f"{place}/{i}/1") for i, (each, item) in enumerate(data)}

    @staticmethod
    def _known(table: Mapping[str, Any], name: str, place: str) -> Any:
        if name not in table:
            raise BadModel(f"{place}: there is no `{name}`")
        return table[name]


def _tagged(hint: Any) -> bool:
    return isinstance(hint, type) and hint.__name__ in TAGGED


def _frozen(data: Any) -> Any:
    """Plain data with tuples for lists, as values of the IR are."""
    return tuple(map(_frozen, data)) if isinstance(data, list) else data


def _whole(values: Mapping[str, Any]) -> Callable[[int, int], Span]:
    return lambda start, end: values["at"]


def _not_there(values: Mapping[str, Any]) -> Callable[..., int]:
    def compute(*given: object) -> int:
        raise LookupError(f"the plugin {values['plugin']} isn't there: this was read from JSON")

    return compute


LEFT_OUT: dict[type, dict[str, Callable[[Mapping[str, Any]], Any]]] = {
    Text: {"span_of": _whole},
    PluginFunction: {"compute": _not_there},
    Model: {"source_text": lambda values: lambda file: None},
}
"""For each class with functions among its fields what makes a stand-in, given the fields before it."""
