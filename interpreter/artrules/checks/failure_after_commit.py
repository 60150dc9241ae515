"""What may fail after a shuffle, chance or a reveal.

What a player has chosen can be taken back only until something unforeseen has come of it. A failure after that stops
the game. So each piece of code is followed, procedures included, and what may fail where a commit has certainly
happened, with no choice between the two that could be declined, is an error. Steps of the setup are left out: nothing
was chosen there, and how many cards a pile holds is settled. `after_commit.py` says what else is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from artrules.checks.after_commit import Search, Seen
from artrules.checks.bound import Bound
from artrules.checks.calls import Code, every_body
from artrules.checks.failures import Known
from artrules.checks.power_tests import Powers, Telling
from artrules.diagnostics.kinds.checks import FAILURE_AFTER_COMMIT
from artrules.diagnostics.report import Report
from artrules.kernel.nodes import Branch, Expression, Node, Watch
from artrules.resolve.model import Model


def check(model: Model, report: Report) -> None:
    codes = [code for code in every_body(model) if code.when != "setup"]
    nodes = [node for code in codes for node in code.every_node]
    watched = frozenset(node.event for node in nodes if isinstance(node, Watch))
    bound, seen, known = Bound(Powers(model.powers, report), Telling()), Seen(), Known()
    for body, tested in _starts(codes):
        search = Search(watched, bound.unbound(), report, seen, known)
        search.body(body, None, guards=tested)
        for found in search.found:
            related = [("this can't be foreseen or taken back", found.commit)]
            if found.call is not None:
                related.append(("here it may fail", found.failure.at))
            report.add(
                FAILURE_AFTER_COMMIT,
                f"{found.failure.why}, after something that can't be taken back",
                found.call or found.failure.at,
                expected="a test before it, or a `may`",
                related=related,
            )


def _starts(codes: list[Code]) -> Iterator[tuple[Sequence[Node], bool]]:
    """Where following begins: all code, options and watches; and whether a condition stands before it."""
    for code in codes:
        yield code.nodes, any(isinstance(node, Expression) for node in code.nodes)
        for node in code.every_node:
            match node:
                case Branch(binders=binders, guard=guard, body=body):
                    yield body, guard is not None or any(b.condition is not None for b in binders)
                case Watch(condition=condition, body=body):
                    yield body, condition is not None
