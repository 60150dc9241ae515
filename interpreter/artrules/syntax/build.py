"""Lark's tree to the syntax tree. The rest of the engine sees no trees or tokens of lark.

How a rule becomes a node is derived from the node's dataclass: its fields take the rule's children in order, and its
one field of a tuple type takes as many as there are. Only rules for which this doesn't hold are listed here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from artrules.syntax.ast import expressions, statements, types
from artrules.syntax.ast.node import Identifier, Node, Text, field_names

if TYPE_CHECKING:
    from lark import Token, Tree

MODULES = {"code": (expressions, statements), "types": (types,), "tables": (types,)}
"""The modules that define the nodes of each grammar."""
SPECIAL: dict[str, Callable[[list[Any]], Any]] = {
    "expression": lambda children: children[0],
    "hole": lambda children: children[0],
    "type": lambda children: children[0],
    "binders": tuple,
    "quantifier": lambda children: children[0],
    "fold": lambda children: children[0],
    "way": lambda children: children[0],
    "end": lambda children: children[0],
    "everyone": lambda children: None,
    "side": lambda children: children[0],
    "how": lambda children: children[0],
    "else_": lambda children: children[0],
    "signed": "".join,
    "name": lambda children: expressions.Name(children[0].start, children[0].end, children[0].text),
}
"""Rules that only group others, with what stands for them in the tree; and `name`, whose child is but its text."""


def build(grammar: str, tree: Tree[Token]) -> Node:
    """The syntax tree of a tree that the parser of a grammar (`code`, `types` or `tables`) has made.

    It goes from the leaves up, without recursion: suites may be nested deeper than Python's stack allows.
    """
    from lark import Tree

    forms = forms_of(grammar)
    made: dict[int, Any] = {}
    for part in tree.iter_subtrees():
        found = [made[id(c)] if isinstance(c, Tree) else _token(c) for c in part.children]
        special = SPECIAL.get(part.data)
        if special is not None:
            made[id(part)] = special(found)
        else:
            made[id(part)] = forms[part.data].make(part.meta.start_pos, part.meta.end_pos, found)
    node: Node = made[id(tree)]
    return node


def plain_token(token: str, text: str, start: int, end: int) -> Node | str:
    """What stands for a token with a name and a text. Numbers and words of the language are plain text."""
    match token:
        case "NAME" | "GAME":
            return Identifier(start, end, text)
        case "MEMBER":
            return Identifier(start, end, text[1:].strip())
        case "STRING" | "WORDS":
            return Text(start, end, text[1:-1])
    return text


def _token(token: Token | None) -> Node | str | None:
    """What stands for a token of lark's. None is a part that isn't there."""
    if token is None:
        return None
    return plain_token(token.type, str(token), token.start_pos or 0, token.end_pos or 0)


@dataclass(frozen=True, slots=True)
class _Form:
    """How the children of one rule become the fields of a class."""

    make_node: Callable[..., Node]
    operator: tuple[str | bool, ...]
    """The value of the first field, where the rule gives it and not a child."""
    tuple_at: int | None
    """Which of the children's fields is a tuple, and how many fields come after it."""
    after: int

    def make(self, start: int, end: int, children: list[Any]) -> Node:
        if self.tuple_at is not None:
            children = list(_spliced(children))
            last = len(children) - self.after
            several = tuple(c for c in children[self.tuple_at : last] if c is not None)
            children[self.tuple_at : last] = [several]
        return self.make_node(start, end, *self.operator, *children)


def _spliced(children: list[Any]) -> Iterator[Any]:
    """Children, with binders one by one."""
    for child in children:
        if isinstance(child, tuple):
            yield from child
        else:
            yield child


@cache
def forms_of(grammar: str) -> dict[str, _Form]:
    """The forms of a grammar by its rules' names."""
    return {rule: form for module in MODULES[grammar] for kind in node_classes(module) for rule, form in _of(kind)}


def node_classes(module: ModuleType) -> list[type[Node]]:
    """The node classes that a module defines."""
    found = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Node)]
    return [kind for kind in found if kind.__module__ == module.__name__]


def _of(kind: type[Node]) -> Iterator[tuple[str, _Form]]:
    """The rules for which a class stands, each with the way from its children to the class."""
    annotations = {field.name: str(field.type) for field in fields(kind)}
    own = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    for rule, operator in (kind.RULES or {own: None, f"{own}_": None}).items():
        given = () if operator is None else (operator,)
        names = field_names(kind)[len(given) :]
        tuples = [at for at, name in enumerate(names) if annotations[name].startswith("tuple[")]
        tuple_at = tuples[0] if tuples else None
        yield rule, _Form(kind, given, tuple_at, len(names) - 1 - tuple_at if tuple_at is not None else 0)
