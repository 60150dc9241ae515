"""Loops that need not end.

`repeat until`, `repeat while` and a bare `repeat` go round until something changes. So each must hold a decision:
without one, the engine could go round for ever while no player can act. A decision counts if it is in the loop's own
suite or in a procedure called there. Powers don't count, because it isn't known which of them are used.

A bare `repeat` gets a warning if nothing leaves it, or if it has no `stop` and can go round without a decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from artrules.analyses.calls import every_body, outside_watches
from artrules.analyses.decision_points import Decisions
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.declarations import Procedure
from artrules.ir.model import Model
from artrules.ir.nodes import (
    AllPlayers,
    As,
    Ask,
    Body,
    BuiltinCall,
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

UNBOUNDED_LOOP = declare(
    4001,
    "unbounded-loop",
    "a loop without a decision",
    """
    `repeat`, `repeat until` and `repeat while` need a decision in their suite, or in a procedure called there. Without
    one, nothing makes sure that the loop ends. If the number of rounds is known, write `repeat n times`; to go through
    cards, players or numbers, write `for`. Using a power doesn't count as a decision, because a power may hold none.
    """,
    examples=Examples(
        fails=Example(
            "procedure",
            """
            repeat until my coins > 5:  #!
                my coins += 1
            """,
        ),
        repaired=Example(
            "procedure",
            """
            repeat 5 times:
                my coins += 1
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                repeat until my coins > 5:
                    choose from market
                """,
            ),
        ),
    ),
)
ENDLESS_LOOP = declare(
    4002,
    "endless-loop",
    "a loop that may go on for ever",
    """
    A bare `repeat` goes on until a `stop`. This one has no `stop`, and nothing else ends it; or it can go round without
    any player deciding anything. Give one branch of the choice in it a `stop`, or write `repeat until`.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            repeat:  #!
                choose one:
                    "light": my coins += 1
            """,
        ),
        repaired=Example(
            "procedure",
            """
            repeat:
                choose one:
                    "light": my coins += 1
                    "enough": stop
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                repeat:
                    choose one:
                        "light": skip
                        "end": end game
                """,
            ),
        ),
    ),
)


@model_check(UNBOUNDED_LOOP, ENDLESS_LOOP, without_errors=True)
def unbounded_loop(model: Model, report: Report) -> None:
    decisions, ending, passing = Decisions(model), _Ending(model), _Passing(model)
    for code in every_body(model):
        for node in code.every_node:
            if isinstance(node, Repeat) and node.kind != "times":
                _loop(node, decisions, ending, passing, report)


def _loop(loop: Repeat, decisions: Decisions, ending: _Ending, passing: _Passing, report: Report) -> None:
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
        elif passing.through(loop.body):
            report.add(
                ENDLESS_LOOP,
                "this loop has no `stop`, and it can go round without a decision",
                loop.at,
                expected="a decision on each way through it",
            )


def _own(nodes: Iterable[Node]) -> Iterator[Node]:
    """The nodes in which `stop` leaves this loop, and not another loop inside it."""
    for node in nodes:
        yield node
        if not isinstance(node, (Ask, ForEach, Repeat, Watch)):
            yield from _own(children(node))


class _Ending:
    """Whether some code may end the game. A power may do so, because its code is not known."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[Procedure, bool] = {}

    def among(self, body: Body) -> bool:
        return any(
            isinstance(node, (EndGame, UsePower)) or (isinstance(node, Perform) and self._procedure(node.procedure))
            for node in outside_watches(body)
        )

    def _procedure(self, procedure: Procedure) -> bool:
        if procedure not in self._known:
            self._known[procedure] = False  # for circles, which are found elsewhere
            self._known[procedure] = self.among(self._model.bodies[procedure])
        return self._known[procedure]


class _Passing:
    """Whether some path through a suite, from its beginning to its end, holds no decision."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[Procedure, bool] = {}

    def through(self, body: Body) -> bool:
        for statement in body:
            match statement:
                case Choose() | EndGame() | Leave():
                    return False
                case If(then=then, otherwise=otherwise):
                    if not self.through(then) and not self.through(otherwise):
                        return False
                case As(body=inner):
                    if not self.through(inner):
                        return False
                case Ask(players=AllPlayers() | BuiltinCall(), body=inner):
                    if not self.through(inner):
                        return False
                case Perform(procedure=procedure):
                    if procedure not in self._known:
                        self._known[procedure] = False  # for circles, which are found elsewhere
                        self._known[procedure] = self.through(self._model.bodies[procedure])
                    if not self._known[procedure]:
                        return False
        return True
