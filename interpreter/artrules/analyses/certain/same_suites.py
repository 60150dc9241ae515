"""Tells whether two suites say the same, whatever names they bind."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from artrules.facts.same_value import key_of
from artrules.ir.nodes import As, Ask, Body, Draw, ForEach, Local, Roll, Set, Watch, walk


def same_suites(one: Body, other: Body) -> bool:
    """Whether two suites do the same, statement by statement."""
    return len(one) == len(other) and _key(one) == _key(other)


def _key(body: Body) -> Hashable:
    bound = {name: number for number, name in enumerate(dict.fromkeys(_names_bound(body)))}
    return tuple([key_of(statement, bound) for statement in body])


def _names_bound(body: Body) -> Iterator[str]:
    """The names that statements bind, in their order. Those of folds and options are bound where they stand."""
    for node in walk(body):
        match node:
            case Set(place=Local(name=name), binds=True):
                yield name
            case ForEach(binder=binder) | Roll(binder=binder):
                yield binder.local.name
            case As(local=local) | Draw(local=local):
                yield local.name
            case Watch(happening=happening):
                yield happening.name
            case Ask(said=Local(name=name)):
                yield name
