"""A value: what may stand under a key, with its shape for the schemas and the way in which it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeAlias, TypeVar, overload

from artrules.text.source.node import Node, Scalar, flag, items, number, scalar, word

T = TypeVar("T")
W = TypeVar("W", bound=str)

Shape: TypeAlias = Mapping[str, object]
"""JSON Schema as data, without title and description. A value or the class of a section stands for its own schema."""

DEFINITIONS: Final = "definitions.schema.json"
"""The file of schemas that holds what all kinds of file share."""


@dataclass(frozen=True, eq=False)
class Value(Generic[T]):
    """What may stand under a key. `read` makes a T of a node, and of no node or one of the wrong shape too: the schemas
    have judged the shape, so that reading need not complain."""

    shape: Shape
    read: Callable[[Node | None], T]
    title: str = ""
    description: str = ""
    definition: str = ""
    """Its name under `$defs`. Without one its schema is written wherever it is used."""
    file: str = DEFINITIONS
    """The file of schemas in which its definition stands."""

    def named(self, definition: str, title: str, description: str, file: str = DEFINITIONS) -> Value[T]:
        """The same value, defined once under this name and referred to."""
        return replace(self, definition=definition, title=title, description=description, file=file)


def optional(value: Value[T]) -> Value[T | None]:
    """The same value, read as None where the key is absent, so that nothing can be told from something empty."""
    return Value(value.shape, lambda node: value.read(node) if node is not None else None)


def text(shape: Shape, read: Callable[[Node | None], Scalar | None] = scalar) -> Value[Scalar | None]:
    """A single text or number, kept with its place."""
    return Value(shape, read)


@overload
def choice(*words: W) -> Value[W | None]: ...
@overload
def choice(*words: W, otherwise: W) -> Value[W]: ...
def choice(*words: W, otherwise: W | None = None) -> Value[W | None] | Value[W]:
    """One of a few words. `otherwise` is read where the key is absent, and for anything that is none of the words."""
    shape: dict[str, object] = {"enum": list(words)}
    known: dict[str, W] = {each: each for each in words}
    if otherwise is None:
        return Value(shape, lambda node: known.get(word(node)))
    return Value({**shape, "default": otherwise}, lambda node: known.get(word(node), otherwise))


def integer(*, minimum: int | None = None) -> Value[Scalar | None]:
    """A whole number, kept with its place; None for anything else."""
    shape: dict[str, object] = {"type": "integer"}
    if minimum is not None:
        shape["minimum"] = minimum
    return Value(shape, _integer)


def _integer(node: Node | None) -> Scalar | None:
    return scalar(node) if number(node) is not None else None


def truth(*, otherwise: bool) -> Value[bool]:
    """`yes` or `no`; `otherwise` is what holds where the key is absent."""
    return Value({"type": "boolean", "default": otherwise}, lambda node: flag(node, otherwise))


def anything(shape: Shape) -> Value[Node | None]:
    """A node that its user reads, because its meaning depends on more than its shape."""
    return Value(shape, _unread)


def _unread(node: Node | None) -> Node | None:
    return node


def list_of_texts(shape: Shape) -> Value[tuple[Scalar, ...]]:
    """The texts of a list; a text alone counts as a list of one."""
    return Value(shape, lambda node: _scalars(items(node)))


def _scalars(nodes: Iterable[Node]) -> tuple[Scalar, ...]:
    return tuple(node for node in nodes if isinstance(node, Scalar))


def list_of_nodes(shape: Shape) -> Value[tuple[Node, ...]]:
    """The items of a list, which their user reads."""
    return Value(shape, lambda node: tuple(items(node)))
