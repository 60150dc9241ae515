"""Options that depend on cards nobody may see.

What a player is offered tells that player what it depends on. So the domains, conditions and labels of options, and
what a `require` tests, may ask how many cards lie in a zone that nobody sees, but not which. Such zones are found where
they are named there, or in a function called there; a zone that only its owner sees depends on whose it is, and is not
judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.checks.calls import every_body
from artrules.diagnostics.kinds.checks import HIDDEN_READ
from artrules.diagnostics.report import Report
from artrules.kernel.declarations import Function, ZoneDeclaration
from artrules.kernel.nodes import (
    BuiltinCall,
    Call,
    Choose,
    Expression,
    Node,
    Require,
    ZoneOf,
    children,
)
from artrules.resolve.model import Model


def check(model: Model, report: Report) -> None:
    asking = _Asking()
    for code in every_body(model):
        if code.when == "setup":
            continue  # nobody has seen anything yet, and nobody plays
        for node in code.every_node:
            for tested in _tells(node):
                zone = asking.first(tested)
                if zone is not None:
                    report.add(
                        HIDDEN_READ,
                        f"what is offered here tells what lies in `{zone.name}`",
                        tested.at,
                        expected=f"at most `size({zone.name})`: nobody sees these cards",
                        related=[("the zone that nobody sees", zone.at)],
                    )


def _tells(node: Node) -> Iterator[Node]:
    """What a player learns from being offered something or not."""
    if isinstance(node, Require):
        yield node.condition
    if isinstance(node, Choose):
        for branch in node.branches:
            yield from branch.binders
            yield branch.label
            if branch.guard is not None:
                yield branch.guard


class _Asking:
    """Which zone that nobody sees is asked for its cards, in a node or in the functions that it calls. Each function is
    looked at once."""

    def __init__(self) -> None:
        self._known: dict[Function, ZoneDeclaration | None] = {}

    def first(self, node: Node) -> ZoneDeclaration | None:
        """The first of them."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            if isinstance(node, BuiltinCall) and node.builtin.name == "size":
                continue
            found = None
            if isinstance(node, ZoneOf) and node.declaration.seen_by == "nobody":
                found = node.declaration
            elif isinstance(node, Call) and isinstance(node.function.value, Expression):
                found = self._function(node.function, node.function.value)
            if found is not None:
                return found
            waiting += reversed(children(node))
        return None

    def _function(self, function: Function, value: Expression) -> ZoneDeclaration | None:
        if function not in self._known:
            self._known[function] = None  # for circles, which are found elsewhere
            self._known[function] = self.first(value)
        return self._known[function]
