"""Probes: calls in compiled code that record which code ran and how conditions came out.

A program has probes only if the caller asks for them (`scenarios/coverage/`). Probes refer to nodes of the IR. They
only add calls to the text, so a game with probes is the same game.
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
    """The numbers of the probed nodes of one model, and the functions that probes call.

    - `ran(S, number)` is called when code runs.
    - `held(S, number, value)` is called when a condition has been evaluated; it returns the value.
    - `refused(number)` is called when a test of feasibility finds that a `require` doesn't hold.

    `S` is the state. Tests of feasibility also run code with probes, on copies or in place; `ran` and `held` must tell
    these calls from those of the game itself.
    """

    ran: Callable[[Any, int], None]
    held: Callable[[Any, int, Any], Any]
    refused: Callable[[int], None]
    nodes: dict[int, int] = field(default_factory=dict)
    """Identity of a node → number. A statement's or option's probe records that it ran, an expression's its outcome."""
    places: dict[Place, int] = field(default_factory=dict)
    """Where a statement begins → number. The compiler replaces some statements by new nodes at the same place."""
    calls: dict[int, int] = field(default_factory=dict)
    """Identity of a function's expression → number of the probe that records calls of the function."""
    written: set[int] = field(default_factory=set)
    """The numbers of the probes that have been written into a program."""

    def of(self, node: k.Node) -> int | None:
        """The number of a node's probe, or None; adds it to `written`."""
        return self._note(self.nodes.get(id(node)))

    def of_statement(self, statement: k.Node) -> int | None:
        """The number of a statement's probe, or None; adds it to `written`. A statement that the compiler made is found
        by its place."""
        number = self.nodes.get(id(statement))
        return self._note(self.places.get(place_of(statement.at)) if number is None else number)

    def of_call(self, value: k.Node) -> int | None:
        """The number of the probe for calls of the function with this expression, or None; adds it to `written`."""
        return self._note(self.calls.get(id(value)))

    def _note(self, number: int | None) -> int | None:
        if number is not None:
            self.written.add(number)
        return number
