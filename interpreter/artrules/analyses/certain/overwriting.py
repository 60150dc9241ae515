"""Finds assignments whose value is replaced before anything can read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from artrules.facts.changes import assigned
from artrules.facts.same_value import key_of
from artrules.facts.state_reads import EVERYTHING, StateReads, Tokens
from artrules.ir.nodes import (
    As,
    Ask,
    Body,
    Choose,
    ForEach,
    Give,
    If,
    Local,
    Move,
    Node,
    Repeat,
    Say,
    Set,
    Show,
    Shuffle,
    Statement,
    Watch,
    children,
    walk,
)

_GOES_STRAIGHT_ON = (Set, Move, Say, Show, Shuffle)
"""The statements that nothing waits in, and that run no code elsewhere."""


def overwritten(body: Body, reads: StateReads) -> Iterator[tuple[Set, Set]]:
    """The assignments of a body that another one makes idle, each with that other one."""
    for number, statement in enumerate(body):
        if isinstance(statement, Set) and not _is_first_result(statement, body):
            replaced = _replaced(statement, body[number + 1 :], reads)
            if replaced is not None:
                yield statement, replaced


def suites(nodes: Iterable[Node]) -> Iterator[Body]:
    """All suites among some nodes and inside them: statements that run one after another."""
    waiting: list[Sequence[Node]] = [list(nodes)]
    while waiting:
        group = waiting.pop()
        suite = tuple(node for node in group if isinstance(node, Statement))
        if len(suite) > 1:
            yield suite
        for node in group:
            match node:
                case If(then=then, otherwise=otherwise):
                    waiting += (then, otherwise)
                case Choose(branches=branches):
                    waiting += [branch.body for branch in branches]
                case ForEach(body=body) | Repeat(body=body) | As(body=body) | Ask(body=body) | Watch(body=body):
                    waiting.append(body)


def _replaced(first: Set, rest: Body, reads: StateReads) -> Set | None:
    place, tokens = key_of(first.place), assigned(first.place)
    for statement in rest:
        if not isinstance(statement, _GOES_STRAIGHT_ON):
            return None
        if _reads(statement, first, tokens, reads):
            return None
        if isinstance(statement, Set):
            if key_of(statement.place) == place:
                return statement
            if _changes_owner(statement, first, reads):
                return None
    return None


def _reads(statement: Statement, first: Set, tokens: Tokens, reads: StateReads) -> bool:
    """Whether a statement may read what an assignment has given."""
    parts = children(statement)
    if isinstance(statement, Set):
        parts = [statement.value, *children(statement.place)]
    name = first.place.name if isinstance(first.place, Local) else None
    for node in walk(parts):
        if isinstance(node, Local) and node.name == name:
            return True
        read = reads.of_itself(node)
        if EVERYTHING in read or read & tokens:
            return True
    return False


def _changes_owner(statement: Set, first: Set, reads: StateReads) -> bool:
    """Whether an assignment changes whose place it is that was assigned first."""
    inside = list(walk(children(first.place)))
    if isinstance(statement.place, Local):
        return any(isinstance(node, Local) and node.name == statement.place.name for node in inside)
    changed = assigned(statement.place)
    return any(reads.of_itself(node) & changed for node in inside)


def _is_first_result(statement: Set, body: Body) -> bool:
    """Whether this gives the result of a procedure its first value, which no author wrote."""
    match statement.place, body[-1]:
        case Local(name=name), Give(value=Local(name=given)):
            return statement.binds and name == given
    return False
