"""Probes: what a program tells while it runs, of which code ran and how conditions came out.

A program is compiled with probes only for who wants to know (`scenarios/coverage/`); any other has not a word of them.
They are named by nodes of the IR and change nothing of what is compiled but its text, so that a game with probes
is the same game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from artrules.diagnostics.span import Span
from artrules.ir import nodes as k

Place = tuple[str, int, int]


def place_of(span: Span) -> Place:
    """Where a span begins."""
    return span.file, span.line, span.column


@dataclass
class Probes:
    """The numbers of what is probed in one model, and who is told.

    `ran(S, number)` is called when something runs, `held(S, number, value)` when a condition has been asked: it gives
    the value back. `S` is the state: looking ahead calls them too, with copies, and so do functions that foresight
    calls; it is for them to tell these apart. `refused(number)` is called when foresight finds that a requirement
    does not hold.
    """

    ran: Callable[[Any, int], None]
    held: Callable[[Any, int, Any], Any]
    refused: Callable[[int], None]
    nodes: dict[int, int] = field(default_factory=dict)
    """By the identity of a node: of a statement or an option that it ran, of an expression how it came out."""
    places: dict[Place, int] = field(default_factory=dict)
    """Statements by where they begin: the back end makes new ones of some."""
    calls: dict[int, int] = field(default_factory=dict)
    """By the identity of a function's expression: that the function was called."""
    written: set[int] = field(default_factory=set)
    """The numbers that are in some program."""

    def of(self, node: k.Node) -> int | None:
        """The number of a node, if it is probed; it counts as written from now on."""
        return self._note(self.nodes.get(id(node)))

    def of_statement(self, statement: k.Node) -> int | None:
        """The number of a statement, or of the one at its place."""
        number = self.nodes.get(id(statement))
        return self._note(self.places.get(place_of(statement.at)) if number is None else number)

    def of_call(self, value: k.Node) -> int | None:
        """The number of calls of the function that has this expression."""
        return self._note(self.calls.get(id(value)))

    def _note(self, number: int | None) -> int | None:
        if number is not None:
            self.written.add(number)
        return number
