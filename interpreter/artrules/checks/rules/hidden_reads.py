"""Options that depend on cards that nobody may see.

Being offered something tells a player what the offer depends on. So the domains, conditions and labels of options, and
what `require` tests, may ask how many cards lie in a zone that nobody sees, but not which. The check finds such zones
where they are named, and in functions called there. A zone that only its owner sees is not judged: whether it may be
read depends on whose it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.analyses.calls import every_body
from artrules.analyses.information import CardsIn, revealed
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.declarations import Function, ZoneDeclaration
from artrules.ir.model import Model
from artrules.ir.nodes import (
    BuiltinCall,
    Call,
    Choose,
    Expression,
    Node,
    Require,
)

HIDDEN_READ = declare(
    4016,
    "hidden-read",
    "an option depends on cards that nobody sees",
    """
    A player who is offered something learns what the offer depends on. Everybody knows how many cards lie in a zone,
    but nobody sees which cards lie in this one, so an option may not ask for them. Let the card be drawn or shown
    first, and offer the option afterwards.
    """,
    examples=Examples(
        fails=Example(
            "procedure",
            """
            choose "take {c}" for c in my deck  #!
            move c to my hand
            """,
        ),
        repaired=Example(
            "procedure",
            """
            may "draw" if size(my deck) > 0:
                move top 1 of my deck to my hand
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                for c in my deck where c.shade is red:
                    move c to my hand
                """,
            ),
        ),
    ),
)


@model_check(HIDDEN_READ)
def hidden_reads(model: Model, report: Report) -> None:
    asking = _Asking(model)
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
    """What a player learns from whether something is offered."""
    if isinstance(node, Require):
        yield node.condition
    if isinstance(node, Choose):
        for branch in node.branches:
            yield from branch.binders
            yield branch.label
            if branch.guard is not None:
                yield branch.guard


class _Asking:
    """Finds zones that nobody sees where a node, or a function that it calls, reads their cards.

    Each function is looked at once.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[Function, ZoneDeclaration | None] = {}

    def first(self, node: Node) -> ZoneDeclaration | None:
        """The first such zone, or None."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            if isinstance(node, BuiltinCall) and node.builtin.traits.reads_only_size:
                continue
            facts, below = revealed(node)
            zones = [fact.zone for fact in facts if isinstance(fact, CardsIn)]
            found = next((zone for zone in zones if zone.seen_by == "nobody"), None)
            if isinstance(node, Call) and (value := self._model.values.get(node.function)) is not None:
                found = self._function(node.function, value)
            if found is not None:
                return found
            waiting += reversed(below)
        return None

    def _function(self, function: Function, value: Expression) -> ZoneDeclaration | None:
        if function not in self._known:
            self._known[function] = None  # for circles, which are found elsewhere
            self._known[function] = self.first(value)
        return self._known[function]
