"""Loops that need not end.

`repeat until`, `repeat while` and a bare `repeat` go round until something changes, so each needs a decision inside:
without one the engine would spin for ever while nobody can do anything. A decision is one in the loop's own suite or in
a procedure called there; powers don't count, for which are used is not known. A bare `repeat` that nothing leaves, or
that can go round without passing a decision although no `stop` is in it, gives a warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.checks.calls import Decisions, every_body, outside_watches
from artrules.diagnostics.kinds.checks import ENDLESS_LOOP, UNBOUNDED_LOOP
from artrules.diagnostics.report import Report
from artrules.kernel.declarations import Procedure
from artrules.kernel.nodes import (
    As,
    Body,
    Choose,
    EndGame,
    ForEach,
    If,
    Leave,
    Node,
    Perform,
    Repeat,
    UsePower,
    Watch,
    children,
)
from artrules.resolve.model import Model


def check(model: Model, report: Report) -> None:
    decisions, ending, passing = Decisions(), _Ending(), dict[Procedure, bool]()
    for code in every_body(model):
        for node in code.every_node:
            if isinstance(node, Repeat) and node.kind != "times":
                _loop(node, decisions, ending, passing, report)


def _loop(loop: Repeat, decisions: Decisions, ending: _Ending, passing: dict[Procedure, bool], report: Report) -> None:
    if not decisions.among(loop.body):
        report.add(
            UNBOUNDED_LOOP,
            "no player decides anything in this loop, so it may go round for ever",
            loop.at,
            expected="a decision in it, `repeat n times` or `for`",
        )
    elif loop.kind == "ever" and not any(isinstance(node, Leave) for node in _own(loop.body)):
        if not ending.among(loop.body):
            report.add(ENDLESS_LOOP, "nothing leaves this loop", loop.at, expected="`stop` in one of its branches")
        elif _passes(loop.body, decisions, passing):
            report.add(
                ENDLESS_LOOP,
                "this loop has no `stop`, and it can go round without a decision",
                loop.at,
                expected="a decision on each way through it",
            )


def _own(nodes: Body) -> Iterator[Node]:
    """The nodes from which a `stop` leaves this loop and not one inside it."""
    for node in nodes:
        yield node
        if not isinstance(node, (ForEach, Repeat, Watch)):
            yield from _own(list(children(node)))  # type: ignore[arg-type]


class _Ending:
    """Whether the game may be ended in some code; what a power does is not known."""

    def __init__(self) -> None:
        self._known: dict[Procedure, bool] = {}

    def among(self, body: Body) -> bool:
        return any(
            isinstance(node, (EndGame, UsePower)) or (isinstance(node, Perform) and self._procedure(node.procedure))
            for node in outside_watches(body)
        )

    def _procedure(self, procedure: Procedure) -> bool:
        if procedure not in self._known:
            self._known[procedure] = False  # for circles, which are found elsewhere
            self._known[procedure] = self.among(procedure.body or [])
        return self._known[procedure]


def _passes(body: Body, decisions: Decisions, known: dict[Procedure, bool]) -> bool:
    """Whether there is a way from the beginning of a suite to its end on which nobody decides."""
    for statement in body:
        match statement:
            case Choose() | EndGame() | Leave():
                return False
            case If(then=then, otherwise=otherwise):
                if not _passes(then, decisions, known) and not _passes(otherwise, decisions, known):
                    return False
            case As(body=inner):
                if not _passes(inner, decisions, known):
                    return False
            case Perform(procedure=procedure):
                if procedure not in known:
                    known[procedure] = False  # for circles, which are found elsewhere
                    known[procedure] = _passes(procedure.body or [], decisions, known)
                if not known[procedure]:
                    return False
    return True
