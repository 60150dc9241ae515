"""The rules that follow from the node classes themselves: what each field holds is of the field's annotated type.

They are read from the annotations of the dataclasses, so that a new class or field needs no code here. mypy proves the
same where code is typed; this finds what came through an `Any` or a cast, such as a list where a tuple belongs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from artrules.model.ir.node import Node, field_types, walk


def misfits(code: Node | Iterable[Node]) -> Iterator[tuple[Node, str]]:
    """Each node of a tree, or of several, one of whose fields holds something of another type, with a message."""
    for node in walk(code):
        for name, hint in field_types(type(node)):
            value = getattr(node, name)
            if not is_of(value, hint):
                found = repr(value) if isinstance(value, str) else type(value).__name__
                yield node, f"`{name}` of {type(node).__name__} holds {found}"


def is_of(value: object, hint: Any) -> bool:
    """Whether a value is of an annotated type. Of generic types, tuples and frozensets are looked into."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if hint is None:
        return value is None
    if origin in (Union, UnionType):
        return any(is_of(value, each) for each in arguments)
    if origin in (tuple, Sequence):
        if not isinstance(value, tuple):
            return False
        if origin is Sequence or (len(arguments) == 2 and arguments[1] is ...):
            return all(is_of(item, arguments[0]) for item in value)
        return len(value) == len(arguments) and all(map(is_of, value, arguments))
    if origin is frozenset:
        return isinstance(value, frozenset) and all(is_of(item, arguments[0]) for item in value)
    if origin is Literal:
        return value in arguments
    if origin is not None:
        return isinstance(value, origin)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint)
