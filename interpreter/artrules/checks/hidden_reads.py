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
    for code in every_body(model):
        if code.when == "setup":
            continue  # nobody has seen anything yet, and nobody plays
        for node in code.every_node:
            for tested in _tells(node):
                for zone in _named(tested, set()):
                    if zone.declaration.seen_by == "nobody":
                        report.add(
                            HIDDEN_READ,
                            f"what is offered here tells what lies in `{zone.declaration.name}`",
                            tested.at,
                            expected=f"at most `size({zone.declaration.name})`: nobody sees these cards",
                            related=[("the zone that nobody sees", zone.declaration.at)],
                        )
                        break


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


def _named(node: Node, seen: set[str]) -> Iterator[ZoneOf]:
    """The zones whose cards are asked for in a node, or in the functions that it calls."""
    if isinstance(node, BuiltinCall) and node.builtin.name == "size":
        return
    if isinstance(node, ZoneOf):
        yield node
    if isinstance(node, Call) and node.function.key not in seen and isinstance(node.function.value, Expression):
        yield from _named(node.function.value, seen | {node.function.key})
    for child in children(node):
        yield from _named(child, seen)
