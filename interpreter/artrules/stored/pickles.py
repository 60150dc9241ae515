"""Pickles of content, and of programs that refer to its model.

Declarations and nodes are told apart by identity, so a program must come back with those of the model that is there. In
its pickle they are numbers: the order in which they came when the content was pickled.
"""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from types import MappingProxyType
from typing import Any

from artrules.ir.declarations import Declaration
from artrules.ir.model import Model
from artrules.ir.node import Node

_SHARED = (Node, Declaration, Model)


def dump_content(content: object) -> tuple[bytes, list[object]]:
    """A pickle, and the parts of it that programs share."""
    writer = _ContentPickler(file := BytesIO(), pickle.HIGHEST_PROTOCOL)
    writer.dump(content)
    shared = list(writer.shared.values())
    writer.dump(shared)  # as references into what was written before
    return file.getvalue(), shared


def load_content(data: bytes) -> tuple[Any, list[object]]:
    """What `dump_content` was given, and the parts that programs share."""
    reader = pickle.Unpickler(BytesIO(data))
    return reader.load(), reader.load()


def dump_program(program: object, shared: Sequence[object]) -> bytes:
    """A pickle that refers to shared parts of content."""
    writer = _ProgramPickler(file := BytesIO(), pickle.HIGHEST_PROTOCOL)
    writer.numbers = {id(part): number for number, part in enumerate(shared)}
    writer.dump(program)
    return file.getvalue()


def load_program(data: bytes, shared: Sequence[object]) -> Any:
    """What `dump_program` was given."""
    reader = _ProgramUnpickler(BytesIO(data))
    reader.shared = shared
    return reader.load()


def _read_only(mapping: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(mapping)


class _Pickler(pickle.Pickler):
    dispatch_table: Mapping[type, Callable[[Any], Any]] = {
        **copyreg.dispatch_table,
        MappingProxyType: lambda mapping: (_read_only, (dict(mapping),)),
    }


class _ContentPickler(_Pickler):
    def __init__(self, file: BytesIO, protocol: int) -> None:
        super().__init__(file, protocol)
        self.shared: dict[int, object] = {}

    def persistent_id(self, obj: object) -> None:
        if isinstance(obj, _SHARED):
            self.shared[id(obj)] = obj


class _ProgramPickler(_Pickler):
    numbers: Mapping[int, int]

    def persistent_id(self, obj: object) -> int | None:
        return self.numbers.get(id(obj)) if isinstance(obj, _SHARED) else None


class _ProgramUnpickler(pickle.Unpickler):
    shared: Sequence[object]

    def persistent_load(self, number: int) -> object:
        return self.shared[number]
