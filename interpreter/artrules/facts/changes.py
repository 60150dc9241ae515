"""Finds what a statement may change, from the traits of operations: parts of the state, and names."""

from __future__ import annotations

from collections.abc import Iterable

from artrules.facts.knowledge import Changes
from artrules.facts.state_reads import EVERYTHING, Tokens
from artrules.ir.nodes import (
    As,
    Ask,
    AttributeOf,
    Binder,
    Choose,
    Draw,
    Expression,
    FaceOf,
    FieldOf,
    ForEach,
    If,
    Leave,
    Local,
    Node,
    Repeat,
    Roll,
    Set,
    SharedAttribute,
    Statement,
    VariableOf,
    Watch,
    children,
)
from artrules.ir.traits import Runs, StatePart, state, traits_of

ASKING = Changes(state(StatePart.LIMITS), waits=True)
"""What a decision changes before its branches go on."""
_OF_NO_RULE = state(StatePart.LOG, StatePart.CHANCE, StatePart.FLOW)
_RUNS_CODE = (Runs.PROCEDURE, Runs.POWER, Runs.WATCHES)


class ChangeAnalysis:
    """Answers for statements with their suites. Each statement is looked at once."""

    def __init__(self) -> None:
        self._known: dict[Node, Changes] = {}

    def of(self, nodes: Iterable[Node]) -> Changes:
        """What some statements may change, with their suites. The suites of watches run later, and don't count."""
        found = Changes()
        for node in nodes:
            found = found.and_also(self._of(node))
        return found

    def _of(self, node: Node) -> Changes:
        if node not in self._known:
            found = own_changes(node)
            if not isinstance(node, Watch):
                found = found.and_also(self.of(children(node)))
            self._known[node] = found
        return self._known[node]


def own_changes(node: Node) -> Changes:
    """What a node itself changes, without those inside it."""
    match node:
        case Set(place=Local(name=name)):
            return Changes(names=frozenset({name}))
        case Set(place=place):
            return Changes(assigned(place))
        case Binder(local=local) | As(local=local) | Draw(local=local):
            return Changes(traits_of(node).writes - _OF_NO_RULE, frozenset({local.name}))
        case Roll(binder=binder):
            return Changes(names=frozenset({binder.local.name}))
        case Ask(said=said):
            return Changes(frozenset({EVERYTHING}), frozenset({said.name} if said is not None else ()), waits=True)
        case Choose():
            return ASKING
    if not isinstance(node, Statement):
        return Changes()
    traits = traits_of(node)
    if traits.runs in _RUNS_CODE:
        return Changes(frozenset({EVERYTHING}), waits=True)
    return Changes(traits.writes - _OF_NO_RULE)


def assigned(place: Expression) -> Tokens:
    """The part of the state that an assignment to a place changes."""
    match place:
        case VariableOf(declaration=variable):
            return frozenset({("variable", variable.key)})
        case AttributeOf(declaration=attribute):
            return frozenset({("attribute", attribute.kind, attribute.name)})
        case SharedAttribute(declarations=attributes):
            return frozenset(("attribute", each.kind, each.name) for each in attributes)
        case FaceOf():
            return state(StatePart.FACES)
        case FieldOf():
            return state(StatePart.RECORDS)
    return frozenset()


def leaves(statement: Statement) -> bool:
    """Whether a statement leaves the loop around it."""
    match statement:
        case Leave():
            return True
        case ForEach() | Repeat() | Watch() | Ask():
            return False
        case If(then=then, otherwise=otherwise):
            return any(leaves(s) for s in (*then, *otherwise))
        case Choose(branches=branches):
            return any(leaves(s) for branch in branches for s in branch.body)
        case As(body=body):
            return any(leaves(s) for s in body)
    return False
