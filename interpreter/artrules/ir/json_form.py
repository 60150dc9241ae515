"""How each class of the IR looks as JSON: what `to_json.py`, `from_json.py` and `json_schema.py` share.

- A node and a type are objects: `is` names the class, the other keys are its fields.
- A declaration is an object of its fields where a model's tables hold it first, and everywhere else a reference: an
  object whose `ref` is the JSON pointer to that first place, such as `/variables/coins`.
- A span is a list: file, line, column, end line, end column.
- A sequence, a tuple or a frozenset is a list, the last one sorted. A mapping by text is an object; one by declaration
  is an object by pointers; any other is a list of pairs.
- A builtin is its name.
- Functions are left out: places inside texts for people, and the texts of files.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_origin

from artrules.ir import expressions, statements, types
from artrules.ir.declarations import Declaration
from artrules.ir.node import Node

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
